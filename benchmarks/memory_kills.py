"""Records through kills: processes record and are killed at random moments, until enough are there.

    python benchmarks/memory_kills.py [--records 1000] [--kills 100]

What a process was told to be recorded must be there at the end, once. What it was not yet told may
be there or not.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from codewitness.engine.memory import Memory, Scope
from codewitness.model.records import LessonRecord
from codewitness.platform.journal import FileJournal
from codewitness.platform.memories import SystemClock

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
        folder = Path(name) / "memory"
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
        sys.exit(1 if lost or len(found) != len(set(found)) else 0)


if __name__ == "__main__":
    main()
