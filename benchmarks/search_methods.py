"""How often search finds the very method that a question is about, not just its file.

    python benchmarks/search_methods.py [--folder DIR] [--only NAME,NAME] [--missed]

`methods/packages.tsv` has the repositories as `support/packages.py` takes them, and
`methods/queries.tsv` a question a line: repository, question, and the methods that answer it by the
end of their qualified names. Sixteen questions are there because search failed on them, the others
were written from memory of what the methods do, and those of the last eleven repositories with the
code at hand, before any answer of search was seen. Prints the share whose method is first and among
the first five, and the mean reciprocal rank.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support.packages import fetch, packages

from codewitness.engine.session import Session
from codewitness.features.search import search
from codewitness.model.query import Query
from tests.support.folders import running

HERE = Path(__file__).parent / "methods"
LIMIT = 200


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, help="where packages are, or are put")
    parser.add_argument("--only", default="")
    parser.add_argument("--missed", action="store_true", help="print what is not in the first five")
    options = parser.parse_args()
    questions: dict[str, list[tuple[str, list[str]]]] = defaultdict(list)
    for line in (HERE / "queries.tsv").read_text("utf-8").splitlines():
        name, text, methods = line.split("\t")
        if not options.only or name in options.only.split(","):
            questions[name].append((text, methods.split()))
    ranks: dict[str, list[int]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["CODEWITNESS_CACHE_DIR"] = f"{scratch}/cache"
        folder = options.folder or Path(scratch)
        for name, package in packages(HERE / "packages.tsv").items():
            if name not in questions:
                continue
            with running(fetch(package, folder)) as (session, _):
                ranks[name] = [_rank(session, *one) for one in questions[name]]
            if options.missed:
                _print_missed(name, questions[name], ranks[name])
    _report(ranks)


def _rank(session: Session, text: str, methods: list[str]) -> int:
    """The place of the first method that answers, from 1; 0 if it is not among the results."""
    found = search(session.snapshot(None), Query(text=text, limit=LIMIT)).results
    for place, one in enumerate(found, 1):
        name = one.symbol.qualified_name if one.symbol is not None else ""
        if any(f".{name}".endswith(f".{method}") for method in methods):
            return place
    return 0


def _print_missed(name: str, asked: list[tuple[str, list[str]]], ranks: list[int]) -> None:
    for (text, methods), rank in zip(asked, ranks, strict=True):
        if not 0 < rank <= 5:
            print(f"{name}: {text!r}: {' '.join(methods)} is at {rank or 'no place'}")


def _report(ranks: dict[str, list[int]]) -> None:
    print("| repository | questions | first | first five | MRR |\n|---|--:|--:|--:|--:|")
    every = [rank for own in ranks.values() for rank in own]
    for name, own in [*ranks.items(), ("all", every)]:
        first, five = (fmean(0 < one <= most for one in own) for most in (1, 5))
        mrr = fmean(1 / one if one else 0.0 for one in own)
        print(f"| {name} | {len(own)} | {first:.3f} | {five:.3f} | {mrr:.3f} |")


if __name__ == "__main__":
    main()
