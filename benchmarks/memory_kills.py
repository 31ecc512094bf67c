"""Records through kills: processes record and are killed at random moments, until enough are there.

    python benchmarks/memory_kills.py [--records 1000] [--kills 100]

What a process was told to be recorded must be there at the end, once. What it was not yet told may
be there or not. Then the records must live, each once, through an index made anew, the index's
folder deleted, an upgrade of the journal's schema, and an export that is imported twice.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from codewitness.engine.memory import Memory, Scope
from codewitness.engine.recording import migration
from codewitness.model.records import LessonRecord
from codewitness.platform.journal import SCHEMA, FileJournal
from codewitness.platform.memories import Memories, SystemClock

SCOPE = Scope(user="ann", project="shop")


def record(folder: Path, name: str) -> None:
    """Record until killed, telling each record that was acknowledged."""
    memory = Memory(SCOPE, FileJournal(folder), SystemClock())
    for number in range(10_000):
        with memory.changing() as changes:
            text = f"{name}.{number}"
            changes.put(LessonRecord(**memory.stamp("les"), lesson=text))
        print(text, flush=True)


def one_life(folder: Path, name: str, seconds: float, at_least: int) -> list[str]:
    """What a process said before it was killed, `seconds` after its first record."""
    command = [sys.executable, __file__, "--record", name, "--folder", str(folder)]
    told: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        assert process.stdout is not None
        timer = threading.Timer(60, process.kill)
        timer.start()
        while len(told) < at_least and (line := process.stdout.readline()):
            told.append(line.strip())
        time.sleep(seconds)
        process.kill()
        told += [line.strip() for line in process.stdout if line.endswith("\n")]
        timer.cancel()
    return told


def afterwards(name: Path, folder: Path) -> Iterator[tuple[str, list[str]]]:
    """What is done to the index and the journal, and the ids that are there after it."""

    def command(*arguments: str) -> None:
        told = [sys.executable, "-m", "codewitness", *arguments, "--root", str(name / "shop")]
        subprocess.run(told, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ids(schema: int = SCHEMA) -> list[str]:
        memory = Memory(SCOPE, FileJournal(folder, schema=schema), SystemClock())
        return list(memory.records())

    command("index")
    yield "a first index", ids()
    shutil.rmtree(name / "cache")
    command("index")
    yield "a wiped cache and an index made anew", ids()
    exported = str(name / "shop" / "all.jsonl")
    command("memory", "export", exported)
    command("memory", "import", exported)
    command("memory", "import", exported)
    yield "an export imported twice", ids()
    migration.upgraded.__defaults__ = (
        {SCHEMA: dict},
    )  # a step that changes nothing but the number
    newer = Memory(SCOPE, FileJournal(folder, schema=SCHEMA + 1), SystemClock())
    with newer.changing():
        pass  # taking the lock upgrades the journal
    yield "an upgrade to the next schema", ids(SCHEMA + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--record", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.record:
        record(given.folder, given.record)
        return
    moments = random.Random(7)
    with tempfile.TemporaryDirectory() as name:
        os.environ.update(
            CODEWITNESS_DATA_DIR=f"{name}/data", CODEWITNESS_CACHE_DIR=f"{name}/cache"
        )
        root = Path(name) / "shop"
        root.mkdir()
        (root / "shop.py").write_text("def total(rows):\n    return sum(rows)\n")
        folder = Memories(root).folder(Memories(root).scope())
        told: list[str] = []
        at_least = -(-given.records // given.kills)
        for kill in range(given.kills):
            told += one_life(folder, str(kill), moments.random() * 0.01, at_least)
        memory = Memory(SCOPE, FileJournal(folder), SystemClock())
        found = [one.lesson for one in memory.of_type(LessonRecord)]
        lost = set(told) - set(found)
        print(
            f"{given.kills} kills, {len(told)} acknowledged, {len(found)} found, lost {len(lost)},"
            f" doubled {len(found) - len(set(found))}, cut lines {memory.n_damaged}"
        )
        is_well = not lost and len(found) == len(set(found))
        wanted = sorted(memory.records())
        for step, ids in afterwards(Path(name), folder):
            is_same = sorted(ids) == wanted
            is_well = is_well and is_same
            print(f"after {step}: {len(ids)} records, {'the same' if is_same else 'NOT the same'}")
        sys.exit(0 if is_well else 1)


if __name__ == "__main__":
    main()
