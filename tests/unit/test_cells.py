"""Cells have the same values whatever was asked first, also where a rule gives less than before."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from itertools import permutations

from codewitness.engine.graph.cells import Cells, Values

Rule = Callable[[Cells], Iterable[Hashable]]


def _settled(order: Iterable[str], **rules: Rule) -> dict[str, Values]:
    made: dict[str, Callable[[], Iterable[Hashable]]] = {}
    cells = Cells(made)
    made.update({name: partial(rule, cells) for name, rule in rules.items()})
    for name in order:
        cells.settle((name,))
    return {name: cells.settle((name,)) for name in rules}


def test_what_a_rule_gave_before_it_knew_enough_is_taken_back_from_all_that_had_it() -> None:
    rules: dict[str, Rule] = {
        "fallback": lambda cells: {"known"} if cells.get(("given",)) else {"nothing is known"},
        "given": lambda cells: {"given"} | cells.get(("fallback",)),
        "further": lambda cells: {one.upper() for one in cells.get(("given",))},
    }
    expected = {
        "fallback": frozenset({"known"}),
        "given": frozenset({"given", "known"}),
        "further": frozenset({"GIVEN", "KNOWN"}),
    }
    for order in permutations(rules):
        assert _settled(order, **rules) == expected, order


def test_a_rule_that_never_settles_comes_to_an_end() -> None:
    rules: dict[str, Rule] = {
        "one": lambda cells: set() if cells.get(("other",)) else {"one"},
        "other": lambda cells: {"other"} if cells.get(("one",)) else set(),
    }
    assert set(_settled(["one"], **rules)) == {"one", "other"}
