"""What a verdict is, what several come to, and what is left of one that is understood in part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from codewitness.engine.verify.confidence import PARTLY_UNDERSTOOD
from codewitness.engine.verify.evidence import InWords, Proof, together


class Status(StrEnum):
    """What follows for a claim."""

    SUPPORTED = "SUPPORTED"
    CONTRADICTED = "CONTRADICTED"
    NOT_SUPPORTED = "NOT_SUPPORTED"
    INCONCLUSIVE = "INCONCLUSIVE"
    SUBJECT_NOT_FOUND = "SUBJECT_NOT_FOUND"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What follows for a claim about one subject.

    `proofs` support it or, if it is CONTRADICTED, speak against it. `reason` is a sentence.
    is_of_arm: what the claim says of an arm, or of a function that is returned, was looked at.
    """

    status: Status
    confidence: float
    proofs: tuple[Proof, ...] = ()
    reason: str = ""
    is_of_arm: bool = False

    @property
    def is_in_words(self) -> bool:
        """True if it is open because words of the claim were not bound to the code."""
        return self.status is Status.INCONCLUSIVE and isinstance(self.reason, InWords)


_BY_WEIGHT = (Status.CONTRADICTED, Status.NOT_SUPPORTED, Status.INCONCLUSIVE)


def joined(verdicts: Sequence[Verdict], *, any_of: bool) -> Verdict:
    """Several clauses: all must hold, or one of them."""
    good = [one for one in verdicts if one.status is Status.SUPPORTED]
    sure = min(one.confidence for one in verdicts)
    if good and (any_of or len(good) == len(verdicts)):
        return Verdict(
            status=Status.SUPPORTED,
            confidence=max(one.confidence for one in good) if any_of else sure,
            proofs=tuple(dict.fromkeys(proof for one in good for proof in one.proofs)),
            reason="; ".join(one.reason for one in good if one.reason),
        )
    order = tuple(reversed(_BY_WEIGHT)) if any_of else _BY_WEIGHT
    status = next(s for s in order if any(one.status is s for one in verdicts))
    mine = [one for one in verdicts if one.status is status]
    return Verdict(
        status=status,
        confidence=min(one.confidence for one in mine),
        proofs=tuple(dict.fromkeys(proof for one in mine for proof in one.proofs)),
        reason=together([one.reason for one in mine if one.reason]),
    )


def less_sure(verdict: Verdict) -> Verdict:
    """The same verdict, of a claim of which something was not looked at."""
    return Verdict(
        status=verdict.status,
        confidence=round(verdict.confidence * 0.9, 3),
        proofs=verdict.proofs,
        reason=verdict.reason,
    )


def opened(verdict: Verdict, words: str) -> Verdict:
    """What holds without a part of the claim need not hold with it."""
    if verdict.status not in (Status.SUPPORTED, Status.CONTRADICTED):
        return verdict
    return Verdict(
        status=Status.INCONCLUSIVE,
        confidence=PARTLY_UNDERSTOOD,
        reason=InWords(f"a part of the claim is not understood: {words.removeprefix('? ')}"),
    )
