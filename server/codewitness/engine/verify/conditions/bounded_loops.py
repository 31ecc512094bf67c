"""`loops twice`, `tries at most 5 times`: how often a loop goes round, by its head."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof, doubtful
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_TIMES = re.compile(
    r"\b(?:loops?|iterates?|cycles?|tries|try|trying|goes round)\b.*\b(?:times|once|twice)\b"
)
_FROM_TO = re.compile(r"\brange\(\s*(\d+)\s*,\s*(\d+)\s*\)")
_BOUND = re.compile(
    r"\brange\(\s*(?:0\s*,\s*)?(\d+)\s*\)|\b0\s*\.\.[.<]?\s*<?(\d+)|\b(\d+)\.times\b|\brepeat\((\d+)\)"
    r"|=\s*0\s*;[^;]*<\s*(\d+)\s*;|\brange\s+(\d+)\b"
)


def rule_times(clause: Clause, subject: Subject) -> Finding | None:
    """What a claim of how often follows from; None of other claims."""
    if clause.count is None or clause.objects or not _TIMES.search(clause.text):
        return None
    loops = [(part.outline, item) for part in subject.parts for item in part.outline.marked("loop")]
    if len(loops) != 1 or (n_times := _times(loops[0][1].text)) is None:
        return doubtful("how often it goes round can't be seen")
    [(outline, item)] = loops
    proof = _head(item, outline)
    least, most = clause.count
    if most is not None and n_times > most:
        return Finding(against=(proof,))
    if least is not None and n_times < least:
        return Finding(against=(proof,))
    if n_times in (least, most) and (least is None or not _is_left(item, outline)):
        return Finding(proofs=(proof,))
    return doubtful("how often it goes round can't be seen")


def _times(loop: str) -> int | None:
    head = re.split(r"[{\n]", loop, maxsplit=1)[0]
    if (found := _FROM_TO.search(head)) is not None:
        return max(0, int(found[2]) - int(found[1]))
    found = _BOUND.search(head)
    return int(next(one for one in found.groups() if one)) if found is not None else None


def _head(item: Item, outline: Outline) -> Proof:
    first = re.split(r"[{\n]", item.text, maxsplit=1)[0].rstrip()
    span = Span(item.span.start, item.span.start + len(first.encode()))
    return Proof(EvidenceType.LOOP, first, outline, span)


def _is_left(item: Item, outline: Outline) -> bool:
    """True if it may be left before: by `return`, `break` or what is raised."""
    inside = (span for span in outline.exits if item.span.contains(span))
    return any(True for _ in inside) or re.search(r"\bbreak\b", item.text) is not None
