"""Vectors of all chunks of a folder, searched exactly in memory. Immutable, as `SymbolTable` is."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from codewitness.engine.halves import Kept, in_blocks, products, wide
from codewitness.engine.shortlist import Rows, Shortlist

if TYPE_CHECKING:
    from codewitness.storage.word_index import Passing

Matrix = NDArray[np.float32]
_MAX_OVERRIDE_ROWS = 5_000  # rows of changed files; more, and the base is made anew
_MAX_OVERRIDE_FILES = 64  # each is a product of its own in every search
_RESERVED_ROWS = 65_536
_FILES_AT_ONCE = 256  # whose vectors are made wide to find their middles
_FEW = 8  # one in so many rows, and fewer, are read alone


@dataclass(frozen=True, slots=True, kw_only=True)
class FileVectors:
    """Ids and unit vectors of the chunks of one file, one row each."""

    ids: tuple[str, ...]
    matrix: Matrix


class Near(NamedTuple):
    """A chunk and the cosine of its vector with the query's."""

    id: str
    path: str
    cosine: float


class _RowsById:
    """The row of each id, by 8 bytes of hash instead of a dictionary; made when first asked for."""

    __slots__ = ("_ids", "_sorted")

    def __init__(self, ids: Sequence[str]) -> None:
        self._ids = ids
        self._sorted: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None

    def find(self, ids: Collection[str]) -> dict[str, int]:
        rows = self._near(ids)[0].tolist()
        # Of two ids with one hash only the first is found; the other counts as not there.
        return {one: row for one, row in zip(ids, rows, strict=False) if self._ids[row] == one}

    def rows(self, ids: Collection[str]) -> Rows:
        """The rows of those that are there; an id of the same hash as another may pass for it."""
        rows, is_there = self._near(ids)
        return rows[is_there]

    def _near(self, ids: Collection[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """For each the row that it has if it is there, and whether that has its hash."""
        if self._sorted is None:
            hashes = np.fromiter(map(hash, self._ids), np.int64, len(self._ids))
            order = np.argsort(hashes)
            self._sorted = hashes[order], order
        hashes, order = self._sorted
        if not len(hashes):
            return order, hashes.astype(bool)
        wanted = np.fromiter(map(hash, ids), np.int64, len(ids))
        at = np.minimum(np.searchsorted(hashes, wanted), len(hashes) - 1)
        return order[at], hashes[at] == wanted


class _Reserve:
    """Room for rows behind those that are there: a load adds to them, and none is copied.

    What nothing was written to takes no memory yet. Rows that were given out never change.
    """

    __slots__ = ("_lock", "_matrix", "_n_rows")

    def __init__(self, n_rows: int, like: Kept) -> None:
        shape = max(2 * n_rows, _RESERVED_ROWS), like.shape[1]
        self._matrix: Kept = np.empty(shape, like.dtype)
        self._n_rows = 0
        self._lock = threading.Lock()

    def room(self, n_before: int, n_added: int) -> Kept | None:
        """The rows after the first `n_before`; None where others have them, or there are none."""
        end = n_before + n_added
        with self._lock:
            if self._n_rows != n_before or end > len(self._matrix):
                return None
            self._n_rows = end
        return self._matrix[n_before:end]

    def rows(self, n_rows: int) -> Kept:
        """The first ones."""
        return self._matrix[:n_rows]


class _Base:
    """A matrix that does not change, and the short list of its rows once one was asked for."""

    __slots__ = ("_reserve", "_shortlist", "matrix")

    def __init__(self, matrix: Kept, reserve: _Reserve | None = None) -> None:
        self.matrix = matrix
        self._reserve = reserve
        self._shortlist: Shortlist | None = None

    def with_rows(self, kept: Rows, added: Sequence[Matrix]) -> _Base:
        """One of the kept rows, which are in order, and these; with a short list if it has one."""
        n_added, reserve, room = sum(map(len, added)), self._reserve, None
        if reserve is not None and len(kept) == len(self.matrix):
            room = reserve.room(len(kept), n_added)
        if reserve is None or room is None:
            reserve = _Reserve(len(kept) + n_added, self.matrix)
            before, room = reserve.room(0, len(kept)), reserve.room(len(kept), n_added)
            assert before is not None  # it is new, and has room for all
            assert room is not None
            if len(kept):
                np.take(self.matrix, kept, axis=0, out=before, mode="clip")
        if added:
            np.concatenate(added, out=room)
        newer = _Base(reserve.rows(len(kept) + n_added), reserve)
        if self._shortlist is not None:
            newer.prepare(self._shortlist.axes)
        return newer

    def prepare(self, axes: Matrix | None = None) -> None:
        """Make the short list, along the axes of another one if they are given."""
        if self._shortlist is None:
            self._shortlist = Shortlist.of(self.matrix, axes)

    def nearest(
        self, vector: Matrix, limit: int, hidden: NDArray[np.bool_] | None
    ) -> tuple[Rows, Matrix]:
        """Rows and products of the best that are not hidden, best first."""
        rows = None
        if self._shortlist is not None:
            rows = self._shortlist.rows(self.matrix, vector, limit, hidden)
        if rows is not None:
            scores = products(self.matrix, vector, rows)
            best = _best(scores, limit)
            return rows[best], scores[best]
        scores = products(self.matrix, vector)
        if hidden is not None:
            scores[hidden] = -np.inf
        best = _best(scores, limit)
        return best, scores[best]


class _Middles:
    """The direction of the middle of each file's vectors, worked out when first asked for."""

    __slots__ = ("_matrix",)

    def __init__(self) -> None:
        self._matrix: Matrix | None = None

    def of(self, matrix: Kept, codes: NDArray[np.int32], n_files: int) -> Matrix:
        """A unit vector for each of the files whose number stands beside each row."""
        if self._matrix is None:
            sums = np.zeros((n_files, matrix.shape[1]), np.float32)
            if len(codes):
                starts = np.flatnonzero(np.diff(codes, prepend=codes[0] - 1))
                for some in in_blocks(len(starts), _FILES_AT_ONCE):
                    own = starts[some]
                    end = starts[some.stop] if some.stop < len(starts) else len(codes)
                    rows = wide(matrix[own[0] : end])
                    np.add.at(sums, codes[own], np.add.reduceat(rows, own - own[0], axis=0))
            self._matrix = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
        return self._matrix


class VectorIndex:
    """A base matrix, and the files that have changed since it was made."""

    __slots__ = (
        *("_base", "_codes", "_hidden_rows", "_ids", "_middles", "_names", "_overrides", "_paths"),
        "_rows",
    )

    def __init__(
        self,
        ids: Sequence[str],
        paths: Sequence[str],
        matrix: Kept | _Base,
        overrides: Mapping[str, FileVectors] | None = None,
    ) -> None:
        self._ids = ids
        self._base = matrix if isinstance(matrix, _Base) else _Base(matrix)
        self._paths = {path: code for code, path in enumerate(dict.fromkeys(paths))}
        self._codes = np.fromiter((self._paths[p] for p in paths), np.int32, len(paths))
        self._names = list(self._paths)
        self._overrides = dict(overrides or {})
        self._rows = _RowsById(ids)
        self._middles = _Middles()
        self._hidden_rows: tuple[list[int], NDArray[np.bool_]] | None = None  # the last, by codes

    @classmethod
    def empty(cls, dimensions: int) -> VectorIndex:
        """An index of nothing."""
        return cls((), (), np.zeros((0, dimensions), np.float16))

    def __len__(self) -> int:
        hidden = np.isin(self._codes, self._hidden(()))
        return int((~hidden).sum()) + sum(len(new.ids) for new in self._overrides.values())

    def of_file(self, path: str) -> FileVectors:
        """The chunks of one file; none if it has none."""
        if (changed := self._overrides.get(path)) is not None:
            return changed
        rows = np.flatnonzero(self._codes == self._paths.get(path, -1))
        return FileVectors(
            ids=tuple(self._ids[int(row)] for row in rows), matrix=wide(self._base.matrix[rows])
        )

    def with_files(self, changed: Mapping[str, FileVectors]) -> VectorIndex:
        """The index after these files have these vectors; no rows for a file that is gone."""
        newer = VectorIndex.__new__(VectorIndex)
        newer._ids, newer._base = self._ids, self._base
        newer._paths, newer._codes, newer._rows = self._paths, self._codes, self._rows
        newer._middles, newer._names, newer._hidden_rows = self._middles, self._names, None
        newer._overrides = {**self._overrides, **changed}
        n_rows = sum(len(new.ids) for new in newer._overrides.values())
        is_much = n_rows > _MAX_OVERRIDE_ROWS or len(newer._overrides) > _MAX_OVERRIDE_FILES
        return newer._compacted() if is_much else newer

    def prepare(self) -> None:
        """Make searches of what is there, and of what it becomes, faster from now on."""
        self._base.prepare()
        self._all_middles()

    def search(
        self,
        vector: Matrix,
        limit: int,
        hidden: Collection[str],
        passing: Passing | None = None,
    ) -> list[Near]:
        """The `limit` nearest chunks, best first; chunks of the paths in `hidden` are left out.

        With `passing`, only what passes is found.
        """
        rows, scores = self._nearest_of_base(vector, limit, hidden, passing)
        ids = map(self._ids.__getitem__, rows.tolist())
        paths = map(self._names.__getitem__, self._codes[rows].tolist())
        fields = zip(ids, paths, scores.tolist(), strict=True)
        near = list(map(tuple.__new__, repeat(Near), fields))
        for path, new in self._overrides.items():
            if path not in hidden and new.ids:
                own = new.matrix @ vector
                if passing is not None:
                    own = np.where([passing.has(one, path) for one in new.ids], own, -np.inf)
                near += [
                    Near(id=new.ids[row], path=path, cosine=float(own[row]))
                    for row in _best(own, limit)
                ]
        if self._overrides:
            near.sort(key=lambda one: -one.cosine)
        return near[:limit]

    def _nearest_of_base(
        self, vector: Matrix, limit: int, hidden: Collection[str], passing: Passing | None
    ) -> tuple[Rows, Matrix]:
        codes = self._hidden(hidden)
        if passing is None:
            return self._base.nearest(vector, limit, self._rows_hidden(codes) if codes else None)
        is_seen = np.zeros(len(self._paths), bool)
        is_seen[[self._paths[path] for path in passing.paths if path in self._paths]] = True
        is_seen[codes] = False
        if passing.ids is None:
            return self._base.nearest(vector, limit, ~is_seen[self._codes])
        # A product's last digits depend on where its row is: not on how a set is ordered today.
        rows = np.sort(self._rows.rows(passing.ids))
        rows = rows[is_seen[self._codes[rows]]]
        if len(rows) * _FEW > len(self._codes):
            is_hidden = np.ones(len(self._codes), bool)
            is_hidden[rows] = False
            return self._base.nearest(vector, limit, is_hidden)
        scores = products(self._base.matrix, vector, rows)
        best = _best(scores, limit)
        return rows[best], scores[best]

    def cosines(
        self, vector: Matrix, ids: Collection[str], hidden: Collection[str]
    ) -> dict[str, float]:
        """The cosine of each of these chunks that is there; paths in `hidden` are left out."""
        found: dict[str, float] = {}
        if rows := self._rows.find(ids):
            # A product's last digits depend on where among the others its row is.
            names, at = map(list, zip(*sorted(rows.items(), key=itemgetter(1)), strict=True))
            scores = products(self._base.matrix, vector, np.array(at)).tolist()
            found = dict(zip(names, scores, strict=True))
            if codes := set(self._hidden(hidden)):
                own = zip(names, self._codes[at].tolist(), strict=True)
                found = {one: found[one] for one, code in own if code not in codes}
        wanted = set(ids)
        for path, new in self._overrides.items():
            if path not in hidden and (at := [n for n, one in enumerate(new.ids) if one in wanted]):
                scores = new.matrix[at] @ vector
                found |= zip((new.ids[n] for n in at), scores.tolist(), strict=True)
        return found

    def middles(self, vector: Matrix, paths: Collection[str]) -> dict[str, float]:
        """The cosine of the middle of each of these files that is there."""
        known = [path for path in paths if path in self._paths and path not in self._overrides]
        known.sort(key=self._paths.__getitem__)
        found: dict[str, float] = {}
        if known:
            every = self._all_middles()
            cosines = every[[self._paths[path] for path in known]] @ vector
            found = dict(zip(known, cosines.tolist(), strict=True))
        for path in paths:
            if (new := self._overrides.get(path)) is not None and new.ids:
                found[path] = middle(new.matrix, vector)
        return found

    def _all_middles(self) -> Matrix:
        return self._middles.of(self._base.matrix, self._codes, len(self._paths))

    def _hidden(self, paths: Collection[str]) -> list[int]:
        every = {*paths, *self._overrides}
        return [self._paths[path] for path in every if path in self._paths]

    def _rows_hidden(self, codes: list[int]) -> NDArray[np.bool_]:
        """Which rows are of these files; one search after the other asks for the same."""
        codes = sorted(codes)
        if (last := self._hidden_rows) is not None and last[0] == codes:
            return last[1]
        found = np.isin(self._codes, codes)
        self._hidden_rows = codes, found
        return found

    def _compacted(self) -> VectorIndex:
        kept = np.flatnonzero(~np.isin(self._codes, self._hidden(())))
        names = self._names
        ids = [self._ids[int(row)] for row in kept]
        paths = [names[self._codes[row]] for row in kept]
        added = [(path, new) for path, new in self._overrides.items() if new.ids]
        for path, new in added:
            ids += new.ids
            paths += [path] * len(new.ids)
        return VectorIndex(ids, paths, self._base.with_rows(kept, [new.matrix for _, new in added]))


def middle(matrix: Matrix, vector: Matrix) -> float:
    """The cosine of `vector` with the middle of some vectors."""
    total = matrix.sum(axis=0)
    return float(total @ vector / max(float(np.linalg.norm(total)), 1e-9))


def _best(scores: Matrix, limit: int) -> Rows:
    if len(scores) > limit:
        top = np.argpartition(-scores, limit)[:limit]
    else:
        top = np.arange(len(scores))
    order = top[np.argsort(-scores[top], kind="stable")]
    return order[scores[order] > -np.inf]
