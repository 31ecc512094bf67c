"""Callers that are sought and not linked yet, after an edit: as of a graph made from nothing."""

from __future__ import annotations

from random import Random

import pytest

from codewitness.engine.graph.graph import Graph
from tests.support.graphs import file_in_graph, graph_of, name_of
from tests.unit.test_graph import CASES, mixed

HANDED = {"f.py": "def f(): ...\ndef use(g): g()\nX = {'a': f}\n"}
MAKER = "class C:\n    def __init__(self, g): {}\n    def run(self): self.handler()\n"
SETTER = "from f import f\ndef h(): ...\ndef s(): {}\ndef run(): h()\n"
MADE = "from f import f\nfrom c import C\nC(f)\n"

# Files, the edited one after it, and who calls `f` then.
EDITS: dict[str, tuple[dict[str, str], dict[str, str], list[str]]] = {
    "an attribute is given a parameter": (
        {"c.py": MAKER.format("pass"), "u.py": MADE},
        {"c.py": MAKER.format("self.handler = g")},
        ["c.C.run"],
    ),
    "and no longer": (
        {"c.py": MAKER.format("self.handler = g"), "u.py": MADE},
        {"c.py": MAKER.format("pass")},
        [],
    ),
    "an attribute of another's object": (
        {
            "c.py": MAKER.format("pass"),
            "w.py": "def w(c, g): pass\n",
            "u.py": "from w import w\n" + MADE + "w(C(f), f)\n",
        },
        {"w.py": "def w(c, g): c.handler = g\n"},
        ["c.C.run"],
    ),
    "a name is given what a call gives": (
        {
            "m.py": "from p import give\ndef h(): ...\ndef run(): h()\n",
            "p.py": "from f import f\ndef give(): return f\n",
        },
        {"m.py": "from p import give\nh = give()\ndef run(): h()\n"},
        ["m.run"],
    ),
    "a name is given what a container has": (
        {"m.py": "from f import X\ndef h(): ...\ndef run(): h()\n"},
        {"m.py": "from f import X\nh = X['a']\ndef run(): h()\n"},
        ["m.run"],
    ),
    "a function gives a name of its module another value": (
        {"m.py": SETTER.format("pass")},
        {"m.py": SETTER.format("global h; h = f")},
        ["m.run"],
    ),
}


@pytest.fixture(autouse=True)
def nothing_is_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codewitness.engine.graph.graph.MAX_LINKED_AT_ONCE", 0)


def callers(graph: Graph, key: str) -> list[str]:
    return sorted(name_of(edge.caller) for edge in graph.incoming(graph.workspace.scopes[key]))


@pytest.mark.parametrize("title", EDITS)
def test_one_edit(title: str) -> None:
    before, edited, expected = EDITS[title]
    graph = graph_of({**HANDED, **before})
    callers(graph, "f.py::f")
    graph.update({path: file_in_graph(path, source) for path, source in edited.items()})
    assert callers(graph, "f.py::f") == expected
    assert callers(graph_of({**HANDED, **before, **edited}), "f.py::f") == expected


@pytest.mark.parametrize("seed", range(3))
def test_many_edits(seed: int) -> None:
    random = Random(seed)
    sources = {f"m{k}.py": case[0].get("m.py", "") for k, case in enumerate(CASES.values())}
    for title, (before, _, _) in EDITS.items():
        sources |= {f"{title[:4].strip()}_{path}": source for path, source in before.items()}
    sources |= HANDED
    graph = graph_of(sources)
    for _ in range(12):
        path = random.choice(sorted(sources))
        sources[path] = mixed(sources, random)
        graph.update({path: file_in_graph(path, sources[path])})
        fresh = graph_of(sources)
        keys = sorted(key for key, one in fresh.workspace.scopes.items() if one.ordinal >= 0)
        for key in random.sample(keys, 12):
            assert callers(graph, key) == callers(fresh, key), (path, key)
