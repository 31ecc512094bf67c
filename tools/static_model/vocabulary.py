"""Words of code that the source's vocabulary has only in pieces, as tokens of their own.

WordPiece takes the longest token that fits, so an added word is taken whole wherever it begins a
word: `mutex` and `mutexes` no longer go by `mute`, `##x`. It starts out as the sum of its pieces,
so texts mean what they meant before training.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tools.static_model.folder import Model

from codewitness.platform.embed import split_identifiers

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_WORD = re.compile(r"[a-z]{3,20}")


def count_words(texts: Iterable[str], counts: Counter[str]) -> None:
    """Add one for each distinct word of a package's `texts`: what few packages say is theirs."""
    words: set[str] = set()
    for text in texts:
        words.update(_WORD.findall(split_identifiers(text).lower()))
    counts.update(words)


def extended(model: Model, counts: Counter[str], *, n_words: int, min_packages: int) -> Model:
    """`model` with the `n_words` words that most packages have and that it knows in pieces only."""
    import numpy as np
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(json.dumps(model.tokenizer))
    known = set(model.tokenizer["model"]["vocab"])
    often = sorted((-n, word) for word, n in counts.items() if n >= min_packages)
    new = [word for _, word in often if word not in known][:n_words]
    pieces = [_ids(tokenizer, word) for word in new]
    rows = [model.rows[ids].sum(axis=0) for ids in pieces]
    vocabulary = model.tokenizer["model"]["vocab"]
    added = {word: len(vocabulary) + at for at, word in enumerate(new)}
    settings = {**model.tokenizer["model"], "vocab": {**vocabulary, **added}}
    return Model(
        rows=np.concatenate([model.rows, np.array(rows, np.float32).reshape(-1, model.dimensions)]),
        tokenizer={**model.tokenizer, "model": settings},
        folder=model.folder,
    )


def _ids(tokenizer: Tokenizer, word: str) -> list[int]:
    ids: list[int] = tokenizer.encode(word, add_special_tokens=False).ids
    return ids
