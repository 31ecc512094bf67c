"""Judge a claim about code whose conditions ask variables: `is_empty = not rows`, `if is_empty`.

What the variables stand for is looked at first. The code as it is written is asked where that
leaves it open, and the claim may speak of a variable by its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.conditions.by_variables import by_variables
from codewitness.engine.verify.conditions.conditions import shares_word
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.judge import judge as judge_as_written
from codewitness.engine.verify.subject import Part, Subject
from codewitness.engine.verify.verdicts import Status, Verdict
from codewitness.model.outline import Assigned, whole_word
from codewitness.model.text import Span

_DECIDED = (Status.SUPPORTED, Status.CONTRADICTED)
_RELEVANCE = 0.5  # of the line where a variable is set that a condition asks


def judge(claim: Claim, subject: Subject) -> Verdict:
    """The verdict on `claim` about `subject`."""
    told = [_told(one) for one in subject.parts]
    if not any(used for _, used in told):
        return judge_as_written(claim, subject)
    parts = tuple(part for part, _ in told)
    own = {id(one): part for one, part in zip(subject.parts, parts, strict=True)}
    head = own.get(id(subject.head)) or _told(subject.head)[0]
    verdict = judge_as_written(claim, replace(subject, head=head, parts=parts))
    if verdict.status in _DECIDED:
        return replace(verdict, proofs=(*verdict.proofs, *_set_there(verdict, told)))
    other = judge_as_written(claim, subject)
    names = [one.target for _, used in told for one in used]
    is_named = other.status not in _DECIDED or any(shares_word(claim.text, n) for n in names)
    return other if is_named else verdict


def _told(part: Part) -> tuple[Part, tuple[Assigned, ...]]:
    outline, used = by_variables(part.outline)
    return (replace(part, outline=outline) if used else part), used


def _set_there(
    verdict: Verdict, told: Sequence[tuple[Part, tuple[Assigned, ...]]]
) -> Iterator[Proof]:
    """The lines where variables are set that the conditions ask which are shown."""
    shown = [one for one in verdict.proofs if one.type is EvidenceType.CONDITIONAL]
    for part, used in told:
        spans = [one.span for one in shown if one.outline is part.outline]
        own = [part.outline.text.raw[span.start : span.end] for span in spans]
        for one in used:
            if any(whole_word(one.target).search(text) for text in own):
                span = Span(one.target_span.start, one.value_span.end)
                yield Proof(EvidenceType.CONDITIONAL, one.target, part.outline, span, _RELEVANCE)
