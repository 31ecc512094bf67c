"""Judge a claim: about code in other words and as it is written, and in other words of its own.

`is_empty = not rows`, `if is_empty` is told as `if not rows`, which is looked at first. The code as
it is written is asked where that leaves it open, and the claim may mean it by its names. A claim
that is open both ways is read again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.conditions.conditions import shares_word
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.in_passing.reread import reread
from codewitness.engine.verify.judge import judge as judge_as_written
from codewitness.engine.verify.retold.reworded import Retold, reworded
from codewitness.engine.verify.subject import Part, Subject
from codewitness.engine.verify.verdicts import Status, Verdict
from codewitness.model.outline import whole_word
from codewitness.model.text import Span

_DECIDED = (Status.SUPPORTED, Status.CONTRADICTED)
_RELEVANCE = 0.5  # of the line where a variable is set that stands in what is shown
_SORTS = (EvidenceType.CONDITIONAL, EvidenceType.SIGNATURE)  # of what is asked, and given back


def judge(claim: Claim, subject: Subject) -> Verdict:
    """The verdict on `claim` about `subject`; of a claim in other words, if it is open so."""
    told = [reworded(part.outline) for part in subject.parts]
    is_retold = any(one.outline.plain is not None for one in told)
    judged = partial(_judge_both, told=told) if is_retold else judge_as_written
    verdict = judged(claim, subject)
    if verdict.status is Status.INCONCLUSIVE:
        verdict = _judge_asking_calls(claim, subject, told) or verdict
    return reread(claim, subject, verdict, judged)


def _judge_asking_calls(claim: Claim, subject: Subject, told: Sequence[Retold]) -> Verdict | None:
    """What shows if conditions ask the calls that gave variables their values; None if nothing."""
    if not any(one.described or one.condition is not None for one in claim.clauses):
        return None
    further = [reworded(part.outline, with_calls=True) for part in subject.parts]
    if further == told or any(_named(claim.text, one) for one in further):
        return None
    verdict = _judge_retold(claim, subject, further)
    return verdict if verdict.status in _DECIDED else None


def _judge_both(claim: Claim, subject: Subject, told: Sequence[Retold]) -> Verdict:
    """The verdict on the code as it is told and, where that is open, as it is written.

    As it is written comes first where the claim names what is told otherwise.
    """
    named = frozenset(name for one in told for name in _named(claim.text, one))
    if named or any(_is_as_written(claim.text, one) for one in told):
        return _judge_named(claim, subject, told, named)
    verdict = _judge_retold(claim, subject, told)
    if verdict.status in _DECIDED:
        return verdict
    names = [variable.target for one in told for variable in one.variables]
    is_spoken_of = any(shares_word(claim.text, name) for name in names)
    as_written = judge_as_written(claim, subject)
    return as_written if is_spoken_of or as_written.status not in _DECIDED else verdict


def _judge_named(
    claim: Claim, subject: Subject, told: Sequence[Retold], named: frozenset[str]
) -> Verdict:
    """The verdict on the code with the variables that the claim names; else as it is told."""
    verdict = judge_as_written(claim, subject)
    if named and (others := _all_but(named, subject)):
        kept = _judge_retold(claim, subject, others)
        verdict = kept if kept.status in _DECIDED else verdict
    is_decided = verdict.status in _DECIDED
    if is_decided and verdict.proofs:
        return verdict
    other = _judge_retold(claim, subject, told)
    # That nothing is seen by that name says less than a line that shows it.
    is_better = other.status in _DECIDED and (other.proofs or not is_decided)
    return other if is_better else verdict


def _all_but(named: frozenset[str], subject: Subject) -> list[Retold]:
    """The code told with these variables as they are; nothing if no other one is told."""
    told = [reworded(part.outline, kept=named) for part in subject.parts]
    return told if any(one.variables for one in told) else []


def _judge_retold(claim: Claim, subject: Subject, told: Sequence[Retold]) -> Verdict:
    parts = tuple(map(_retold, subject.parts, told))
    own = {id(one): part for one, part in zip(subject.parts, parts, strict=True)}
    head = own.get(id(subject.head)) or _retold(subject.head, reworded(subject.head.outline))
    verdict = judge_as_written(claim, replace(subject, head=head, parts=parts))
    return replace(verdict, proofs=(*verdict.proofs, *_set_there(verdict, told)))


def _retold(part: Part, told: Retold) -> Part:
    return part if told.outline is part.outline else replace(part, outline=told.outline)


def _named(said: str, told: Retold) -> list[str]:
    """The variables that are told otherwise, and which what is said has the names of."""
    given = {one.name for one in told.outline.parameters}
    names = [one.target for one in told.variables if one.target not in given]
    return [one for one in names if re.search(rf"(?<![\w.]){re.escape(one)}(?!\w)", said)]


def _is_as_written(said: str, told: Retold) -> bool:
    """True if what is said has a condition as it is written, and it is told otherwise."""
    written = () if told.outline.plain is None else told.outline.plain.marked("condition")
    return any(
        " ".join(before.text.split()) in " ".join(said.split())
        for before, now in zip(written, told.outline.marked("condition"), strict=False)
        if before.text != now.text and not before.text.isidentifier()
    )


def _set_there(verdict: Verdict, told: Sequence[Retold]) -> Iterator[Proof]:
    """The lines where variables are set that stand in the lines which are shown."""
    for outline, variables in told:
        shown = [one for one in verdict.proofs if one.outline is outline]
        for one in variables:
            for proof in shown:
                if whole_word(one.target).search(outline.text.raw, *proof.span):
                    span = Span(one.target_span.start, one.value_span.end)
                    sort = proof.type if proof.type in _SORTS else EvidenceType.ATTRIBUTE_READ
                    yield Proof(sort, one.target, outline, span, _RELEVANCE)
