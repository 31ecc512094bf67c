"""Names that are spelled as particles are: the `from` and `to` of `takes from and to`."""

from __future__ import annotations

import re

_PARTICLE = "(?:from|to|with|in|on|by|of|at|as|into|for|off|via|per)"
_BEHIND = r"(?=\s*(?:[.?!]?\s*$|,|(?:and|or|nor|if|when|unless|only)\b))"
_NAMING = (
    r"(?:takes?|accepts?|returns?|uses|ignores?|parameters?|arguments?|named|with|neither|both)"
)
_RULES = (
    re.compile(rf"\b({_NAMING}\s+)({_PARTICLE}){_BEHIND}"),
    re.compile(rf"\b(sets?\s+\S{{1,60}}\s+to\s+)({_PARTICLE})(?=\s*[.?!]?\s*$)"),
    re.compile(rf"\b((?:takes?|accepts?)\s+[\w, ]{{1,60}}\band\s+)({_PARTICLE})(?=\s*[.?!]?\s*$)"),
    re.compile(
        rf"\b((?:its|the|a|their)\s+)({_PARTICLE})(?=\s+(?:parameter|argument|param|arg|field)s?\b)"
    ),
    re.compile(r"\b(pass(?:es|ing)?\s+)(from|to|with|in|by|of|at|as)(?=\s+(?:to|into)\s+\S)"),
)
# `from` and `to`: each behind one that is known to be a name.
_NEXT = re.compile(rf"(`{_PARTICLE}`+(?:\s*,\s*|\s+)(?:(?:and|or|nor)\s+)?)({_PARTICLE}){_BEHIND}")


def named(text: str) -> str:
    """The text with such names in back-ticks."""
    for rule in _RULES:
        text = rule.sub(_quoted, text)
    for _ in range(_MOST):
        text = _NEXT.sub(_quoted, text)
    return text


def _quoted(found: re.Match[str]) -> str:
    """In back-ticks: in two where one would name the construct."""
    ticks = "``" if found[2] == "with" else "`"
    return f"{found[1]}{ticks}{found[2]}{ticks}"


_MOST = 4  # names in a row
