"""The call graph over the marked cases: each edge as it is marked, and no other."""

from __future__ import annotations

from collections import Counter

import pytest

from codewitness.syntax.registry import LANGUAGES
from tests.support.graph_cases import differences, expected, graph_of_case, wrong_words
from tests.support.markers import Case, load_cases

CASES = load_cases("graph")
MIN_EDGES = 20  # of each language but Python, whose cases are elsewhere
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
