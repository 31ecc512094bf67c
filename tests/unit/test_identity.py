"""A definition is found again after edits above it and in it, moves and renames, or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from codewitness.engine.identity.mark import Mark, likeness, marks
from codewitness.engine.identity.match import How, match
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse
from tests.support.sources import LONG_PATHS, long_source

ORDERS = """\
class Reader:
    def __init__(self, source):
        self.source = source

    def load(self, path, limit=10):
        rows = self.source.read(path)
        if len(rows) > limit:
            raise ValueError(path)
        return [self.clean(row) for row in rows]

    def clean(self, row):
        return row.strip()


class Writer:
    def __init__(self, target):
        self.target = target

    def flush(self):
        while self.target.pending():
            self.target.write(self.target.take())
        self.target.close()
"""


def marks_of(files: Mapping[str, str]) -> list[Mark]:
    found: list[Mark] = []
    for path, source in files.items():
        analysis = analyse(path, Text.of(source))
        assert analysis is not None
        found += marks(analysis.facts, analysis.text)
    return found


def changes(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Old place: (what happened, new place); places are `path::qualified name`."""
    before, after = marks_of(old), marks_of(new)
    return {
        _place(before[at]): (found.how.value, _place(after[found.new]))
        for at, found in match(before, after).items()
    }


def _place(mark: Mark) -> str:
    return f"{mark.path}::{mark.qualified_name}"


def unchanged(found: Mapping[str, tuple[str, str]], *but: str) -> bool:
    return all(v == ("same", at) for at, v in found.items() if at not in but)


def test_edits_above_change_nothing() -> None:
    found = changes({"a.py": ORDERS}, {"a.py": "import os\n\n\nX = 1\n\n" + ORDERS})
    assert len(found) == 7
    assert unchanged(found)


def test_a_small_edit() -> None:
    edited = ORDERS.replace("raise ValueError(path)", "raise ValueError(path, limit)")
    found = changes({"a.py": ORDERS}, {"a.py": edited})
    assert found["a.py::a.Reader.load"] == ("edited", "a.py::a.Reader.load")
    assert unchanged(found, "a.py::a.Reader.load", "a.py::a.Reader")


def test_blanks_and_line_breaks_are_no_edit() -> None:
    edited = ORDERS.replace(
        "self.source.read(path)", "self.source.read(\n            path\n        )"
    )
    assert unchanged(changes({"a.py": ORDERS}, {"a.py": edited}))


def test_a_rename_in_place() -> None:
    renamed = ORDERS.replace("def load", "def read_all")
    found = changes({"a.py": ORDERS}, {"a.py": renamed})
    assert found["a.py::a.Reader.load"] == ("renamed", "a.py::a.Reader.read_all")


def test_a_class_is_renamed_with_all_its_methods() -> None:
    found = changes({"a.py": ORDERS}, {"a.py": ORDERS.replace("class Reader", "class Source")})
    assert found["a.py::a.Reader"] == ("renamed", "a.py::a.Source")
    for name in ("__init__", "load", "clean"):
        assert found[f"a.py::a.Reader.{name}"] == ("moved", f"a.py::a.Source.{name}")


def test_a_file_is_renamed_and_its_small_methods_keep_apart() -> None:
    found = changes({"a.py": ORDERS}, {"pkg/orders.py": ORDERS})
    assert len(found) == 7
    for old, (how, new) in found.items():
        assert how == "moved"
        assert new == old.replace("a.py::a.", "pkg/orders.py::pkg.orders.")


def test_a_method_moves_to_another_class_and_file() -> None:
    at = ORDERS.index("    def flush")
    flush = ORDERS[at:]
    found = changes(
        {"a.py": ORDERS, "b.py": "class Sink:\n    pass\n"},
        {"a.py": ORDERS[:at], "b.py": "class Sink:\n" + flush},
    )
    assert found["a.py::a.Writer.flush"] == ("moved", "b.py::b.Sink.flush")


def test_moved_and_edited_at_once() -> None:
    at = ORDERS.index("    def flush")
    flush = ORDERS[at:].replace("self.target.close()", "self.target.end()")
    found = changes({"a.py": ORDERS}, {"a.py": ORDERS[:at], "b.py": "class Sink:\n" + flush})
    assert found["a.py::a.Writer.flush"] == ("moved", "b.py::b.Sink.flush")


def test_two_methods_that_change_names_follow_their_bodies() -> None:
    swapped = (
        ORDERS.replace("def load(self, path, limit=10)", "def other(self, path, limit=10)")
        .replace("def flush", "def load")
        .replace("class Writer", "class Reader2")
    )
    found = changes({"a.py": ORDERS}, {"a.py": swapped})
    assert found["a.py::a.Reader.load"] == ("renamed", "a.py::a.Reader.other")


def test_a_body_written_anew_keeps_its_name() -> None:
    at, end = ORDERS.index("        rows ="), ORDERS.index("    def clean")
    anew = (
        ORDERS[:at]
        + "        yield from self.cursor.execute(SQL).fetchmany(limit)\n\n"
        + ORDERS[end:]
    )
    found = changes({"a.py": ORDERS}, {"a.py": anew})
    assert found["a.py::a.Reader.load"] == ("edited", "a.py::a.Reader.load")


def test_what_is_gone_is_not_guessed() -> None:
    at = ORDERS.index("    def load")
    end = ORDERS.index("    def clean")
    found = changes({"a.py": ORDERS}, {"a.py": ORDERS[:at] + ORDERS[end:]})
    assert "a.py::a.Reader.load" not in found
    assert changes({"a.py": ORDERS}, {}) == {}


def test_small_bodies_are_not_taken_for_each_other() -> None:
    old = "class A:\n    def x(self):\n        return self.v\n"
    new = "class B:\n    def y(self):\n        return self.v\n"
    assert "a.py::a.A.x" not in changes({"a.py": old}, {"b.py": new})


def test_overloads_are_told_apart_by_their_parameters() -> None:
    body = "{ int sum = 0; for (int i = 0; i < n; i++) { sum += i * this.k; } return sum; }"
    one, two = f"int f(int n) {body}", f"int f(int n, String s) {body}"
    found = match(
        marks_of({"A.java": f"class A {{ {one} {two} }}"}),
        marks_of({"A.java": f"class A {{ {two} {one} }}"}),
    )
    assert {at: m.new for at, m in found.items()} == {0: 0, 1: 2, 2: 1}


@pytest.mark.parametrize("path", LONG_PATHS)
def test_all_languages(path: str) -> None:
    """All definitions of a moved file are found, each where it is."""
    source = long_source(path, 4, 5)
    before = marks_of({path: source.text})
    after = marks_of({"moved/" + path: source.text})
    found = match(before, after)
    assert [found[at].new for at in range(len(before))] == list(range(len(after)))


def test_a_mark_survives_json() -> None:
    for mark in marks_of({"a.py": ORDERS}):
        assert Mark.from_json(json.loads(json.dumps(mark.to_json()))) == mark


def test_likeness_of_long_bodies_is_estimated() -> None:
    def body(words: range) -> str:
        return "def f():\n" + "".join(f"    call_{n}(x)\n" for n in words)

    [one], [half], [none] = (
        marks_of({"a.py": body(r)}) for r in (range(400), range(200, 600), range(900, 1300))
    )
    assert len(one.shingles) < one.n_shingles
    assert 0.2 < likeness(one, half) < 0.5  # a third
    assert likeness(one, none) < 0.1
    assert likeness(one, one) == 1.0
    assert match([one], [one])[0].how is How.SAME
