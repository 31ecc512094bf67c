"""The words in memory find what the tables' full-text index finds, after any series of writes."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from codewitness.model.query import Filters
from codewitness.storage import word_index, word_part
from codewitness.storage.filters import where
from codewitness.storage.rows import FileRows
from codewitness.storage.store import IndexStore
from codewitness.storage.word_index import WordIndex
from codewitness.storage.word_part import Match, Part, _best, told_by
from tests.unit.test_storage import open_store, put, rows_of

WORDS = (
    "mount mounted get get_users users user redirect redirects redirection naïve naive dying die",
    "query queries queried the self self self x 3 300 calls:fit reads:self.a größe café",
)
EVERY = " ".join(WORDS).split()


def table(**texts: str) -> pa.Table:
    """One chunk a file."""
    ids = [f"{path}::run" for path in texts]
    columns = {"id": ids, "path": list(texts), "fts": list(texts.values())}
    tags = [[word for word in text.split() if ":" in word] for text in texts.values()]
    languages = ["python"] * len(texts)
    return pa.table({**columns, "language": languages, "tags": pa.array(tags, pa.list_(pa.utf8()))})


def text(rng: random.Random) -> str:
    """Some words; now and then none, or one that is too long to be indexed."""
    words = rng.choices(EVERY, k=rng.randrange(40))
    return " ".join([*words, "w" * 300] if rng.random() < 0.1 else words)


def index(*chunks: pa.Table) -> WordIndex:
    made = WordIndex()
    made.load(lambda: [Part.of(pa.concat_tables(chunks))])
    return made


def resident(store: IndexStore) -> WordIndex:
    """The words that a store keeps."""
    store.keep_resident()
    store.load_words()
    assert store._resident is not None
    return store._resident.words


def found(words: WordIndex, *query: str, limit: int = 100) -> list[Match]:
    matches = words.search(query, limit)
    assert matches is not None
    return matches


def test_scores_are_those_of_the_full_text_index(tmp_path: Path) -> None:
    rng, store = random.Random(3), open_store(tmp_path)
    put(store, *(rows_of(f"{at}.py", text(rng)) for at in range(300)))
    store.make_indexes()
    words = resident(store)
    for _ in range(60):
        query = rng.choices([*EVERY, "unheard"], k=rng.randrange(1, 6))
        theirs = store.search_text(query, None, 300)  # asks the tables: unsaved rows are wanted
        expected = {hit.id: pytest.approx(hit.score, rel=1e-4) for hit in theirs}
        assert {one.id: one.score for one in found(words, *query, limit=300)} == expected, query
        ours = store.search_text(query, None, 300, with_unsaved=False)
        assert {hit.id: hit.score for hit in ours} == expected, query


def test_the_best_come_first_and_no_more_than_are_wanted() -> None:
    words = index(table(a="user", b="user user", c="x", d="user x x x x"))
    assert [one.path for one in found(words, "users")] == ["b", "a", "d"]
    assert [one.path for one in found(words, "users", limit=1)] == ["b"]
    assert found(words, "unheard") == []


@pytest.mark.parametrize("limit", [1, 7, 40, 300])
def test_the_best_of_many_are_those_of_a_sort(limit: int) -> None:
    rng = np.random.default_rng(7)
    scores = np.where(rng.random(9_000) < 0.6, rng.integers(1, 400, 9_000), 0).astype(np.float32)
    rows = _best(scores, limit)
    expected = np.argsort(-scores, kind="stable")[:limit]  # of equal ones the first
    assert sorted(rows.tolist()) == sorted(expected.tolist())


@pytest.mark.parametrize("limit", [1, 200])
def test_of_many_that_count_the_same_the_first_are_taken(limit: int) -> None:
    scores = np.ones(9_000, np.float32)
    assert _best(scores, limit).tolist() == list(range(limit))


def test_the_first_file_of_an_empty_folder_is_told_of() -> None:
    words = index(table(a="user").slice(0, 0))
    words.put([table(a="user")], ["a"])
    told = words.told(["a"])
    assert told is not None
    assert told.equals(told_by(table(a="user")))


def test_a_match_says_how_many_words_it_has() -> None:
    words = index(table(a="user query", b="user", c="queries of users"))
    assert {one.path: one.n_found for one in found(words, "user", "query")} == {
        "a": 2,
        "b": 1,
        "c": 2,
    }


def test_hits_with_the_most_words_bring_what_is_indexed_of_them(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    put(store, rows_of("a.py", "the user query"), rows_of("b.py", "user"))
    put(store, rows_of("c.py", "a query by users"))
    resident(store)
    asked = ["user", "query", "by"]
    found = store.search_text(asked, None, 10, with_words=(64, 0.5), with_unsaved=False)
    said = {"a.py": "the user query", "b.py": "", "c.py": "a query by users"}
    assert {hit.path: hit.words for hit in found} == said
    found = store.search_text(asked, None, 10, with_words=(1, 0.5), with_unsaved=False)
    assert {hit.path: hit.words for hit in found} == said | {"a.py": ""}
    found = store.search_text(asked, None, 10, with_words=(64, 1.0), with_unsaved=False)
    assert {hit.path: hit.words for hit in found} == said | {"a.py": ""}


@pytest.mark.parametrize("seed", range(6))
def test_after_any_writes_it_is_as_one_made_anew(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Files change, come and go, some while it is loaded; now and then parts are joined."""
    monkeypatch.setattr(word_index, "_MAX_PARTS", 3)
    monkeypatch.setattr(word_index, "_MAX_RECENT", 12)
    rng = random.Random(seed)
    files = {f"{at}.py": text(rng) for at in range(20)}
    words = WordIndex()

    def write() -> None:
        changed = {f"{rng.randrange(25)}.py": text(rng) for _ in range(rng.randrange(1, 4))}
        for path in changed:
            files.pop(path, None)
        if rng.random() < 0.3:
            words.put([], list(changed))
        else:
            files.update(changed)
            words.put([table(**{path: own}) for path, own in changed.items()], list(changed))

    def read() -> list[Part]:
        """What the tables have; files change before it is taken over."""
        found = [Part.of(table(**files))]
        for _ in range(rng.randrange(10)):
            write()
        return found

    for _ in range(rng.randrange(10)):
        write()
    words.load(read)
    for _ in range(70):
        _same(words, index(table(**files)), files, rng)
        write()


def test_where_loading_fails_nothing_is_kept() -> None:
    words = WordIndex()

    def read() -> list[Part]:
        words.put([table(a="user")], ["a"])
        raise ValueError("the tables can't be read")

    with pytest.raises(ValueError, match="tables"):
        words.load(read)
    assert words.search(["user"], 10) is None
    assert not words.is_due
    assert not words.is_coming
    assert words._parts == ()


def _same(words: WordIndex, anew: WordIndex, files: dict[str, str], rng: random.Random) -> None:
    query = rng.choices(EVERY, k=3)
    assert words.weights(query) == anew.weights(query)
    matches = found(words, *query)
    assert [_values(one) for one in matches] == [_values(one) for one in found(anew, *query)]
    assert {one.path: one.words() for one in matches} == {m.path: files[m.path] for m in matches}
    told, due = words.told(files), told_by(table(**files))
    assert told is not None
    assert sorted(map(str, told.to_pylist())) == sorted(map(str, due.to_pylist()))


def _values(match: Match) -> tuple[str, str, float, int]:
    return match.id, match.path, match.score, match.n_found


def test_nothing_is_told_before_all_is_known() -> None:
    words = WordIndex()
    words.put([table(a="user")], ["a"])
    assert words.search(["user"], 10) is None
    assert words.weights(["user"]) is None
    assert words.told(["a"]) is None


def test_an_empty_workspace_has_no_words() -> None:
    empty = table(a="x").slice(0, 0)
    words = index(empty)
    assert found(words, "user") == []
    words.put([table(a="user")], ["a"])
    assert [one.path for one in found(words, "user")] == ["a"]
    words.put([], ["a"])
    assert found(words, "user") == []


def test_the_tables_are_compared_with_it(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    put(store, rows_of("a.py", "user"), rows_of("b.py", "query"))
    words = resident(store)
    batches = [store.rows_of(["a.py", "b.py"], "disk")]
    assert store.differences(batches, ["a.py", "b.py"])[1] == []
    words.put([table(**{"b.py": "queries and users"})], ["b.py"])
    (difference,) = store.differences(batches, ["a.py", "b.py"])[1]
    assert (difference.path, difference.table) == ("b.py", "resident words")


def test_filters_hold_in_memory_as_they_do_in_the_tables(tmp_path: Path) -> None:
    rng, store = random.Random(17), open_store(tmp_path)
    tags = ["calls:go", "reads:self.a", "domain:test"]

    def file(at: int) -> FileRows:
        return rows_of(f"{rng.choice('ab')}/{at}.py", text(rng), tags=(*rng.sample(tags, 2),))

    put(store, *(file(at) for at in range(100)))
    store.make_indexes()
    words = resident(store)
    for at in range(100, 110):
        put(store, file(at))
    store.optimize()
    for filters in (
        Filters(paths=("a/**", "!**/3*.py")),
        Filters(calls=("go",), paths=("b",)),
        Filters(include_tags=("reads:*",), exclude_tags=("domain:*",)),
        Filters(languages=("c",)),
    ):
        shadowed = ["a/7.py", "b/7.py", "a/105.py"]
        condition = where(filters, layer=None, shadowed=shadowed)
        passing = words.passing(filters, shadowed, condition)
        assert passing is not None
        query = rng.choices(EVERY, k=3)
        theirs = store.search_text(query, condition, 300)
        ours = store.search_text(query, passing, 300, with_unsaved=False)
        assert {one.id: one.score for one in ours} == {
            one.id: pytest.approx(one.score, rel=1e-4) for one in theirs
        }
        named = store.named(["run"], passing, 300)
        assert {one.id for one in named} == {one.id for one in store.named(["run"], condition, 300)}
        assert bool(ours) == bool(named) == (not filters.languages)


def test_what_stands_for_a_word_counts_in_its_place() -> None:
    words = index(
        table(a="fetch x", b="retrieve x", c="retrieve fetch", d="obtain y", e="x y", f="get y")
    )
    near = [(("retrieve", 0.5), ("obtain", 0.4), ("unheard", 0.9)), ()]
    matches = words.search(["fetch", "nowhere"], 10, None, near)
    assert matches is not None
    score = {one.path: one.score for one in matches}
    assert score.keys() == {"a", "b", "c", "d"}
    alone = {one.path: one.score for one in found(words, "fetch")}
    assert score["a"] == alone["a"]
    assert score["c"] == alone["c"]  # the nearer of the two counts, and not both
    retrieving = {one.path: one.score for one in found(words, "retrieve")}
    assert score["b"] == pytest.approx(0.5 * retrieving["b"])
    assert {one.path: list(one.counts) for one in matches}["b"] == [0, 0]  # of the query's words


def test_the_tables_look_for_what_stands_for_a_word_too(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    put(store, rows_of("a.py", "fetch x"), rows_of("b.py", "retrieve x"), rows_of("c.py", "x"))
    store.make_indexes()
    near = [(("retrieve", 0.5),), ()]
    hits = store.search_text(["fetch", "nowhere"], None, 10, near=near)
    assert [hit.path for hit in hits] == ["a.py", "b.py"]
    resident(store)
    ours = store.search_text(["fetch", "nowhere"], None, 10, with_unsaved=False, near=near)
    assert [(hit.path, hit.score) for hit in hits] == [
        (hit.path, pytest.approx(hit.score, rel=1e-4)) for hit in ours
    ]


def test_how_often_words_are_there_is_told_alike_by_memory_and_tables(tmp_path: Path) -> None:
    rng, store = random.Random(11), open_store(tmp_path)
    put(store, *(rows_of(f"{at}.py", text(rng)) for at in range(40)))
    store.make_indexes()
    query = ["mounted", "user", "query", "nowhere"]

    def told() -> dict[str, tuple[list[int], int]]:
        hits = store.search_text(query, None, 100, with_unsaved=False)
        return {hit.id: (list(hit.counts), hit.n_words) for hit in hits}

    before = told()
    resident(store)
    after = told()
    assert {one: counts for one, (counts, _) in before.items()} == {
        one: counts for one, (counts, _) in after.items()
    }
    assert all(any(counts) and counts[3] == 0 for counts, _ in before.values())
    assert all(0 <= before[one][1] - n <= 1 for one, (_, n) in after.items())  # one is too long


def test_what_is_put_while_parts_are_exchanged_stays() -> None:
    words = index(table(a="user", b="query"))

    def read() -> list[Part]:
        words.put([table(b="mount", c="user")], ["b", "c"])
        assert sorted(one.path for one in found(words, "user", "mount")) == ["a", "b", "c"]
        return [Part.of(table(a="user", b="query"))]

    words.load(read)
    assert sorted(one.path for one in found(words, "user", "mount")) == ["a", "b", "c"]
    assert not found(words, "query")


def test_the_old_parts_stay_if_the_new_ones_cannot_be_read() -> None:
    words = index(table(a="user"))

    def read() -> list[Part]:
        words.put([table(b="user")], ["b"])
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        words.load(read)
    assert not words.is_coming
    assert sorted(one.path for one in found(words, "user")) == ["a", "b"]


@pytest.mark.parametrize("sizes", [(), (0,), (5, 0, 3), (40, 1, 70), (16, 16), (200,)])
def test_of_tables_one_after_the_other_it_is_the_same(
    monkeypatch: pytest.MonkeyPatch, sizes: tuple[int, ...]
) -> None:
    monkeypatch.setattr(word_part, "_ROWS_AT_ONCE", 32)
    rng = random.Random(7)
    tables, first = [], 0
    for size in sizes:
        texts = {f"f{n}.py": text(rng) for n in range(first, first + size)}
        tables.append(table(**texts or {"none.py": ""}).slice(0, size))
        first += size
    made = Part.of_each(iter(tables))
    due = Part.of(pa.concat_tables(tables)) if first else Part.of(table())
    assert made.ids.to_pylist() == due.ids.to_pylist()
    assert made.paths.to_pylist() == due.paths.to_pylist()
    assert made.texts.blocks == due.texts.blocks
    for name in ("words", "starts", "rows", "counts", "lengths"):
        np.testing.assert_array_equal(getattr(made.postings, name), getattr(due.postings, name))
    assert (made.languages.each(), made.tags.each()) == (due.languages.each(), due.tags.each())
    assert (made.n_rows, made.n_words) == (due.n_rows, due.n_words)
