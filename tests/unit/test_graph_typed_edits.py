"""Languages with declared types: what an edit leaves as it was is kept, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.typed import callers
from codewitness.engine.graph.typed.packages import PackageRules
from tests.support.graphs import all_edges, file_in_graph, graph_of
from tests.support.markers import load_cases
from tests.unit.test_graph import mixed

CASES = [case for case in load_cases("graph") if case.source.parent.stem != "python"]
LANGUAGES = sorted({case.source.parent.stem for case in CASES})
A = """class A {
    Maker maker() { return new Maker(); }
    void run() { maker().go(); }
}
"""
MAKER = """class Maker {
    void go() {}
    void stop() {}
}
"""
# What replaces what in `A.java`; all but the first two change what it tells other files.
EDITS = {
    "a body": ("maker().go();", "maker().stop(); maker().go();"),
    "a remark": ("class A {", "// a remark\n\nclass A {"),
    "a type that is given back": ("Maker maker()", "Other maker()"),
    "a parameter": ("void run()", "void run(Other o)"),
    "a class within a function": ("maker().go();", "class Maker {} new Maker().go();"),
    "another order": ("    void run()", "    void early() {}\n    void run()"),
    "an import": ("class A {", "import other.Maker;\nclass A {"),
}


def edited(graph: Graph, path: str, source: str) -> None:
    graph.update({path: file_in_graph(path, source)})


@pytest.mark.parametrize("what", EDITS)
def test_an_index_is_made_anew_where_a_file_tells_something_else(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = {
        "A.java": A,
        "Maker.java": MAKER,
        "B.java": "class B { void b() { new A().run(); } }",
    }
    graph = graph_of(sources)
    assert all_edges(graph)
    sources["A.java"] = A.replace(*EDITS[what])
    expected = all_edges(graph_of(sources))
    made: list[PackageRules] = []
    index = PackageRules.by_full_name
    make = index.func
    monkeypatch.setattr(index, "func", lambda rules: made.append(rules) or make(rules))
    edited(graph, "A.java", sources["A.java"])
    assert all_edges(graph) == expected
    assert len(made) == (what not in ("a body", "a remark"))


def test_a_remark_leaves_all_answers_and_moves_what_is_below_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sources = {"A.java": A, "Maker.java": MAKER}
    graph = graph_of(sources)
    sought: list[Scope] = []
    seek = callers.candidates
    monkeypatch.setattr(callers, "candidates", lambda w, one: sought.append(one) or seek(w, one))
    (go,) = graph.workspace.named("go")
    assert list(graph.incoming(go))
    edges = all_edges(graph)
    n_answers = graph.typed.n_answers()
    edited(graph, "A.java", "// a remark\n" + A)
    (go,) = graph.workspace.named("go")
    (edge,) = graph.incoming(go)
    assert graph.typed.n_answers() == n_answers
    assert sought == [go], "those who may call it are not sought again"
    assert edge.caller.name_start == A.index("run") + len("// a remark\n")
    assert all_edges(graph) == edges


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_edits_leave_the_edges_of_a_rebuild(language: str) -> None:
    """Edits in one line after another, most of them within functions, some of what files tell."""
    random = Random(language)
    own = [case for case in CASES if case.source.parent.stem == language]
    sources = {path: c.text(path, -1) for c in random.sample(own, 2) for path in c.files}
    graph = graph_of(sources)
    for step in range(4):
        for _ in range(random.randrange(1, 3)):
            path = random.choice(sorted(sources))
            lines = sources[path].splitlines(keepends=True) or ["\n"]
            at = random.randrange(len(lines))
            kind = random.random()
            if kind < 0.6:
                lines.insert(at, random.choice([*lines, "\n"]))
            elif kind < 0.8:
                del lines[at]
            sources[path] = "".join(lines) if kind < 0.9 else mixed(sources, random)
            edited(graph, path, sources[path])
        assert all_edges(graph) == all_edges(graph_of(sources)), f"after step {step}"
