"""The audit: what the index holds against a clean build of the same bytes, file by file.

It runs in steps on the writer's thread, so that nothing is written between reading rows and
comparing them, and what waits is written between two steps. A difference counts only if it is still
there after the file was looked at again: a file that has just changed is late, not wrong.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from codewitness.engine.audit_edges import EdgeAudit
from codewitness.engine.load import grouped
from codewitness.engine.ports import Batch, Store
from codewitness.engine.view import IndexView
from codewitness.model.files import Listing
from codewitness.storage.faults import IndexFault

if TYPE_CHECKING:
    from codewitness.engine.live_graph import LiveGraph
    from codewitness.engine.vectors import FileVectors
    from codewitness.storage.compare import Difference

# Is told of files compared, differences found, and files written anew.
Count = Callable[..., None]

FEW_FILES = 12  # are read in the server's own process
VECTOR_TOLERANCE = 4e-3  # of a component; kept in 16 bits, and read in another batch


class Audited(Protocol):
    """The writer, as an audit sees it; for the writer's thread."""

    view: IndexView
    layer_id: str

    @property
    def store(self) -> Store | None:
        """The tables, once they are open."""

    @property
    def is_writer(self) -> bool:
        """True if the tables are this server's to write."""

    @property
    def graph(self) -> LiveGraph:
        """The call graph that answers."""

    def listed(self) -> Listing:
        """All files that are to be read."""

    def settle(self) -> None:
        """Take in what has changed."""

    def look_again(self, paths: Collection[str]) -> None:
        """Take in what has changed of these files."""

    def read(self, paths: Sequence[str], *, few: bool, anew: bool) -> Future[Batch]:
        """A clean build of these files."""

    def let_workers_go(self) -> None:
        """Nothing is read for now."""

    def repair(self, paths: Collection[str]) -> None:
        """Write these files anew, whatever the index has of them; without a file they go."""


@dataclass(slots=True)
class Findings:
    """What was compared so far, and what differed."""

    n_files: int = 0
    n_rows: int = 0
    n_edges: int = 0
    n_repaired: int = 0
    differences: tuple[Difference, ...] = ()


class Audit:
    """One audit of one folder. Each `step` is done by the writer; `is_done` after the last."""

    def __init__(
        self,
        index: Audited,
        run: Callable[[Callable[[], None]], Future[None]],
        count: Count,
        *,
        sample: int | None,
        repair: bool = False,
    ) -> None:
        """`run` has the writer do something; `sample` files are chosen at random."""
        self._count = count
        self.findings = Findings()
        self.n_files = 0
        self.is_done = False
        self._index = index
        self._run = run
        self._sample = sample
        self._repair = repair
        self._waiting: deque[list[str]] = deque()
        self._reading: deque[tuple[list[str], Future[Batch]]] = deque()
        self._edges: EdgeAudit | None = None
        self._is_begun = False

    def step(self) -> Future[None]:
        """The next step, done when the writer comes to it."""
        return self._run(self._step if self._is_begun else self._begin)

    def end(self) -> None:
        """All is done, or nobody waits for the rest."""
        for _, batch in self._reading:
            batch.cancel()
        self._reading.clear()
        self.is_done = True
        if self.n_files > FEW_FILES:
            self._run(self._index.let_workers_go)

    def _begin(self) -> None:
        self._is_begun = True
        index = self._index
        index.settle()
        if index.view.fault:  # the tables lack what could not be written, which is no difference
            raise IndexFault(f"there is nothing to compare with: {index.view.fault}")
        listing = index.listed()
        sized = [(found.path, found.size) for found in listing.found]
        if self._sample is not None and self._sample < len(sized):
            sized = sorted(random.sample(sized, self._sample))
        else:
            self._note(whole_differences(index, listing), 0, 0)
        self.n_files = len(sized)
        self._edges = EdgeAudit([path for path, _ in sized])
        self._waiting.extend(grouped(sized) if sized else ())
        self.is_done = not sized

    def _step(self) -> None:
        if self._waiting or self._reading:
            self._compare_rows()
        else:
            self._compare_edges()
        is_read = not (self._waiting or self._reading)
        self.is_done = is_read and (self._edges is None or self._edges.is_done)

    def _compare_edges(self) -> None:
        assert self._edges is not None  # else all was done before
        found = self._edges.step(self._index.graph, self._index.view)
        self.findings.n_edges = self._edges.n_edges
        self.findings.differences += tuple(found)
        if found and self._repair:
            self._index.graph.begin_anew()
            self.findings.n_repaired += len(found)
        self._count(checks=0, differences=len(found), repaired=len(found) * self._repair)

    def _compare_rows(self) -> None:
        few = self.n_files <= FEW_FILES
        while self._waiting and len(self._reading) < 3:  # two are read while one is compared
            paths = self._waiting.popleft()
            self._reading.append((paths, self._index.read(paths, few=few, anew=True)))
        paths, batch = self._reading.popleft()
        n_rows, found = compared(self._index, paths, batch.result())
        self._note(found, n_rows, len(paths))

    def _note(self, found: Sequence[Difference], n_rows: int, n_files: int) -> None:
        findings = self.findings
        findings.n_files += n_files
        findings.n_rows += n_rows
        findings.differences += tuple(found)
        wrong = {one.path for one in found} if self._repair and self._index.is_writer else set()
        if wrong:
            self._index.repair(wrong)
            findings.n_repaired += len(wrong)
        self._count(checks=n_files, differences=len(found), repaired=len(wrong))


def whole_differences(index: Audited, listing: Listing) -> list[Difference]:
    """Files that the index has and should not have; those it lacks show when they are read."""
    from codewitness.storage.compare import Difference

    view = index.view
    wanted = {found.path for found in listing.found}
    found = [
        Difference(path=path, table="live files", extra=1)
        for path in sorted(set(view.files) - wanted)
    ]
    if index.store is not None and index.is_writer:
        found += index.store.strays(view.files, index.layer_id, view.layer)
    return found


def compared(index: Audited, paths: Sequence[str], batch: Batch) -> tuple[int, list[Difference]]:
    """Rows compared and differences of these files, looked at again before they count."""
    n_rows, found = _differences(index, paths, batch)
    if not found:
        return n_rows, []
    doubtful = sorted({one.path for one in found})
    index.look_again(doubtful)
    if not index.is_writer:  # what this server has read itself, its writer is yet to write
        doubtful = [path for path in doubtful if path not in index.view.unwritten]
    again = index.read(doubtful, few=True, anew=True).result()
    return n_rows, _differences(index, doubtful, again)[1]


def _differences(
    index: Audited, paths: Sequence[str], batch: Batch
) -> tuple[int, list[Difference]]:
    if (store := index.store) is None:
        raise IndexFault(f"there are no tables to compare: {index.view.fault or 'not open yet'}")
    tables = [batch.tables] if batch.files else []
    n_rows, found = store.differences(tables, paths)
    if index.is_writer:  # what others write reaches the view of a reader later
        found = [*found, *_live_differences(index.view, paths, batch)]
    return n_rows, found


def _live_differences(view: IndexView, paths: Iterable[str], batch: Batch) -> Iterable[Difference]:
    from codewitness.storage.compare import Difference

    built = {state.path: state for state in batch.files}
    for path in paths:
        due, known = built.get(path), view.files.get(path)
        is_same = (due is None) == (known is None) and (
            due is None
            or known is None
            or (due.sha256, due.size, due.problems) == (known.sha256, known.size, known.problems)
        )
        if not is_same:
            yield Difference(
                path=path,
                table="live files",
                missing=int(due is not None),
                extra=int(known is not None),
            )
        there, wanted = set(view.symbols.of_file(path)), set(batch.symbols.get(path, ()))
        if due is not None and known is not None and due.flow != known.flow:
            yield Difference(path=path, table="live flows", missing=1, extra=1)
        if there != wanted:
            yield Difference(
                path=path,
                table="live symbols",
                missing=len(wanted - there),
                extra=len(there - wanted),
            )
        if view.vectors is not None:
            missing, extra = _vector_counts(view.vectors.of_file(path), batch.vectors.get(path))
            if missing or extra:
                yield Difference(path=path, table="live vectors", missing=missing, extra=extra)


def _vector_counts(there: FileVectors, wanted: FileVectors | None) -> tuple[int, int]:
    """How many vectors are missing, and how many are too much or another."""
    import numpy as np

    due = dict(zip(wanted.ids, wanted.matrix, strict=True)) if wanted is not None else {}
    found = dict(zip(there.ids, there.matrix, strict=True))
    both = [one for one in found if one in due]
    wrong = 0
    if both:
        kept, made = (np.stack([vectors[one] for one in both]) for vectors in (found, due))
        wrong = int((~np.isclose(kept, made, atol=VECTOR_TOLERANCE, rtol=0).all(axis=1)).sum())
    return len(due.keys() - found.keys()) + wrong, len(found.keys() - due.keys()) + wrong
