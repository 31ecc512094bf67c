"""Judge a claim: about code in other words and as it is written, and in other words of its own.

`is_empty = not rows`, `if is_empty` is told as `if not rows`, which is looked at first. The code as
it is written is asked where that leaves it open, and the claim may mean it by its names. A claim
that is open both ways is read again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from codewitness.engine.verify.claim import Claim, Predicate
from codewitness.engine.verify.conditions.conditions import shares_word
from codewitness.engine.verify.doubts.affirmed import affirmative
from codewitness.engine.verify.doubts.other_things import of_other_things
from codewitness.engine.verify.doubts.passed_over import passes_over
from codewitness.engine.verify.doubts.skipped_when import skipped_when
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.in_passing.reread import reread
from codewitness.engine.verify.judge import judge as judge_as_written
from codewitness.engine.verify.nouns import named_there
from codewitness.engine.verify.reading.parse import parse
from codewitness.engine.verify.retold.telling import Telling
from codewitness.engine.verify.returning.returned_functions import returned_alone
from codewitness.engine.verify.subject import Subject
from codewitness.engine.verify.verdicts import Status, Verdict, less_sure, opened
from codewitness.model.outline import whole_word
from codewitness.model.text import Span

_DECIDED = (Status.SUPPORTED, Status.CONTRADICTED)
_RELEVANCE = 0.5  # of the line where a variable is set that stands in what is shown
_SORTS = (EvidenceType.CONDITIONAL, EvidenceType.SIGNATURE)  # of what is asked, and given back


def judge(claim: Claim, subject: Subject) -> Verdict:
    """The verdict on `claim`; open of what only the function does that is given back."""
    verdict = _judge(claim, subject)
    if verdict.status is Status.NOT_SUPPORTED and _is_of_returned(claim, subject):
        return opened(replace(verdict, status=Status.SUPPORTED), claim.clauses[0].text)
    return verdict


def _judge(claim: Claim, subject: Subject) -> Verdict:
    """The verdict on `claim` about `subject`; of a claim in other words, if it is open so."""
    telling = Telling(subject)
    judged = partial(_judge_both, telling=telling) if telling.is_other else judge_as_written
    verdict = judged(claim, subject)
    if verdict.status is Status.INCONCLUSIVE:
        verdict = _judge_asking_calls(claim, telling) or verdict
    verdict = reread(claim, subject, verdict, judged, told=telling.subject)
    if verdict.status is Status.CONTRADICTED and (skipped := passes_over(claim, verdict.proofs)):
        return opened(verdict, skipped)
    if verdict.proofs and (others := of_other_things(claim, verdict)):
        return opened(verdict, others)
    if verdict.status is not Status.SUPPORTED or verdict.proofs:
        return verdict
    if when := skipped_when(claim, subject):
        return opened(verdict, when)
    return _unless_affirmed(claim, subject, verdict)


def _is_of_returned(claim: Claim, subject: Subject) -> bool:
    """True if what is not done there is done by the function that it gives back."""
    inner = returned_alone(subject)
    is_done = all(one.predicate in _DONE and not one.is_negated for one in claim.clauses)
    if inner is None or not is_done or claim.members is not None or _ITSELF.search(claim.text):
        return False
    return judge_as_written(claim, inner).status is Status.SUPPORTED


_DONE = frozenset({Predicate.ACTS, Predicate.CATCHES, Predicate.RAISES})
_ITSELF = re.compile(r"\bitself\b|\breturns\b")


def _unless_affirmed(claim: Claim, subject: Subject, verdict: Verdict) -> Verdict:
    """The verdict of what is found nowhere; the contrary where it holds in the affirmative."""
    text = affirmative(claim)
    said = parse(text) if text else None
    if said is None or said.problem or said.subject != claim.subject:
        return verdict
    other = _judge(named_there(said, subject), subject)
    if other.status is Status.INCONCLUSIVE:
        return other
    if other.status is not Status.SUPPORTED:
        return verdict
    if not other.proofs or any(one.is_only for one in said.clauses):
        return opened(verdict, claim.clauses[0].text)
    return less_sure(replace(other, status=Status.CONTRADICTED))


def _judge_asking_calls(claim: Claim, telling: Telling) -> Verdict | None:
    """What shows if conditions ask the calls that gave variables their values; None if nothing."""
    if not any(one.described or one.condition is not None for one in claim.clauses):
        return None
    further = Telling(telling.written, with_calls=True)
    parts = [one.outline for one in further.subject.parts]
    if parts == [one.outline for one in telling.subject.parts] or _named(claim.text, further):
        return None
    verdict = _judge_retold(claim, further)
    return verdict if verdict.status in _DECIDED else None


def _judge_both(claim: Claim, subject: Subject, telling: Telling) -> Verdict:
    """The verdict on the code as it is told and, where that is open, as it is written.

    As it is written comes first where the claim names what is told otherwise.
    """
    if (named := _named(claim.text, telling)) or _is_as_written(claim.text, telling):
        return _judge_named(claim, subject, telling, named)
    verdict = _judge_retold(claim, telling)
    if verdict.status in _DECIDED:
        return verdict
    is_spoken_of = any(shares_word(claim.text, one.target) for one in telling.variables)
    as_written = judge_as_written(claim, subject)
    return as_written if is_spoken_of or as_written.status not in _DECIDED else verdict


def _judge_named(
    claim: Claim, subject: Subject, telling: Telling, named: frozenset[str]
) -> Verdict:
    """The verdict on the code with the variables that the claim names; else as it is told."""
    others = Telling(subject, kept=named)
    kept = _judge_retold(claim, others) if named and any(others.variables) else None
    if kept is None or kept.status not in _DECIDED:
        kept = judge_as_written(claim, subject)
    is_decided = kept.status in _DECIDED
    if is_decided and kept.proofs:
        return kept
    other = _judge_retold(claim, telling)
    # That nothing is seen by that name says less than a line that shows it.
    is_better = other.status in _DECIDED and (other.proofs or not is_decided)
    return other if is_better else kept


def _judge_retold(claim: Claim, telling: Telling) -> Verdict:
    verdict = judge_as_written(claim, telling.subject)
    return replace(verdict, proofs=(*verdict.proofs, *_set_there(verdict, telling)))


def _named(said: str, telling: Telling) -> frozenset[str]:
    """The variables that are told otherwise, and which what is said has the names of."""
    found = set[str]()
    for told in telling.told:
        given = {one.name for one in told.outline.parameters}
        names = [one.target for one in told.variables if one.target not in given]
        found |= {one for one in names if re.search(rf"(?<![\w.]){re.escape(one)}(?!\w)", said)}
    return frozenset(found)


def _is_as_written(said: str, telling: Telling) -> bool:
    """True if what is said has a condition as it is written, and it is told otherwise."""
    return any(
        " ".join(before.text.split()) in " ".join(said.split())
        for told in telling.told
        if told.outline.plain is not None
        for before, now in zip(
            told.outline.plain.marked("condition"), told.outline.marked("condition"), strict=False
        )
        if before.text != now.text and not before.text.isidentifier()
    )


def _set_there(verdict: Verdict, telling: Telling) -> Iterator[Proof]:
    """The lines where variables are set that stand in the lines which are shown."""
    for outline, variables in telling.told:
        shown = [one for one in verdict.proofs if one.outline is outline]
        for one in variables:
            for proof in shown:
                if whole_word(one.target).search(outline.text.raw, *proof.span):
                    span = Span(one.target_span.start, one.value_span.end)
                    sort = proof.type if proof.type in _SORTS else EvidenceType.ATTRIBUTE_READ
                    yield Proof(sort, one.target, outline, span, _RELEVANCE)
