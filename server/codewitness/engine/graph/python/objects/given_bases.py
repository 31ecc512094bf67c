"""Classes whose base is a parameter of the function around them: `class Loud(cls)` in a decorator.

What they inherit is that of each class that the function is given.
"""

from __future__ import annotations

from collections.abc import Iterator

from codewitness.engine.graph.cells import NONE, Cells, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Names
from codewitness.model.flow import form


def given_bases(names: Names, cells: Cells, key: str) -> Values:
    """The classes that may be a base of a class, or of one above it, which a function is given."""
    found: Values = NONE
    for function, k in _parameters(names, key):
        found |= cells.get(("p", function.key, k))
    return frozenset(one for one in found if one[0] == "C" and one[1] != key)


def has_given_base(names: Names, key: str) -> bool:
    """True if a class, or one above it, stands on what a function is given."""
    return any(True for _ in _parameters(names, key))


def _parameters(names: Names, key: str) -> Iterator[tuple[Scope, int]]:
    """The parameters that are bases: their functions and numbers."""
    for kind, entry in names.mro(key):
        scope = names.scope(entry) if kind == "C" else None
        around = scope.parent if scope is not None else None
        if scope is None or around is None or not around.is_callable:
            continue
        names.cells.note("scope", around.key)
        bases = [one for one in scope.header[2] if form(one) == "v"]
        yield from (
            (around, k) for k in sorted({-1 - i for one in bases for i in one[2:] if i < 0})
        )
