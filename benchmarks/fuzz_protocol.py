"""A server under a stream of messages that chance has spoilt: no crash, no hang, one answer each.

python benchmarks/fuzz_protocol.py [--seconds 60] [--seed 0]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.client import PLAIN, Client
from tests.support.fuzz import SOURCE, Fuzzer

ROUNDS_PER_CHECK = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0, help="the same seed sends the same")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        root = folder / "project"
        root.mkdir()
        for name in ("a.py", "b.py"):
            (root / name).write_text(SOURCE)
        env = {"CODEWITNESS_CACHE_DIR": str(folder / "cache")}
        env |= {"CODEWITNESS_STATE_DIR": str(folder / "state")}
        env |= {"CODEWITNESS_DATA_DIR": str(folder / "data")}
        with Client(env=env, log=folder / "stderr.txt") as client:
            client.initialize(root, initializationOptions=PLAIN)
            fuzz(client, root, arguments.seed, arguments.seconds)
            assert client.shut_down() == 0


def fuzz(client: Client, root: Path, seed: int, seconds: float) -> None:
    fuzzer = Fuzzer(client, root, seed)
    until, n_rounds, slowest = time.monotonic() + seconds, 0, 0.0
    while time.monotonic() < until:
        began = time.monotonic()
        fuzzer.round()
        slowest = max(slowest, time.monotonic() - began)
        n_rounds += 1
        if n_rounds % ROUNDS_PER_CHECK == 0:
            fuzzer.check()
    fuzzer.check()
    print(
        f"{fuzzer.n_sent} messages in {n_rounds} rounds, seed {seed}: no crash, no hang, no second "
        f"answer; slowest round {slowest:.2f} s"
    )


if __name__ == "__main__":
    main()
