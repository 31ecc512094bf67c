"""What is shipped beside the model: how it was made, of what, and under which licences."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from tools.static_model.collect import Collected
from tools.static_model.samples import SHARES, Samples
from tools.static_model.training import Settings


def source_list(collected: Iterable[Collected]) -> str:
    """The packages whose text taught the model, with what they say of their licences."""
    rows = [
        f"| {one.package.name} | {one.package.version} | {one.package.source} | {one.n_pairs:,} "
        f"| {one.licence} |"
        for one in collected
        if one.n_pairs
    ]
    table = "\n".join(rows)
    return f"""\
# What the model was trained on

Published packages, as their registries have them. None of their text is in the model's files: a
row of numbers for each token is all that is kept. Licences are what each package says of itself.

| package | version | source | pairs | licences |
|---|---|---|--:|---|
{table}
"""


def description(folder: Path, samples: Samples, settings: Settings) -> str:
    """`MODEL.md` of a trained model."""
    weights = folder / "model.safetensors"
    by_language = Counter(samples.languages).most_common()
    languages = ", ".join(f"{language} {n:,}" for language, n in by_language)
    kinds = ", ".join(f"{kind} {n:,}" for kind, n in Counter(samples.kinds).most_common())
    how = ", ".join(f"{name} {value}" for name, value in asdict(settings).items())
    shares = ", ".join(f"{kind} {share:.0%}" for kind, share in SHARES.items())
    return f"""\
# The static embedding model

A [model2vec](https://github.com/MinishLab/model2vec) folder: one vector of 256 numbers for each of
the tokens in `tokenizer.json`. A text's vector is made of its tokens' vectors; there is no network
to run.

| | |
|---|---|
| distilled from | sentence-transformers/all-MiniLM-L6-v2, by `tools/distil_static_model.py` |
| trained on | {len(samples):,} pairs of prose and code of {len(set(samples.packages))} packages, \
see `SOURCES.md` |
| licence | Apache-2.0, as the source's; see `LICENSE` |
| this `model.safetensors` | {weights.stat().st_size:,} bytes, sha256 `{_sha256(weights)}` |
| this `tokenizer.json` | sha256 `{_sha256(folder / "tokenizer.json")}` |

## How it was made

    python tools/distil_static_model.py --weights auto --out DISTILLED
    python tools/train_static_model.py --start DISTILLED --never LIST --folder CACHE --out MODEL

1. Distilled: each token of the source's vocabulary goes through the transformer alone; PCA to 256
   dimensions; weights by Zipf's law.
2. Pairs: a comment or docstring and its code without it, a comment inside and the code without
   comments, a message and the code without it, a name in words and the code without that name
   ({kinds}).
   Code is cut and written out as the product does it. Repositories that judge the model, and copies
   of them, take no part.
3. Words of code that many packages have become tokens, each as the sum of its pieces.
4. Trained so that each query finds its own code among the others of a batch, of which many are
   neighbours in one file. Half of the queries lose most of the words that their code has. Rows are
   a mean of those before and after.
   ({how};
   of each kind an epoch takes {shares}.)
5. Rounded to int8 with one float32 scale per token (the tensor `weights`).

Pairs by language: {languages}.
What it does for search is in `benchmarks/results/search_quality.md`.

Made with numpy {version("numpy")}, tokenizers {version("tokenizers")} and torch \
{version("torch").split("+")[0]}. The same pairs and seed give the same bytes on the same machine.
"""


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
