"""C#: namespaces that a file names by `using System.IO;`, which binds no name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.model.outline import Outline
from codewitness.model.text import Span

_USING = re.compile(
    rb"^[ \t]*(?:global[ \t]+)?using[ \t]+(?:static[ \t]+)?(?P<what>[A-Za-z_][\w.]*)[ \t]*;",
    re.MULTILINE,
)


def namespaces_used(outline: Outline) -> Iterator[tuple[str, Span]]:
    """Each such namespace of the file, and where that is said."""
    for found in _USING.finditer(outline.text.raw) if outline.language == "csharp" else ():
        yield found["what"].decode(), Span(*found.span("what"))
