"""One answer to what is said of several by name: it holds if it holds of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.verdicts import Status
from codewitness.features.verify.answer import Answer

# Which verdict on one of them is that on all; SUPPORTED only if it is so of each.
_STRONGEST = (
    Status.CONTRADICTED,
    Status.SUBJECT_NOT_FOUND,
    Status.NOT_SUPPORTED,
    Status.INCONCLUSIVE,
    Status.SUPPORTED,
)
# Of what is said not to be so of all of them, one alone shows it.
_ANY = (
    Status.SUPPORTED,
    Status.SUBJECT_NOT_FOUND,
    Status.INCONCLUSIVE,
    Status.NOT_SUPPORTED,
    Status.CONTRADICTED,
)


def of_each(claim: Claim, judged: Callable[[Claim], Answer]) -> Answer:
    """The answer to a claim about several."""
    answers = [judged(one) for one in claim.several]
    order = _ANY if claim.any_of else _STRONGEST
    status = next(one for one in order if any(one is each.status for each in answers))
    deciding = [one for one in answers if one.status is status]
    touched = frozenset[tuple[str, str]]().union(*(one.touched for one in answers))
    searched = tuple(dict.fromkeys(said for one in answers for said in one.searched))
    if status is not Status.SUPPORTED or claim.any_of:
        first = deciding[0]
        others = "" if claim.any_of else _of_others(claim, answers, first)
        summary = f"{first.summary}{others}"
        return replace(first, summary=summary, searched=searched, touched=touched)
    evidence = {
        (str(one.place.folder.root), one.place.symbol.path, one.line, one.type): one
        for each in answers
        for one in each.evidence
    }
    places = [place for one in answers for place in ((one.place,) if one.place else one.candidates)]
    n_lines = len(evidence)
    by = f", by {n_lines} line{'s' if n_lines > 1 else ''}" if n_lines else ""
    return replace(
        answers[0],
        claim=claim,
        confidence=min(one.confidence for one in answers),
        summary=f"{_listed(claim)}: the claim holds of each{by}",
        place=None,
        candidates=tuple(places),
        evidence=tuple(evidence.values()),
        searched=searched,
        touched=touched,
    )


def _of_others(claim: Claim, answers: Sequence[Answer], first: Answer) -> str:
    """What is told of those that it does hold of."""
    holding = [
        one.subject.name
        for one, answer in zip(claim.several, answers, strict=True)
        if answer.status is Status.SUPPORTED and answer is not first and one.subject is not None
    ]
    return f"; of {', '.join(holding)} it holds" if holding else ""


def _listed(claim: Claim) -> str:
    names = [one.subject.name for one in claim.several if one.subject is not None]
    return f"{', '.join(names[:-1])} and {names[-1]}"
