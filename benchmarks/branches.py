"""Another branch of Django while the server runs: when every answer is of it, and what is said.

python benchmarks/branches.py [--django FOLDER_WITH_SDISTS] [--rounds 4]

Two releases are two branches. Until an answer says `fresh` it may be short; once it does, it must
be that of the branch. Then single files are written, each followed by a search at once.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support.django import django
from benchmarks.support.lsp import Client, percentile

RELEASES = ("4.2", "5.2")
N_WRITES = 50


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--django", type=Path, help="where the releases are unpacked, or will be")
    parser.add_argument("--part", default="", help="only this folder of them, as `django/db`")
    parser.add_argument("--embedder", default="static")
    parser.add_argument("--rounds", type=int, default=4, help="how often the branch is changed")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        sources = arguments.django or Path(scratch) / "sources"
        root = repository(Path(scratch) / "project", sources, arguments.part)
        options = {"embedder": arguments.embedder}
        client = Client(root, Path(scratch) / "cache", options=options)
        print(f"first index: {client.wait_until_fresh():.1f} s")
        rounds(client, root, arguments.rounds)
        writes(client, root)
        client.command("waitForFresh", {"timeoutMs": 60_000})
        status = client.command("status", {})
        found = {key: status[key] for key in ("chunks", "symbols", "callSites")}
        print(f"tables: {found}; watching: {status['watching']}; {status['storage']}")
        memory = client.resident_mb()[0]
        client.close()
        clean = Client(root, Path(scratch) / "clean", options=options)
        clean.wait_until_fresh()
        status = clean.command("status", {})
        clean_ones = {key: status[key] for key in found}
        print(f"of a clean index: {clean_ones}; memory {memory:.0f} MB")
        clean.close()


def repository(root: Path, sources: Path, part: str) -> Path:
    """A repository with a branch for each release; the last is checked out."""
    root.mkdir()
    git(root, "init", "-q")
    for release in RELEASES:
        git(root, "checkout", "-q", "-b", f"v{release}")
        for entry in root.iterdir():
            if entry.name != ".git":
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        shutil.copytree(django(sources, release) / part, root / part, dirs_exist_ok=True)
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", release)
    changed = git(root, "diff", "--name-only", *(f"v{release}" for release in RELEASES))
    print(f"files that differ: {len(changed.splitlines())}")
    return root


def rounds(client: Client, root: Path, n_rounds: int) -> None:
    """Change the branch, and ask until the answer is complete."""
    for number in range(n_rounds):
        release = RELEASES[number % 2]
        began = time.perf_counter()
        git(root, "checkout", "-q", f"v{release}")
        switched = time.perf_counter()
        answers: list[float] = []
        while True:
            asked = time.perf_counter()
            answer = client.command("search", {"query": "version tuple of this release"})
            answers.append(time.perf_counter() - asked)
            if answer["freshness"]["state"] == "fresh":
                break
            time.sleep(0.05)
        print(
            f"to {release}: git {switched - began:.2f} s, complete {asked - switched:.2f} s later; "
            f"{len(answers)} answers, p50 {percentile(answers, 0.5):.0f} ms, "
            f"p95 {percentile(answers, 0.95):.0f} ms"
        )
        wrong = wrong_symbols(client, root)
        if wrong:
            print(f"  WRONG: {wrong}")


def wrong_symbols(client: Client, root: Path) -> list[str]:
    """Symbols that are not where an answer says."""
    wrong = []
    for symbol in client.request("workspace/symbol", {"query": "Backend"}):
        path = symbol["location"]["uri"].removeprefix(root.as_uri() + "/")
        line = symbol["location"]["range"]["start"]["line"]
        lines = (root / path).read_text("utf-8").split("\n") if (root / path).exists() else []
        start = re.split(r"[\s,]", symbol["name"])[0]  # a selector of CSS has several lines
        if len(lines) <= line or start not in lines[line]:
            wrong.append(f"{symbol['name']} in {path}:{line + 1}")
    return wrong


def writes(client: Client, root: Path) -> None:
    """Write a file and search at once."""
    answers: list[float] = []
    n_missed = n_incomplete = 0
    for number in range(N_WRITES):
        path = root / ("written.py" if number % 2 else f"new_{number}.py")
        path.write_text(f"def written_{number}_zeppelin():\n    return {number}\n")
        asked = time.perf_counter()
        answer = client.command("search", {"query": f"written_{number}_zeppelin", "limit": 5})
        answers.append(time.perf_counter() - asked)
        names = {one["symbol"]["name"] for one in answer["results"] if one["symbol"]}
        n_incomplete += answer["freshness"]["state"] != "fresh"
        n_missed += f"written_{number}_zeppelin" not in names
    print(
        f"{N_WRITES} files written, a search after each: {n_missed} missed it, "
        f"{n_incomplete} not complete; p50 {percentile(answers, 0.5):.0f} ms, "
        f"p95 {percentile(answers, 0.95):.0f} ms"
    )


def git(root: Path, *arguments: str) -> str:
    own = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "gc.auto=0")
    command = ["git", "-C", str(root), *own, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    main()
