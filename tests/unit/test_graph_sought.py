"""Callers that are sought and not linked yet, after an edit: as of a graph made from nothing."""

from __future__ import annotations

from random import Random

import pytest

from codewitness.engine.graph.graph import Graph
from tests.support.graph_cases import graph_of_case
from tests.support.graphs import all_edges, file_in_graph, graph_of, name_of
from tests.support.markers import Case, load_cases
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


@pytest.mark.parametrize(
    "case",
    [case for case in load_cases("graph") if case.source.parent.stem == "python"],
    ids=lambda case: f"{case.source.stem}: {case.title}",
)
def test_they_are_those_of_a_linked_graph(case: Case) -> None:
    sought, linked = graph_of_case(case), graph_of_case(case)
    while linked.links.waiting:
        linked.link_one()
    for key in sought.workspace.scopes:
        assert callers(sought, key) == callers(linked, key), key


def test_what_asks_for_the_next_does_not_ask_for_an_iterator() -> None:
    source = (
        "class Bar:\n    def __iter__(self): return self\n    def __next__(self): return 1\n"
        "bar = Bar()\ndef one(): next(bar)\ndef two(): iter(bar)\ndef three(): list(bar)\n"
    )
    found = {edge for edge in all_edges(graph_of({"m.py": source})) if "Bar" in edge}
    assert found == {
        "m -> m.Bar [exact]",
        "m.one -> m.Bar.__next__ [typed]",
        "m.two -> m.Bar.__iter__ [typed]",
        "m.three -> m.Bar.__iter__ [typed]",
        "m.three -> m.Bar.__next__ [typed]",
    }


def test_what_is_compared_is_not_called() -> None:
    source = "def f(): ...\ndef g(): ...\ndef t(xs):\n    min(f, g)\n    min(xs, key=g)\n"
    found = {edge for edge in all_edges(graph_of({"m.py": source})) if "min" not in edge}
    assert found == {"m.t -> m.g [typed]"}


def test_parameters_that_a_mended_class_has_again() -> None:
    """They are read in the scope around, while the method itself is as it was."""
    broken = (
        "class Event:\n    def go(self): ...\n"
        "    def trigger(self, queue): queue.process(self.go)\n"
        "class Queue:\n    def process(self, act):\n        act()\n"
        "    @made(cls, *args):\n        return cls\n"
        "def __init__(self): ...\nEvent().trigger(Queue())\n"
    )
    mended = broken.replace("    @made(cls, *args):\n        return cls\n", "")
    graph = graph_of({"m.py": broken})
    go = graph.workspace.scopes["m.py::Event.go"]
    assert [name_of(edge.caller) for edge in graph.incoming(go)] == []
    graph.update({"m.py": file_in_graph("m.py", mended)})
    assert all_edges(graph) == all_edges(graph_of({"m.py": mended}))
    assert "m.Queue.process -> m.Event.go [typed]" in all_edges(graph)


def test_a_class_below_that_no_longer_comes_to_its_base() -> None:
    files = {
        "base.py": "class Base:\n    kind = list\n"
        "    def __init__(self): self.made = self.kind()\n",
        "below.py": "from base import Base\nclass Made:\n    def __init__(self): ...\n"
        "class Below(Base):\n    kind = Made\n"
        "    def __init__(self):\n        super().__init__()\n        pass\n",
    }
    graph = graph_of(files)
    assert "base.Base.__init__ -> below.Made.__init__ [inherited]" in all_edges(graph)
    left = files["below.py"].replace("        super().__init__()\n", "")
    graph.update({"below.py": file_in_graph("below.py", left)})
    assert all_edges(graph) == all_edges(graph_of({**files, "below.py": left}))


@pytest.mark.parametrize(
    "case",
    [case for case in load_cases("graph") if case.source.parent.stem != "python"],
    ids=lambda case: f"{case.source.stem}: {case.title}",
)
def test_each_edge_is_among_the_sites_where_callers_are_sought(case: Case) -> None:
    graph = graph_of_case(case)
    sites: dict[str, set[tuple[str, int]]] = {}
    for edge in graph.all_edges():
        if edge.target is not None and not edge.is_implicit:
            sites.setdefault(edge.target, set()).add((edge.caller.key, edge.site))
    for key, due in sites.items():
        found = {(one.key, n) for one, n in graph.candidates(graph.workspace.scopes[key])}
        assert due <= found, (key, due - found)


LOOPED = {
    "f.py": "class Sum: ...\nclass Odd: ...\ndef plain(): ...\n",
    "g.py": "from f import Odd, Sum, plain\nfor one in [Sum, Odd]:\n    one()\nplain()\nSum()\n",
}


@pytest.mark.parametrize(
    ("key", "may_lack"), [("f.py::Sum", True), ("f.py::Odd", True), ("f.py::plain", False)]
)
def test_in_a_large_project_it_is_told_what_may_be_lacking(
    key: str, may_lack: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codewitness.engine.graph.workspace.LARGE_SCOPES", 0)
    graph = graph_of(LOOPED)
    function = graph.workspace.scopes[key]
    assert graph.may_lack_callers(function) is may_lack
    while graph.links.waiting:
        graph.link_one()
    assert not graph.may_lack_callers(function)


@pytest.mark.parametrize(
    "case",
    [case for case in load_cases("graph") if case.source.parent.stem == "python"],
    ids=lambda case: f"{case.source.stem}: {case.title}",
)
def test_what_is_not_found_there_may_be_lacking(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codewitness.engine.graph.workspace.LARGE_SCOPES", 0)
    sought, linked = graph_of_case(case), graph_of_case(case)
    while linked.links.waiting:
        linked.link_one()
    for key, function in sought.workspace.scopes.items():
        if not sought.may_lack_callers(function):
            assert callers(sought, key) == callers(linked, key), key


MADE_AGAIN = "from f import C\nclass {}(C):\n    def again(self): return type(self)()\n"


def test_in_a_large_project_after_what_calls_a_type_has_another_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("codewitness.engine.graph.workspace.LARGE_SCOPES", 0)
    files = {"f.py": "class C:\n    def __init__(self): ...\n", "g.py": MADE_AGAIN.format("D")}
    graph = graph_of(files)
    assert callers(graph, "f.py::C.__init__") == ["g.D.again"]
    edited = {"g.py": f"import f\nf.C()\n{MADE_AGAIN.format('E')}"}
    graph.update({path: file_in_graph(path, source) for path, source in edited.items()})
    assert callers(graph, "f.py::C.__init__") == ["g", "g.E.again"]
    assert callers(graph_of({**files, **edited}), "f.py::C.__init__") == ["g", "g.E.again"]


def test_calls_of_values_are_those_in_the_text_of_now() -> None:
    files = {"f.py": "def f(): ...\nX = {'a': f}\n", "g.py": "def use(g):\n    g()\n"}
    graph = graph_of(files)
    function = graph.workspace.scopes["f.py::f"]
    assert [name_of(one) for one, _ in graph.candidates(function)] == ["g.use"]
    graph.update({"g.py": file_in_graph("g.py", "# a line\n" + files["g.py"])})
    (found,) = [one for one, _ in graph.candidates(function)]
    assert found is graph.workspace.scopes["g.py::use"]
