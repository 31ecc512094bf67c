"""How often the error found first is one of the same kind, as stack traces and as log lines.

Stack traces: benchmarks/stack_traces.jsonl, the output of real programs (benchmarks/failing) that
fail in the same ways in several languages; relevant to a trace are those of its kind, which are
of other languages. Log lines: give a folder with loghub's `*_structured.csv` (`--loghub DIR`, not
part of this repository); relevant to a line are the others of its template. `--traces FILE` reads
other traces, in the same form.

    python benchmarks/similar_errors.py [--loghub DIR] [--lines 2000] [--every 1] [--traces FILE]
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from codewitness.engine.recording.similar import ErrorIndex, ErrorText, Vectors
from codewitness.engine.recording.traces import parse_trace
from codewitness.platform.embed import load_embedder

HERE = Path(__file__).resolve().parent
DEPTH = 50  # results that the reciprocal rank looks at

Labelled = tuple[ErrorText, str]


def measure(items: Sequence[Labelled], embed: Vectors | None, every: int = 1) -> dict[str, float]:
    """hit@1, MRR and the mean time of a query; what has no other of its label isn't asked for.

    Of those that are asked for, only each `every`th is.
    """
    index = ErrorIndex(embed)
    for number, (text, _) in enumerate(items):
        index.add(str(number), text)
    counts = Counter(label for _, label in items)
    hits = ranks = 0.0
    asked = [n for n, (_, label) in enumerate(items) if counts[label] > 1][::every]
    began = time.perf_counter()
    for number in asked:
        found = index.search(items[number][0], limit=DEPTH + 1)
        labels = [items[int(one.key)][1] for one in found if one.key != str(number)]
        rank = next((at for at, one in enumerate(labels, 1) if one == items[number][1]), 0)
        hits += rank == 1
        ranks += 1 / rank if rank else 0.0
    seconds = time.perf_counter() - began
    n = max(len(asked), 1)
    return {"n": n, "hit@1": hits / n, "MRR": ranks / n, "ms": 1000 * seconds / n}


def text_of(trace: str) -> ErrorText:
    found = parse_trace(trace)
    return ErrorText(
        error_type=found.error_type or "error",
        message=found.message,
        causes=found.causes,
        frames=found.frames,
        report=trace,
    )


def show(name: str, found: dict[str, float]) -> None:
    print(
        f"{name:24} n {found['n']:5.0f}  hit@1 {found['hit@1']:.4f}  MRR {found['MRR']:.4f}"
        f"  {found['ms']:.1f} ms",
        flush=True,
    )


def stack_traces(path: Path, embed: Vectors | None) -> None:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    items = [(text_of(one["trace"]), one["kind"]) for one in lines]
    show("stack traces", measure(items, embed))
    for language in sorted({one["language"] for one in lines}):
        kept = [n for n, one in enumerate(lines) if one["language"] != language]
        rest = [items[n] for n in kept]
        own = [items[n] for n, one in enumerate(lines) if one["language"] == language]
        hits, asked = 0, 0
        index = ErrorIndex(embed)
        for number, (text, _) in enumerate(rest):
            index.add(str(number), text)
        for text, label in own:
            found: list[Any] = index.search(text, limit=1)
            asked += 1
            hits += bool(found) and rest[int(found[0].key)][1] == label
        print(f"  {language:14} against the others: {hits} of {asked}")


def loghub(folder: Path, n_lines: int, every: int, embed: Vectors | None) -> None:
    found = []
    for path in sorted(folder.rglob("*_structured.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))[:n_lines]
        items = [(ErrorText(message=row["Content"]), row["EventId"]) for row in rows]
        found.append(measure(items, embed, every))
        show(path.parent.name, found[-1])
    if not found:
        raise SystemExit(f"--loghub: there is no *_structured.csv below {folder}")
    for key in ("hit@1", "MRR"):
        print(f"mean {key} {sum(one[key] for one in found) / len(found):.4f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loghub", type=Path)
    parser.add_argument("--lines", type=int, default=2000)
    parser.add_argument("--every", type=int, default=1, help="ask for each such line only")
    parser.add_argument("--traces", type=Path, default=HERE / "stack_traces.jsonl")
    parser.add_argument("--no-vectors", action="store_true")
    given = parser.parse_args()
    embedder = None if given.no_vectors else load_embedder("static")
    embed = embedder.embed if embedder is not None else None
    stack_traces(given.traces, embed)
    if given.loghub:
        loghub(given.loghub, given.lines, given.every, embed)


if __name__ == "__main__":
    main()
