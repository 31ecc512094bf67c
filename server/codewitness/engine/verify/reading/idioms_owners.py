"""Ways to say whose method is called: `calls the parent's stop`, `calls the worker's stop`."""

from __future__ import annotations

import re

_CALLS = r"\b((?:re)?calls?|calling|invokes?|invoking|calls out to|delegates? to|delegating to)"
_PARENT = r"(?:the|its) (?:parent|super|superclass|base|base class|parent class|super class)'s"
_NAME = (
    r"(?:own |overridden )?`?(?P<what>(?!(?:own|default|overridden)\b)[A-Za-z_]\w*[?!]?(?:\(\))?)`?"
)
_METHOD = r"(?: (?:method|function|implementation|version))?"
_NO_NAME = (
    r"(?!(?:implementation|method|constructor|initiali[sz]er|version|function|class|handler|callback"
    r"|own implementation|copy|default|methods|functions)\b(?!\())"
)
_OTHER = r"(?:the|an?|each|every|its) (?P<whom>(?!parent\b|super\b|superclass\b|base\b)[a-z]+)'s"
# A pattern, and what stands for it.
OWNERS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(rf"{_CALLS} {_PARENT} {_NO_NAME}{_NAME}{_METHOD}(?![\w-])"),
        r"\1 `super.\g<what>`",
    ),
    (
        re.compile(rf"{_CALLS} {_OTHER} {_NO_NAME}{_NAME}{_METHOD}(?=$|[,.;?]| )"),
        r"\1 `\g<what>` on the \g<whom>",
    ),
)
