"""Of overloads that nothing tells apart none is surely called, and each may be."""

from __future__ import annotations

import pytest

from codewitness.engine.graph.edges import Resolution
from tests.support.graphs import graph_of

# Two overloads of `put` in `Shelf`, with calls: of either, and of one that is told.
SOURCES = {
    "Shelf.java": "class Shelf {\n  void put(Book b) {}\n  void put(Vase v) {}\n"
    "  void fill() { put(found()); }\n  void one() { put(new Book()); }\n}\n"
    "class Book {}\nclass Vase {}\n",
    "shelf.kt": "class Shelf {\n  fun put(b: Book) {}\n  fun put(v: Vase) {}\n"
    "  fun fill() { put(found()) }\n  fun one() { put(Book()) }\n}\nclass Book\nclass Vase\n",
    "Shelf.cs": "class Shelf {\n  void put(Book b) {}\n  void put(Vase v) {}\n"
    "  void fill() { put(found()); }\n  void one() { put(new Book()); }\n}\n"
    "class Book {}\nclass Vase {}\n",
    "shelf.swift": "class Shelf {\n  func put(_ b: Book) {}\n  func put(_ v: Vase) {}\n"
    "  func fill() { put(found()) }\n  func one() { put(Book()) }\n}\n"
    "class Book {}\nclass Vase {}\n",
    "shelf.cpp": "struct Book {};\nstruct Vase {};\nstruct Shelf {\n  void put(Book b);\n"
    "  void put(Vase v);\n  void fill();\n  void one();\n};\n"
    "void Shelf::put(Book b) {}\nvoid Shelf::put(Vase v) {}\n"
    "void Shelf::fill() { put(found()); }\nvoid Shelf::one() { Book b; put(b); }\n",
}


@pytest.mark.parametrize("path", SOURCES)
def test_of_two_that_fit_neither_is_sure(path: str) -> None:
    graph = graph_of({path: SOURCES[path]})
    edges = [edge for edge in graph.all_edges() if edge.target and ".put" in edge.target]
    unsure = [edge for edge in edges if edge.caller.name == "fill"]
    told = [edge for edge in edges if edge.caller.name == "one"]
    assert len(unsure) == len({edge.target for edge in unsure}) >= 2
    assert {edge.resolution for edge in unsure} == {Resolution.AMBIGUOUS}
    assert all({*edge.candidates} == {one.target for one in unsure} for edge in unsure)
    assert told
    assert {edge.resolution for edge in told} == {Resolution.EXACT}


def test_a_function_that_is_declared_elsewhere_with_longer_types_is_one() -> None:
    graph = graph_of(
        {
            "shelf.h": "namespace home {\nstruct Book {};\nvoid put(const home::Book& book);\n}\n",
            "shelf.cpp": '#include "shelf.h"\nnamespace home {\nvoid put(const Book& book) {}\n'
            "void fill() { put(found()); }\n}\n",
        }
    )
    edges = [edge for edge in graph.all_edges() if edge.target and "put" in edge.target]
    assert {edge.resolution for edge in edges} == {Resolution.EXACT}


PROPERTIES = """namespace Shop;
interface INamed { string Name { get; } }
public abstract class Shape : INamed
{
    public abstract string Name { get; }
    public virtual int Size => 1;
}
public class Circle : Shape
{
    public override string Name => "c";
    public override int Size { get { return 2; } }
}
public class Beside { public string Name => "b"; public int Size => 3; }
"""


def test_a_property_runs_in_place_of_that_of_a_base() -> None:
    graph = graph_of({"A.cs": PROPERTIES})
    found = {
        scope.qualified_name: [graph.workspace.scopes[k].qualified_name for k in overridden]
        for scope in graph.workspace.scopes.values()
        if (overridden := graph.overridden(scope))
    }
    assert found == {
        "Shape.Name": ["INamed.Name"],
        "Circle.Name": ["Shape.Name", "INamed.Name"],
        "Circle.Size": ["Shape.Size"],
    }
