"""A server on Django 5.2: clean index, restart, search, edit to answer, edit to table, memory.

python benchmarks/django_server.py [--django DIR] [--only index,restart,search,edit,small]
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support.django import django
from benchmarks.support.lsp import Client, percentile

QUERIES = (
    "filter queryset by related field",
    "parse http multipart upload",
    "session cookie expiry",
    "QuerySet.annotate",
    "render template to string",
    "csrf token check",
    "database migration autodetector",
    "how are passwords hashed",
    "email backend smtp connection",
    "url resolver reverse",
    "get_or_create",
    "cache key validation",
    "async view handler",
    "test client login",
    "form field clean validation",
    "static files finder",
    "admin changelist filters",
    "model meta ordering",
    "signal dispatcher weak reference",
    "timezone aware datetime",
)
IN_FLIGHT = 8
EDITING_SECONDS = 120  # two upkeeps of the tables, or three
EDITED = "django/db/models/query.py"
SYMBOL = "django/db/models/query.py::QuerySet._filter_or_exclude"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--django", type=Path, help="an unpacked source distribution")
    parser.add_argument("--cache", type=Path, help="keep the index here")
    parser.add_argument("--only", default="init,index,restart,search,edit,small")
    arguments = parser.parse_args()
    wanted = arguments.only.split(",")
    with tempfile.TemporaryDirectory() as scratch:
        root = arguments.django or django(Path(scratch) / "django")
        cache = arguments.cache or Path(scratch) / "cache"
        if "init" in wanted:
            initialize(root, Path(scratch) / "init")
        index(root, cache)
        if "restart" in wanted:
            restart(root, cache)
        client = Client(root, cache)
        client.wait_until_fresh()
        if "search" in wanted:
            search(client)
        if "edit" in wanted:
            edit(client, root)
            edit_everywhere(client, root)
        client.close()
        if "small" in wanted:
            small(root, Path(scratch))


def initialize(root: Path, cache: Path) -> None:
    """Initialize against the time that importing pygls alone takes, both from process start."""
    bare: list[float] = []
    ours: list[float] = []
    for _ in range(5):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import pygls.lsp.server"], check=True)
        bare.append(time.perf_counter() - began)
        client = Client(root, cache)
        ours.append(client.initialized_after)
        client.process.kill()
        client.process.wait()
    own, pygls = sorted(ours)[2], sorted(bare)[2]
    print(f"initialize: {own:.2f} s, {own / pygls:.2f} x importing pygls ({pygls:.2f} s)")


def index(root: Path, cache: Path) -> None:
    """A clean index with embeddings, while requests are answered."""
    client = Client(root, cache)
    peak = Peak(client)
    slowest, n_answers = 0.0, 0
    while True:
        began = time.perf_counter()
        client.command("search", {"query": QUERIES[n_answers % len(QUERIES)], "limit": 5})
        slowest, n_answers = max(slowest, time.perf_counter() - began), n_answers + 1
        if client.command("waitForFresh", {"timeoutMs": 2000})["fresh"]:
            break
    seconds = time.perf_counter() - client.began
    own, total = peak.end()
    status = client.command("status", {})
    chunks, files = status["chunks"], status["files"]["indexed"]
    print(
        f"clean index: {seconds:.1f} s from process start, {files} files, {chunks} chunks, "
        f"{chunks / seconds:.0f} chunks/s"
    )
    print(f"  {n_answers} searches were answered meanwhile, the slowest in {slowest * 1e3:.0f} ms")
    print(f"  peak resident: server {own:.0f} MB, with workers {total:.0f} MB")
    print(f"  time in stages (CPU of all workers, then the writer): {status['lastIndexing']}")
    client.close()


def restart(root: Path, cache: Path) -> None:
    """Process start to a fresh answer when nothing has changed."""
    seconds: list[float] = []
    for _ in range(5):
        client = Client(root, cache)
        seconds.append(client.wait_until_fresh())
        client.close()
    print(f"restart without changes: median {sorted(seconds)[2]:.2f} s, all {_shown(seconds)}")


def search(client: Client) -> None:
    """Distinct searches, each asked three times in turn."""
    seconds: list[float] = []
    for _ in range(3):
        for query in QUERIES:
            began = time.perf_counter()
            client.command("search", {"query": query})
            seconds.append(time.perf_counter() - began)
    print(f"search: p50 {percentile(seconds, 0.5):.1f} ms, p95 {percentile(seconds, 0.95):.1f} ms")
    began = time.perf_counter()
    taken = client.in_flight("search", [{"query": query} for query in QUERIES] * 5, IN_FLIGHT)
    rate = len(taken) / (time.perf_counter() - began)
    print(
        f"{IN_FLIGHT} searches in flight: p50 {percentile(taken, 0.5):.1f} ms, "
        f"p95 {percentile(taken, 0.95):.1f} ms; {rate:.0f} answers a second"
    )
    began_filtered: list[float] = []
    for query in QUERIES:
        began = time.perf_counter()
        client.command("search", {"query": query, "calls": ["filter"], "languages": ["python"]})
        began_filtered.append(time.perf_counter() - began)
    print(
        f"search with filters: p50 {percentile(began_filtered, 0.5):.1f} ms, "
        f"p95 {percentile(began_filtered, 0.95):.1f} ms"
    )


def edit(client: Client, root: Path) -> None:
    """DidChange to a signals answer that reflects it, typing one call letter by letter."""
    file = root / EDITED
    text = file.read_bytes().decode()
    uri = file.as_uri()
    document = {"uri": uri, "languageId": "python", "version": 0, "text": text}
    client.notify("textDocument/didOpen", {"textDocument": document})
    client.command("signals", {"symbol": SYMBOL})
    lines = text.split("\n")
    line = next(n for n, one in enumerate(lines) if "def _filter_or_exclude(" in one) + 1
    typed = "        witness_call(negate)\n"
    seconds: list[float] = []
    version = 0
    for position, letter in enumerate(typed * 6):
        version += 1
        column = position % len(typed)
        at = {"line": line, "character": column}
        began = time.perf_counter()
        client.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": [{"range": {"start": at, "end": at}, "text": letter}],
            },
        )
        answer = client.command("signals", {"symbol": SYMBOL})
        seconds.append(time.perf_counter() - began)
        assert answer["freshness"]["documents"][uri] == version
    print(
        f"edit to answer ({len(text) // 1000} kB file): p50 {percentile(seconds, 0.5):.1f} ms, "
        f"p95 {percentile(seconds, 0.95):.1f} ms, {len(seconds)} keystrokes"
    )
    _edit_to_table(client, uri, line, version)
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def edit_everywhere(client: Client, root: Path) -> None:
    """As `edit`, in one function of each of 60 files of all sizes."""
    seconds: list[float] = []
    files = sorted((root / "django").rglob("*.py"))
    with_functions = [file for file in files if b"\n    def " in file.read_bytes()]
    for file in with_functions[:: max(1, len(with_functions) // 60)]:
        text, uri = file.read_bytes().decode(), file.as_uri()
        document = {"uri": uri, "languageId": "python", "version": 0, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": document})
        lines = text.split("\n")
        line = next(n for n, one in enumerate(lines) if one.startswith("    def "))
        symbol = {"uri": uri, "position": {"line": line, "character": 8}}
        client.command("signals", {"symbol": symbol})
        for version, letter in enumerate("  # typed", 1):
            at = {"line": line, "character": len(lines[line]) + version - 1}
            began = time.perf_counter()
            change = {"range": {"start": at, "end": at}, "text": letter}
            versioned = {"uri": uri, "version": version}
            client.notify(
                "textDocument/didChange", {"textDocument": versioned, "contentChanges": [change]}
            )
            answer = client.command("signals", {"symbol": symbol})
            seconds.append(time.perf_counter() - began)
            assert answer["freshness"]["documents"][uri] == version
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    print(
        f"edit to answer (files of all sizes): p50 {percentile(seconds, 0.5):.1f} ms, "
        f"p95 {percentile(seconds, 0.95):.1f} ms, {len(seconds)} keystrokes"
    )


def _edit_to_table(client: Client, uri: str, line: int, version: int) -> None:
    seconds: list[float] = []
    until = time.perf_counter() + EDITING_SECONDS
    for round_ in count():
        if time.perf_counter() > until:
            break
        at = {"line": line, "character": 0}
        client.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": uri, "version": version + round_ + 1},
                "contentChanges": [
                    {"range": {"start": at, "end": at}, "text": f"        call_{round_}()\n"}
                ],
            },
        )
        began = time.perf_counter()
        while client.command("status", {})["waitingBuffers"]:
            time.sleep(0.03)
        seconds.append(time.perf_counter() - began)
        time.sleep(0.5)
    print(
        f"last keystroke to table: p50 {percentile(seconds, 0.5):.0f} ms, "
        f"p95 {percentile(seconds, 0.95):.0f} ms, max {percentile(seconds, 1.0):.0f} ms "
        f"of {len(seconds)} edits in {EDITING_SECONDS} s, in which tables are made compact"
    )


def small(root: Path, scratch: Path) -> None:
    """Memory on a project of 300 files, after some searches."""
    project = scratch / "small"
    files = sorted((root / "django").rglob("*.py"))[:300]
    for file in files:
        to = project / file.relative_to(root)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, to)
    client = Client(project, scratch / "small-cache")
    client.wait_until_fresh()
    for query in QUERIES:
        client.command("search", {"query": query})
    own, total = client.resident_mb()
    print(f"memory on {len(files)} files: server {own:.0f} MB, with workers {total:.0f} MB")
    client.close()


class Peak:
    """Watches the memory of a server and its workers.

    Not often: the system goes through all of their pages, 5 ms in which they can't get more.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._total = 0.0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def end(self) -> tuple[float, float]:
        """Highest resident memory seen, of the server and of all, in MB."""
        self._is_over.set()
        self._thread.join()
        return self._client.peak_mb(), self._total

    def _watch(self) -> None:
        while not self._is_over.wait(0.5):
            self._total = max(self._total, self._client.resident_mb()[1])


def _shown(seconds: list[float]) -> str:
    return ", ".join(f"{one:.2f}" for one in seconds)


if __name__ == "__main__":
    main()
