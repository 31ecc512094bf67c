"""Read files to batches of rows: in worker processes, and in the server for a few files."""

from __future__ import annotations

import gc
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from codewitness.engine.graph import packing
from codewitness.engine.known_vectors import KnownVectors, embedded
from codewitness.engine.ports import DISK, NO_GUARD, Batch, Embedder, Guard
from codewitness.engine.rank.tokens import fts_text, recalled_fts_text
from codewitness.engine.symbols import symbols_of
from codewitness.engine.vectors import FileVectors, Matrix
from codewitness.model.facts import FileFacts
from codewitness.model.files import FileState, Reason, Skipped
from codewitness.model.text import Text
from codewitness.platform.embed import load_embedder
from codewitness.platform.memory import give_back, use_few_arenas
from codewitness.platform.process import at_most, be_a_worker
from codewitness.platform.reading import read_text
from codewitness.platform.workers import FILE_SECONDS, questions, tell
from codewitness.storage.rows import FileRows, file_rows, from_ipc, joined, merge, to_ipc
from codewitness.syntax.classify import all_signals
from codewitness.syntax.extract import Analysis, analyse, as_text

if TYPE_CHECKING:
    from codewitness.engine.symbols import Symbols

log = logging.getLogger(__name__)

BATCHES_KEPT = 4  # whose garbage a worker keeps: to look for it takes as long as two files do

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Shipment:
    """A batch on its way between two processes: tables as Arrow IPC, the rest as it is."""

    ipc: bytes
    batch: Batch


@dataclass(slots=True)
class Reader:
    """Reads files of one folder to batches. `seconds` adds up the processor time by stage.

    `file_seconds` of processor time on one file end the process; 0 is no limit. Without one, there
    is a `guard` that knows which texts may be read in this process.
    """

    root: Path
    embedder: Embedder | None
    max_bytes: int
    seconds: Counter[str]
    file_seconds: float = 0.0
    guard: Guard = NO_GUARD
    known: KnownVectors | None = None  # None: all are made anew

    def read(
        self, paths: Sequence[str], aside: Mapping[str, str] = NOTHING, *, anew: bool = False
    ) -> Batch:
        """Facts and rows of these files as they are on disk; those of `aside` are set aside.

        That maps a path to the reason why it is read as plain text. With `anew` vectors of chunks
        that have not changed are made again too.
        """
        skipped: list[Skipped] = []
        began = time.thread_time()
        found = [
            one
            for path in paths
            if (one := self._found(path, aside.get(path), skipped)) is not None
        ]
        self._spent("extract", began)
        results: list[_FileResult] = []
        for one, matrix in zip(found, self._vectors([f.facts for f in found], anew), strict=True):
            try:
                with at_most(self.file_seconds):
                    results.append(self._rows(one, DISK, matrix))
            except Exception as bug:
                skipped.append(_failed(one.facts.path, bug))
        return self._batch(results, skipped)

    def batch(self, analysis: Analysis, layer: str, size: int, mtime_ns: int) -> Batch:
        """Rows of one text that has been read already."""
        one = _Found(facts=analysis.facts, text=analysis.text, size=size, mtime_ns=mtime_ns)
        (matrix,) = self._vectors([one.facts], False)
        return self._batch([self._rows(one, layer, matrix)], [])

    def _found(self, path: str, aside: str | None, skipped: list[Skipped]) -> _Found | None:
        text = read_text(self.root, path, max_bytes=self.max_bytes)
        if isinstance(text, Skipped):
            skipped.append(text)
            return None
        try:
            with at_most(self.file_seconds):
                why = aside or self.guard.objection(path, text.text)
                found = (
                    as_text(path, text.text, why) if why else analyse(path, text.text, keep=False)
                )
                facts = None if found is None else found.facts
        except Exception as bug:  # one file must not cost the index of all others
            skipped.append(_failed(path, bug))
            return None
        if facts is None:
            return None
        return _Found(facts=facts, text=text.text, size=text.size, mtime_ns=text.mtime_ns)

    def _vectors(self, files: Sequence[FileFacts], anew: bool) -> Sequence[Matrix | None]:
        """The vectors of each file's chunks; all are made in one go, which takes half the time."""
        if self.embedder is None or not files:
            return [None] * len(files)
        began = time.thread_time()
        kept = None if anew else self.known
        known = {} if kept is None else {k: v for f in files for k, v in kept.of(f.path).items()}
        chunks = [chunk for facts in files for chunk in facts.chunks]
        matrix = embedded(self.embedder, chunks, known)
        ends = np.cumsum([len(facts.chunks) for facts in files])
        parts = [np.ascontiguousarray(part) for part in np.split(matrix, ends[:-1])]
        if self.known is not None:
            for facts, part in zip(files, parts, strict=True):
                self.known.keep(facts, part)
        self._spent("embed", began)
        return parts

    def _rows(self, one: _Found, layer: str, matrix: Matrix | None) -> _FileResult:
        facts, text = one.facts, one.text
        began = time.thread_time()
        made = fts_text if self.known is None else recalled_fts_text
        fts = [made(c.name, c.qualified_name, facts.path, c.text, c.tags) for c in facts.chunks]
        self._spent("words", began)
        began = time.thread_time()
        flow = packing.packed(facts, text.sha256)
        rows = file_rows(
            facts,
            text,
            all_signals(facts, text),
            layer=layer,
            size=one.size,
            mtime_ns=one.mtime_ns,
            fts=fts,
            vectors=matrix,
            dimensions=self.embedder.dimensions if self.embedder else 0,
            flow=flow,
        )
        ids = tuple(chunk.id for chunk in facts.chunks)
        found = symbols_of(facts, text)
        self._spent("rows", began)
        return _FileResult(
            rows=rows,
            state=FileState(
                path=facts.path,
                sha256=text.sha256,
                size=one.size,
                mtime_ns=one.mtime_ns,
                problems=tuple(problem.message for problem in facts.problems),
                flow=flow,
            ),
            symbols=found,
            vectors=None if matrix is None else FileVectors(ids=ids, matrix=_as_kept(matrix)),
            n_chunks=len(facts.chunks),
        )

    def _batch(self, results: Sequence[_FileResult], skipped: Sequence[Skipped]) -> Batch:
        began = time.thread_time()
        tables = merge([one.rows for one in results]) if results else None
        self._spent("rows", began)
        return Batch(
            tables=tables,
            files=tuple(one.state for one in results),
            symbols={one.state.path: one.symbols for one in results},
            vectors={one.state.path: one.vectors for one in results if one.vectors is not None},
            skipped=tuple(skipped),
            seconds=dict(self.seconds),
            n_chunks=sum(one.n_chunks for one in results),
        )

    def _spent(self, stage: str, since: float) -> None:
        self.seconds[stage] += time.thread_time() - since  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    facts: FileFacts
    text: Text
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _FileResult:
    rows: FileRows
    state: FileState
    symbols: Symbols
    vectors: FileVectors | None
    n_chunks: int


def _failed(path: str, bug: Exception) -> Skipped:
    log.error("%s could not be read", path, exc_info=bug)
    detail = f"could not be read: {type(bug).__name__}: {bug}"
    return Skipped(path=path, reason=Reason.UNREADABLE, detail=detail)


def packed(batch: Batch) -> Shipment:
    """`batch` ready to be sent to another process."""
    return Shipment(
        ipc=to_ipc(batch.tables) if batch.files else b"", batch=replace(batch, tables=None)
    )


def unpacked(shipment: Shipment) -> Batch:
    """The batch that was sent."""
    return replace(shipment.batch, tables=from_ipc(shipment.ipc) if shipment.ipc else None)


def joined_shipments(shipments: Sequence[Shipment]) -> Shipment:
    """What was read in several goes as one."""
    batches = [shipment.batch for shipment in shipments]
    tables = [from_ipc(shipment.ipc) for shipment in shipments if shipment.ipc]
    seconds: Counter[str] = Counter()
    for batch in batches:
        seconds.update(batch.seconds)
    whole = Batch(
        tables=None,
        files=tuple(file for batch in batches for file in batch.files),
        symbols={path: own for batch in batches for path, own in batch.symbols.items()},
        vectors={path: own for batch in batches for path, own in batch.vectors.items()},
        skipped=tuple(entry for batch in batches for entry in batch.skipped),
        seconds=dict(seconds),
        n_chunks=sum(batch.n_chunks for batch in batches),
    )
    return Shipment(ipc=to_ipc(joined(tables)) if tables else b"", batch=whole)


def run_worker(pipe: Connection, root: str, embedder: str, max_bytes: int) -> None:
    """A worker process: reads batches until the pipe is closed."""
    be_a_worker()
    use_few_arenas()
    reader = Reader(Path(root), load_embedder(embedder), max_bytes, Counter(), FILE_SECONDS)
    gc.freeze()
    gc.disable()  # a batch makes a million values and hardly a cycle; they go when it is sent
    answer(pipe, reader.read, reader.seconds)


def answer(pipe: Connection, read: Callable[..., Batch], seconds: Counter[str]) -> None:
    """Answer questions of `platform.workers` until the pipe is closed."""
    for n_answered, (paths, aside) in enumerate(questions(pipe), 1):
        seconds.clear()
        tell(pipe, packed(read(paths, aside)))
        if n_answered % BATCHES_KEPT == 0:
            give_back()


def _as_kept(matrix: Matrix) -> Matrix:
    """With the digits that tables keep: no answer is another one after the next start."""
    return matrix.astype("float16").astype("float32")
