"""Cells have the same values whatever was asked first, also where a rule gives less than before."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from itertools import permutations

import pytest

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


def test_what_is_taken_back_is_not_kept_by_those_that_give_it_to_each_other() -> None:
    rules: dict[str, Rule] = {
        "fallback": lambda cells: () if cells.get(("given",)) else {"nothing is known"},
        "given": lambda cells: {"given"} | cells.get(("one",)),
        "one": lambda cells: cells.get(("fallback",)) | cells.get(("other",)),
        "other": lambda cells: cells.get(("one",)) | {"more"},
    }
    expected = {
        "fallback": frozenset[str](),
        "given": frozenset({"given", "more"}),
        "one": frozenset({"more"}),
        "other": frozenset({"more"}),
    }
    for order in permutations(rules):
        assert _settled(order, **rules) == expected, order


def test_who_is_no_rule_gets_what_has_settled() -> None:
    made: dict[str, Callable[[], Iterable[Hashable]]] = {}
    cells = Cells(made)
    made["early"] = lambda: {"late"} if cells.get(("other",)) else {"early"}
    made["other"] = lambda: {"other"} | cells.get(("early",))
    assert cells.get(("early",)) == {"late"}
    assert cells.get(("other",)) == {"other", "late"}


def test_a_rule_that_never_settles_comes_to_an_end() -> None:
    rules: dict[str, Rule] = {
        "one": lambda cells: set() if cells.get(("other",)) else {"one"},
        "other": lambda cells: {"other"} if cells.get(("one",)) else set(),
    }
    assert set(_settled(["one"], **rules)) == {"one", "other"}


class OutOfTime(Exception):
    """The one who asks has no more time."""


def _ring(cells: Cells, facts: dict[str, set[str]], name: str, n_cells: int) -> set[Hashable]:
    """What a cell of a ring has: its own fact, and what those before it have."""
    cells.note("fact", name)
    number = int(name)
    before = cells.get(("ring", str((number - 1) % n_cells)))
    other = cells.settle(("apart", str(number // 7 % 6))) if number % 5 == 0 else frozenset()
    return {*facts[name], *before, *other}


def _program(n_cells: int) -> tuple[Cells, dict[str, set[str]]]:
    facts = {str(number): {f"v{number % 20}"} for number in range(n_cells)}
    rules: dict[str, Callable[..., Iterable[Hashable]]] = {}
    cells = Cells(rules)
    rules["ring"] = lambda name: _ring(cells, facts, name, n_cells)
    rules["apart"] = lambda name: {f"apart{name}", *cells.get(("apart2", name))}
    rules["apart2"] = lambda name: {f"more{name}", *cells.get(("apart", name))}
    return cells, facts


def _asked_in_little_time(cells: Cells, steps: int, most: int) -> Values:
    """What is asked again and again, each time with time for some steps alone."""

    def check() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OutOfTime

    for _ in range(most):
        left = steps
        cells.check = check
        try:
            return cells.outcome(lambda: cells.settle(("ring", "3")))[1]
        except OutOfTime:
            continue
        finally:
            cells.check = lambda: None
    raise AssertionError("asking again does not get on")


@pytest.mark.parametrize("steps", [2, 3, 9])
def test_what_is_interrupted_goes_on_from_there(steps: int) -> None:
    n_cells = 1_500
    whole, _ = _program(n_cells)
    expected = whole.settle(("ring", "3"))
    cells, facts = _program(n_cells)
    assert _asked_in_little_time(cells, steps, 300) == expected
    names = [str(number) for number in range(0, n_cells, 101)]
    assert {cells.settle(("ring", name)) for name in names} == {
        whole.settle(("ring", name)) for name in names
    }
    # What it rests on is known of those cells as well that were made before the interruption.
    for name in ("900", "2"):
        assert cells.outcomes
        facts[name] = {"other"}
        cells.drop([("fact", name)])
        assert not cells.outcomes
        assert "other" in _asked_in_little_time(cells, steps, 300)


def test_what_changes_while_it_is_interrupted_is_seen() -> None:
    n_cells = 900
    cells, facts = _program(n_cells)
    with pytest.raises(AssertionError):
        _asked_in_little_time(cells, 2, 2)
    assert len(cells) < n_cells  # what is half settled is nobody's
    facts["500"], facts["4"] = {"late"}, {"later"}
    cells.drop([("fact", "500"), ("fact", "4")])
    cells.settle(("ring", "77"))  # another question meets the same cells
    found = _asked_in_little_time(cells, 2, 300)
    fresh, anew = _program(n_cells)
    anew.update(facts)
    assert found == fresh.settle(("ring", "3"))


def test_what_an_interrupted_outcome_alone_had_read_is_seen_when_it_changes() -> None:
    cells, facts = _program(900)
    facts["own"] = {"early"}
    rules = cells._rules

    def own() -> Iterable[Hashable]:
        cells.note("fact", "own")
        return facts["own"]

    rules["s"] = own  # of one scope alone: the outcome stands for it
    rules["t"] = lambda: {*cells.get(("s",)), *cells.get(("ring", "3"))}
    n_left = 1

    def check() -> None:
        nonlocal n_left
        n_left -= 1
        if n_left < 0:
            raise OutOfTime

    cells.check = check
    with pytest.raises(OutOfTime):
        cells.outcome(lambda: cells.settle(("t",)))
    cells.check = lambda: None
    facts["own"] = {"late"}
    cells.drop([("fact", "own")])
    number, found = cells.outcome(lambda: cells.settle(("t",)))
    assert "late" in found
    assert "early" not in found
    cells.drop([("fact", "own")])
    assert number not in cells.outcomes


def test_a_rule_runs_once_that_asks_for_what_nobody_has_asked_for() -> None:
    n_runs = dict.fromkeys(("whole", "part", "piece"), 0)

    def run(name: str, *parts: str) -> Rule:
        def rule(cells: Cells) -> Iterable[Hashable]:
            n_runs[name] += 1
            return {name}.union(*(cells.get((part,)) for part in parts))

        return rule

    found = _settled(
        ["whole"],
        whole=run("whole", "part", "piece"),
        part=run("part", "piece"),
        piece=run("piece"),
    )
    assert found["whole"] == {"whole", "part", "piece"}
    assert set(n_runs.values()) == {1}
