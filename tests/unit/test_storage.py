"""The store: batches in, hits and rows out, layers, rebuilds, and what readers see."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from codewitness.model.facts import (
    CallItem,
    Chunk,
    ChunkKind,
    Definition,
    FileFacts,
    Item,
    Kind,
    ScopeFacts,
)
from codewitness.model.query import Filters
from codewitness.model.signals import Signals
from codewitness.model.symbol import Symbol, packed_places
from codewitness.model.text import Span, Text
from codewitness.storage import schema
from codewitness.storage.filters import where
from codewitness.storage.lazy_import import lancedb_module
from codewitness.storage.rows import FileRows, file_rows, merge
from codewitness.storage.store import IndexStore
from codewitness.storage.tables import IndexUnusable

SERVER = Path(__file__).parents[2] / "server"

EVERYTHING = {"files": 1, "chunks": 1, "symbols": 1, "call_sites": 1, "signals": 1}
NOTHING = dict.fromkeys(EVERYTHING, 0)


def open_store(folder: Path, **more: Any) -> IndexStore:
    stamp = {"dimensions": 2, "embedder": "words", "engine": "e1"}
    return IndexStore.open(str(folder / "index"), **(stamp | more))


@pytest.fixture
def store(tmp_path: Path) -> IndexStore:
    return open_store(tmp_path)


def rows_of(
    path: str,
    words: str = "run",
    *,
    vector: Sequence[float] | None = (1, 0),
    layer: str = "disk",
    tags: tuple[str, ...] = (),
    dimensions: int = 2,
) -> FileRows:
    """A file of one function `run` that calls `go`."""
    text = Text.of("def run(self):\n    go(1)\n")
    span = Span(0, len(text) - 1)
    call = CallItem("go", Span(19, 21), "go", Span(19, 21))
    run = Definition(
        kind=Kind.FUNCTION,
        name="run",
        qualified_name="run",
        parent=-1,
        span=span,
        node_span=span,
        name_span=Span(4, 7),
        header_span=Span(0, 14),
        body_span=Span(19, 24),
        facts=ScopeFacts(calls=(call,)),
    )
    chunk = Chunk(
        id=f"{path}::run",
        kind=ChunkKind.FUNCTION,
        name="run",
        qualified_name=f"{path}.run",
        parent=path,
        span=span,
        text="",
        sha256="c0ffee",
        tags=tags,
        definition=0,
    )
    facts = FileFacts(
        path=path, language="python", module=path, definitions=(run,), chunks=(chunk,)
    )
    signals = Signals(external_calls=(call,), parameters_used=(Item("self", Span(8, 12)),))
    return file_rows(
        facts,
        text,
        [(0, signals)],
        layer=layer,
        size=len(text),
        mtime_ns=1,
        fts=[words],
        vectors=None if vector is None or not dimensions else np.array([vector]),
        dimensions=dimensions,
    )


def put(store: IndexStore, *files: FileRows, layer: str = "disk") -> None:
    store.replace([merge(files)], paths=[one.path for one in files], layer=layer)


def ids_where(store: IndexStore, where: str | None) -> list[str]:
    """The ids of the chunks that pass."""
    ids: list[str] = store._read(schema.CHUNKS, ["id"], where).column("id").to_pylist()
    return ids


def found(store: IndexStore, *words: str, where: str | None = None, limit: int = 10) -> list[str]:
    return [hit.path for hit in store.search_text(words, where, limit)]


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def test_a_new_index_is_empty_and_answers(store: IndexStore) -> None:
    store.make_indexes()
    store.optimize(timedelta(hours=1))
    assert store.rebuilt is None
    assert store.counts() == NOTHING
    assert found(store, "run") == []
    assert store.search_vector(np.array([1, 0], dtype=np.float32), None, 3) == []
    assert ids_where(store, None) == []
    assert store.symbols() == []
    assert store.vectors()[2].shape == (0, 2)


def test_replacing_a_file_replaces_all_its_rows(store: IndexStore) -> None:
    put(store, rows_of("a.py", "old"))
    put(store, rows_of("a.py", "new"))
    assert store.counts() == EVERYTHING
    assert found(store, "old") == []
    assert found(store, "new") == ["a.py"]


def test_rows_come_back_as_they_were_written(store: IndexStore) -> None:
    batches = merge([rows_of("a.py"), rows_of("b.py")])
    store.replace([batches], paths=["a.py", "b.py"], layer="disk", fresh=True)
    store.make_indexes()
    back = store.rows_of(["b.py", "a.py"], "disk")
    for name in schema.TABLES:
        written: pa.Table = getattr(batches, name)
        assert getattr(back, name).sort_by("path").equals(written.sort_by("path")), name
    assert store.rows_of(["c.py"], "disk").files.num_rows == 0


def test_several_batches_are_written_at_once_and_none_only_removes(store: IndexStore) -> None:
    batches = [merge([rows_of("a.py")]), merge([rows_of("b.py")])]
    store.replace(batches, paths=["a.py", "b.py"], layer="disk")
    assert store.counts()["files"] == 2
    store.replace([], paths=["a.py"], layer="disk")
    assert [row.path for row in store.files()] == ["b.py"]


def test_a_write_is_one_commit_a_table_and_deleting_nothing_is_none(store: IndexStore) -> None:
    before = store.versions()
    put(store, rows_of("a.py"), rows_of("b.py"))
    added = store.versions()
    # The first chunks get their full-text index at once.
    expected = dict.fromkeys(added, 1) | {"chunks": 2}
    assert {name: added[name] - before[name] for name in added} == expected
    put(store, rows_of("a.py"), rows_of("b.py"))
    replaced = store.versions()
    assert {name: replaced[name] - added[name] for name in added} == dict.fromkeys(added, 2)
    store.remove(["no such.py"], "disk")
    store.drop_other_layers([])
    assert store.versions() == replaced


def test_thousands_of_paths_are_removed_at_once(store: IndexStore) -> None:
    paths = [f"src/it's {number}.py" for number in range(4000)]
    put(store, rows_of("stays.py"))
    store.replace([merge([rows_of(path) for path in paths])], paths=paths, layer="disk", fresh=True)
    store.make_indexes()
    store.remove(paths, "disk")
    assert store.counts() == EVERYTHING


def test_layers_are_kept_apart(store: IndexStore) -> None:
    put(store, rows_of("a.py", "disk"))
    put(store, rows_of("a.py", "mine", layer="me"), layer="me")
    put(store, rows_of("a.py", "yours", layer="you"), layer="you")
    mine = where(Filters(), layer="me", shadowed=["a.py"])
    nobody = where(Filters(), layer=None, shadowed=[])
    assert [hit.layer for hit in store.search_text(["disk", "mine", "yours"], mine, 9)] == ["me"]
    assert [hit.layer for hit in store.search_text(["disk", "mine"], nobody, 9)] == ["disk"]
    store.drop_other_layers(["me"])
    assert {row.layer for row in store.files()} == {"disk", "me"}
    store.remove(["a.py"], "me")
    assert [row.layer for row in store.files()] == ["disk"]


# ── searching ────────────────────────────────────────────────────────────────────────────────────


def test_any_word_matches_and_the_rarer_one_counts_more(store: IndexStore) -> None:
    put(store, *(rows_of(f"{name}.py", f"common {name}") for name in "abcdef"))
    store.make_indexes()
    assert set(found(store, "common", "c")) == {f"{name}.py" for name in "abcdef"}
    assert found(store, "common", "c")[0] == "c.py"
    scores = [hit.score for hit in store.search_text(["common", "c"], None, 10)]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("is_indexed", [True, False])
def test_words_are_lowered_and_stemmed_and_no_word_is_dropped(
    store: IndexStore, is_indexed: bool
) -> None:
    put(store, rows_of("c.py", "other"))
    put(store, rows_of("a.py", "Running files not"), rows_of("b.py", f"x{'y' * 150}"))
    if is_indexed:
        store.make_indexes()
    assert found(store, "runs") == ["a.py"]
    assert found(store, "FILE") == ["a.py"]
    assert found(store, "not") == ["a.py"]
    assert found(store, f"x{'y' * 150}") == ["b.py"]


def test_no_character_of_a_word_has_a_meaning(store: IndexStore) -> None:
    put(store, rows_of("a.py", "run"), rows_of("b.py", "walk"), rows_of("c.py", "c++ a:b"))
    store.make_indexes()
    assert found(store, "-run") == []
    assert found(store, "run*") == []
    assert found(store, "walk", "AND", "run") != []
    assert found(store, '"run', "(", "fts:walk", "~1", "^2", "\\") == []
    assert found(store, "c++") == ["c.py"]
    assert found(store, "a:b") == ["c.py"]
    assert found(store) == []
    assert found(store, " ") == []


def test_the_filter_holds_before_the_best_are_chosen(store: IndexStore) -> None:
    near = [rows_of(f"near{number}.py", "run run run") for number in range(30)]
    far = rows_of("far.py", "run and much that is not asked", vector=(0, 1), tags=("calls:go",))
    put(store, *near, far)
    store.make_indexes()
    wanted = where(Filters(calls=("go",)), layer=None, shadowed=[])
    assert found(store, "run", where=wanted, limit=1) == ["far.py"]
    (hit,) = store.search_vector(np.array([1, 0], dtype=np.float32), wanted, 1)
    assert (hit.path, hit.layer, round(hit.score, 3)) == ("far.py", "disk", 0.0)
    assert ids_where(store, wanted) == ["far.py::run"]


def test_rows_that_no_index_has_yet_are_found(store: IndexStore) -> None:
    put(store, rows_of("a.py", "early", tags=("io:file",)))
    store.make_indexes()
    put(store, rows_of("b.py", "late", tags=("io:file",)))
    assert found(store, "late") == ["b.py"]
    wanted = where(Filters(include_tags=("io:file",)), layer=None, shadowed=[])
    assert sorted(ids_where(store, wanted)) == ["a.py::run", "b.py::run"]
    store.optimize(timedelta(hours=1))
    assert found(store, "late") == ["b.py"]


def test_words_are_found_again_after_the_table_was_emptied(store: IndexStore) -> None:
    put(store, rows_of("a.py", "early"))
    store.make_indexes()
    store.remove(["a.py"], "disk")
    store.optimize(timedelta(hours=1))
    put(store, rows_of("b.py", "late"))
    assert found(store, "late") == ["b.py"]
    store.optimize(timedelta(hours=1))
    assert found(store, "late") == ["b.py"]


def test_vectors_are_ranked_by_cosine(store: IndexStore) -> None:
    put(
        store,
        rows_of("same.py", vector=(3, 0)),
        rows_of("near.py", vector=(1, 1)),
        rows_of("none.py", vector=None),
        rows_of("zero.py", vector=(0, 0)),
    )
    hits = store.search_vector(np.array([1, 0], dtype=np.float32), None, 10)
    assert [(hit.path, round(hit.score, 2)) for hit in hits] == [
        ("same.py", 1.0),
        ("near.py", 0.71),
    ]
    assert store.search_vector(np.array([1, 0], dtype=np.float16), None, 0) == []


def test_an_index_without_an_embedder_has_no_vectors(tmp_path: Path) -> None:
    store = open_store(tmp_path, dimensions=0, embedder="")
    put(store, rows_of("a.py", dimensions=0))
    store.make_indexes()
    assert found(store, "run") == ["a.py"]
    assert store.vectors()[0] == []
    with pytest.raises(ValueError, match="no vectors"):
        store.search_vector(np.ones(2), None, 1)


def test_searching_writes_nothing_to_stderr(
    store: IndexStore, capfd: pytest.CaptureFixture[str]
) -> None:
    put(store, rows_of("a.py"))
    store.make_indexes()
    found(store, "run", where="layer = 'disk'")
    store.search_vector(np.array([1, 0], dtype=np.float32), "layer = 'disk'", 1)
    assert capfd.readouterr().err == ""


# ── reading rows ─────────────────────────────────────────────────────────────────────────────────


def test_chunk_rows_come_in_the_order_asked_for(store: IndexStore) -> None:
    put(store, rows_of("a.py", tags=("io:file",)), rows_of("b.py"), rows_of("c.py"))
    rows = store.chunk_rows(["c.py::run", "a.py::run", "no such"])
    assert [row.path for row in rows] == ["c.py", "a.py"]
    assert rows[1].kind is ChunkKind.FUNCTION
    assert rows[1].shown_tags == ("io:file",)
    (text,) = store.chunk_texts(["a.py::run"])
    assert (text.start_line, text.end_line) == (0, 1)
    assert [row.path for row in store.chunk_rows(["c.py::run", "a.py::run"], "path = 'a.py'")] == [
        "a.py"
    ]
    assert store.chunk_rows([]) == []


def test_hits_bring_their_words_if_wanted(store: IndexStore) -> None:
    put(store, rows_of("a.py", "run it"), rows_of("b.py", "walk"))
    assert [hit.words for hit in store.search_text(["run"], None, 9, with_words=(9, 0.5))] == [
        "run it"
    ]
    assert [hit.words for hit in store.search_text(["run"], None, 9)] == [""]


def test_signal_rows_are_found_by_path_and_ordinal(store: IndexStore) -> None:
    put(store, rows_of("a.py"), rows_of("b.py"))
    (row,) = store.signal_rows([("a.py", 0)])
    assert (row.kind, row.calls_external, row.calls_external_at) == (Kind.FUNCTION, ("go",), (19,))
    assert row.parameters_used == ("self",)
    assert not store.signal_rows([("a.py", 1)])
    assert not store.signal_rows([("a.py", 0)], layer="me")
    keys = [("a.py", 0), ("b.py", 0), ("b.py", 7), ("c.py", 0)]
    assert [row.path for row in store.signal_rows(keys)] == ["a.py", "b.py"]
    assert store.signal_rows([]) == []


@pytest.mark.parametrize("n_files", [3, 60])
def test_signal_rows_are_the_same_from_memory(store: IndexStore, n_files: int) -> None:
    put(store, *(rows_of(f"{at}.py") for at in range(n_files)))
    keys = [(f"{at}.py", 0) for at in range(n_files)]
    of_tables = {row.path: row for row in store.signal_rows(keys)}
    store.keep_resident()
    assert {row.path: row for row in store.signal_rows(keys)} == of_tables
    assert len(of_tables) == n_files
    assert store.signal_rows([("0.py", 7)]) == []


def test_symbols_files_and_call_sites_are_loaded_whole(store: IndexStore) -> None:
    put(store, rows_of("a.py"))
    put(store, rows_of("a.py", layer="me"), layer="me")
    symbol = Symbol(
        name="run",
        qualified_name="a.py.run",
        container="a.py",
        kind=Kind.FUNCTION,
        language="python",
        path="a.py",
        ordinal=0,
        places=packed_places(Span(0, 24), Span(4, 7), (0, 1, 0)),
    )
    assert store.symbols() == [("disk", symbol), ("me", symbol)]
    assert hash(store.symbols()[0][1]) == hash(symbol)
    assert [(row.path, row.n_chunks, row.problems) for row in store.files("layer = 'me'")] == [
        ("a.py", 1, ())
    ]
    (site,) = store.call_sites("layer = 'disk'")
    assert (site.caller, site.name, site.start_line, site.start_character) == (
        "a.py.run",
        "go",
        1,
        4,
    )
    assert site.in_header is False


def test_vectors_are_those_on_disk(store: IndexStore) -> None:
    put(store, rows_of("a.py", vector=(1, 0)), rows_of("none.py", vector=None))
    put(store, rows_of("b.py", vector=(0, 1), layer="me"), layer="me")
    put(store, rows_of("c.py", vector=(0.5, 0.25)))
    ids, paths, matrix = store.vectors()
    assert paths == ["a.py", "c.py"]
    assert ids == ["a.py::run", "c.py::run"]
    assert matrix.dtype == np.float16
    assert matrix.tolist() == [[1, 0], [0.5, 0.25]]


def test_the_size_is_that_of_the_five_tables(tmp_path: Path, store: IndexStore) -> None:
    before = store.size_bytes()
    put(store, rows_of("a.py"))
    (tmp_path / "index" / "other.lance").mkdir()
    (tmp_path / "index" / "other.lance" / "data").write_bytes(b"x" * 1_000_000)
    after = store.size_bytes()
    assert before is not None
    assert after is not None
    assert before < after < 1_000_000


# ── readers beside the writer ────────────────────────────────────────────────────────────────────


def test_a_reader_sees_the_last_commit_of_another_handle(tmp_path: Path, store: IndexStore) -> None:
    reader = open_store(tmp_path, read_only=True)
    put(store, rows_of("a.py", "first"))
    assert found(reader, "first") == ["a.py"]
    store.make_indexes()
    put(store, rows_of("a.py", "second"))
    assert found(reader, "first") == []
    assert found(reader, "second") == ["a.py"]
    store.optimize(timedelta(hours=1))
    assert found(reader, "second") == ["a.py"]


def test_threads_read_while_one_writes(store: IndexStore) -> None:
    put(store, rows_of("a.py"))
    store.make_indexes()
    wanted = "path = 'a.py'"

    def read(_: int) -> bool:
        return found(store, "run", where=wanted) == ["a.py"] and len(store.symbols(wanted)) == 1

    with ThreadPoolExecutor(3) as pool:
        answers = pool.map(read, range(60))
        for number in range(15):
            put(store, rows_of(f"b{number}.py"))
            if number % 5 == 4:
                store.optimize(timedelta(hours=1))
        assert all(answers)


def test_tables_are_made_compact_while_one_writes(store: IndexStore) -> None:
    put(store, *(rows_of(f"f{n}.py", "start") for n in range(8)))
    store.make_indexes()
    over = Event()

    def make_compact() -> int:
        n_whole = 0
        while not over.is_set():
            made = [store.compact(name) for name in store.compaction_begins()]
            n_whole += all(made)
        return n_whole

    with ThreadPoolExecutor(1) as pool:
        compact = pool.submit(make_compact)
        for number in range(60):
            put(store, rows_of(f"f{number % 8}.py", f"word{number}"))
            if number % 3 == 0:
                store.remove([f"f{(number + 4) % 8}.py"], "disk")
        over.set()
        assert compact.result() > 0
    for number in range(52, 60):
        put(store, rows_of(f"f{number % 8}.py", f"word{number}"))
    for number in range(52, 60):
        assert found(store, f"word{number}") == [f"f{number % 8}.py"]
    assert found(store, "start") == found(store, "word51") == []
    assert store.counts() == {name: 8 * count for name, count in EVERYTHING.items()}


# ── rebuilds ─────────────────────────────────────────────────────────────────────────────────────


def test_an_index_that_fits_is_kept(tmp_path: Path, store: IndexStore) -> None:
    put(store, rows_of("a.py"))
    again = open_store(tmp_path)
    assert again.rebuilt is None
    assert again.counts() == EVERYTHING


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"engine": "e2"}, "another version of codewitness made it"),
        ({"embedder": "other"}, "embedder 'words' is not 'other'"),
        ({"dimensions": 3}, "dimensions '2' is not '3'"),
        ({"dimensions": 0}, "dimensions '2' is not '0'"),
    ],
)
def test_another_embedder_or_engine_means_a_rebuild(
    tmp_path: Path, store: IndexStore, change: dict[str, Any], reason: str
) -> None:
    put(store, rows_of("a.py"))
    with pytest.raises(IndexUnusable, match=reason):
        open_store(tmp_path, read_only=True, **change)
    again = open_store(tmp_path, **change)
    assert again.rebuilt == reason
    assert again.counts() == NOTHING
    assert open_store(tmp_path, **change).rebuilt is None


@pytest.mark.parametrize(("version", "age"), [(0, "older"), (schema.SCHEMA_VERSION + 1, "newer")])
def test_another_schema_means_a_rebuild(tmp_path: Path, version: int, age: str) -> None:
    connection = lancedb_module().connect(str(tmp_path / "index"))
    stamp = schema.Stamp(embedder="words", dimensions=2, engine="e1", schema_version=version)
    for name, columns in schema.schemas(2).items():
        connection.create_table(name, schema=schema.stamped(columns, stamp))
    assert open_store(tmp_path).rebuilt == f"schema {version} is {age} than {schema.SCHEMA_VERSION}"


def test_a_table_without_a_stamp_is_of_an_older_schema(tmp_path: Path) -> None:
    connection = lancedb_module().connect(str(tmp_path / "index"))
    connection.create_table("chunks", pa.table({"x": [1]}))
    assert open_store(tmp_path).rebuilt == "damaged: files: missing"
    connection.create_table("files", pa.table({"x": [1]}), mode="overwrite")
    assert open_store(tmp_path).rebuilt == f"schema 0 is older than {schema.SCHEMA_VERSION}"


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


@pytest.mark.parametrize("harm", [_cut, Path.unlink, lambda file: file.write_bytes(b"garbage")])
@pytest.mark.parametrize("part", ["_versions/*.manifest", "data/*.lance"])
def test_damage_means_a_rebuild(tmp_path: Path, store: IndexStore, part: str, harm: Any) -> None:
    put(store, rows_of("a.py"))
    put(store, rows_of("b.py"))
    for file in (tmp_path / "index" / "symbols.lance").glob(part):
        harm(file)
    again = open_store(tmp_path)
    assert again.rebuilt is not None
    assert again.rebuilt.startswith("damaged: symbols: ")
    assert str(tmp_path) not in again.rebuilt
    assert again.counts() == NOTHING
    put(again, rows_of("a.py"))
    assert open_store(tmp_path).counts() == EVERYTHING


def test_a_lost_table_means_a_rebuild_and_other_tables_stay(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    put(store, rows_of("a.py"))
    connection = lancedb_module().connect(str(tmp_path / "index"))
    connection.create_table("memory", pa.table({"x": [1, 2]}))
    connection.drop_table("signals")
    again = open_store(tmp_path)
    assert again.rebuilt == "damaged: signals: missing"
    assert again.counts() == NOTHING
    assert connection.open_table("memory").count_rows() == 2


def test_a_reader_makes_nothing(tmp_path: Path) -> None:
    with pytest.raises(IndexUnusable, match="no index yet"):
        open_store(tmp_path, read_only=True)
    assert not list((tmp_path / "index").glob("*"))


# ── importing lancedb ────────────────────────────────────────────────────────────────────────────


def _run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(SERVER)},
    )
    return done.stdout.strip()


def test_importing_the_package_or_the_rows_leaves_lancedb_alone() -> None:
    program = """
import sys
import codewitness.storage, codewitness.storage.filters, codewitness.storage.rows
print([name for name in ("lancedb", "lance_namespace") if name in sys.modules])
"""
    assert _run(program) == "[]"
