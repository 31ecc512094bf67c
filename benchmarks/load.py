"""A server on Django under load: an edit every 50 ms, and ten questions a second beside it.

python benchmarks/load.py [--django DIR] [--seconds 300]

Prints p50 and p95 of the answers, errors, and the memory of the server: at first, over the last
four fifths of the time, and the median of each fifth. Every result of a search is checked against
the text that it names: the symbol's name stands where its range says. Both come over one
connection: a server has one client.
Exit status 1 if an answer failed or a quote was stale.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.django_server import EDITED, QUERIES
from benchmarks.support.django import django
from benchmarks.support.lsp import percentile

from tests.support.client import Client, Json, Refused

SYMBOL = "django/db/models/base.py::Model.save"  # what is typed into may be broken for a moment
EDIT_SECONDS, ASK_SECONDS = 0.05, 0.1
LINE = "    def edited_here(self, value):\n        return self.other(value.part)\n"


class Buffer:
    """One open buffer that is typed into, and all that it has been."""

    def __init__(self, client: Client, root: Path) -> None:
        self.client = client
        self.uri = (root / EDITED).as_uri()
        self.text = (root / EDITED).read_text()
        self.texts = {1: self.text}
        self.version = 1
        item = {"uri": self.uri, "languageId": "python", "version": 1, "text": self.text}
        client.notify("textDocument/didOpen", {"textDocument": item})
        self._at = self.text.index("    def _filter_or_exclude(")

    def type(self) -> None:
        """The next keystroke: one character of a method, from the first again after the last."""
        step = self.version % (len(LINE) + 1)
        line = self.text.count("\n", 0, self._at)
        head = LINE[: step - 1]
        place = {"line": line + head.count("\n"), "character": len(head) - head.rfind("\n") - 1}
        start = self._at + len(head)
        if step:
            new, end, last = LINE[step - 1], start, place
        else:
            place, start = {"line": line, "character": 0}, self._at
            new, end = "", self._at + len(LINE)
            last = {"line": line + LINE.count("\n"), "character": 0}
        self.text = self.text[:start] + new + self.text[end:]
        self.version += 1
        self.texts[self.version] = self.text
        self.texts.pop(self.version - 400, None)
        change = {"range": {"start": place, "end": last}, "text": new}
        document = {"uri": self.uri, "version": self.version}
        self.client.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [change]}
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--django", type=Path, help="an unpacked source distribution")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--cache", type=Path, help="keep the index here")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        folder = Path(scratch)
        root = arguments.django or django(folder / "django")
        cache = arguments.cache or folder / "cache"
        env = {"CODEWITNESS_CACHE_DIR": str(cache), "CODEWITNESS_STATE_DIR": str(folder / "state")}
        env["CODEWITNESS_DATA_DIR"] = str(folder / "data")
        with Client(env=env, log=folder / "stderr.txt") as client:
            client.initialize(root, initializationOptions={})
            fresh = client.run("waitForFresh", {"timeoutMs": 600_000}, timeout=600)
            assert fresh["fresh"], fresh
            is_well = load(client, root, arguments.seconds)
            assert client.shut_down() == 0
    sys.exit(0 if is_well else 1)


def load(client: Client, root: Path, seconds: float) -> bool:
    buffer = Buffer(client, root)
    stops = threading.Event()
    typing = threading.Thread(target=_type, args=(buffer, stops), daemon=True)
    typing.start()
    taken: list[float] = []
    memory: list[float] = []
    counts: Counter[str] = Counter()
    queries = itertools.cycle(QUERIES)
    until = time.monotonic() + seconds
    while (began := time.monotonic()) < until:
        is_search = len(taken) % 3 != 2
        try:
            if is_search:
                answer = client.run("search", {"query": next(queries)})
                counts.update(_checked(answer, buffer))
            else:
                client.run("signals", {"symbol": SYMBOL})
        except Refused as refused:
            counts["errors"] += 1
            print(refused)
        client.answers.clear()
        client.notifications.clear()
        taken.append(time.monotonic() - began)
        if len(taken) % 50 == 1:
            memory.append(_resident(client.process.pid))
        time.sleep(max(ASK_SECONDS - (time.monotonic() - began), 0))
    stops.set()
    typing.join()
    p50, p95 = (percentile(taken, share) for share in (0.5, 0.95))
    print(f"{len(taken)} answers beside {buffer.version} edits: p50 {p50:.0f} ms, p95 {p95:.0f} ms")
    print(f"{counts['errors']} errors; {counts['quotes']} quotes checked, {counts['stale']} stale")
    warm = memory[len(memory) // 5 :] or memory
    print(f"memory: {memory[0]:.0f} MB at first, then {min(warm):.0f} to {max(warm):.0f} MB")
    fifths = [memory[len(memory) * n // 5 : len(memory) * (n + 1) // 5] for n in range(5)]
    medians = ", ".join(f"{statistics.median(one):.0f}" for one in fifths if one)
    print(
        f"medians of each fifth of the time: {medians} MB; the most is while tables are compacted"
    )
    return not (counts["errors"] or counts["stale"])


def _type(buffer: Buffer, stops: threading.Event) -> None:
    while not stops.wait(EDIT_SECONDS):
        buffer.type()


def _checked(answer: Json, buffer: Buffer) -> Counter[str]:
    """How many names stand where the answer says, and how many do not."""
    counts: Counter[str] = Counter()
    texts: dict[str, str] = {}
    version = answer["freshness"]["documents"].get(buffer.uri)
    for result in answer["results"]:
        symbol: Any = result["symbol"]
        if symbol is None:
            continue
        uri = symbol["uri"]
        if uri == buffer.uri:
            texts[uri] = buffer.texts[version]
        elif uri not in texts:
            texts[uri] = Path(uri.removeprefix("file://")).read_text("utf-8")
        at = symbol["selectionRange"]["start"]
        line = texts[uri].split("\n")[at["line"]]
        is_there = line[at["character"] :].startswith(symbol["name"])
        counts.update({"quotes": 1, "stale": 0 if is_there else 1})
        if not is_there:
            print(f"stale: {symbol['qualifiedName']} at line {at['line'] + 1} of {uri}: {line!r}")
    return counts


def _resident(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1000
    return 0.0


if __name__ == "__main__":
    main()
