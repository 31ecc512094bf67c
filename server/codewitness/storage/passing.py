"""Which rows of the index in memory meet a query's filters: the third form of these.

A predicate makes LanceDB read columns of all rows, 15 to 40 ms a search; here it takes one or two.
A property test holds it together with the other two, see `storage.filters`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from codewitness.model.query import Filters
from codewitness.storage.filters import path_passes, prefix_of, wanted_tags

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codewitness.storage.labels import Labels, Mask


class Columns(NamedTuple):
    """What filters ask of some rows: the number of each one's path, its language, its tags."""

    names: Sequence[str]
    path_of: NDArray[np.int32]
    languages: Labels
    tags: Labels


def passing_files(filters: Filters, shadowed: Collection[str], columns: Columns) -> Mask:
    """The paths, one each of `names`, that pass, and are not shadowed by unsaved text."""
    names, n_files = columns.names, len(columns.names)
    found: Mask = np.ones(n_files, bool)
    if filters.paths:
        found &= np.fromiter((path_passes(filters.paths, name) for name in names), bool, n_files)
    if hidden := frozenset(shadowed):
        found &= np.fromiter((name not in hidden for name in names), bool, n_files)
    return found


def passing_rows(filters: Filters, files: Mask, columns: Columns) -> Mask:
    """The rows of such files that pass."""
    found: Mask = files[columns.path_of]
    if filters.languages:
        known = columns.languages
        asked = pa.array(list(filters.languages), pa.utf8())
        found &= known.having(pc.is_in(known.distinct, asked))
    for wanted in wanted_tags(filters):
        found &= _with_any(columns.tags, wanted)
    if filters.exclude_tags:
        found &= ~_with_any(columns.tags, filters.exclude_tags)
    return found


def asks_for_tags(filters: Filters) -> bool:
    """False where all chunks of a file pass, or none of them."""
    return bool(wanted_tags(filters) or filters.exclude_tags)


def _with_any(tags: Labels, wanted: Sequence[str]) -> Mask:
    return tags.having(reduce(pc.or_, [_is_meant(tags.distinct, one) for one in wanted]))


def _is_meant(distinct: pa.Array, tag: str) -> pa.BooleanArray:
    text, is_prefix = prefix_of(tag)
    return pc.starts_with(distinct, text) if is_prefix else pc.equal(distinct, text)
