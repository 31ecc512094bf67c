"""Fixtures of pytest: a parameter of a test, or of a fixture, is what one of its name gives.

The nearest one counts, as pytest looks for them: of the class, of the file, of a `conftest.py` in
the folder or above.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.handing import handed_through
from codewitness.engine.graph.keys import ANY

if TYPE_CHECKING:
    from codewitness.engine.graph.calls import Calls

_CONFIGURING = "conftest.py"
_DECORATOR = "fixture"


def given(calls: Calls, function: Scope, k: int) -> Values:
    """What pytest gives for the k-th parameter."""
    if not (function.name.startswith("test") or _DECORATOR in function.decorators):
        return NONE
    fixture = _nearest(calls, function, function.parameters[k].name)
    if fixture is None:
        return NONE
    found: Values = calls.cells.get(("ret", fixture.key))
    for number in handed_through(fixture):
        found |= calls.cells.get(("p", fixture.key, number))
    yielded = [value for value in found if value[0] == "G"]  # and pytest goes on with it later
    return found.difference(yielded).union(*(calls.cells.get(("el", g, ANY)) for g in yielded))


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
