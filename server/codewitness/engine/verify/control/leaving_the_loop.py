"""`leaves the loop when x`, `stops retrying when x`: by `break`, by a return, or by an error."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.control.until import is_headed_so
from codewitness.engine.verify.control.ways_out import ways_out
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding, Proof, found
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_SAID = re.compile(r"\bleav(?:es?|ing) the loop\b")


def rule_leaves(clause: Clause, subject: Subject) -> Finding | None:
    """The ways out of loops that stand where a claim says; None if none does."""
    if _SAID.search(clause.text) is None or clause.is_only or clause.condition is None:
        return None
    ways = [hit for part in subject.parts for hit in _ways_out(part.outline)]
    shown = shown_by(ways, clause)
    if shown is None:
        return found(heads) if (heads := list(_ended_by_head(clause, subject))) else None
    asked = [one for one in shown.proofs if one.type is EvidenceType.CONDITIONAL]
    left = [
        one
        for one in shown.proofs
        if one not in asked and any(_is_arm_of(one, condition) for condition in asked)
    ]
    asked = [one for one in asked if any(_is_arm_of(way, one) for way in left)]
    return found([*asked, *left]) if left else None


def may_end(clause: Clause, subject: Subject) -> str:
    """Why it is left open whether a loop ends when it is said to: its head asks for something."""
    if _SAID.search(clause.text) is None or not clause.described:
        return ""
    is_asked = any(
        item.span.contains(one.span)
        for part in subject.parts
        for item in part.outline.marked("loop")
        for one in part.outline.marked("condition")
    )
    return (
        "how long the loop goes on is asked there, and whether so can't be told" if is_asked else ""
    )


_WHEN = re.compile(r"(?:if|when|whenever) (?=\S)")


def _ended_by_head(clause: Clause, subject: Subject) -> Iterator[Proof]:
    """The loops that go on until what is said comes true: `while (!aborted)`."""
    if _WHEN.match(clause.described) is None:
        return
    until = _WHEN.sub("until ", clause.described, count=1)
    for part in subject.parts:
        outline = part.outline
        for item in outline.marked("loop"):
            if not _HEADED.match(item.text) or not is_headed_so(until, outline, item.span):
                continue
            first = item.text.split("\n", 1)[0]
            span = Span(item.span.start, item.span.start + len(first.encode()))
            yield Proof(EvidenceType.LOOP, first.strip(), outline, span, LOOSE)


_HEADED = re.compile(r"(?:while|until|for|do|repeat)\b")


def _is_arm_of(way: Proof, condition: Proof) -> bool:
    """True for what stands in the very conditional that asks, and in none within that.

    Behind one, `if (x) continue; …`, it stands under what others ask as well.
    """
    if way.outline is not condition.outline:
        return False
    holders = [i.span for i in way.outline.marked("conditional") if i.span.contains(way.span)]
    innermost = max(holders, key=lambda one: one.start, default=None)
    return innermost is not None and innermost.contains(condition.span)


def _ways_out(outline: Outline) -> Iterator[Hit]:
    for span in ways_out(outline):
        yield Hit(EvidenceType.LOOP, outline.text.slice(span), outline, span, span, LOOSE)
