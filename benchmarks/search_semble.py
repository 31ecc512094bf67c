"""Search of codewitness and of semble, side by side: NDCG@10, time to index and time of a query.

python benchmarks/search_semble.py --sets DIR --repos DIR --semble PYTHON [--only NAME,NAME]

`--sets` and `--repos` are as in search_quality.py; `--semble` is an interpreter that has semble
installed (PyPI). Both use the embedding model that codewitness ships and the same scoring. Times
are those of the processor, all processes together: what else the machine does matters little.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.search_quality import found_by, keep_words, ndcg

from codewitness.model.query import SearchMode
from codewitness.platform.embed import PACKAGED_MODEL
from tests.support.folders import running

SIDE = Path(__file__).parent / "support" / "semble_side.py"


@dataclass(frozen=True, slots=True)
class Side:
    """What one program did with one repository; seconds are the processor's."""

    ndcg: float
    index_seconds: float
    query_seconds: float  # the median


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--repos", type=Path, required=True)
    parser.add_argument("--semble", required=True, help="an interpreter that has semble")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    sides: dict[str, tuple[str, Side, Side]] = {}
    with tempfile.TemporaryDirectory() as cache:
        os.environ["CODEWITNESS_CACHE_DIR"] = cache
        for repo in json.loads((options.sets / "repos.json").read_text()):
            name = repo["name"]
            root = options.repos / name / (repo.get("benchmark_root") or "")
            if (options.only and name not in options.only.split(",")) or not root.is_dir():
                continue
            queries = json.loads((options.sets / f"annotations/{name}.json").read_text())
            sides[name] = repo["language"], _ours(root, queries), _theirs(root, queries, options)
            print(name, *sides[name][1:], file=sys.stderr, flush=True)
    _report(sides)


def _ours(root: Path, queries: Sequence[dict[str, Any]]) -> Side:
    began = _processor_seconds()
    with running(root) as (session, folder):
        keep_words(folder)
        index_seconds = time.process_time() - began[0]
        found, seconds = [], []
        for query in queries:
            start = time.process_time()
            found.append(found_by(session, query["query"], SearchMode.HYBRID))
            seconds.append(time.process_time() - start)
    # Workers are counted once they have ended.
    index_seconds += _processor_seconds()[1] - began[1]
    return Side(_mean_ndcg(queries, found), index_seconds, statistics.median(seconds))


def _theirs(root: Path, queries: Sequence[dict[str, Any]], options: argparse.Namespace) -> Side:
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [options.semble, str(SIDE), str(PACKAGED_MODEL), str(root)],
            input=json.dumps([query["query"] for query in queries]),
            env={**os.environ, "HOME": home, "XDG_CACHE_HOME": home, "PYTHONPATH": ""},
            capture_output=True,
            text=True,
            check=True,
        )
    told = json.loads(done.stdout)
    found = [[tuple(one) for one in places] for places in told["found"]]
    query_seconds = statistics.median(told["seconds"])
    return Side(_mean_ndcg(queries, found), told["index_seconds"], query_seconds)


def _processor_seconds() -> tuple[float, float]:
    """Of this process, and of those of its children that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time(), ended.ru_utime + ended.ru_stime


def _mean_ndcg(queries: Sequence[dict[str, Any]], found: Sequence[Any]) -> float:
    return statistics.fmean(
        ndcg(places, [*query["relevant"], *query.get("secondary", [])])
        for query, places in zip(queries, found, strict=True)
    )


def _report(sides: dict[str, tuple[str, Side, Side]]) -> None:
    print("| repository | language | NDCG@10 | semble | index s | semble | query ms | semble |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for name, (language, ours, theirs) in sorted(sides.items(), key=lambda one: one[1][1].ndcg):
        print(f"| {name} | {language} | {_cells(ours, theirs)} |")
    ours, theirs = (
        Side(*(statistics.fmean(getattr(one[n], f) for one in sides.values()) for f in _FIELDS))
        for n in (1, 2)
    )
    print(f"| **mean** | | {_cells(ours, theirs)} |")


_FIELDS = ("ndcg", "index_seconds", "query_seconds")


def _cells(ours: Side, theirs: Side) -> str:
    cells = [f"{one.ndcg:.3f}" for one in (ours, theirs)]
    cells += [f"{one.index_seconds:.1f}" for one in (ours, theirs)]
    cells += [f"{one.query_seconds * 1e3:.1f}" for one in (ours, theirs)]
    return " | ".join(cells)


if __name__ == "__main__":
    main()
