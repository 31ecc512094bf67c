"""Filters: the predicate for LanceDB and the plain Python say the same of every row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from codewitness.model.query import Filters
from codewitness.model.text import Text
from codewitness.storage import tag_keys
from codewitness.storage.filters import is_in, passes, quoted, where
from codewitness.storage.lazy_import import lancedb_module
from codewitness.storage.word_index import WordIndex
from codewitness.storage.word_part import Part
from codewitness.syntax.extract import analyse

lancedb = lancedb_module()

SCHEMA = pa.schema(
    {
        "path": pa.utf8(),
        "layer": pa.utf8(),
        "language": pa.utf8(),
        "tags": pa.list_(pa.utf8()),
        "tag_keys": pa.list_(pa.utf8()),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    path: str
    layer: str
    language: str
    tags: tuple[str, ...]

    @property
    def tag_keys(self) -> list[str]:
        return tag_keys.tag_keys(self.tags)


def pass_path(glob: str, path: str) -> bool:
    return passes(Filters(paths=(glob,)), path=path, language="python", tags=())


def pass_tags(filters: Filters, *tags: str) -> bool:
    return passes(filters, path="a.py", language="python", tags=tags)


@pytest.mark.parametrize(
    ("glob", "matching", "others"),
    [
        ("*.py", ["a.py", "src/a.py"], ["a.pyi", "a.py.txt"]),
        ("/*.py", ["a.py"], ["src/a.py"]),
        ("src/*.py", ["src/a.py"], ["src/sub/a.py", "lib/src/a.py"]),
        ("./src/*.py", ["src/a.py"], ["lib/src/a.py"]),
        ("src/*", ["src/a"], ["src/a/b"]),
        ("src/**", ["src/a", "src/a/b"], ["src", "lib/src/a"]),
        ("src/**/a.py", ["src/a.py", "src/x/y/a.py"], ["src/ba.py"]),
        ("**/a.py", ["a.py", "x/a.py"], ["x/ba.py"]),
        ("**", ["a", "a/b"], []),
        ("src", ["src", "src/a.py", "lib/src/a.py"], ["src2/a.py", "a/src.py"]),
        ("src/", ["src/a.py", "lib/src/a.py"], ["src", "lib/src"]),
        ("/src", ["src/a.py"], ["lib/src/a.py"]),
        ("a/b", ["a/b", "a/b/c.py"], ["x/a/b"]),
        ("a?.py", ["ab.py"], ["a.py", "a/.py"]),
        ("[ab].py", ["a.py", "b.py"], ["c.py"]),
        ("[!ab].py", ["c.py"], ["a.py", "x/b.py"]),
        ("[a-c]x", ["bx"], ["dx"]),
        ("[c-a]x", ["bx"], ["dx"]),
        ("x[.-0]y", ["x.y", "x0y"], ["x/y"]),
        ("x[/]y", [], ["x/y", "xy"]),
        ("x[!a]y", ["xby"], ["x/y"]),
        ("[]]", ["]"], ["["]),
        ("[a", ["[a"], ["a"]),
        ("app/[id]", ["app/[id]", "app/[id]/page.tsx"], ["app/x", "app/[x]/page.tsx"]),
        ("app/[...path]/*.ts", ["app/[...path]/a.ts"], ["app/[...path]/b/a.ts", "app/x/a.ts"]),
        ("app/[[...path]]/**", ["app/[[...path]]/b/a.ts"], ["app/[...path]/a.ts"]),
        ("**/*.{ts,tsx}", ["a.ts", "x/a.tsx"], ["a.js"]),
        ("{src,lib}/**", ["src/a", "lib/b/c"], ["x/a"]),
        ("{a", ["{a"], ["a"]),
        ("a,b}", ["a,b}"], ["a", "b"]),
        ("{[}]x", ["}x"], []),
        ("a.b+c$", ["a.b+c$"], ["aXb+c$"]),
        ("a\nb", ["a\nb", "a\nb/c"], ["a\nb\n"]),
        (".", ["a", "a/b"], []),
        ("!src", ["a.py"], ["src/a.py", "lib/src/a.py"]),
        ("caf\u00e9/\u00e9*", ["caf\u00e9/e\u0301.py", "cafe\u0301/\u00e9.py"], ["cafe/e.py"]),
        ("e\u0301.py", ["e\u0301.py", "\u00e9.py"], ["e.py", "e\u0300.py"]),
    ],
)
def test_globs(glob: str, matching: list[str], others: list[str]) -> None:
    assert [path for path in matching + others if pass_path(glob, path)] == matching


def test_an_excluded_path_wins_over_an_included_one() -> None:
    filters = Filters(paths=("src/**", "docs", "!**/generated/"))
    paths = ["src/a.py", "docs/b.md", "src/generated/c.py", "x.py"]
    passing = [path for path in paths if passes(filters, path=path, language="python", tags=())]
    assert passing == ["src/a.py", "docs/b.md"]


def test_all_of_the_included_tags_and_none_of_the_excluded() -> None:
    filters = Filters(include_tags=("io:*", "async"), exclude_tags=("test:*", "private"))
    assert pass_tags(filters, "io:file", "async")
    assert not pass_tags(filters, "io:file")
    assert not pass_tags(filters, "radio:file", "async")
    assert not pass_tags(filters, "io:file", "async", "test:unit")
    assert not pass_tags(filters, "io:file", "async", "private")


def test_calls_accesses_and_subscripts_are_normalised_and_joined_by_and() -> None:
    tags = ("calls:self.model.fit", "writes:self.rate", "reads:other", "subscript:a[0]")
    assert pass_tags(Filters(calls=("self->model ?. fit",)), *tags)
    assert not pass_tags(Filters(calls=("self.model.fit", "predict")), *tags)
    assert pass_tags(Filters(accesses=("self::rate", "other")), *tags)
    assert not pass_tags(Filters(accesses=("self.model.fit",)), *tags)
    assert pass_tags(Filters(subscripts=("a [0]",)), *tags)


def test_is_in_takes_any_values() -> None:
    assert is_in("path", []) == "false"
    assert is_in("path", ["b", "b"]) == "path = 'b'"
    assert is_in("path", ["b", "it's"]) == "path IN ('b', 'it''s')"
    assert quoted("a\ud800") == "'a\ufffd'"


# ── the same in a table ──────────────────────────────────────────────────────────────────────────

# Few letters, so that rows and filters meet; the rest is what SQL, LIKE or a regex could read.
_letters = st.sampled_from("ab'\"\\%_.é😀\n-^&~|$+(){},;\0\ud800")
_names = st.text(_letters, min_size=1, max_size=3).map(
    lambda text: text.encode("utf-8", "replace").decode()
)
_paths = st.lists(_names, min_size=1, max_size=3).map("/".join)
_languages = st.sampled_from(["python", "c", "it's"])
_tags = st.one_of(
    st.sampled_from(["calls:a.b", "calls:b", "reads:a", "writes:a", "subscript:a[b]", "io:a"]),
    st.builds("{}:{}".format, st.sampled_from(["calls", "io", "x%_", "lang"]), _names),
)
_layers = st.sampled_from(["disk", "me", "it's another"])
_rows = st.builds(
    Row,
    path=_paths,
    layer=_layers,
    language=_languages,
    tags=st.lists(_tags, max_size=3).map(tuple),
)
_glob_parts = st.one_of(
    _names, st.sampled_from(["*", "**", "?", "/", "[ab]", "[!a]", "[%-~]", "[", "{a,b}", "!"])
)
_globs = st.lists(_glob_parts, min_size=1, max_size=4).map("".join)
_wanted_tags = st.one_of(_tags, st.sampled_from(["calls:*", "io:*", "x%_:*", ":*", "*", "l:*"]))
_texts = st.sampled_from(["a.b", "a -> b", "b", "a", "a[b]", "'\"\\", "%", ""])


def _some(values: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(values, max_size=2).map(tuple)


_filters = st.builds(
    Filters,
    languages=_some(_languages),
    paths=_some(_globs),
    include_tags=_some(_wanted_tags),
    exclude_tags=_some(_wanted_tags),
    calls=_some(_texts),
    accesses=_some(_texts),
    subscripts=_some(_texts),
)
_one_condition = st.one_of(
    st.builds(Filters, paths=_some(_globs)),
    st.builds(Filters, include_tags=_some(_wanted_tags)),
    st.builds(Filters, exclude_tags=_some(_wanted_tags)),
)


@pytest.fixture(scope="module", params=["plain", "indexed", "two keys"])
def make_table(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    folder: Path = tmp_path_factory.mktemp("tables")
    connection = lancedb.connect(str(folder))

    def make(rows: list[Row]) -> Any:
        columns = {name: [getattr(row, name) for row in rows] for name in SCHEMA.names}
        data = pa.table(columns, schema=SCHEMA)
        table = connection.create_table("rows", data, mode="overwrite")
        if request.param != "plain":
            table.create_index("path", config=lancedb.index.BTree())
            table.create_index("tag_keys", config=lancedb.index.LabelList())
        return table

    with pytest.MonkeyPatch.context() as patch:
        if request.param == "two keys":
            patch.setattr(tag_keys, "N_KEYS", 2)
        tag_keys.tag_key.cache_clear()
        yield make
    tag_keys.tag_key.cache_clear()


def _seen(rows: list[Row], filters: Filters, layer: str | None, shadowed: set[str]) -> list[Row]:
    def is_visible(row: Row) -> bool:
        if row.layer == "disk":
            return row.path not in shadowed
        return row.layer == layer

    return [
        row
        for row in rows
        if is_visible(row) and passes(filters, path=row.path, language=row.language, tags=row.tags)
    ]


def _as_key(row: Row) -> tuple[str, str, str, tuple[str, ...]]:
    return row.path, row.layer, row.language, row.tags


def _found(table: Any, predicate: str) -> list[Row]:
    found = table.search().where(predicate).to_arrow().to_pylist()
    fields = ("path", "layer", "language")
    return [Row(**{name: row[name] for name in fields}, tags=tuple(row["tags"])) for row in found]


def _queries() -> Iterator[st.SearchStrategy[Any]]:
    yield st.lists(_rows, min_size=1, max_size=12)
    yield st.lists(st.one_of(_filters, _one_condition), min_size=1, max_size=6)
    yield st.sampled_from([None, "disk", "me"])
    yield st.sets(_paths, max_size=2)


@settings(max_examples=60, deadline=None)
@given(*_queries())
@example(
    [
        Row(path="a/b.py", layer="me", language="c", tags=()),
        Row(path="a/b.py", layer="disk", language="c", tags=("io:a",)),
        Row(path="b.py", layer="it's another", language="c", tags=("io:a",)),
    ],
    [Filters(), Filters(exclude_tags=("io:*",)), Filters(exclude_tags=("x",))],
    "me",
    {"a/b.py"},
)
def test_a_table_finds_what_passes(
    make_table: Any,
    rows: list[Row],
    all_filters: list[Filters],
    layer: str | None,
    shadowed: set[str],
) -> None:
    table = make_table(rows)
    for filters in all_filters:
        predicate = where(filters, layer=layer, shadowed=shadowed)
        expected = sorted(_seen(rows, filters, layer, shadowed), key=_as_key)
        assert sorted(_found(table, predicate), key=_as_key) == expected, predicate


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.lists(_rows, max_size=6), min_size=1, max_size=4),
    st.lists(st.one_of(_filters, _one_condition), min_size=1, max_size=6),
    st.sets(_paths, max_size=2),
)
def test_the_index_in_memory_finds_what_passes(
    written: list[list[Row]], all_filters: list[Filters], shadowed: set[str]
) -> None:
    words, seen = WordIndex(), dict[str, Row]()
    words.load(lambda: [Part.of(_chunks({}))])
    for rows in written:
        files = {row.path: row for row in rows}  # a file has one language
        words.put([_chunks(files)], list(files))
        seen |= files
    for filters in all_filters:
        passing = words.passing(filters, shadowed, "")
        assert passing is not None
        due = {
            row.path
            for row in seen.values()
            if row.path not in shadowed
            and passes(filters, path=row.path, language=row.language, tags=row.tags)
        }
        assert passing.paths == due
        assert passing.ids is None or passing.ids == due
        assert {path for path in seen if passing.has(path, path)} == due
        found = words.search(["word"], 100, passing) or ()
        assert {match.path for match in found} == due
        assert words.passing(filters, set(shadowed), "") is passing  # for what is asked next


def _chunks(files: dict[str, Row]) -> pa.Table:
    """One chunk a file, of the columns that the index in memory reads."""
    rows = files.values()
    columns = {
        "id": pa.array([row.path for row in rows], pa.utf8()),
        "path": pa.array([row.path for row in rows], pa.utf8()),
        "fts": pa.array(["word" for _ in rows], pa.utf8()),
        "language": pa.array([row.language for row in rows], pa.utf8()),
        "tags": pa.array([row.tags for row in rows], pa.list_(pa.utf8())),
    }
    return pa.table(columns)


def test_fields_without_a_receiver_are_accessed() -> None:
    lines = [
        "class Box {",
        "boolean on;",
        "void put() { on = true; }",
    ]
    lines += ["boolean get() { return on; }", "void apart(boolean on) { use(on); }", "}"]
    text = Text.of("\n".join(lines))
    analysis = analyse("Box.java", text)
    assert analysis is not None
    found = {
        chunk.name
        for chunk in analysis.facts.chunks
        if pass_tags(Filters(accesses=("on",)), *chunk.tags)
    }
    assert found == {"put", "get"}
