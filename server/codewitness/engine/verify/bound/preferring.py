"""`prefers x over y`, `falls back to y`: of two things the one that is there.

Of `x or y`, `x ?? y`, `x || y`, and of `x if x is not None else y`, the first is taken if it can.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.bound.acts import Act
from codewitness.engine.verify.bound.things import is_that, thing_said
from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.subject import Part
from codewitness.model.text import Span

_PREFERS = re.compile(r"prefers (?P<one>.+?) (?:over|to) (?P<other>.+)$")
_FALLS_BACK = re.compile(
    r"(?:falls back|defaults) to (?P<other>.+?) (?:if|when) (?:there (?:is|are) )?no (?P<one>.+?)"
    r"(?: (?:is|are|was|were)"
    r" (?:given|set|there|provided|found|passed|supplied|available|defined))?$"
)
_EITHER = re.compile(r"(?P<one>.+?)\s*(?:\bor\b|\|\||\?\?|\?:)\s*(?P<other>.+)", re.DOTALL)
_CHOICES = (
    re.compile(
        r"(?P<one>.+?) if (?P<asked>.+?)(?P<is> is not None)? else (?P<other>.+)", re.DOTALL
    ),
    re.compile(
        r"\(?(?P<asked>[^?:]+?)(?P<is>\s*!==?\s*(?:null|undefined|nullptr|nil))?\)?\s*\?\s"
        r"(?P<one>[^?:]+?)\s:\s(?P<other>[^?:]+)",
        re.DOTALL,
    ),
)


def preferred(text: str, part: Part) -> Iterator[Act]:
    """The values that are the one, or else the other."""
    said = _PREFERS.fullmatch(text) or _FALLS_BACK.fullmatch(text)
    if said is None:
        return
    one, other = thing_said(said["one"]), thing_said(said["other"])
    if one is None or other is None or one.is_each or other.is_each:
        return
    outline = part.outline
    values = [(item.value, item.target_span, item.value_span) for item in outline.assigned]
    values += [(item.value, item.value_span, item.value_span) for item in outline.returns]
    for value, start, end in values:
        found = _taken(value)
        if found is not None and is_that(one, found[0], outline):
            is_other_there = is_that(other, found[1], outline)
            if is_other_there and not is_that(one, found[1], outline):
                span = Span(start.start, end.end)
                yield Act(EvidenceType.CONDITIONAL, value, part, span, "")


def _taken(value: str) -> tuple[str, str] | None:
    """The one that is taken if it is there, and the one that is taken else."""
    plain = value.strip().rstrip(";")
    for pattern in _CHOICES:
        found = pattern.fullmatch(plain)
        if found is not None:
            asked = found["asked"].strip()
            return (found["one"], found["other"]) if asked == found["one"].strip() else None
    found = _EITHER.fullmatch(plain)
    return (found["one"], found["other"]) if found is not None else None
