"""Methods of traits that types of libraries have: candidates where nothing more is known."""

from __future__ import annotations

from codewitness.engine.graph.edges import Edge
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import file_of
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

_SOURCE = """
use regex::RegexSet;
use std::path::Path;
trait Sure<T> { fn surely(self) -> T; }
impl<T> Sure<T> for Option<T> { fn surely(self) -> T { self.unwrap() } }
impl<T, E> Sure<T> for Result<T, E> { fn surely(self) -> T { self.unwrap() } }
trait Tidy { fn tidy(&self); }
impl Tidy for Path { fn tidy(&self) {} }
trait Wide { fn wide(&self); }
impl Wide for std::ops::RangeInclusive<u8> { fn wide(&self) {} }
fn run(names: Vec<String>, path: &Path) {
    RegexSet::new(names).surely();
    path.join("a").tidy();
    path.wide();
}
"""


def _edges() -> dict[str, list[Edge]]:
    graph = Graph()
    text = Text.of(_SOURCE)
    analysis = analyse("src/lib.rs", text, keep=False)
    assert analysis is not None
    graph.update({"src/lib.rs": file_of(analysis.core, text.sha256)})
    found: dict[str, list[Edge]] = {}
    for edge in graph.all_edges():
        callee = edge.caller.flow.sites[edge.site][1]
        if edge.caller.name == "run" and isinstance(callee, list):
            found.setdefault(callee[-1], []).append(edge)
    return found


def test_the_trait_is_a_candidate_for_what_a_library_gave() -> None:
    edges = _edges()
    assert [one.candidates for one in edges["surely"]] == [("src/lib.rs::Sure.surely",)]
    assert [one.candidates for one in edges["tidy"]] == [("src/lib.rs::Tidy.tidy",)]


def test_it_is_none_for_what_is_known_to_be_of_another_type() -> None:
    assert [one.candidates for one in _edges()["wide"]] == [()]
