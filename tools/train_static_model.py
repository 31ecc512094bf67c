"""Train the packaged embedding model on code and what its authors wrote about it.

    python tools/distil_static_model.py --weights auto --out DISTILLED
    python tools/train_static_model.py --start DISTILLED --never LIST --folder CACHE --out MODEL

From the packages of `tools/static_model/sources.tsv` come pairs of prose and code; words of code
that the distilled model knows only in pieces become tokens; its rows are trained so that the prose
finds its code. `--never` lists repositories that judge the model: a package that is one of them
stops the program, copies of them inside others are left out, and with `--judged DIR` (a folder with
those repositories) their very code as well. The same pairs and seed give the same rows on the same
machine.

Needs torch, and the clients of PyPI, npm and Debian to fetch what is not in CACHE yet.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.static_model.collect import SOURCES, Collected, collect, sources
from tools.static_model.describe import description, source_list
from tools.static_model.folder import Model
from tools.static_model.never import Never
from tools.static_model.pairs import keys_of_code
from tools.static_model.samples import Samples
from tools.static_model.training import Bags, Settings, train
from tools.static_model.vocabulary import extended

from codewitness.platform.embed import StaticEmbedder

N_WORDS, MIN_PACKAGES = 16_000, 5  # words of code that become tokens; that many packages have them


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--start", required=True, type=Path, help="the distilled model")
    parser.add_argument("--never", required=True, type=Path, help="repositories that judge")
    parser.add_argument("--judged", type=Path, help="folder with those repositories")
    parser.add_argument("--folder", required=True, type=Path, help="for packages and pairs")
    parser.add_argument("--out", required=True, type=Path, help="folder to write the model to")
    parser.add_argument("--seed", type=int, default=Settings().seed)
    options = parser.parse_args()
    code = _code_of(options.judged) if options.judged else ()
    never = Never.read(options.never.read_text("utf-8"), code)
    collected = []
    for one in collect(sources(SOURCES.read_text("utf-8")), never, options.folder):
        collected.append(one)
        print(_line(one), flush=True)
    samples = Samples.read(one.file for one in collected if one.file is not None)
    print(f"{len(samples):,} pairs: {dict(Counter(samples.kinds))}", flush=True)
    settings = Settings(seed=options.seed)
    n_bytes = _trained(options.start, samples, settings, options.folder).write(options.out)
    (options.out / "SOURCES.md").write_text(source_list(collected), "utf-8")
    (options.out / "MODEL.md").write_text(description(options.out, samples, settings), "utf-8")
    print(f"{options.out}: {n_bytes:,} bytes; {asdict(settings)}")


def _trained(start: Path, samples: Samples, settings: Settings, folder: Path) -> Model:
    model = extended(Model.read(start), samples.words, n_words=N_WORDS, min_packages=MIN_PACKAGES)
    model.write(folder / "start")
    embedder = StaticEmbedder(folder / "start")
    queries, pieces = Bags.of(samples.queries, embedder), Bags.of(samples.codes, embedder)
    runs = samples.runs(settings.run)
    rows = train(model.rows, queries, pieces, runs, settings, _report)
    return Model(rows, model.tokenizer, model.folder)


def _report(epoch: int, n_steps: int, loss: float) -> None:
    print(f"epoch {epoch + 1}: {n_steps} steps, mean loss {loss:.3f}", flush=True)


def _code_of(judged: Path) -> Iterator[bytes]:
    for folder in sorted(path for path in judged.iterdir() if path.is_dir()):
        yield from keys_of_code(folder)


def _line(one: Collected) -> str:
    left = f", left out: {one.counts.copies} copies" if one.counts else ""
    return f"{one.package.title}: {one.problem or f'{one.n_pairs:,} pairs{left}'}"


if __name__ == "__main__":
    main()
