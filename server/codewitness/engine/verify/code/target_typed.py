"""C#'s `new(…)`, which makes an object of whatever type stands where it is put."""

from __future__ import annotations

import re

from codewitness.engine.verify.code.declared import types_of
from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Part
from codewitness.model.text import Span

_NEW = re.compile(rb"\bnew\s*\(")
_TYPED = re.compile(
    r"(?:^|[\s(;{])(?:[\w.]+\.)?(\w+)(?:<[^;{}]*>)?\??\s+\w+\s*(?:\{[^{}]*\}\s*)?=\s*$"
)
_GIVEN = re.compile(r"(?:\breturn|=>)\s*$")
_BEFORE = 200  # bytes


def target_typed(wanted: str, part: Part) -> tuple[list[Hit], str]:
    """Where one of that class is made so, and why it may be made where no type is told."""
    outline = part.outline
    hits: list[Hit] = []
    doubt = ""
    for gap in outline.gaps if outline.language == "csharp" else ():
        for match in _NEW.finditer(outline.text.raw, gap.start, gap.end):
            span = Span(*match.span())
            if any(one.contains(span) for one in outline.silent):
                continue
            made = _made_at(span, part)
            if made == parts(wanted)[-1]:
                hits.append(Hit(EvidenceType.CALL, "new", outline, span, span))
            elif not made:
                line = outline.text.line_at(span.start) + 1
                doubt = f"what `new(…)` makes in line {line} can't be seen"
    return hits, doubt


def _made_at(span: Span, part: Part) -> str:
    """The name of the type that is declared where it is put; empty if none is."""
    text = part.outline.text
    before = text.slice(Span(max(span.start - _BEFORE, 0), span.start))
    if (typed := _TYPED.search(before)) and typed[1] != "var":
        return typed[1]
    types = types_of(part)
    plain = re.match(r"[\w.]+\.(\w+)|(\w+)", types[0].text) if len(types) == 1 else None
    if plain and _GIVEN.search(before):
        name = plain[1] or plain[2]
        return "" if name in ("Task", "ValueTask") else name
    return ""
