"""NDCG@10 of ranking and embedding models over candidates that were written down once.

python benchmarks/search_candidates.py write --sets DIR --repos DIR FILE
python benchmarks/search_candidates.py score FILE [--model DIR] [--ablate]

What search_quality.py measures, without its index: `write` keeps all chunks of each repository and
what the words and names of each query find; `score` adds cosines of a static model and ranks, which
takes seconds instead of minutes. Sets and repositories are as in search_quality.py. FILE is a
pickle: read only what you have written yourself.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from benchmarks.search_quality import ndcg

from codewitness.engine.known_vectors import embedded_text
from codewitness.engine.rank import score
from codewitness.engine.rank.finds import Finds, Found
from codewitness.engine.rank.form import QueryForm, telling_words
from codewitness.engine.rank.ranked import Boosts
from codewitness.engine.rank.score import rank
from codewitness.engine.rank.tokens import query_words
from codewitness.engine.vectors import VectorIndex
from codewitness.features.search import POOL_BY_NAME, POOL_BY_VECTOR, POOL_BY_WORDS
from codewitness.platform.embed import PACKAGED_MODEL, StaticEmbedder
from codewitness.platform.reading import read_text
from codewitness.syntax.extract import analyse
from tests.support.folders import running

Repo = dict[str, Any]  # lang, chunks, queries
Cosines = tuple[np.ndarray, dict[str, float]]  # of each chunk, and of each file's middle
MODES = ("hybrid", "lexical", "semantic")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("action", choices=("write", "score"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--sets", type=Path)
    parser.add_argument("--repos", type=Path)
    parser.add_argument("--model", type=Path, default=PACKAGED_MODEL)
    parser.add_argument("--ablate", action="store_true", help="leave out each part in turn")
    options = parser.parse_args()
    if options.action == "score":
        _score(pickle.loads(options.file.read_bytes()), options.model, ablate=options.ablate)
    elif options.sets is None or options.repos is None:
        parser.error("write needs --sets and --repos")
    else:
        options.file.write_bytes(pickle.dumps(dict(_candidates(options.sets, options.repos))))


def _candidates(sets: Path, repos: Path) -> Iterator[tuple[str, Repo]]:
    with tempfile.TemporaryDirectory() as cache:
        os.environ.setdefault("CODEWITNESS_CACHE_DIR", cache)
        for repo in json.loads((sets / "repos.json").read_text()):
            root = repos / repo["name"] / (repo.get("benchmark_root") or "")
            if not any(root.glob("*")):
                continue
            queries = json.loads((sets / f"annotations/{repo['name']}.json").read_text())
            yield repo["name"], {"lang": repo["language"], **_of_repo(root, queries)}


def _of_repo(root: Path, queries: Sequence[dict[str, Any]]) -> Repo:
    with running(root) as (_, folder):
        store = folder.indexer.store
        assert store is not None
        ids, paths, _ = store.vectors()
        texts: dict[str, str] = {}
        for path in dict.fromkeys(paths):
            analysis = analyse(path, read_text(root, path).text, keep=False)
            texts |= {chunk.id: embedded_text(chunk) for chunk in analysis.facts.chunks}
        at = {one: number for number, one in enumerate(ids)}
        lines = {row.id: (row.start_line, row.end_line) for row in store.chunk_texts(ids)}
        chunks = [
            {
                "path": row.path,
                "kind": row.kind,
                "name": row.name,
                "parent": row.parent,
                "tags": row.shown_tags,
                "lines": lines[row.id],
                "emb": texts.get(row.id, ""),
            }
            for row in store.chunk_rows(ids)
        ]
        kept = []
        for query in queries:
            names = QueryForm.of(query["query"]).names
            words = telling_words(query_words(query["query"]))
            hits = store.search_text(words, None, POOL_BY_WORDS)
            named = store.named(names, None, POOL_BY_NAME) if names else []
            kept.append(
                {
                    "query": query["query"],
                    "targets": [*query["relevant"], *query.get("secondary", [])],
                    "lex": [
                        (at[hit.id], hit.score, tuple(hit.counts), hit.n_words)
                        for hit in hits
                        if hit.id in at
                    ],
                    "named": [at[hit.id] for hit in named if hit.id in at],
                }
            )
        return {"chunks": chunks, "queries": kept}


def _score(repos: dict[str, Repo], model: Path, *, ablate: bool) -> None:
    embedder = StaticEmbedder(model)
    cosines = {}
    for name, repo in repos.items():
        matrix = embedder.embed([chunk["emb"] for chunk in repo["chunks"]])
        asked = embedder.embed([query["query"] for query in repo["queries"]])
        kept = matrix.astype(np.float16).astype(np.float32)
        paths = [chunk["path"] for chunk in repo["chunks"]]
        index = VectorIndex(list(map(str, range(len(paths)))), paths, kept)
        cosines[name] = [(one @ kept.T, index.middles(one, set(paths))) for one in asked]
    ways = {mode: _by_repo(repos, cosines, mode) for mode in MODES}
    _report(repos, ways)
    for part in score.WEIGHTS if ablate else ():
        value = fmean(_by_repo(repos, cosines, "hybrid", without=part).values())
        print(f"| without {part} | {value:.4f} |", flush=True)
    for name, off in _OFF.items() if ablate else ():
        kept = getattr(score, name)
        setattr(score, name, off)
        print(f"| without {name} | {fmean(_by_repo(repos, cosines, 'hybrid').values()):.4f} |")
        setattr(score, name, kept)


_OFF: dict[str, Any] = {
    "_usual_boosts": lambda *_: Boosts({}),
    "place_boosts": lambda *_: {},
    "spread": lambda *_: None,
}


def _by_repo(
    repos: dict[str, Repo], cosines: dict[str, list[Cosines]], mode: str, *, without: str = ""
) -> dict[str, float]:
    values = {}
    for name, repo in repos.items():
        own = []
        for query, of_query in zip(repo["queries"], cosines[name], strict=True):
            found = _found(repo["chunks"], query, of_query, mode)
            ranked = rank(QueryForm.of(query["query"]), Finds.of(found), without=[without])
            shown = [repo["chunks"][one.key] for one in islice(ranked, 10)]
            places = [(c["path"], c["lines"][0] + 1, c["lines"][1] + 1) for c in shown]
            own.append(ndcg(places, query["targets"]))
        values[name] = fmean(own)
    return values


def _found(
    chunks: Sequence[dict[str, Any]], query: dict[str, Any], cosines: Cosines, mode: str
) -> dict[int, Found]:
    """The candidates of a query, as `features.search` finds them in saved text."""
    near, middles = cosines
    lexical = {} if mode == "semantic" else {number: own for number, *own in query["lex"]}
    nearest = np.argsort(-near, kind="stable")[:POOL_BY_VECTOR] if mode != "lexical" else []
    found = {}
    for number in dict.fromkeys([*lexical, *map(int, nearest), *query["named"]]):
        chunk = chunks[number]
        score, counts, n_words = lexical.get(number, (0.0, (), 0))
        found[number] = Found(
            **{name: chunk[name] for name in ("path", "name", "parent", "kind", "tags")},
            lexical=score,
            semantic=0.0 if mode == "lexical" else float(near[number]),
            counts=counts,
            n_words=n_words,
            of_file=0.0 if mode == "lexical" else middles[chunk["path"]],
        )
    return found


def _report(repos: dict[str, Repo], ways: dict[str, dict[str, float]]) -> None:
    print(f"| repository | language | {' | '.join(MODES)} |\n|---|---|--:|--:|--:|")
    for name in sorted(repos, key=lambda one: ways["hybrid"][one]):
        cells = " | ".join(f"{ways[mode][name]:.3f}" for mode in MODES)
        print(f"| {name} | {repos[name]['lang']} | {cells} |")
    means = " | ".join(f"**{fmean(ways[mode].values()):.4f}**" for mode in MODES)
    print(f"| **mean** | | {means} |\n")
    names = defaultdict(list)
    for name, repo in repos.items():
        names[repo["lang"]].append(name)
    print(f"| language | {' | '.join(MODES)} |\n|---|--:|--:|--:|")
    for language, own in sorted(names.items()):
        cells = " | ".join(f"{fmean(ways[mode][one] for one in own):.3f}" for mode in MODES)
        print(f"| {language} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
