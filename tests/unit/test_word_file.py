"""Words that are kept from one start to the next are those that would be made anew."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from codewitness.storage import words_on_disk
from codewitness.storage.rows import FileRows
from codewitness.storage.store import IndexStore
from codewitness.storage.word_file import KeptWords, WordFile
from codewitness.storage.word_index import WordIndex
from codewitness.storage.word_part import COLUMNS, Part
from tests.unit.test_storage import open_store, put, rows_of
from tests.unit.test_word_index import EVERY, table, text


def rows(path: str, words: str) -> FileRows:
    """A file whose rows say of which text they are."""
    made = rows_of(path, words, tags=(f"calls:{words[:1]}",))
    return replace(made, files={**made.files, "sha256": [words]})


def started(folder: Path, stamp: str = "s") -> tuple[IndexStore, WordIndex]:
    """A store as a process opens it, and its words."""
    store = open_store(folder, word_file=WordFile(folder / "words", stamp))
    store.keep_resident()
    assert store.load_words()
    assert store._resident is not None
    return store, store._resident.words


def told(words: WordIndex, paths: list[str]) -> list[str]:
    """All that is known of these files."""
    found = words.told(paths)
    assert found is not None
    return sorted(map(str, found.to_pylist()))


def is_read_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """True if a start makes the words of all rows."""
    read: list[str] = []
    with monkeypatch.context() as patch:
        made = Part.of
        patch.setattr(Part, "of", lambda chunks: read.append(str(len(chunks))) or made(chunks))
        started(folder)
    return bool(read)


@pytest.mark.parametrize("seed", range(4))
def test_after_any_writes_and_starts_it_is_as_one_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(words_on_disk, "_FEW", 3)
    rng = random.Random(seed)
    paths = [f"{at}.py" for at in range(12)]
    for _ in range(8):
        store, words = started(tmp_path)
        chunks = store._rows_on_disk("chunks", COLUMNS)
        anew = WordIndex()
        anew.load(lambda chunks=chunks: [Part.of(chunks)])  # type: ignore[misc]
        assert told(words, paths) == told(anew, paths)
        query = rng.choices(EVERY, k=3)
        assert words.search(query, 50) == anew_search(anew, words, query)
        for _ in range(rng.randrange(5)):
            if rng.random() < 0.3:
                store.remove([rng.choice(paths)], "disk")
            else:
                put(store, rows(rng.choice(paths), text(rng)))


@pytest.mark.parametrize("seed", range(4))
def test_words_that_were_made_while_files_came_are_those_of_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """In a load a file may come twice, and before words are loaded others are written."""
    monkeypatch.setattr(words_on_disk, "_FEW", 3)
    rng = random.Random(seed)
    paths = [f"{at}.py" for at in range(12)]
    store = open_store(tmp_path, word_file=WordFile(tmp_path / "words", "s"))
    store.begin_load(12, with_words=True)
    for first in range(0, 12, 3):
        put(store, *(rows(path, text(rng)) for path in paths[first : first + 3]))
        if rng.random() < 0.5:
            put(store, rows(rng.choice(paths[: first + 3]), text(rng)))
    store.make_indexes()
    store.remove([rng.choice(paths)], "disk")
    read: list[int] = []
    with monkeypatch.context() as patch:
        patch.setattr(Part, "of", lambda chunks: read.append(len(chunks)))
        store.keep_resident()
        assert store.load_words()
    assert not read
    assert (tmp_path / "words").exists()  # a server that ends now leaves it to the next
    put(store, rows(rng.choice(paths), text(rng)))
    assert store._resident is not None
    words = store._resident.words
    anew = WordIndex()
    anew.load(lambda: [Part.of(store._rows_on_disk("chunks", COLUMNS))])
    assert told(words, paths) == told(anew, paths)
    query = rng.choices(EVERY, k=3)
    assert words.search(query, 50) == anew_search(anew, words, query)
    _, next_words = started(tmp_path)
    assert told(next_words, paths) == told(anew, paths)


def anew_search(anew: WordIndex, words: WordIndex, query: list[str]) -> list[object]:
    """What `anew` finds, with rows and texts where `words` has them."""
    found, own = anew.search(query, 50), words.search(query, 50)
    assert found is not None
    assert own is not None
    assert [one.words() for one in found] == [one.words() for one in own]
    pairs = zip(found, own, strict=True)
    return [one._replace(row=other.row, texts=other.texts) for one, other in pairs]


def test_what_is_kept_serves_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(open_store(tmp_path), rows("a.py", "mount user"), rows("b.py", "größe query"))
    assert is_read_anew(tmp_path, monkeypatch)
    assert not is_read_anew(tmp_path, monkeypatch)
    _, words = started(tmp_path)
    (match,) = words.search(["größe"], 5) or ()
    assert (match.path, match.words()) == ("b.py", "größe query")


def test_the_same_text_in_other_rows_is_read_of_the_tables(tmp_path: Path) -> None:
    """A file that took too long once is a single text, and later not."""
    put(open_store(tmp_path), rows("a.py", "mount"))
    store, _ = started(tmp_path)
    other = rows("a.py", "mount user")
    files = {**other.files, "sha256": ["mount"], "n_chunks": [7]}
    put(store, replace(other, files=files))
    _, words = started(tmp_path)
    assert [one.path for one in words.search(["user"], 5) or ()] == ["a.py"]


def test_words_of_another_version_are_made_anew(tmp_path: Path) -> None:
    file, other = WordFile(tmp_path / "words", "one"), WordFile(tmp_path / "words", "other")
    file.write(KeptWords(Part.of(table(a="user")), {"a": "1"}))
    assert file.read() is not None
    assert other.read() is None


@pytest.mark.parametrize("cut", [0, 7, 200, -1])
def test_a_damaged_file_is_made_anew(tmp_path: Path, cut: int) -> None:
    file = WordFile(tmp_path / "words", "s")
    file.write(KeptWords(Part.of(table(a="user")), {"a": "1"}))
    whole = (tmp_path / "words").read_bytes()
    (tmp_path / "words").write_bytes(whole[:cut])
    assert file.read() is None
    (tmp_path / "words").write_bytes(whole[:cut] + b"?" + whole[cut:][1:])
    assert file.read() is None
    file.write(KeptWords(Part.of(table(a="user")), {"a": "1"}))
    assert file.read() is not None


def test_columns_that_dont_belong_together_are_refused() -> None:
    part, other = Part.of(table(a="user", b="x")), Part.of(table(a="user"))
    with pytest.raises(ValueError, match="lengths"):
        Part.made_of(
            ids=part.ids,
            paths=part.paths,
            postings=other.postings,
            texts=part.texts,
            languages=part.languages,
            tags=part.tags,
        )


def test_where_it_cant_be_written_words_are_there_all_the_same(tmp_path: Path) -> None:
    put(open_store(tmp_path), rows("a.py", "mount"))
    (tmp_path / "words").mkdir()
    _, words = started(tmp_path)
    assert [one.path for one in words.search(["mount"], 5) or ()] == ["a.py"]


def test_what_is_written_while_it_is_made_is_not_kept(tmp_path: Path) -> None:
    put(open_store(tmp_path), rows("a.py", "mount"))
    store = open_store(tmp_path, word_file=WordFile(tmp_path / "words", "s"))
    store.keep_resident()
    read = store._queries.some_rows

    def disturbed(name: str, columns: object, where: str) -> object:
        put(store, rows("b.py", "user"))
        return read(name, columns, where)  # type: ignore[arg-type]

    store._queries.some_rows = disturbed  # type: ignore[assignment,method-assign]
    store.load_words()
    assert not (tmp_path / "words").exists()
    assert [hit.path for hit in store.search_text(["user"], None, 5)] == ["b.py"]
