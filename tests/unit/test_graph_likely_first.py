"""Of many sites the likely calls are looked at first, for an answer may have to stop."""

from __future__ import annotations

from itertools import islice

import pytest

from codewitness.engine.graph.graph import Graph
from tests.support.graphs import graph_of

HEADERS = "package h;\npublic class Headers { public void add(String name, String value) { } }\n"
LISTS = "package h;\nclass A{n} {{ void fill(Bag bag) {{ {calls} }} }}\n"
CALLER = (
    "package h;\n"
    "class Zoo { void send(Headers headers, Bag bag) { bag.add(1); headers.add(a, b); } }\n"
)
BAG = "package h;\nclass Bag { void add(int one) { } }\n"


@pytest.fixture
def graph() -> Graph:
    many = {f"h/A{n}.java": LISTS.format(n=n, calls="bag.add(1); " * 40) for n in range(10)}
    return graph_of(
        {"h/Headers.java": HEADERS, "h/Bag.java": BAG, "h/Zoo.java": CALLER, **many},
    )


def test_what_fits_and_is_near_comes_first(graph: Graph) -> None:
    (add,) = (one for one in graph.workspace.named("add") if len(one.parameters) == 2)
    first = graph.typed.likely_first(add, graph.candidates(add))
    assert len(first) == 402
    on = [(scope.name, scope.flow.sites[at][1][1][1]) for scope, at in first]
    assert on[:2] == [("send", "headers"), ("send", "bag")]


def test_nothing_is_lost_or_added(graph: Graph) -> None:
    (add,) = (one for one in graph.workspace.named("add") if len(one.parameters) == 2)
    places = graph.candidates(add)
    first = graph.typed.likely_first(add, places)
    assert sorted((one.key, at) for one, at in first) == [(one.key, at) for one, at in places]


def test_an_answer_that_stops_early_has_the_caller(graph: Graph) -> None:
    (add,) = (one for one in graph.workspace.named("add") if len(one.parameters) == 2)
    (edge,) = islice(graph.incoming(add), 1)
    assert edge.caller.name == "send"
