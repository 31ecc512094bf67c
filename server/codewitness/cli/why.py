"""Why a search result stands where it does, in words: what its score is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_PARTS = {
    "lexical": "its words",
    "semantic": "what it means",
    "name": "its name",
    "file": "its file's name",
    "container": "the names around it",
    "symbol": "the query names it",
    "siblings": "more in the same file",
}
_LEAST = 0.005  # less is nothing once it is rounded


def why(scores: Mapping[str, Any]) -> str:
    """The parts that count, the greatest first, and what their sum is multiplied by."""
    parts = sorted(
        ((by, words) for name, words in _PARTS.items() if (by := scores.get(name, 0.0)) >= _LEAST),
        key=lambda part: -part[0],
    )
    shown = " + ".join(f"{by:.2f} {words}" for by, words in parts)
    boosts = "".join(f", times {by:.4g} {name}" for name, by in scores.get("boosts", {}).items())
    return f"{shown}{boosts}"
