"""What the store costs: write, index, change one file, search, load. Prints seconds and MB.

Synthetic: 40,000 chunks of 256 dimensions, 60,000 symbols, 250,000 call sites in 2,500 files.

    PYTHONPATH=server python benchmarks/storage_speed.py
"""

from __future__ import annotations

import gc
import random
import resource
import sys
import tempfile
from collections.abc import Callable
from datetime import timedelta
from time import perf_counter
from typing import Any

import numpy as np

from codewitness.model.facts import (
    CallItem,
    Chunk,
    ChunkKind,
    Definition,
    FileFacts,
    Item,
    Kind,
    ScopeFacts,
)
from codewitness.model.query import Filters
from codewitness.model.signals import Signals
from codewitness.model.text import Span, Text
from codewitness.storage.filters import where
from codewitness.storage.rows import FileRows, TableBatches, file_rows, from_ipc, merge, to_ipc
from codewitness.storage.store import IndexStore

Made = tuple[FileFacts, Text, list[tuple[int, Signals]], list[str], Any]

N_FILES = 2_500
CHUNKS_A_FILE = 16
DEFINITIONS_A_FILE = 24
CALL_SITES_A_FILE = 100
DIMENSIONS = 256
FILES_A_BATCH = 250
N_TIMES = 100
N_WORDS = 20_000
WORDS_A_CHUNK = 60

_random = random.Random(1)
_numbers = np.random.default_rng(1)
_words = [f"word{number}" for number in range(N_WORDS)]


def main() -> None:
    """Run all and print."""
    with tempfile.TemporaryDirectory() as folder:
        store = IndexStore.open(folder, dimensions=DIMENSIONS, embedder="none", engine="bench")
        fill(store)
        report("optimize", seconds(lambda: store.optimize(timedelta(hours=1))))
        search(store)
        load(store)
        change(store)
        times("search_text, 100 files later", lambda: store.search_text(some_words(), VISIBLE, 50))
        report("optimize", seconds(lambda: store.optimize(timedelta(hours=1))))
        print(f"on disk {(store.size_bytes() or 0) / 1e6:.0f} MB, {dict(store.counts())}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"peak RSS {peak / (1e6 if sys.platform == 'darwin' else 1e3):.0f} MB")


def fill(store: IndexStore) -> None:
    """All files in batches, as workers send them."""
    rows_seconds = ipc_seconds = write_seconds = 0.0
    n_bytes = 0
    for first in range(0, N_FILES, FILES_A_BATCH):
        made = [facts_of(number) for number in range(first, first + FILES_A_BATCH)]
        start = perf_counter()
        batches = merge([rows_of(*one) for one in made])
        rows_seconds += perf_counter() - start
        start = perf_counter()
        data = to_ipc(batches)
        again = from_ipc(data)
        ipc_seconds += perf_counter() - start
        n_bytes += len(data)
        start = perf_counter()
        write(store, again, [facts.path for facts, *_ in made])
        write_seconds += perf_counter() - start
    report("rows and merge", rows_seconds)
    report(f"through a pipe ({n_bytes / 1e6:.0f} MB)", ipc_seconds)
    report("bulk write", write_seconds)
    times("search_text, one batch indexed", lambda: store.search_text(some_words(), VISIBLE, 50), 5)
    report("build indexes", seconds(store.make_indexes))


def write(store: IndexStore, batches: TableBatches, paths: list[str]) -> None:
    store.replace([batches], paths=paths, layer="disk", fresh=True)


def change(store: IndexStore) -> None:
    """One file after the other is replaced, as on each save."""
    batches = iter([(path_of(n), merge([rows_of(*facts_of(n))])) for n in range(N_TIMES)])

    def replace() -> None:
        path, rows = next(batches)
        store.replace([rows], paths=[path], layer="disk")

    times("replace one file", replace)


VISIBLE = where(Filters(), layer="me", shadowed=[])
FILTERED = where(
    Filters(paths=("package1*/**",), calls=("call7",)), layer="me", shadowed=["package1/module1.py"]
)


def search(store: IndexStore) -> None:
    """Text and vectors, with the visible layers only and with real filters."""
    for label, predicate in (("", VISIBLE), (", filter", FILTERED)):
        times("search_text" + label, lambda p=predicate: store.search_text(some_words(), p, 50))
    for label, predicate in (("", None), (", layers", VISIBLE), (", filter", FILTERED)):
        times(
            "search_vector" + label,
            lambda p=predicate: store.search_vector(some_vector(), p, 50),
        )
    ids = [f"{path_of(n)}::f{n % CHUNKS_A_FILE}" for n in range(50)]
    times("chunk_rows of 50", lambda: store.chunk_rows(ids))
    times("signal_row", lambda: store.signal_row(path_of(7), 3))
    times("ids, filter", lambda: store._read("chunks", ["id"], FILTERED))


def load(store: IndexStore) -> None:
    """What the live index starts from."""
    gc.collect()
    report("symbols()", seconds(store.symbols))
    report("vectors()", seconds(store.vectors))
    report("files()", seconds(store.files))
    report("call_sites()", seconds(store.call_sites))


def facts_of(number: int) -> Made:
    """One file: its functions call, read and write something."""
    lines = "".join(f"def f{i}(self):\n    return self.a.call{i}(x)\n" for i in range(200))
    text = Text.of(lines[: 40 * DEFINITIONS_A_FILE * 2])
    step = len(text) // DEFINITIONS_A_FILE
    definitions = []
    signals = []
    for i in range(DEFINITIONS_A_FILE):
        n_calls = CALL_SITES_A_FILE // DEFINITIONS_A_FILE + (i < CALL_SITES_A_FILE % 24)
        calls = tuple(_call(f"call{_random.randrange(3000)}", 5 + k) for k in range(n_calls))
        reads = tuple(Item(f"self.a{k}", Span(3 + k, 7 + k)) for k in range(3))
        span = Span(i * step, i * step + step)
        definitions.append(_definition(f"f{i}", span, calls))
        signals.append((i, Signals(external_calls=calls, attribute_reads=reads, line_count=4)))
    path = path_of(number)
    chunks = [_chunk(path, one, i) for i, one in enumerate(definitions[:CHUNKS_A_FILE])]
    facts = FileFacts(
        path=path,
        language="python",
        module=path.removesuffix(".py").replace("/", "."),
        definitions=tuple(definitions),
        chunks=tuple(chunks),
    )
    words = [" ".join(some_words(WORDS_A_CHUNK)) for _ in chunks]
    vectors = _numbers.standard_normal((len(chunks), DIMENSIONS)).astype(np.float16)
    return facts, text, signals, words, vectors


def path_of(number: int) -> str:
    return f"package{number // 25}/module{number}.py"


def rows_of(
    facts: FileFacts,
    text: Text,
    signals: list[tuple[int, Signals]],
    words: list[str],
    vectors: Any,
) -> FileRows:
    return file_rows(
        facts,
        text,
        signals,
        layer="disk",
        size=len(text),
        mtime_ns=1,
        fts=words,
        vectors=vectors,
        dimensions=DIMENSIONS,
    )


def _call(name: str, at: int) -> CallItem:
    return CallItem(f"self.{name}", Span(at, at + 5 + len(name)), name, Span(at + 5, at + 9))


def _definition(name: str, span: Span, calls: tuple[CallItem, ...]) -> Definition:
    return Definition(
        kind=Kind.FUNCTION,
        name=name,
        qualified_name=name,
        parent=-1,
        span=span,
        node_span=span,
        name_span=Span(span.start + 4, span.start + 6),
        header_span=span,
        body_span=None,
        facts=ScopeFacts(calls=calls),
    )


def _chunk(path: str, one: Definition, ordinal: int) -> Chunk:
    tags = [f"calls:{call.name}" for call in one.facts.calls]
    return Chunk(
        id=f"{path}::{one.name}",
        kind=ChunkKind.FUNCTION,
        name=one.name,
        qualified_name=f"{path}.{one.name}",
        parent=path,
        span=one.span,
        text="",
        sha256="0" * 64,
        tags=("domain:io", *tags),
        definition=ordinal,
    )


def some_words(n: int = 4) -> list[str]:
    """Words with the long tail that words have."""
    return [_words[min(int(_random.paretovariate(0.5)), N_WORDS) - 1] for _ in range(n)]


def some_vector() -> Any:
    return _numbers.standard_normal(DIMENSIONS).astype(np.float32)


def seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def times(label: str, work: Callable[[], object], n: int = N_TIMES) -> None:
    taken = sorted(seconds(work) * 1e3 for _ in range(n))
    print(f"{label:32} p50 {taken[n // 2]:7.1f} ms   p95 {taken[int(n * 0.95)]:7.1f} ms")


def report(label: str, taken: float) -> None:
    print(f"{label:32} {taken:7.2f} s")


if __name__ == "__main__":
    main()
