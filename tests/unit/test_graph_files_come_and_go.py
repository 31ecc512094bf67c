"""Files come, go and move: the edges of a rebuild, and what does not rest on them stays linked."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from codewitness.engine.graph import workspace
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.saved import restore, saved
from tests.support.graphs import all_edges, file_in_graph, graph_of
from tests.support.markers import load_cases
from tests.unit.test_graph import CASES, mixed

PYTHON = [case for case in load_cases("graph") if case.source.parent.stem == "python"]
PROJECTS: list[dict[str, str]] = [
    *(files for files, _ in CASES.values() if len(files) > 1),
    *({path: case.text(path, -1) for path in case.files} for case in PYTHON),
]
PLACES = ("", "p/", "p/q/", "src/", "q/", "src/p/")
NAMES = ("__init__", "a", "b", "m", "p", "q", "utils")
SOURCES = {
    "a.py": "def f(): ...\n",
    "b.py": "from a import f\ndef t():\n    f()\n",
    "c.py": "from p import g\ndef u():\n    g()\n",
    "d.py": "def v():\n    print()\n",
}


def linked(sources: Mapping[str, str]) -> Graph:
    graph = graph_of(sources)
    while graph.link_one():
        pass
    return graph


def kept(graph: Graph) -> bytes:
    return saved(graph, "s", lambda: None)()


def step(sources: dict[str, str], random: Random) -> dict[str, str]:
    """What changes: files that come, go, move to where others may be found, or are edited."""
    now = dict(sources)
    for _ in range(random.randrange(1, 4)):
        path = random.choice([*now, *sources])
        source = now.get(path, "")
        kind = random.random()
        if kind < 0.6:
            now.pop(path, None)
        if kind > 0.2:
            name = path.rpartition("/")[2] if random.random() < 0.5 else None
            to = random.choice(PLACES) + (name or f"{random.choice(NAMES)}.py")
            now[to] = mixed(sources, random) if random.random() < 0.3 else source
    return now or dict(sources)


def change(graph: Graph, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    """All at once, as a switch of branches does."""
    changed = {
        path: file_in_graph(path, after[path]) if path in after else None
        for path in before.keys() | after.keys()
        if before.get(path) != after.get(path)
    }
    graph.update(changed)


@pytest.mark.parametrize("seed", range(12))
def test_the_edges_are_those_of_a_rebuild(seed: int) -> None:
    random = Random(seed)
    sources: dict[str, str] = {}
    for project in random.sample(PROJECTS, 4):
        sources |= project
    graph = graph_of(sources)
    for _ in range(10):
        before, sources = sources, step(sources, random)
        change(graph, before, sources)
        if random.random() < 0.3:
            graph.cells.forget()
        assert all_edges(graph) == all_edges(graph_of(sources))
        if random.random() < 0.3:
            data, meanwhile = kept(linked(sources)), step(sources, random)
            graph = graph_of(meanwhile)
            assert restore(graph, data, "s")
            assert all_edges(graph) == all_edges(graph_of(meanwhile))
            sources = meanwhile


@pytest.mark.parametrize(
    ("coming", "waiting"),
    [
        ({"e.py": "x = 1\n"}, set()),
        ({"p.py": "def g(): ...\n"}, {"c.py::u"}),
        ({"p/__init__.py": "def g(): ...\n"}, {"c.py::u"}),
        ({"notes.md": "# f\n"}, set()),
        ({"a.py": None}, {"b.py::t"}),
        ({"d.py": None}, set()),
    ],
)
def test_what_does_not_rest_on_it_stays_linked(
    monkeypatch: pytest.MonkeyPatch, coming: dict[str, str | None], waiting: set[str]
) -> None:
    """In a large project, where it matters."""
    monkeypatch.setattr(workspace, "LARGE_SCOPES", 0)
    monkeypatch.setattr(workspace, "FEW_SCOPES", 0)
    after = {p: s for p, s in (SOURCES | coming).items() if s is not None}
    graph = linked(SOURCES)
    data = kept(graph)
    change(graph, SOURCES, after)
    other = graph_of(after)
    assert restore(other, data, "s")
    for one in (graph, other):
        scopes = [one.workspace.scopes[key] for key in one.links.waiting]
        assert {scope.key for scope in scopes if scope.flow_text and scope.name} == waiting
        assert all_edges(one) == all_edges(graph_of(after))
