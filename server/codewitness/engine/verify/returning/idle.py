"""`does nothing if x`: where nothing is done but where the opposite of x is known."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.conditions.holding import is_as_said
from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof, doubtful
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_SAID = re.compile(r"\bdo(?:es)? nothing\b")
_CHOSEN = frozenset({Around.BRANCH, Around.ELSE, Around.HANDLER, Around.LOOP})
_NAMED_BESIDES = re.compile(r"\w*[.\[].*|@.*|\*.*")


def rule_idle(clause: Clause, subject: Subject) -> Finding | None:
    """What follows for `does nothing if x`; None if another thing is said, or nothing is done."""
    if not _SAID.search(clause.text) or not clause.described:
        return None
    if clause.is_negated:
        return doubtful("that it never does nothing can't be told")
    done = [(part.outline, span) for part in subject.parts for span in _doings(part.outline)]
    if not done:
        return None
    if any(not outline.around(span) & _CHOSEN for outline, span in done):
        return doubtful("something is done there under no condition, which may count or not")
    told = [is_as_said(clause.described, outline, span, is_only=False) for outline, span in done]
    if any(one.is_so for one in told):
        at = next(place for place, one in zip(done, told, strict=True) if one.is_so)
        return Finding(against=(_proof(*at),))
    if all(one.is_so is False for one in told):
        conditions = dict.fromkeys(_condition(outline, span) for outline, span in done)
        return Finding(proofs=tuple(one for one in conditions if one is not None))
    return doubtful("whether what is asked before something is done is that can't be told")


def does_before(clause: Clause, leaving: Span, outline: Outline) -> bool:
    """True if a claim says that nothing is done, and something is before it leaves there."""
    if not _SAID.search(clause.text):
        return False
    arms = [
        one.span
        for one in outline.regions
        if one.around in (Around.BRANCH, Around.ELSE) and one.span.contains(leaving)
    ]
    arm = max(arms, key=lambda one: one.end - one.start, default=None)
    done = [call.whole for call in outline.calls]
    return arm is not None and any(
        arm.contains(one) and one.end <= leaving.start and not _is_told(one, outline)
        for one in done
    )


_TELLING = re.compile(r"(?i)(?:.*[.:>])?(?:log\w*|debug|info|warn\w*|error|trace|print\w*|puts)$")


def _is_told(whole: Span, outline: Outline) -> bool:
    """True for a call that but logs."""
    return any(call.whole == whole and _TELLING.match(call.text) for call in outline.calls)


def _doings(outline: Outline) -> Iterator[Span]:
    """The places that do something: calls that ask nothing, writes, and what is raised."""
    asking = [item.span for item in outline.marked("condition")]
    kept = [one.value_span for one in outline.assigned]
    calls = [call.whole for call in outline.calls]
    for whole in calls:
        is_part = any(other != whole and other.contains(whole) for other in calls)
        if not is_part and not any(span.contains(whole) for span in (*asking, *kept)):
            yield whole
    yield from (item.span for item in outline.marked("raised", "deleted"))
    for one in outline.assigned:
        if _NAMED_BESIDES.fullmatch(one.target):
            yield one.target_span


def _condition(outline: Outline, span: Span) -> Proof | None:
    around = [one.span for one in outline.marked("conditional") if one.span.contains(span)]
    holder = min(around, key=lambda one: one.end - one.start, default=None)
    return None if holder is None else _proof(outline, Span(holder.start, holder.start + 1))


def _proof(outline: Outline, span: Span) -> Proof:
    return Proof(EvidenceType.CONDITIONAL, "condition", outline, span)
