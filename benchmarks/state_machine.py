"""Random work on a workspace of all languages, with the index compared again and again.

    python benchmarks/state_machine.py [--steps 10000] [--seed 0] [--every 25] [--seconds N]

The work is that of the test `test_index_equals_rebuild.py`: edits that break the syntax, undo, cut
and paste between files, saves, external writes, renames, deletes, branch switches, restarts. Each
`--each` steps begin a new workspace, of the next seed. At a difference it prints the seed and how
many steps there were, and looks for a short sequence of steps that ends in one as well.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))
sys.path.insert(0, str(ROOT))

from tests.support.workspace import Step, Workspace, steps_of  # noqa: E402

CHECKED = 25  # steps between two comparisons
TRIES = 40  # shorter sequences that are tried after a failure


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--each", type=int, default=500, help="steps in one workspace")
    parser.add_argument("--seed", type=int, default=0, help="of the first workspace")
    parser.add_argument("--every", type=int, default=CHECKED, help="steps between comparisons")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    arguments = parser.parse_args()
    until = time.monotonic() + arguments.seconds
    done: Counter[str] = Counter()
    n_checks = 0
    seed = arguments.seed
    while done.total() < arguments.steps and time.monotonic() < until:
        n_steps = min(arguments.each, arguments.steps - done.total())
        steps, checks, failure, counts = run(seed, n_steps, arguments.every, until)
        done += counts
        n_checks += checks
        print(f"  seed {seed}: {done.total()} steps, {n_checks} comparisons", flush=True)
        if failure:
            print(f"seed {seed} fails within {len(steps)} steps: {failure[:2000]}")
            shortest = shortened(seed, steps)
            print(f"{len(shortest)} steps do, too:")
            for step in shortest:
                print(f"    {step!r},")
            return 1
        seed += 1
    print(f"{done.total()} steps, {n_checks} comparisons, 0 differences; seeds to {seed - 1}")
    print("  " + ", ".join(f"{n} {name}" for name, n in done.most_common()))
    return 0


def run(
    seed: int, n_steps: int, every: int, until: float
) -> tuple[list[Step], int, str, Counter[str]]:
    """The steps done, how often all was compared, the failure if there was one, and counts."""
    steps = steps_of(seed, n_steps)
    n_checks = 0
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["CODEWITNESS_CACHE_DIR"] = str(Path(scratch) / "cache")
        workspace = Workspace(Path(scratch), seed)
        try:
            for number, step in enumerate(steps, 1):
                workspace.do(step)
                if number % every == 0 or number == len(steps):
                    workspace.check()
                    n_checks += 1
                    if time.monotonic() > until:
                        return steps[:number], n_checks, "", workspace.n_done
        except Exception as failure:
            return (
                steps[:number],
                n_checks,
                f"{type(failure).__name__}: {failure}",
                workspace.n_done,
            )
        finally:
            workspace.close()
    return steps, n_checks, "", workspace.n_done


def shortened(seed: int, steps: list[Step]) -> list[Step]:
    """Fewer of these steps that still end in a difference, by leaving out parts."""
    size, n_tries = max(len(steps) // 2, 1), 0
    while size and n_tries < TRIES:
        at = 0
        while at < len(steps) and n_tries < TRIES:
            fewer = steps[:at] + steps[at + size :]
            n_tries += 1
            if fails(seed, fewer):
                steps = fewer
            else:
                at += size
        size //= 2
    return steps


def fails(seed: int, steps: list[Step]) -> bool:
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["CODEWITNESS_CACHE_DIR"] = str(Path(scratch) / "cache")
        workspace = Workspace(Path(scratch), seed)
        try:
            for step in steps:
                workspace.do(step)
            workspace.check()
        except Exception:
            return True
        finally:
            workspace.close()
    return False


if __name__ == "__main__":
    sys.exit(main())
