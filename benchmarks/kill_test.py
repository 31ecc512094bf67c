"""kill -9 of the server while it indexes, writes a batch or makes tables compact, many times over.

python benchmarks/kill_test.py [--times 100] [--files 60] [--seed 0]

After each kill the next server on the same index must be as good as new: `codewitness.audit`
finds no difference between any table and a clean build, what the last edit wrote is found, and,
each fifth time, a server on a clean index counts the same. No process of the killed one may stay.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.client import PLAIN, Client, children, is_running, until

COUNTS = ("chunks", "symbols", "callSites")
SECONDS = 120.0
CLEAN_EACH = 5


class Killing:
    """One workspace and one index, on which servers are killed."""

    def __init__(self, folder: Path, n_files: int, seed: int) -> None:
        self.folder = folder
        self.root = folder / "project"
        self.root.mkdir()
        self.chance = random.Random(seed)
        self.n_files = n_files
        self.n_edits = 0
        for number in range(n_files):
            self.write(number)

    def write(self, number: int) -> str:
        """New text for a file; gives the name of its first function."""
        self.n_edits += 1
        name = f"work_{number}_{self.n_edits}"
        functions = "".join(
            f"def {name}_{step}(items):\n    return [one.put(items[{step}]) for one in items]\n\n"
            for step in range(self.chance.randrange(5, 40))
        )
        (self.root / f"file{number}.py").write_text(functions)
        return f"{name}_0"

    def client(self, cache: str = "cache") -> Client:
        """A new server on the index, or on another."""
        env = {f"CODEWITNESS_{name}_DIR": str(self.folder / cache) for name in ("CACHE", "STATE")}
        env["CODEWITNESS_DATA_DIR"] = str(self.folder / "data")
        client = Client(env=env, log=self.folder / "stderr.txt")
        client.initialize(self.root, initializationOptions=PLAIN)
        return client

    def kill_one(self) -> str:
        """Start a server, have it do something, and kill it; gives what it was at."""
        work = self.chance.choice(("indexing", "batch", "compacting"))
        with self.client() as client:
            if work == "indexing":
                for number in range(self.n_files):
                    self.write(number)
                client.send(client.command("reindex", {}))
                time.sleep(self.chance.uniform(0.0, 2.5))
            else:
                client.run("waitForFresh", {"timeoutMs": 120_000}, timeout=SECONDS)
                for _ in range(self.chance.randrange(1, 6)):
                    self.write(self.chance.randrange(self.n_files))
                if work == "compacting":
                    client.run("waitForFresh", {"timeoutMs": 120_000}, timeout=SECONDS)
                    client.send(client.command("reindex", {"paths": ["file0.py"]}))
                time.sleep(self.chance.uniform(0.0, 0.4))
            processes = [client.process.pid, *children(client.process.pid)]
            os.kill(client.process.pid, signal.SIGKILL)
            client.process.wait(SECONDS)
            assert until(lambda: not any(map(is_running, processes)), 20), "a process has stayed"
        return work

    def check(self, *, with_clean: bool) -> None:
        """The next server answers as a clean one."""
        name = self.write(self.chance.randrange(self.n_files))
        with self.client() as client:
            found = self._counts(client)
            answer = client.run("signals", {"symbol": name}, timeout=SECONDS)
            assert answer["symbol"]["name"] == name
            audit = client.run("audit", {}, timeout=SECONDS)
            assert audit["differences"] == [], audit
            assert client.shut_down() == 0
        if with_clean:
            with self.client(f"clean-{self.n_edits}") as clean:
                assert self._counts(clean) == found

    def _counts(self, client: Client) -> dict[str, Any]:
        fresh = client.run("waitForFresh", {"timeoutMs": 120_000}, timeout=SECONDS)
        assert fresh["fresh"], fresh
        status = client.run("status")
        return {**{key: status[key] for key in COUNTS}, "files": status["files"]["indexed"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        killing = Killing(Path(scratch), arguments.files, arguments.seed)
        done: dict[str, int] = {}
        for number in range(arguments.times):
            work = killing.kill_one()
            done[work] = done.get(work, 0) + 1
            killing.check(with_clean=number % CLEAN_EACH == 0)
            print(f"{number + 1}: killed while {work}, well again", flush=True)
    print(f"killed {done}: no difference, in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
