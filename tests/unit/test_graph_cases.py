"""The call graph over the marked cases: each edge as it is marked, and no other."""

from __future__ import annotations

from collections import Counter

import pytest

from codewitness.engine.graph.graph import Graph
from codewitness.syntax.registry import LANGUAGES
from tests.support.graph_cases import differences, expected, graph_of_case, wrong_words
from tests.support.graphs import all_edges, file_in_graph, graph_of
from tests.support.markers import Case, load_cases

CASES = load_cases("graph")
MIN_EDGES = 20  # of each language
MIN_PRECISION, MIN_RECALL = 0.98, 0.90


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source.parent.stem}: {case.title}")
def test_case(case: Case) -> None:
    graph = graph_of_case(case)
    _, missing, false = differences(case, graph)
    assert (missing, false) == ([], []), f"{case.source}: (missing, false)"
    assert wrong_words(case, graph) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source.parent.stem}: {case.title}")
def test_callers_are_the_callees_turned_round(case: Case) -> None:
    graph = graph_of_case(case)
    forward = {
        (edge.caller.key, edge.site, edge.target)
        for edge in graph.all_edges()
        if edge.target is not None
    }
    backward = {
        (edge.caller.key, edge.site, edge.target)
        for scope in graph.workspace.scopes.values()
        for edge in graph.incoming(scope)
    }
    assert backward == forward


def test_each_language_has_enough_edges_and_they_are_right() -> None:
    right, missing, false = Counter[str](), Counter[str](), Counter[str]()
    for case in CASES:
        graph = graph_of_case(case)
        language = case.source.parent.stem
        n_right, lacking, wrong = differences(case, graph)
        right[language] += n_right
        missing[language] += len(lacking)
        false[language] += len(wrong)
        assert expected(case, graph)
    for language in {*right}:
        n_right = right[language]
        assert n_right >= MIN_EDGES, f"{language}: {n_right} edges"
        assert n_right >= MIN_PRECISION * (n_right + false[language]), language
        assert n_right >= MIN_RECALL * (n_right + missing[language]), language
    assert {*LANGUAGES} - {"python"} <= {*right}


@pytest.mark.parametrize(
    "language", sorted({case.source.parent.stem for case in CASES}), ids=lambda name: name
)
def test_edges_after_a_change_are_those_of_a_clean_graph(language: str) -> None:
    case = max((c for c in CASES if c.source.parent.stem == language), key=lambda c: len(c.files))
    sources = {path: case.text(path, -1) for path in case.files}
    graph = graph_of(sources)
    whole = all_edges(graph)
    for path in [*sources][:3]:
        rest = {**sources, path: f"\n{_COMMENTS[language]} nothing is left\n"}
        graph.update({path: file_in_graph(path, rest[path])})
        assert all_edges(graph) == all_edges(graph_of(rest)), f"without {path}"
        graph.update({path: None})
        graph.update({path: file_in_graph(path, sources[path])})
        assert all_edges(graph) == whole, f"{path} is back"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source.parent.stem}: {case.title}")
def test_the_order_in_which_files_come_does_not_matter(case: Case) -> None:
    """Two copies of a project in one workspace, so that every name is there twice."""
    twice = {f"{top}/{path}": case.text(path, -1) for top in ("one", "two") for path in case.files}
    backwards = dict(reversed(twice.items()))
    assert _identities(graph_of(twice)) == _identities(graph_of(backwards))


def _identities(graph: Graph) -> set[tuple[object, ...]]:
    return {
        (edge.caller.key, edge.site, edge.target, edge.resolution, edge.external)
        for edge in graph.all_edges()
    }


_COMMENTS = {
    **dict.fromkeys({case.source.parent.stem for case in CASES}, "//"),
    **dict.fromkeys(("python", "ruby"), "#"),
}


def test_what_configures_imports_is_followed() -> None:
    sources = {
        "go.mod": "module example.com/a\n",
        "m.go": 'package m\n\nimport "example.com/a/t"\n\nfunc f() { t.Go() }\n',
        "t/t.go": "package t\n\nfunc Go() {}\n",
    }
    graph = graph_of(sources)
    assert all_edges(graph) == {"m.f -> t.Go [exact]"}
    graph.update({"go.mod": file_in_graph("go.mod", "module example.com/b\n")})
    assert all_edges(graph) == {"m.f -> example.com/a/t.Go [external]"}


def test_what_a_build_imports_for_all_files_is_followed() -> None:
    using = '<Project><ItemGroup><Using Include="Works.Utils" /></ItemGroup></Project>'
    sources = {
        "Lib/Lib.csproj": "<Project />",
        "Lib/Check.cs": "namespace Works.Utils { static class Check { static void Null() {} } }",
        "Lib/User.cs": "namespace Works { class User { void Go() { Check.Null(); } } }",
    }
    graph = graph_of(sources)
    for path, text in (
        ("Directory.Build.targets", using),
        ("Lib/Lib.csproj", using),
        ("Lib/Imports.cs", "global using Works.Utils;"),
    ):
        assert all_edges(graph) == {"Works.User.Go -> Check.Null [external]"}
        graph.update({path: file_in_graph(path, text)})
        assert all_edges(graph) == {"Works.User.Go -> Works.Utils.Check.Null [typed]"}
        old = sources.get(path)
        graph.update({path: None if old is None else file_in_graph(path, old)})
