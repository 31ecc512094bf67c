"""Macros before the name of a class don't hide it, and no name of a class is taken for one."""

from __future__ import annotations

from time import process_time

import pytest

from codewitness.model.text import Text
from codewitness.syntax.extract import analyse
from codewitness.syntax.languages.c_exports import without_exports

BODY = "{ int size() { return one(); } };\n"


@pytest.mark.parametrize(
    "head",
    [
        "class DB_API Shelf",
        "class DB_API Shelf : public Box",
        "class DB_API\nShelf",
        "class DB_API(x) Shelf : public Box, private Lid",
        "class DB_API DB_ALIGNED Shelf : public Box",
        "class [[nodiscard]] DB_API Shelf",
        "class DB_API [[nodiscard]] Shelf",
        "class alignas(8) DB_API Shelf",
        "class DB_API Shelf final : public Box",
        "class DB_API Shelf LIB_FINAL : public Box",
        "class DB_API Shelf // of all platforms\n    : public Box",
        "class DB_API /* see above */ Shelf : Box",
        "class lib_EXPORT Shelf : public Box",
        "class lib_export Shelf",
        "struct DB_API Shelf",
        "template <class T> class DB_API Shelf<T, int> : public Box<T>",
        "#define seen_outside __attribute__((used))\nclass seen_outside Shelf : public Box",
        "class Shelf : public DB_API::Box",
        "class Shelf",
        "class SHELF_API; class Shelf",
    ],
)
def test_class_behind_macros(head: str) -> None:
    assert _names(f"namespace db {{\n{head} {BODY}}}\n") >= {"db.Shelf", "db.Shelf.size"}


@pytest.mark.parametrize("head", ["enum DB_API Colour : int", "enum class DB_API Colour"])
def test_enum_behind_macros(head: str) -> None:
    assert "Colour" in _names(f"{head} {{ red }};\nclass Other {BODY}")


def test_what_is_no_macro_stays() -> None:
    text = "struct Point origin{1, 2};\nclass Shelf {};\n"
    assert _names(text) == {"Shelf"}


def _names(text: str) -> set[str]:
    analysis = analyse("src/shelf.hpp", Text.of(text))
    assert analysis is not None
    return {one.qualified_name for one in analysis.facts.definitions}


@pytest.mark.parametrize(
    "piece", ["class A /* x ", "class A<", "class A A<", "class [[", "class A("]
)
def test_what_is_never_closed_is_not_looked_for_without_end(piece: str) -> None:
    raw = piece.encode() * 20_000 + b"{"
    began = process_time()
    assert without_exports(raw)
    assert process_time() - began < 10
