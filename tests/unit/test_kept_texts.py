"""Texts that are kept in blocks are those that were given, row by row."""

from __future__ import annotations

import random

import pytest

from codewitness.storage.kept_texts import KeptTexts


@pytest.mark.parametrize("n_rows", [0, 1, 15, 16, 17, 100])
def test_each_row_has_its_text(n_rows: int) -> None:
    rng = random.Random(n_rows)
    texts = [
        " ".join(rng.choices(["größe", "self", "x"], k=rng.randrange(9))) for _ in range(n_rows)
    ]
    kept = KeptTexts.of(iter(texts))
    assert list(kept) == texts
    assert [kept.at(row) for row in range(n_rows)] == texts
