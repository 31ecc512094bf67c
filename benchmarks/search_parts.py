"""Where the time of a search over LSP goes: on its way, waiting, finding, ranking, telling.

python benchmarks/search_parts.py FOLDER [--cache DIR] [--rest SECONDS] [--in-flight N]

Mean milliseconds of 200 searches, by the clock and of the processor in the thread that runs the
part. What stands further in is part of what stands above it. At the end what the server's process
as a whole takes of the processor for one search, all of its threads together.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import json
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.django_server import QUERIES
from benchmarks.support.lsp import Client, percentile

ROUNDS = 10
# Depth, what it is, module, name within.
PARTS = (
    (0, "message is handled up to its first wait", "protocol.jsonrpc", "Protocol.handle_one"),
    (0, "work of the request, in its thread", "protocol.dispatch", "answered"),
    (1, "search", "features.search", "search"),
    (2, "the query is read", "features.search", "_Search.__init__"),
    (2, "finding", "features.search", "_Search.retrieve"),
    (3, "words", "features.search", "_Search._text_hits"),
    (4, "looked up and scored", "storage.word_part", "Part.best"),
    (3, "vector of the query", "features.search", "_Search._nearest"),
    (3, "words are joined to candidates", "features.search", "_Search._by_words"),
    (3, "nearest are waited for and joined", "features.search", "_Search._by_vector"),
    (2, "ranking and what is shown", "features.search", "_Search.answer"),
    (3, "cosines of what words found", "features.search", "_Search._compare_all"),
    (3, "rows", "features.search_results", "_rows"),
    (3, "columns", "features.candidates", "Scored.found"),
    (3, "order", "features.search_results", "rank"),
    (3, "texts of what is shown", "features.search_results", "_Maker.piece"),
    (3, "its signals", "features.search_results", "_with_signals"),
    (1, "results as JSON's values", "protocol.searching", "_result"),
    (0, "nearest vectors, in a thread beside", "engine.vectors", "VectorIndex.search"),
    (0, "JSON is made and written", "protocol.jsonrpc", "Protocol._send_data"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, help="keep the index here")
    parser.add_argument("--rest", type=float, default=70.0, help="seconds before it begins")
    parser.add_argument("--in-flight", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        measure(arguments, Path(scratch))


def measure(arguments: argparse.Namespace, scratch: Path) -> None:
    """Ask a server that has rested, and print what it has noted of itself."""
    notes = scratch / "notes.json"
    command = (sys.executable, __file__, "--serve", str(notes))
    client = Client(arguments.folder, arguments.cache or scratch / "cache", command=command)
    client.wait_until_fresh()
    _ask(client, arguments.in_flight)
    time.sleep(arguments.rest)
    _ask(client, arguments.in_flight)  # so that it has all that it keeps
    client.command("status", {})
    before = _process_seconds(client)
    seconds = [one for _ in range(ROUNDS) for one in _ask(client, arguments.in_flight)]
    processor = (_process_seconds(client) - before) / len(seconds)
    client.command("status", {})
    client.close()
    _print(json.loads(notes.read_text()), seconds, processor)


def _ask(client: Client, n: int) -> list[float]:
    return client.in_flight("search", [{"query": query} for query in QUERIES], n)


def _process_seconds(client: Client) -> float:
    """What all threads of the server have had of the processor so far (Linux)."""
    tasks = Path(f"/proc/{client.process.pid}/task")
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9


def _print(notes: Any, seconds: list[float], processor: float) -> None:
    mean = 1000 * sum(seconds) / len(seconds)
    p50, p95 = percentile(seconds, 0.5), percentile(seconds, 0.95)
    print(f"{len(seconds)} searches: mean {mean:.2f} ms, p50 {p50:.2f}, p95 {p95:.2f}")
    print(f"processor, all threads of the server: {1000 * processor:.2f} ms each")
    print(f"{'':48} clock  processor  times")
    for depth, what, _, name in PARTS:
        wall, cpu, n_calls = notes.get(name, (0.0, 0.0, 0))
        own = [1000 * one / len(seconds) for one in (wall, cpu)]
        shown = "  " * depth + what
        print(f"{shown:46} {own[0]:7.2f} {own[1]:10.2f} {n_calls / len(seconds):6.1f}")


def serve(notes: Path) -> None:
    """The server, with a note of each part: from the first `status` on, kept at the second."""
    took: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0])
    status = importlib.import_module("codewitness.protocol.status").COMMANDS
    plain = status["codewitness.status"]

    def told(*given: Any) -> Any:
        notes.write_text(json.dumps(took))
        took.clear()
        return plain(*given)

    status["codewitness.status"] = told
    for _, _, module, name in PARTS:
        _note(f"codewitness.{module}", name, took)
    from codewitness.cli import main as run

    sys.exit(run(["serve"]))


def _note(module: str, name: str, took: dict[str, list[float]]) -> None:
    owner: Any = importlib.import_module(module)
    *around, last = name.split(".")
    for one in around:
        owner = getattr(owner, one)
    run: Callable[..., Any] = getattr(owner, last)

    @functools.wraps(run)
    def noted(*given: Any, **named: Any) -> Any:
        began, began_cpu = time.perf_counter(), time.thread_time()
        try:
            return run(*given, **named)
        finally:
            own = took[name]
            own[1] += time.thread_time() - began_cpu
            own[0] += time.perf_counter() - began
            own[2] += 1

    setattr(owner, last, noted)


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if sys.argv[1:2] == ["--serve"]:
        serve(Path(sys.argv[2]))
    else:
        main()
