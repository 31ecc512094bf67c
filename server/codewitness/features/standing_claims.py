"""How the claims of decisions stand, by the text as it is now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from codewitness.engine.view import Snapshot


class Standing(StrEnum):
    """Whether a claim still holds."""

    HOLDS = "holds"
    CONTRADICTED = "contradicted"
    UNKNOWN = "unknown"


_STANDINGS = {
    "SUPPORTED": Standing.HOLDS,
    "CONTRADICTED": Standing.CONTRADICTED,
    "NOT_SUPPORTED": Standing.CONTRADICTED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimStanding:
    """A claim, the verdict on it, and what that means.

    `read_as` is the claim by the names that its definitions have now, if they were renamed. `why`
    is what the verdict says, unless the claim holds.
    """

    text: str
    verdict: str
    standing: Standing
    read_as: str = ""
    why: str = ""


def standing_of(
    snapshot: Snapshot, text: str, readings: Sequence[str] = (), *, is_of_definition: bool = False
) -> ClaimStanding:
    """How one claim stands; with `readings`, the first of these that holds, else the first.

    `is_of_definition`: there is nothing to hold without a definition of its subject.
    """
    # Only who has claims pays for what judges them.
    from codewitness.engine.verify.reading.parse import parse
    from codewitness.features.verify import verify_claim

    verdicts: dict[str, str] = {}
    summaries: dict[str, str] = {}
    for one in readings or (text,):
        snapshot.cancel.check()
        answer = verify_claim(snapshot, parse(one), is_of_definition=is_of_definition)
        verdicts[one], summaries[one] = answer.status.value, answer.summary
        if standing_by(verdicts[one]) is Standing.HOLDS:
            break
    read_as = counted(verdicts)
    standing = standing_by(verdicts[read_as])
    return ClaimStanding(
        text=text,
        verdict=verdicts[read_as],
        standing=standing,
        read_as=read_as if read_as != text else "",
        why=summaries[read_as] if standing is not Standing.HOLDS else "",
    )


def counted(verdicts: Mapping[str, str]) -> str:
    """Of the verdicts on the readings of one claim, whose counts: the first that holds."""
    holding = (one for one, said in verdicts.items() if standing_by(said) is Standing.HOLDS)
    return next(holding, next(iter(verdicts)))


def standing_by(verdict: str) -> Standing:
    """What a verdict means for a claim that was made before."""
    return _STANDINGS.get(verdict, Standing.UNKNOWN)
