"""Make the list of words that stand for one another in a search.

    python tools/make_near_words.py [--check]

What is near to a word is told by hand where `tools/near_words/by_hand.txt` has a line that begins
with it, and else by the packaged embedding model, whose vectors then have a cosine of `LEAST` or
more. Only words that programs say take part, `tools/near_words/words.txt`: those of the vocabulary
of the model's source that at least twenty of the pairs have on which it was trained, counted once
by hand, without three that mean something else. Words that training added are left out: they began
as sums of their pieces, so that `config` would be near to `cond`. Short forms that names have are
near to the whole word, and it to them. `--check` says if the packaged list is another.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.static_model.folder import Model

from codewitness.engine.rank import near_words
from codewitness.engine.rank.stems import SHORT_FORMS
from codewitness.platform.embed import PACKAGED_MODEL
from codewitness.storage.stems import indexed

LIST = Path(near_words.__file__).with_name(near_words.LIST)
SOURCES = Path(__file__).parent / "near_words"
LEAST = 0.45
MOST = 6  # near words of one word
TOLD, SHORT = 0.5, 0.7  # how near what is told by hand is, and a short form

Near = list[tuple[str, float]]
_AT_ONCE = 1_000


def main() -> int:
    """Write the list, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    text = made()
    if parser.parse_args().check:
        return int(text != LIST.read_text("utf-8"))
    LIST.write_text(text, "utf-8")
    print(f"{LIST.name}: {text.count(chr(10)):,} words, {len(text):,} bytes")
    return 0


def made() -> str:
    """The whole list: a word or a stem, and what is near to it, each with how near."""
    lines = [
        " ".join([key, *(f"{word} {closeness:.2f}" for word, closeness in near)])
        for key, near in sorted(_entries().items())
        if near
    ]
    return "\n".join(lines) + "\n"


def _entries() -> dict[str, Near]:
    told = _told()
    found: dict[str, Near] = {}
    for word, near in _by_model():
        stem = indexed(word)
        if stem not in told and found.setdefault(stem, near) != near:
            found[word] = near
    return found | told


def _told() -> dict[str, Near]:
    """By stem: what the list has, and short forms."""
    closeness: dict[str, dict[str, float]] = {}
    for line in (SOURCES / "by_hand.txt").read_text("utf-8").splitlines():
        word, *near = line.split()
        closeness.setdefault(indexed(word), {}).update(dict.fromkeys(near, TOLD))
    for short, whole in SHORT_FORMS:
        closeness.setdefault(indexed(short), {})[whole] = SHORT
        closeness.setdefault(indexed(whole), {})[short] = SHORT
    return {stem: _best(near, stem) for stem, near in closeness.items()}


def _best(near: Mapping[str, float], stem: str) -> Near:
    by_stem = {indexed(word): word for word in reversed(near)}
    ordered = sorted(by_stem.values(), key=lambda word: (-near[word], [*near].index(word)))
    return [(word, near[word]) for word in ordered if indexed(word) != stem][: 2 * MOST]


def _by_model() -> Iterator[tuple[str, Near]]:
    words, matrix = _vectors()
    stems = [indexed(word) for word in words]
    for start in range(0, len(words), _AT_ONCE):
        for at, row in enumerate(matrix[start : start + _AT_ONCE] @ matrix.T, start):
            some = np.flatnonzero(row >= LEAST)
            seen, near = {stems[at]}, []
            for other in some[np.argsort(-row[some], kind="stable")]:
                word = words[other]
                if stems[other] in seen or _begins(word, words[at]):
                    continue
                seen.add(stems[other])
                near.append((word, round(float(row[other]), 2)))
            yield words[at], near[:MOST]


def _begins(one: str, other: str) -> bool:
    """True if one of them is the beginning of the other."""
    return one.startswith(other) or other.startswith(one)


def _vectors() -> tuple[list[str], np.ndarray]:
    """The words that programs say, and their vectors of length 1, in the order of tokens."""
    model = Model.read(PACKAGED_MODEL)
    said = frozenset((SOURCES / "words.txt").read_text("utf-8").split())
    vocabulary = model.tokenizer["model"]["vocab"].items()
    known = sorted(((word, at) for word, at in vocabulary if word in said), key=lambda one: one[1])
    rows = model.rows[[at for _, at in known]]
    lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return [word for word, _ in known], rows / lengths


if __name__ == "__main__":
    sys.exit(main())
