"""Read files to batches of rows: in worker processes, and in the server for a few files."""

from __future__ import annotations

import gc
import logging
import multiprocessing
import multiprocessing.connection
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from codewitness.engine.ports import DISK, Batch, Embedder
from codewitness.engine.rank.tokens import chunk_words, joined
from codewitness.engine.symbols import symbols_of
from codewitness.engine.vectors import FileVectors, Matrix
from codewitness.model.facts import Chunk, FileFacts
from codewitness.model.files import FileState, Reason, Skipped
from codewitness.model.text import Text
from codewitness.platform.embed import load_embedder
from codewitness.platform.reading import read_text
from codewitness.storage.rows import FileRows, file_rows, from_ipc, merge, to_ipc
from codewitness.syntax.classify import all_signals
from codewitness.syntax.extract import Analysis, analyse

if TYPE_CHECKING:
    from codewitness.engine.symbols import Symbols

log = logging.getLogger(__name__)

_MAX_EMBEDDED = 2_400  # characters of a chunk that its vector is made of, see platform.embed


@dataclass(frozen=True, slots=True, kw_only=True)
class Shipment:
    """A batch on its way between two processes: tables as Arrow IPC, the rest as it is."""

    ipc: bytes
    batch: Batch


@dataclass(slots=True)
class Reader:
    """Reads files of one folder to batches. `seconds` adds up the processor time by stage."""

    root: Path
    embedder: Embedder | None
    max_bytes: int
    seconds: Counter[str]

    def read(self, paths: Sequence[str]) -> Batch:
        """Facts and rows of these files as they are on disk."""
        skipped: list[Skipped] = []
        began = time.thread_time()
        found = [one for path in paths if (one := self._found(path, skipped)) is not None]
        self._spent("extract", began)
        results: list[_FileResult] = []
        for one, matrix in zip(found, self._vectors([f.facts for f in found]), strict=True):
            try:
                results.append(self._rows(one, DISK, matrix))
            except Exception as bug:
                skipped.append(_failed(one.facts.path, bug))
        return self._batch(results, skipped)

    def batch(self, analysis: Analysis, layer: str, size: int, mtime_ns: int) -> Batch:
        """Rows of one text that has been read already."""
        one = _Found(facts=analysis.facts, text=analysis.text, size=size, mtime_ns=mtime_ns)
        (matrix,) = self._vectors([one.facts])
        return self._batch([self._rows(one, layer, matrix)], [])

    def _found(self, path: str, skipped: list[Skipped]) -> _Found | None:
        text = read_text(self.root, path, max_bytes=self.max_bytes)
        if isinstance(text, Skipped):
            skipped.append(text)
            return None
        try:
            analysis = analyse(path, text.text, keep=False)
            facts = None if analysis is None else analysis.facts
        except Exception as bug:  # one file must not cost the index of all others
            skipped.append(_failed(path, bug))
            return None
        if facts is None:
            return None
        return _Found(facts=facts, text=text.text, size=text.size, mtime_ns=text.mtime_ns)

    def _vectors(self, files: Sequence[FileFacts]) -> Sequence[Matrix | None]:
        """The vectors of each file's chunks; all are made in one go, which takes half the time."""
        if self.embedder is None or not files:
            return [None] * len(files)
        began = time.thread_time()
        texts = [embedded_text(chunk) for facts in files for chunk in facts.chunks]
        matrix = self.embedder.embed(texts)
        ends = np.cumsum([len(facts.chunks) for facts in files])
        self._spent("embed", began)
        return [np.ascontiguousarray(part) for part in np.split(matrix, ends[:-1])]

    def _rows(self, one: _Found, layer: str, matrix: Matrix | None) -> _FileResult:
        facts, text = one.facts, one.text
        began = time.thread_time()
        fts = [joined(chunk_words(chunk, facts.path)) for chunk in facts.chunks]
        self._spent("words", began)
        began = time.thread_time()
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
            ),
            symbols=found,
            vectors=None if matrix is None else FileVectors(ids=ids, matrix=matrix),
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


def embedded_text(chunk: Chunk) -> str:
    """What the vector of a chunk is made of: its name, then its text."""
    return f"{chunk.qualified_name}\n{chunk.text[:_MAX_EMBEDDED]}"


def packed(batch: Batch) -> Shipment:
    """`batch` ready to be sent to another process."""
    return Shipment(
        ipc=to_ipc(batch.tables) if batch.files else b"", batch=replace(batch, tables=None)
    )


def unpacked(shipment: Shipment) -> Batch:
    """The batch that was sent."""
    return replace(shipment.batch, tables=from_ipc(shipment.ipc) if shipment.ipc else None)


_reader: Reader | None = None


def _end_with_parent() -> None:
    """End this process when the server dies, however it dies."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def start_worker(root: str, embedder: str, max_bytes: int) -> None:
    """Set up a worker process: quiet, polite, and with a model of its own."""
    global _reader  # noqa: PLW0603 (one process, one reader; `work` takes paths alone)
    os.dup2(2, 1)  # nothing but the server may write to the client
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if sys.platform != "win32":
        os.nice(5)
    gc.set_threshold(50_000, 20, 50)  # a batch makes a million values and no cycles
    _reader = Reader(Path(root), load_embedder(embedder), max_bytes, Counter())


def work(paths: Sequence[str]) -> Shipment:
    """One batch, in a worker process."""
    assert _reader is not None, "start_worker was not called"
    _reader.seconds.clear()
    return packed(_reader.read(paths))
