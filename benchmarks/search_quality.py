"""NDCG@10 of search on repositories with labelled queries, and what each part of ranking does.

python benchmarks/search_quality.py --sets DIR --repos DIR [--ablate] [--only NAME,NAME]

`--sets` holds `repos.json` ([{name, language, benchmark_root?}]) and `annotations/NAME.json`
([{query, relevant, secondary?, category}], each target a path or {path, start_line, end_line}), as
the semble benchmark has them (github.com/MinishLab/semble, MIT); `--repos` holds a folder NAME for
each, checked out. A target's rank is that of the first result whose path ends like its own and,
where it has lines, overlaps them; results are not joined by file; means are over repositories.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from codewitness.engine.rank import score
from codewitness.engine.rank.ranked import Boosts
from codewitness.engine.session import OpenFolder, Session
from codewitness.engine.view import Snapshot
from codewitness.features import search as feature
from codewitness.features import search_results
from codewitness.features.search import search
from codewitness.model.query import Query, SearchMode
from tests.support.folders import running

TOP = 10
Where = tuple[str, int, int]  # path, first and last line from 1


@dataclass
class Figures:
    """Scores of one way to search, by repository and by category of query."""

    by_repo: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    by_category: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    seconds: list[float] = field(default_factory=list)

    def mean(self) -> float:
        """Mean over repositories of the mean over their queries."""
        return _mean([_mean(own) for own in self.by_repo.values()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--repos", type=Path, required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--ablate", action="store_true", help="leave out each part in turn")
    parser.add_argument("--embedder", default="static")
    arguments = parser.parse_args()
    figures: dict[str, Figures] = defaultdict(Figures)
    languages: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as cache:
        os.environ.setdefault("CODEWITNESS_CACHE_DIR", cache)
        for repo in json.loads((arguments.sets / "repos.json").read_text()):
            name, root = repo["name"], arguments.repos / repo["name"]
            root = root / (repo.get("benchmark_root") or "")
            if (arguments.only and name not in arguments.only.split(",")) or not root.is_dir():
                continue
            languages[name] = repo["language"]
            queries = json.loads((arguments.sets / f"annotations/{name}.json").read_text())
            with running(root, embedder=arguments.embedder) as (session, folder):
                for way, answer in _ways(session, ablate=arguments.ablate):
                    _ask(figures[way], name, queries, answer, folder)
    _report(figures, languages)


def keep_words(folder: OpenFolder) -> None:
    """Have searches by words answered in memory, as a server does that has rested for a second.

    The folder's own thread may begin anew with that at any time, so it is to be asked for again.
    """
    store = folder.indexer.store
    assert store is not None
    if store.word_weights(["a"]) is not None:
        return
    store.keep_resident()
    until = time.monotonic() + 60
    while store.word_weights(["a"]) is None:
        assert time.monotonic() < until, "words did not come into memory"
        store.load_words()
        time.sleep(0.01)


def _ways(session: Session, *, ablate: bool) -> Iterator[tuple[str, Any]]:
    for mode in (SearchMode.HYBRID, SearchMode.LEXICAL, SearchMode.SEMANTIC):
        yield mode.value, lambda text, mode=mode: found_by(session, text, mode)
    for without in (*score.WEIGHTS, "boosts", "places", "sameFile", "near") if ablate else ():
        with _left_out(without):
            yield f"without {without}", lambda text: found_by(session, text, SearchMode.HYBRID)


@contextmanager
def _left_out(part: str) -> Iterator[None]:
    """Without a part of ranking, boosts by domain or place, spread over files, or near words."""
    names = ("rank", "_usual_boosts", "place_boosts", "spread")
    kept = (search_results.rank, score._usual_boosts, score.place_boosts, score.spread)
    near = feature.near_words
    if part == "boosts":
        score._usual_boosts = lambda *_: Boosts({})  # type: ignore[assignment]  # it remembers
    elif part == "places":
        score.place_boosts = lambda *_: {}
    elif part == "sameFile":
        score.spread = lambda *_: None
    elif part == "near":
        feature.near_words = lambda _: ()
    else:
        search_results.rank = lambda form, found, *, boosts: score.rank(
            form, found, boosts=boosts, without=[part]
        )
    try:
        yield
    finally:
        search_results.rank, feature.near_words = kept[0], near
        for name, value in zip(names[1:], kept[1:], strict=True):
            setattr(score, name, value)


def found_by(session: Session, text: str, mode: SearchMode) -> list[Where]:
    """Paths and lines of the first results."""
    snapshot: Snapshot = session.snapshot(None)
    found = search(snapshot, Query(text=text, mode=mode, limit=TOP)).results
    return [
        (one.path, one.text.line_at(one.span.start) + 1, one.text.line_at(one.span.end) + 1)
        for one in found
    ]


def _ask(
    figures: Figures,
    repo: str,
    queries: Sequence[Mapping[str, Any]],
    answer: Any,
    folder: OpenFolder,
) -> None:
    for query in queries:
        keep_words(folder)
        began = time.perf_counter()
        results = answer(query["query"])
        figures.seconds.append(time.perf_counter() - began)
        value = ndcg(results, [*query["relevant"], *query.get("secondary", [])])
        figures.by_repo[repo].append(value)
        figures.by_category[query.get("category", "")].append(value)


def ndcg(results: Sequence[Where], targets: Sequence[str | Mapping[str, Any]]) -> float:
    """Normalised discounted cumulative gain of the first ten; each target found counts 1."""
    ranks = {rank for target in targets if (rank := _rank(results, target)) is not None}
    gained = sum(1 / math.log2(rank + 2) for rank in ranks)
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(TOP, len(targets))))
    return gained / ideal if ideal else 0.0


def _rank(results: Sequence[Where], target: str | Mapping[str, Any]) -> int | None:
    path = target if isinstance(target, str) else target["path"]
    first = None if isinstance(target, str) else target.get("start_line")
    last = None if isinstance(target, str) else target.get("end_line")
    for rank, (own, start, end) in enumerate(results[:TOP]):
        is_path = own == path or own.endswith("/" + path) or path.endswith("/" + own)
        if is_path and (first is None or last is None or (end >= first and start <= last)):
            return rank
    return None


def _report(figures: Mapping[str, Figures], languages: Mapping[str, str]) -> None:
    hybrid = figures["hybrid"]
    print("| repository | language | hybrid | lexical | semantic |\n|---|---|--:|--:|--:|")
    for repo, own in sorted(hybrid.by_repo.items(), key=lambda one: _mean(one[1])):
        others = [_mean(figures[way].by_repo[repo]) for way in ("lexical", "semantic")]
        shown = " | ".join(f"{value:.3f}" for value in (_mean(own), *others))
        print(f"| {repo} | {languages[repo]} | {shown} |")
    print("\n| way | NDCG@10 | p50 ms | p95 ms |\n|---|--:|--:|--:|")
    for way, one in figures.items():
        ordered = sorted(one.seconds)
        p50, p95 = (ordered[int(len(ordered) * share)] * 1e3 for share in (0.5, 0.95))
        print(f"| {way} | {one.mean():.4f} | {p50:.1f} | {p95:.1f} |")
    for category, own in sorted(hybrid.by_category.items()):
        print(f"{category}: {_mean(own):.3f} ({len(own)} queries)")


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    main()
