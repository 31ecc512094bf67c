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


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimStanding:
    """A claim, the verdict on it, and what that means."""

    text: str
    verdict: str
    standing: Standing


def standing_of(snapshot: Snapshot, text: str) -> ClaimStanding:
    """How one claim stands."""
    snapshot.cancel.check()
    # Nothing in this version judges claims, and what is not judged is not known.
    return ClaimStanding(text=text, verdict="INCONCLUSIVE", standing=Standing.UNKNOWN)
