"""What an answer is based on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType


class State(StrEnum):
    """Whether all that an answer read is as it is now."""

    FRESH = "fresh"
    INDEXING = "indexing"
    STALE = "stale"


@dataclass(frozen=True, slots=True, kw_only=True)
class Freshness:
    """`documents` maps the URI of each open buffer that was read to its version.

    `newer_on_disk` are those of them whose file somebody else has changed since.
    """

    state: State
    indexed_files: int
    total_files: int
    documents: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    stale_paths: tuple[str, ...] = ()
    newer_on_disk: tuple[str, ...] = ()
