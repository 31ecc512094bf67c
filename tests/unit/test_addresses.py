"""What an address names stays true: hits found by address are those that columns give."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from codewitness.storage.decode import Hit
from codewitness.storage.hits import Hits
from codewitness.storage.store import IndexStore
from tests.unit.test_storage import open_store, put, rows_of

WORDS = ("alpha", "beta", "gamma")


@pytest.fixture
def store(tmp_path: Path) -> IndexStore:
    return open_store(tmp_path)


def by_columns(store: IndexStore) -> IndexStore:
    """The same tables, read without addresses."""
    other = IndexStore.__new__(IndexStore)
    vars(other).update(vars(store))
    other._hits = Hits(store._queries)
    return other


def assert_same(store: IndexStore) -> None:
    plain = by_columns(store)
    for word in WORDS:
        for where in (None, "layer = 'disk'"):
            found = store.search_text([word], where, 50)
            assert in_order(found) == in_order(plain.search_text([word], where, 50))
    near = np.array([1, 0], dtype=np.float32)
    nearest = store.search_vector(near, "layer = 'disk'", 50)
    assert in_order(nearest) == in_order(plain.search_vector(near, "layer = 'disk'", 50))


def in_order(hits: Sequence[Hit]) -> list[Hit]:
    """Those of one score come in any order."""
    return sorted(hits, key=lambda hit: (-hit.score, hit.layer, hit.id))


@pytest.mark.parametrize("seed", range(3))
def test_hits_stay_right_through_writes_and_upkeep(store: IndexStore, seed: int) -> None:
    choose = random.Random(seed)
    put(store, *(rows_of(f"{n}.py", choose.choice(WORDS)) for n in range(6)))
    store.make_indexes()
    store.keep_resident()
    for _ in range(12):
        path, layer = f"{choose.randrange(8)}.py", choose.choice(("disk", "mine"))
        match choose.randrange(4):
            case 0:
                store.optimize()
            case 1:
                store.remove([path], layer)
            case _:
                words = " ".join(choose.sample(WORDS, 2))
                put(store, rows_of(path, words, layer=layer), layer=layer)
        assert_same(store)


def test_words_come_with_some_of_the_hits(store: IndexStore) -> None:
    put(store, *(rows_of(f"{n}.py", "alpha") for n in range(9)))
    store.make_indexes()
    store.keep_resident()
    put(store, rows_of("later.py", "alpha"))
    found = store.search_text(["alpha"], None, 50, with_words=(4, 0.5))
    assert len(found) == 10
    assert 3 <= sum(hit.words == "alpha" for hit in found) <= 4


def test_rows_that_go_while_they_are_looked_up(
    store: IndexStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(store, rows_of("first.py", "alpha"))
    store.make_indexes()
    store.keep_resident()
    put(store, rows_of("gone.py", "alpha"), rows_of("stays.py", "alpha"))
    ask = store._text_index.search

    def search_then_remove(*arguments: object, **named: object) -> object:
        found = ask(*arguments, **named)  # type: ignore[arg-type]
        store.remove(["gone.py"], "disk")
        return found

    monkeypatch.setattr(store._text_index, "search", search_then_remove)
    paths = {hit.path for hit in store.search_text(["alpha"], None, 9)}
    assert paths == {"first.py", "stays.py"}
