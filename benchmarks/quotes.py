"""Every quote of many answers, checked while buffers are edited, files written, branches changed.

    python benchmarks/quotes.py [--answers 10000] [--seed 0]

A server over stdio reads a git repository: a part of this project's own source. One client edits
two of its files as buffers and asks in turn for search, signals, verdicts, callers and
implementations; beside it a thread writes other files, and changes to another branch and back.
What an answer quotes of a buffer must be the text of the version that its freshness names; what it
quotes of a file must be a text that the file had between question and answer, and one text for all
quotes of that file ("mixed" if not). Exit status 1 if a quote was stale.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.protocol.buffers import Buffers, replacement
from tests.support.client import Client, Refused

OWN = Path(__file__).resolve().parent.parent / "server" / "codewitness" / "storage"
OPEN = ("storage/store.py", "storage/rows.py")
QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("search", {"query": "rows of a file in a layer", "limit": 10}),
    ("search", {"query": "make full text index", "limit": 10}),
    ("signals", {"symbol": "IndexStore.replace"}),
    ("verify", {"claim": "IndexStore.replace calls remove"}),
    ("verify", {"claim": "does make_indexes have a loop?"}),
    ("relationships", {"symbol": "is_in"}),
    ("getImplementation", {"symbol": "IndexStore.replace", "scope": "logical"}),
    ("getImplementation", {"symbol": "where", "scope": "dependencies"}),
)
WRITE_SECONDS = 0.03
CHECKOUT_EVERY = 100  # writes
TIMEOUT = 60.0


class Disk:
    """Files that are written all the time, and every text that each had, with its time."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.texts: dict[str, list[tuple[float, float, str]]] = defaultdict(list)
        self.n_writes = self.n_checkouts = 0
        self.stops = threading.Event()
        self._chance = random.Random(seed)
        self._lock = threading.Lock()
        for path in self.paths():
            self.texts[path].append((0.0, float("inf"), (root / path).read_text("utf-8")))

    def paths(self) -> list[str]:
        """All files, relative."""
        return sorted(str(one.relative_to(self.root)) for one in self.root.rglob("*.py"))

    def run(self) -> None:
        """Write until `stops`."""
        closed = [path for path in self.paths() if path not in OPEN]
        while not self.stops.wait(WRITE_SECONDS):
            self.n_writes += 1
            if self.n_writes % CHECKOUT_EVERY == 0:
                self._checkout()
            else:
                self._write(self._chance.choice(closed))

    def between(self, path: str, asked: float, answered: float) -> list[str]:
        """The texts that a file had at some time from `asked` to `answered`."""
        with self._lock:
            return [
                text
                for since, until, text in self.texts[path]
                if since <= answered and until >= asked
            ]

    def _write(self, path: str) -> None:
        file = self.root / path
        text = shifted(file.read_text("utf-8"), self._chance)
        aside = file.with_suffix(".new")
        aside.write_text(text, "utf-8")
        began = time.monotonic()
        self._now(path, began, text)
        os.replace(aside, file)
        self._over(path)

    def _checkout(self) -> None:
        self.n_checkouts += 1
        git(self.root, "commit", "-qam", "as it is")
        branch = ("main", "other")[self.n_checkouts % 2]
        texts = {path: git(self.root, "show", f"{branch}:{path}") for path in self.paths()}
        began = time.monotonic()
        for path, text in texts.items():  # until it is over each may be the one or the other
            self._now(path, began, text)
        git(self.root, "checkout", "-q", branch)
        for path in texts:
            self._over(path)

    def _now(self, path: str, began: float, text: str) -> None:
        with self._lock:
            self.texts[path].append((began, float("inf"), text))

    def _over(self, path: str) -> None:
        """The text before the last one is gone by now."""
        with self._lock:
            since, _, text = self.texts[path][-2]
            self.texts[path][-2] = (since, time.monotonic(), text)
            del self.texts[path][:-40]


class Editor:
    """Two buffers, with the text of each version."""

    def __init__(self, client: Client, root: Path, seed: int) -> None:
        self.buffers = Buffers(client, root)
        self.texts = {path: [(root / path).read_text("utf-8")] for path in OPEN}
        self._chance = random.Random(seed)
        for path, (text,) in self.texts.items():
            self.buffers.open(path, text, 0)

    def edit(self) -> None:
        """One more line somewhere, or one of those less."""
        path = self._chance.choice(OPEN)
        versions = self.texts[path]
        newer, change = edited(versions[-1], self._chance)
        versions.append(newer)
        self.buffers.change(path, len(versions) - 1, change)


def edited(text: str, chance: random.Random) -> tuple[str, dict[str, Any]]:
    lines = text.split("\n")
    notes = [at for at, line in enumerate(lines) if line.startswith("# note ")]
    if len(notes) > 20:
        at = chance.choice(notes)
        newer = [*lines[:at], *lines[at + 1 :]]
        return "\n".join(newer), replacement((at, 0), (at + 1, 0), "")
    tops = [at for at, line in enumerate(lines) if line[:4] in ("def ", "clas", "@dat")]
    at = chance.choice(tops or [0])
    note = f"# note {chance.randrange(1000)}"
    return "\n".join([*lines[:at], note, *lines[at:]]), replacement((at, 0), (at, 0), note + "\n")


def shifted(text: str, chance: random.Random) -> str:
    return edited(text, chance)[0]


def quotes(value: Any) -> Iterator[tuple[str, dict[str, Any], str]]:
    """URI, range and text of all that an answer quotes."""
    if isinstance(value, list):
        for one in value:
            yield from quotes(one)
    if not isinstance(value, dict):
        return
    if "selectionRange" in value:
        yield value["uri"], value["selectionRange"], value["name"]
    elif "snippet" in value and value.get("range"):
        # The first line of a snippet is whole, whatever stands before its range.
        yield value["uri"], value["range"], value["snippet"].partition("\n")[0].lstrip()
    elif "line" in value and "text" in value:
        line = value["line"] - 1
        whole = {"start": {"line": line, "character": 0}, "end": {"line": line + 1, "character": 0}}
        yield value["uri"], whole, value["text"]
    for one in value.values():
        yield from quotes(one)


def is_there(text: str, place: dict[str, Any], quoted: str) -> bool:
    """True if the quote stands where its range begins."""
    lines = text.split("\n")
    start = place["start"]
    return start["line"] < len(lines) and lines[start["line"]][start["character"] :].startswith(
        quoted
    )


def check(
    answer: dict[str, Any], editor: Editor, disk: Disk, asked: float, counts: Counter[str]
) -> None:
    """Count the quotes of an answer, and those that no text of their time has."""
    answered = time.monotonic()
    by_file: dict[str, list[tuple[dict[str, Any], str]]] = defaultdict(list)
    for uri, place, quoted in quotes(answer):
        by_file[uri].append((place, quoted))
    for uri, found in by_file.items():
        path = str(Path(uri.removeprefix("file://")).relative_to(disk.root))
        version = answer["freshness"]["documents"].get(uri)
        if path in editor.texts and version is not None:
            texts = [editor.texts[path][version]]
        else:
            texts = disk.between(path, asked, answered)
        counts["quotes"] += len(found)
        wrong = [one for one in found if not any(is_there(text, *one) for text in texts)]
        if wrong:
            counts["stale"] += len(wrong)
            print(f"stale: {path}, of {len(texts)} texts: {wrong[:3]}")
        elif not any(all(is_there(text, *one) for one in found) for text in texts):
            counts["mixed"] += 1
            print(f"mixed: {path}, of {len(texts)} texts: {sorted(answer)} {found}")


def git(root: Path, *arguments: str) -> str:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "gc.auto=0")
    command = ["git", "-C", str(root), *who, *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout.decode()


def project(root: Path) -> None:
    """A repository with two branches, in one of which all is some lines further down."""
    shutil.copytree(OWN, root / "storage", ignore=shutil.ignore_patterns("__pycache__"))
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "first")
    git(root, "checkout", "-qb", "other")
    for file in sorted((root / "storage").glob("*.py")):
        file.write_text("# of the other branch\n\n" + file.read_text("utf-8"), "utf-8")
    git(root, "commit", "-qam", "second")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        root = Path(scratch).resolve() / "root"
        root.mkdir()
        project(root)
        names = ("CACHE", "STATE", "DATA")
        env = {f"CODEWITNESS_{name}_DIR": str(Path(scratch) / name) for name in names}
        disk = Disk(root, arguments.seed)
        with Client(env=env, log=Path(scratch) / "stderr.txt") as client:
            client.initialize(root, initializationOptions={})
            client.run("waitForFresh", {"timeoutMs": 120_000}, timeout=120)
            counts = asked_while_written(client, disk, arguments.answers, arguments.seed)
    print(
        f"{counts['answers']} answers, {counts['quotes']} quotes checked, {counts['stale']} stale, "
        f"{counts['mixed']} mixed, {counts['refused']} refused, "
        f"beside {counts['edits']} edits of buffers, {disk.n_writes} writes of files, "
        f"{disk.n_checkouts} changes of branch"
    )
    return 1 if counts["stale"] else 0


def asked_while_written(client: Client, disk: Disk, n_answers: int, seed: int) -> Counter[str]:
    """What was asked and found while the disk was busy."""
    counts: Counter[str] = Counter()
    editor = Editor(client, disk.root, seed)
    writing = threading.Thread(target=disk.run, daemon=True)
    writing.start()
    for name, argument in itertools.cycle(QUESTIONS):
        if counts["answers"] >= n_answers:
            break
        editor.edit()
        counts["edits"] += 1
        asked = time.monotonic()
        try:
            answer = client.run(name, argument, timeout=TIMEOUT)
        except Refused as refused:
            counts["refused"] += 1
            print(refused)
            continue
        counts["answers"] += 1
        check(answer, editor, disk, asked, counts)
        client.answers.clear()
        client.notifications.clear()
    assert writing.is_alive(), "nothing is written any more"
    disk.stops.set()
    writing.join()
    return counts


if __name__ == "__main__":
    sys.exit(main())
