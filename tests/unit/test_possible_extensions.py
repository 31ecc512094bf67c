"""A method that is given to what is defined elsewhere may be meant by any call of its name."""

from __future__ import annotations

import pytest

from codewitness.features.call_graph import possible_calls
from tests.support.graphs import graph_of, name_of

CARGO = '[package]\nname = "orchard"\n'
GIVEN = "pub trait Halves {{ fn in_halves(&self) -> usize {{ 1 }} }}\nimpl<T> Halves for {} {{}}\n"
# Code in which a method is given and one that calls it on what is not known, and its name.
RUST = {
    "of a range": (GIVEN.format("[T]"), "(0..3).in_halves();"),
    "of what a macro gives": (GIVEN.format("[T]"), "made!().in_halves();"),
    "within a macro": (GIVEN.format("[T]"), "assert!(vec![1].in_halves() > 0);"),
    "of what a library gave": (GIVEN.format("[T]"), "std::env::args().in_halves();"),
    "of two traits": (
        GIVEN.format("[T]") + "pub trait Other { fn in_halves(&self) {} }\nimpl<T> Other for T {}",
        "[1].in_halves();",
    ),
    "of another type": (GIVEN.format("Vec<T>"), '"a".in_halves();'),
}


def calling(files: dict[str, str], name: str) -> list[str]:
    """Who calls, or may call, the first definition of a name."""
    graph = graph_of(files)
    scope = min(graph.workspace.named(name), key=lambda one: one.key)
    found = {name_of(edge.caller) for edge in graph.incoming(scope)}
    return sorted(found | {name_of(caller) for caller, _ in possible_calls(graph, scope)})


@pytest.mark.parametrize("title", RUST)
def test_a_trait_of_rust(title: str) -> None:
    given, call = RUST[title]
    source = f"{given}\npub fn use_it() {{ {call} }}\n"
    files = {"Cargo.toml": CARGO, "src/lib.rs": source}
    assert [name.rpartition(".")[2] for name in calling(files, "in_halves")] == ["use_it"]


def test_what_all_text_has_is_that_of_the_library() -> None:
    source = GIVEN.format("Vec<T>").replace("in_halves", "to_owned") + 'fn f() { "a".to_owned(); }'
    assert calling({"Cargo.toml": CARGO, "src/lib.rs": source}, "to_owned") == []


def test_an_implicit_member_of_swift_whose_type_nothing_tells() -> None:
    source = "struct P { static func rare() -> P { P() } }\nfunc go(u: Foo) { u.eat(.rare()) }\n"
    assert calling({"a.swift": source}, "rare") == ["a.go"]


KOTLIN = {
    "on any object": "fun use(value: Any) { value.containsFile() }",
    "on an argument of a library's call": "fun use() { lib { root -> root.containsFile() } }",
    "on what nothing is known of": "fun use() { unknown.containsFile() }",
    "in a class's head": "class use : Some by format.containsFile()",
}


@pytest.mark.parametrize("title", KOTLIN)
def test_a_function_of_kotlin_for_a_class_from_elsewhere(title: str) -> None:
    files = {"a.kt": "fun Path.containsFile(): Boolean = true\n", "b.kt": KOTLIN[title]}
    assert [name.rpartition(".")[0] for name in calling(files, "containsFile")] != []


def test_text_has_no_function_that_is_for_another_class() -> None:
    files = {"a.kt": "fun Path.within(): Boolean = true\n", "b.kt": 'fun use() { "a".within() }'}
    assert calling(files, "within") == []
