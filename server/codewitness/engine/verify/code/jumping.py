"""What a `goto` passes over: code between it and its label is left out, as behind a `return`."""

from __future__ import annotations

import re
from functools import lru_cache

from codewitness.model.outline import Outline
from codewitness.model.text import Span

_LANGUAGES = frozenset({"c", "cpp", "objc", "go", "csharp"})
_TO = re.compile(rb"goto\s+([A-Za-z_]\w*)\s*;?")


def jumps_over(outline: Outline, span: Span) -> list[Span]:
    """The `goto`s before a place whose label stands behind it."""
    return [
        jump
        for jump, label in jumps(outline)
        if jump.end <= span.start and (label is None or label >= span.end)
    ]


@lru_cache(maxsize=64)
def jumps(outline: Outline) -> tuple[tuple[Span, int | None], ...]:
    """The `goto` statements of its own code, and where their labels stand, if that is seen."""
    found: list[tuple[Span, int | None]] = []
    raw = outline.text.raw
    for item in outline.occurrences("goto") if outline.language in _LANGUAGES else ():
        named = _TO.match(raw, item.span.start)
        if named is not None:
            found.append((Span(*named.span()), _label_at(outline, named[1].decode())))
    return tuple(found)


def _label_at(outline: Outline, name: str) -> int | None:
    raw = outline.text.raw
    for item in outline.occurrences(name):
        before = raw[max(item.span.start - 200, 0) : item.span.start].rstrip(b" \t")
        is_first = before.endswith((b"\n", b"{", b"}", b";", b":"))
        if is_first and re.match(rb"\s*:(?![:=])", raw[item.span.end : item.span.end + 8]):
            return item.span.start
    return None
