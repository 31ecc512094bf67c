"""How the claims of decisions stand, by the text as it is now."""

from __future__ import annotations

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
    """A claim, the verdict on it, and what that means."""

    text: str
    verdict: str
    standing: Standing


def standing_of(snapshot: Snapshot, text: str) -> ClaimStanding:
    """How one claim stands."""
    snapshot.cancel.check()
    # Only who has claims pays for what judges them.
    from codewitness.features.verify import verify

    status = verify(snapshot, text).status.value
    return ClaimStanding(text=text, verdict=status, standing=standing_by(status))


def standing_by(verdict: str) -> Standing:
    """What a verdict means for a claim that was made before."""
    return _STANDINGS.get(verdict, Standing.UNKNOWN)
