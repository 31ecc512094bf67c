"""What a variable may hold where a condition around has already asked about it."""

from __future__ import annotations

import re

from codewitness.engine.verify.code.possible import NULLS, Marks
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_SEVERAL = re.compile(r"\bor\b|\|\|")
_SAFE_WITH_NONE = frozenset({"go", "ruby", "objc", "rust"})  # where none has methods, too


def narrowed(marks: Marks, name: str, span: Span, outline: Outline) -> Marks:
    """`marks` without none where `if x`, `if x is not None` or `if x.ok` stands around."""
    branch = outline.innermost(span, Around.BRANCH)
    if branch is None or any(r.around is Around.ELSE and r.span == branch for r in outline.regions):
        return marks
    before = [item for item in outline.marked("condition") if item.span.end <= branch.start]
    if not before:
        return marks
    asked = max(before, key=lambda item: item.span.end)
    between = outline.text.slice(Span(asked.span.end, branch.start))
    head = outline.text.slice(outline.text.line_span(outline.text.line_at(asked.span.start)))
    if _SEVERAL.search(asked.text) or not re.fullmatch(r"[\s:(){]*(?:then\s*)?", between):
        return marks
    if "unless" in head:
        return marks
    word = re.escape(name)
    pieces = [one.strip(" ()") for one in re.split(r"\band\b|&&", asked.text.strip("()"))]
    if name in pieces:
        return marks - NULLS - {"false"}
    is_told = rf"{word}\s*(?:is\s+not|!==?)\s*(?:None|null|nil|undefined|NULL|nullptr)"
    if any(re.fullmatch(is_told, one) for one in pieces):
        return marks - NULLS
    is_reached = rf"(?<![\w.]){word}(?:\.|\[|->)\w"
    if outline.language not in _SAFE_WITH_NONE and re.search(is_reached, asked.text):
        return marks - NULLS
    return marks
