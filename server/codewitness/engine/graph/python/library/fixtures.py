"""Fixtures of pytest: a parameter of a test, or of a fixture, is what one of its name gives.

The nearest one counts, as pytest looks for them: of the class, of the file, of a `conftest.py` in
the folder or above. What `parametrize` gives comes before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.containers.keys import ANY
from codewitness.engine.graph.python.decorators.handing import handed_through
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.calls import Calls

_CONFIGURING = "conftest.py"
_DECORATOR = "fixture"
_CASES, _ROW = "parametrize", "param"


def given(calls: Calls, function: Scope, k: int) -> Values:
    """What pytest gives for the k-th parameter."""
    if not (function.name.startswith("test") or _DECORATOR in function.decorators):
        return NONE
    name = function.parameters[k].name
    if cases := _cases(function, name):
        assert function.parent is not None  # it has decorators
        return NONE.union(*(calls.flows.values(function.parent, one) for one in cases))
    fixture = _nearest(calls, function, name)
    if fixture is None:
        return NONE
    found: Values = calls.cells.get(("ret", fixture.key))
    for number in handed_through(fixture):
        found |= calls.cells.get(("p", fixture.key, number))
    yielded = [value for value in found if value[0] == "G"]  # and pytest goes on with it later
    return found.difference(yielded).union(*(calls.cells.get(("el", g, ANY)) for g in yielded))


def _cases(function: Scope, name: str) -> list[Expression]:
    """What `parametrize` gives a parameter, as far as it is written there."""
    sites = function.parent.flow.sites if function.parent is not None else []
    calls = [sites[sites[at][1][1]] for at in function.header[0] if form(sites[at][1]) == "c"]
    found: list[Expression] = []
    for call in calls:
        given_ = call[4] if len(call) > 4 else []
        is_one = form(call[1]) == "a" and call[1][2] == _CASES and len(given_) > 1
        names = _names(given_[0]) if is_one else []
        if name in names and form(given_[1]) == "L":
            rows = (_row(one, sites, len(names) > 1) for one in given_[1][3:])
            at = names.index(name)
            found += (row[at] for row in rows if at < len(row))
    return found


def _names(said: Expression) -> list[str]:
    if form(said) == "L":
        return [str(one[1]) for one in said[3:] if form(one) == "k"]
    return [one.strip() for one in str(said[1]).split(",")] if form(said) == "k" else []


def _row(case: Expression, sites: list[Site], is_several: bool) -> list[Expression]:
    if form(case) == "c" and (call := sites[case[1]])[1][2:] == [_ROW]:
        return list(call[4]) if len(call) > 4 else []
    if not is_several:
        return [case]
    return list(case[3:]) if form(case) == "L" else []


def _nearest(calls: Calls, function: Scope, name: str) -> Scope | None:
    calls.cells.note("named", name)
    seen: dict[tuple[int, int], Scope] = {}
    for scope in calls.names.workspace.named(name):
        place = _place(scope, function)
        if place is not None and scope.is_callable:
            calls.note_header(scope)
            if _DECORATOR in scope.decorators:
                seen[place] = scope
    return seen[max(seen)] if seen else None


def _place(fixture: Scope, function: Scope) -> tuple[int, int] | None:
    """How near it is, the greatest first; None for one that the function does not have."""
    around = fixture.parent
    if fixture is function or around is None:
        return None
    if around is function.parent and around.is_class:
        return (2, 0)
    if around is not fixture.file.top:
        return None
    if fixture.file is function.file:
        return (1, 0)
    folder, _, base = fixture.file.path.rpartition("/")
    above = f"{folder}/" if folder else ""
    is_above = base == _CONFIGURING and function.file.path.startswith(above)
    return (0, len(folder)) if is_above else None
