"""Searches by words while a load goes on: of what is in the index, and of unsaved text."""

from __future__ import annotations

from pathlib import Path

import pytest

from codewitness.storage.store import IndexStore
from codewitness.storage.text_index import GROWTH
from tests.unit.test_storage import open_store, put, rows_of

MANY = 1000


@pytest.fixture
def store(tmp_path: Path) -> IndexStore:
    return open_store(tmp_path)


def found(store: IndexStore, word: str, where: str | None = None) -> set[str]:
    return {hit.path for hit in store.search_text([word], where, 50)}


def test_a_load_is_searched_as_far_as_it_is_indexed(store: IndexStore) -> None:
    store.begin_load(MANY)
    put(store, rows_of("first.py", "alpha"))
    put(store, rows_of("second.py", "alpha"))
    assert store.covered_by_words == 1
    assert found(store, "alpha") == {"first.py"}
    store.make_indexes()
    assert store.covered_by_words is None
    assert found(store, "alpha") == {"first.py", "second.py"}


def test_the_index_grows_with_the_load(store: IndexStore) -> None:
    store.begin_load(MANY)
    put(store, rows_of("first.py", "alpha"))
    put(store, *(rows_of(f"{n}.py", "alpha") for n in range(GROWTH)))
    assert store.covered_by_words == GROWTH + 1
    assert len(found(store, "alpha")) == GROWTH + 1


def test_it_does_not_grow_when_the_load_is_over_soon(store: IndexStore) -> None:
    store.begin_load(2 * GROWTH)
    put(store, rows_of("first.py", "alpha"))
    put(store, *(rows_of(f"{n}.py", "alpha") for n in range(GROWTH)))
    assert store.covered_by_words == 1
    assert found(store, "alpha") == {"first.py"}
    store.make_indexes()
    assert len(found(store, "alpha")) == GROWTH + 1


def test_unsaved_text_is_found_meanwhile(store: IndexStore) -> None:
    put(store, rows_of("first.py", "alpha"))
    store.begin_load(MANY)
    put(store, rows_of("second.py", "alpha", layer="editor"), layer="editor")
    assert found(store, "alpha") == {"first.py", "second.py"}
    assert found(store, "alpha", "layer = 'editor'") == {"second.py"}


def test_after_a_load_new_rows_are_found_at_once(store: IndexStore) -> None:
    store.begin_load(MANY)
    put(store, rows_of("first.py", "alpha"))
    store.make_indexes()
    put(store, rows_of("second.py", "alpha"))
    assert found(store, "alpha") == {"first.py", "second.py"}


def test_before_any_row_nothing_is_found(store: IndexStore) -> None:
    store.begin_load(MANY)
    assert found(store, "alpha") == set()


def test_rows_behind_the_index_do_not_count_as_searched(store: IndexStore) -> None:
    put(store, rows_of("first.py", "alpha"))
    put(store, rows_of("second.py", "alpha"))  # a later one, which no index has yet
    store.begin_load(MANY)
    assert store.covered_by_words == 1


def saved_alone(store: IndexStore, word: str) -> set[str]:
    return {hit.path for hit in store.search_text([word], None, 50, with_unsaved=False)}


def test_who_has_the_unsaved_text_is_not_kept_by_its_rows(store: IndexStore) -> None:
    put(store, rows_of("first.py", "alpha"))
    put(store, rows_of("second.py", "alpha", layer="editor"), layer="editor")
    assert found(store, "alpha") == {"first.py", "second.py"}
    assert saved_alone(store, "alpha") == {"first.py"}


def test_saved_rows_behind_the_index_are_always_found(store: IndexStore) -> None:
    put(store, rows_of("first.py", "alpha"))
    put(store, rows_of("second.py", "alpha"))
    assert saved_alone(store, "alpha") == {"first.py", "second.py"}
    store.optimize()
    assert saved_alone(store, "alpha") == {"first.py", "second.py"}
    put(store, rows_of("third.py", "alpha", layer="editor"), layer="editor")
    assert saved_alone(store, "alpha") == {"first.py", "second.py"}


def test_saved_rows_that_come_while_it_catches_up_are_found(store: IndexStore) -> None:
    put(store, rows_of("first.py", "alpha"))
    for name in store.compaction_begins():
        store.compact(name)
    put(store, rows_of("second.py", "alpha"))
    put(store, rows_of("third.py", "alpha", layer="editor"), layer="editor")
    store.compacted()
    assert saved_alone(store, "alpha") >= {"first.py", "second.py"}


def test_unsaved_rows_that_come_while_it_catches_up_are_left_out(store: IndexStore) -> None:
    put(store, rows_of("first.py", "alpha"))
    for name in store.compaction_begins():
        store.compact(name)
    put(store, rows_of("third.py", "alpha", layer="editor"), layer="editor")
    store.compacted()
    assert saved_alone(store, "alpha") == {"first.py"}


def test_rows_that_another_process_writes_are_always_found(tmp_path: Path) -> None:
    writer = open_store(tmp_path)
    put(writer, rows_of("first.py", "alpha"))
    writer.optimize()
    reader = open_store(tmp_path, read_only=True)
    put(writer, rows_of("second.py", "alpha"))
    assert saved_alone(reader, "alpha") == {"first.py", "second.py"}
