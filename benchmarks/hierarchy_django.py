"""Callers over LSP on Django: of a server that has just started, and of one at rest.

    python benchmarks/hierarchy_django.py [--django DIR] [--cache DIR] [--sample 300] [--seed 1]

Starts a server on the sources, asks for the item at the names of functions and classes picked by
the seed, and for the calls of it, one after the other. *Cold* begins when the index is fresh, with
nothing linked, and leaves no second of rest in which edges could be linked ahead; *warm* asks the
same once more when all edges are, and *started again* another server on the same index. Prints, of
each pair of questions, milliseconds until the answer and those of processor that the server took.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support.django import django
from benchmarks.support.lsp import Client, percentile

Place = tuple[Path, int, int]  # file, line and column from 0

SHOWN = 8  # slowest names
REST_SECONDS = 15.0  # in which a server that links does something, however busy the machine is
MAX_WAIT_SECONDS = 400.0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--django", type=Path, help="an unpacked source distribution")
    parser.add_argument("--cache", type=Path, help="keep the index here")
    parser.add_argument("--sample", type=int, default=300, help="definitions to ask about")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        root = arguments.django or django(Path(scratch) / "django")
        places = list(_names(root))
        asked = random.Random(arguments.seed).sample(places, arguments.sample)
        cache = arguments.cache or Path(scratch) / "cache"
        for kept in cache.glob("**/edges"):
            kept.unlink()
        client = Client(root, cache)
        print(f"fresh after {client.wait_until_fresh():.1f} s, {len(places)} definitions")
        _told_memory(client)
        _first(client, asked[0])
        _report("cold", client, asked[1:])
        _told_memory(client)
        print(f"linked after {_wait_until_linked(client):.0f} s of processor")
        _told_memory(client)
        _report("warm", client, asked[1:])
        _told_memory(client)
        client.close()
        client = Client(root, cache)
        print(f"started again, fresh after {client.wait_until_fresh():.1f} s")
        _told_memory(client)
        _first(client, asked[0])
        _report("started again", client, asked[1:])
        _told_memory(client)
        client.close()


def _first(client: Client, place: Place) -> None:
    before, began = _processor_seconds(client), time.perf_counter()
    _ask(client, place)
    waited, computed = time.perf_counter() - began, _processor_seconds(client) - before
    print(f"first question, which reads the facts: {waited:.2f} s, {computed:.2f} of processor")


def _told_memory(client: Client) -> None:
    print(f"{client.resident_mb()[0]:.0f} MB")


def _names(root: Path) -> Iterator[Place]:
    for path in sorted((root / "django").rglob("*.py")):
        text = path.read_text("utf-8")
        lines = text.split("\n")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                line = lines[node.lineno - 1]
                yield path, node.lineno - 1, line.index(node.name, node.col_offset + 3)


def _ask(client: Client, place: Place) -> int:
    """How many callers there are."""
    path, line, column = place
    document, at = {"uri": path.as_uri()}, {"line": line, "character": column}
    items = client.request(
        "textDocument/prepareCallHierarchy", {"textDocument": document, "position": at}
    )
    return len(client.request("callHierarchy/incomingCalls", {"item": items[0]})) if items else 0


def _report(state: str, client: Client, places: list[Place]) -> None:
    waited: list[float] = []
    computed: list[float] = []
    n_callers = 0
    for place in places:
        before, began = _processor_seconds(client), time.perf_counter()
        n_callers += _ask(client, place)
        waited.append(time.perf_counter() - began)
        computed.append(_processor_seconds(client) - before)
    print(f"{state}: {len(places)} names, {n_callers} callers")
    for what, seconds in (("until the answer", waited), ("of processor", computed)):
        told = ", ".join(
            f"{name} {percentile(seconds, share):.1f}"
            for name, share in (("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("most", 1.0))
        )
        print(f"  ms {what}: {told}")
    slowest = sorted(zip(computed, places, strict=True), reverse=True)[:SHOWN]
    for seconds, (path, line, column) in slowest:
        text = path.read_text("utf-8").split("\n")[line][column:]
        print(f"  {1000 * seconds:6.0f} ms {path.relative_to(client.root)}:{line + 1} {text[:40]}")


def _wait_until_linked(client: Client) -> float:
    """Seconds of processor until the server does nothing any more."""
    start = before = _processor_seconds(client)
    until = time.monotonic() + MAX_WAIT_SECONDS
    while time.monotonic() < until:
        time.sleep(REST_SECONDS)
        now = _processor_seconds(client)
        if now - before < 0.15:
            return now - start
        before = now
    raise TimeoutError("the server does not come to rest")


def _processor_seconds(client: Client) -> float:
    """Time of the processor that the server has taken, its ended threads too (Linux)."""
    fields = Path(f"/proc/{client.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
