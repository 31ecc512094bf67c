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
from codewitness.model.facts import Chunk
from codewitness.model.files import FileState, Reason, Skipped
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
        rows: list[FileRows] = []
        files: list[FileState] = []
        skipped: list[Skipped] = []
        symbols: dict[str, Symbols] = {}
        vectors: dict[str, FileVectors] = {}
        n_chunks = 0
        for path in paths:
            began = time.thread_time()
            text = read_text(self.root, path, max_bytes=self.max_bytes)
            if isinstance(text, Skipped):
                skipped.append(text)
                continue
            try:
                analysis = analyse(path, text.text, keep=False)
                self._spent("extract", began)
                if analysis is None:
                    continue
                one = self.rows(analysis, DISK, text.size, text.mtime_ns)
            except Exception as bug:  # one file must not cost the index of all others
                log.exception("%s could not be read", path)
                detail = f"could not be read: {type(bug).__name__}: {bug}"
                skipped.append(Skipped(path=path, reason=Reason.UNREADABLE, detail=detail))
                continue
            rows.append(one.rows)
            files.append(one.state)
            symbols[path] = one.symbols
            n_chunks += len(analysis.facts.chunks)
            if one.vectors is not None:
                vectors[path] = one.vectors
        began = time.thread_time()
        tables = merge(rows) if rows else None
        self._spent("rows", began)
        return Batch(
            tables=tables,
            files=tuple(files),
            symbols=symbols,
            vectors=vectors,
            skipped=tuple(skipped),
            seconds=dict(self.seconds),
            n_chunks=n_chunks,
        )

    def batch(self, analysis: Analysis, layer: str, size: int, mtime_ns: int) -> Batch:
        """Rows of one text that has been read already."""
        one = self.rows(analysis, layer, size, mtime_ns)
        path = analysis.facts.path
        return Batch(
            tables=merge([one.rows]),
            files=(one.state,),
            symbols={path: one.symbols},
            vectors={path: one.vectors} if one.vectors is not None else {},
            n_chunks=len(analysis.facts.chunks),
        )

    def rows(self, analysis: Analysis, layer: str, size: int, mtime_ns: int) -> _FileResult:
        """Rows, symbols and vectors of one file."""
        facts, text = analysis.facts, analysis.text
        began = time.thread_time()
        fts = [joined(chunk_words(chunk, facts.path)) for chunk in facts.chunks]
        self._spent("words", began)
        began = time.thread_time()
        matrix = self._vectors(facts.chunks)
        self._spent("embed", began)
        began = time.thread_time()
        rows = file_rows(
            facts,
            text,
            all_signals(facts, text),
            layer=layer,
            size=size,
            mtime_ns=mtime_ns,
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
                size=size,
                mtime_ns=mtime_ns,
                problems=tuple(problem.message for problem in facts.problems),
            ),
            symbols=found,
            vectors=None if matrix is None else FileVectors(ids=ids, matrix=matrix),
        )

    def _vectors(self, chunks: Sequence[Chunk]) -> Matrix | None:
        if self.embedder is None:
            return None
        if not chunks:
            return np.zeros((0, self.embedder.dimensions), np.float32)
        return self.embedder.embed([embedded_text(chunk) for chunk in chunks])

    def _spent(self, stage: str, since: float) -> None:
        self.seconds[stage] += time.thread_time() - since  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, kw_only=True)
class _FileResult:
    rows: FileRows
    state: FileState
    symbols: Symbols
    vectors: FileVectors | None


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
