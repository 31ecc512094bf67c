"""Rows: file facts become columns with absolute spans, lines and UTF-16 columns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codewitness.model.facts import (
    CallItem,
    Chunk,
    ChunkKind,
    Definition,
    FileFacts,
    Item,
    Kind,
    Problem,
    ScopeFacts,
)
from codewitness.model.signals import Signals
from codewitness.model.text import Encoding, Span, Text
from codewitness.storage.rows import (
    MAX_ITEM_CHARACTERS,
    FileRows,
    TableBatches,
    file_rows,
    from_ipc,
    merge,
    to_ipc,
)
from codewitness.storage.schema import TABLES, schemas

SOURCE = """\
boot()
@deco("é😀")
def run(self):
    "😀"; self.go(1)

class A:
    def m(self): pass
"""
TEXT = Text.of(SOURCE)


def span_of(part: str) -> Span:
    start = SOURCE.encode().index(part.encode())
    return Span(start, start + len(part.encode()))


def call_of(text: str, name: str, shift: int = 0) -> CallItem:
    whole = span_of(text)
    return CallItem(
        text, whole.shifted(-shift), name, Span(whole.end - len(name), whole.end).shifted(-shift)
    )


def definition(kind: Kind, name: str, part: str, **more: Any) -> Definition:
    span = span_of(part)
    name_start = SOURCE.encode().index(name.encode(), span.start)
    fields = {
        "qualified_name": name,
        "parent": -1,
        "node_span": span,
        "name_span": Span(name_start, name_start + len(name)),
        "header_span": span,
        "body_span": None,
    }
    return Definition(kind=kind, name=name, span=span, **(fields | more))


NODE = span_of('def run(self):\n    "😀"; self.go(1)')
RUN = definition(
    Kind.FUNCTION,
    "run",
    '@deco("é😀")\ndef run(self):\n    "😀"; self.go(1)',
    node_span=NODE,
    facts=ScopeFacts(calls=(call_of("self.go", "go", NODE.start),)),
)
CLASS = definition(Kind.CLASS, "A", "class A:\n    def m(self): pass\n")
METHOD = definition(Kind.METHOD, "m", "def m(self): pass", qualified_name="A.m", parent=1)

CHUNK = Chunk(
    id="a.py::run",
    kind=ChunkKind.FUNCTION,
    name="run",
    qualified_name="pkg.a.run",
    parent="pkg.a",
    span=RUN.span,
    text="...",
    sha256="c0ffee",
    tags=("calls:self.go", "calls:go"),
    definition=0,
)

FACTS = FileFacts(
    path="pkg/a.py",
    language="python",
    module="pkg.a",
    definitions=(RUN, CLASS, METHOD),
    module_facts=ScopeFacts(
        calls=(call_of("boot", "boot"),), outer_calls=(call_of("deco", "deco"),)
    ),
    chunks=(CHUNK,),
    problems=(Problem("missing )", Span(0, 1)),),
    error_bytes=1,
)

SIGNALS = [
    (
        0,
        Signals(
            internal_calls=(call_of("self.go", "go"),),
            parameters_used=(Item("self", span_of("self.go")),),
            raises=(Item("x" * 400, Span(0, 400)),),
            has_loop=True,
            line_count=3,
        ),
    ),
    (2, Signals(is_async=True, line_count=1)),
]


def rows_of(
    facts: FileFacts = FACTS, vectors: Any = None, dimensions: int = 2, layer: str = "disk"
) -> FileRows:
    return file_rows(
        facts,
        TEXT,
        SIGNALS if facts is FACTS else [],
        layer=layer,
        size=99,
        mtime_ns=1 << 60,
        fts=["run go"] * len(facts.chunks),
        vectors=vectors,
        dimensions=dimensions,
    )


def listed(batches: TableBatches, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = getattr(batches, table).to_pylist()
    return found


def test_the_tables_have_the_columns_of_the_schema() -> None:
    for dimensions in (0, 2):
        batches = merge([rows_of(dimensions=dimensions)])
        for name, schema in schemas(dimensions).items():
            assert getattr(batches, name).schema == schema
            getattr(batches, name).validate(full=True)


def test_a_file() -> None:
    assert listed(merge([rows_of()]), "files") == [
        {
            "path": "pkg/a.py",
            "layer": "disk",
            "language": "python",
            "sha256": TEXT.sha256,
            "size": 99,
            "mtime_ns": 1 << 60,
            "n_chunks": 1,
            "n_definitions": 3,
            "error_bytes": 1,
            "problems": ["missing )"],
            "flow": b"",
        }
    ]


def test_a_chunk_with_its_words_and_its_vector() -> None:
    (chunk,) = listed(merge([rows_of(vectors=np.array([[0.5, 1.0]], dtype=np.float32))]), "chunks")
    assert chunk["id"] == "a.py::run"
    assert chunk["kind"] == "function"
    assert (chunk["start_line"], chunk["end_line"]) == (1, 3)
    assert chunk["tags"] == ["calls:self.go", "calls:go"]
    assert chunk["fts"] == "run go"
    assert chunk["vector"] == [0.5, 1.0]


def test_without_vectors_the_column_is_null_and_without_an_embedder_there_is_none() -> None:
    assert listed(merge([rows_of()]), "chunks")[0]["vector"] is None
    assert "vector" not in listed(merge([rows_of(dimensions=0)]), "chunks")[0]


def test_symbols_know_their_container_and_their_lines() -> None:
    run, _, method = listed(merge([rows_of()]), "symbols")
    assert (run["qualified_name"], run["container"]) == ("pkg.a.run", "pkg.a")
    assert (run["start_line"], run["name_line"], run["end_line"]) == (1, 2, 3)
    assert (method["qualified_name"], method["container"]) == ("pkg.a.A.m", "pkg.a.A")
    assert (method["ordinal"], method["name_line"], method["kind"]) == (2, 6, "method")


def test_call_sites_are_absolute_and_count_utf16_units() -> None:
    sites = listed(merge([rows_of()]), "call_sites")
    seen = [
        (site["caller"], site["caller_ordinal"], site["name"], site["in_header"]) for site in sites
    ]
    assert seen == [
        ("pkg.a", -1, "boot", False),
        ("pkg.a", -1, "deco", True),
        ("pkg.a.run", 0, "go", False),
    ]
    go = sites[2]
    assert TEXT.slice(Span(go["start_byte"], go["end_byte"])) == "go"
    assert (go["start_line"], go["start_character"]) == (3, len('    "xx"; self.'))
    assert go["callee"] == "self.go"


def test_signals_are_texts_beside_their_offsets() -> None:
    run, method = listed(merge([rows_of()]), "signals")
    assert run["calls_internal"] == ["self.go"]
    assert run["calls_internal_at"] == [span_of("self.go").start]
    assert run["parameters_used"] == ["self"]
    assert run["raises"] == ["x" * MAX_ITEM_CHARACTERS]
    assert (run["has_loop"], run["is_async"], run["line_count"]) == (True, False, 3)
    assert (method["qualified_name"], method["calls_internal"]) == ("pkg.a.A.m", [])
    assert method["is_async"]


def test_merge_keeps_each_file_together() -> None:
    empty = FileFacts(path="empty.py", language="python", module="empty")
    mixed = [rows_of(), rows_of(empty), rows_of(vectors=np.ones((1, 2)), layer="me")]
    batches = merge(mixed)
    assert [row["path"] for row in listed(batches, "files")] == ["pkg/a.py", "empty.py", "pkg/a.py"]
    assert [row["vector"] for row in listed(batches, "chunks")] == [None, [1.0, 1.0]]
    assert [row["layer"] for row in listed(batches, "symbols")] == ["disk"] * 3 + ["me"] * 3
    assert len(listed(batches, "call_sites")) == 6


def test_batches_cross_a_process_border() -> None:
    batches = merge([rows_of(vectors=np.ones((1, 2)))])
    again = from_ipc(to_ipc(batches))
    for name in TABLES:
        assert getattr(again, name).equals(getattr(batches, name))


def test_texts_and_vectors_must_go_with_the_chunks() -> None:
    with pytest.raises(ValueError, match=r"vectors of shape \(2, 2\)"):
        rows_of(vectors=np.ones((2, 2)))
    with pytest.raises(ValueError, match="1 chunks, but 0 texts"):
        file_rows(
            FACTS, TEXT, [], layer="disk", size=1, mtime_ns=1, fts=[], vectors=None, dimensions=0
        )


@given(st.text(st.sampled_from("aé😀\n\r\u2028"), max_size=20), st.data())
def test_positions_are_those_of_the_text(source: str, data: st.DataObject) -> None:
    text = Text.of(source)
    # Everywhere but inside a line end, where no name can start.
    starts = [at for at in range(len(source) + 1) if source[at - 1 : at + 1] != "\r\n"]
    borders = [len(source[:at].encode()) for at in starts]
    offsets = data.draw(st.lists(st.sampled_from(borders), max_size=5))
    calls = tuple(CallItem("f", Span(at, at), "f", Span(at, at)) for at in offsets)
    facts = FileFacts(path="a", language="c", module="", module_facts=ScopeFacts(calls=calls))
    rows = file_rows(
        facts, text, [], layer="disk", size=1, mtime_ns=1, fts=[], vectors=None, dimensions=0
    )
    positions = [text.position_of(at, Encoding.UTF16) for at in offsets]
    assert list(rows.call_sites["start_line"]) == [position.line for position in positions]
    assert list(rows.call_sites["start_character"]) == [p.character for p in positions]


def test_a_batch_of_no_rows_has_the_schema_too() -> None:
    empty = FileFacts(path="empty.py", language="python", module="empty")
    batches = merge([rows_of(empty)])
    assert {name: getattr(batches, name).num_rows for name in TABLES} == {
        "files": 1,
        "chunks": 0,
        "symbols": 0,
        "call_sites": 0,
        "signals": 0,
    }
    assert batches.chunks.schema.field("vector").type == pa.list_(pa.float16(), 2)
