"""A search as a value: parsed and checked once, at the boundary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

DEFAULT_LIMIT = 10
MAX_LIMIT = 200
SNIPPET_LINES = 24  # of a result's text


class SearchMode(StrEnum):
    """Which retrievers answer."""

    HYBRID = "hybrid"
    SEMANTIC = "semantic"
    LEXICAL = "lexical"
    VERIFY = "verify"
    AUTO = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Conditions that a result must meet; entries of `calls`, `accesses`, `subscripts` are ANDed.

    `paths` are globs over the path relative to the root; tags are exact or `prefix:*`.
    """

    languages: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    include_tags: tuple[str, ...] = ()
    exclude_tags: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    accesses: tuple[str, ...] = ()
    subscripts: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """True if everything passes."""
        return self == _NO_FILTERS


_NO_FILTERS = Filters()


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What `codewitness.search` was asked.

    `signals`: whether results of code have theirs; `matched`: whether the places that pass filters
    by signals.
    """

    text: str
    mode: SearchMode = SearchMode.HYBRID
    limit: int = DEFAULT_LIMIT
    min_relevance: float = 0.0
    filters: Filters = _NO_FILTERS
    domain_boosts: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    rerank: bool = True
    signals: bool = True
    matched: bool = True
