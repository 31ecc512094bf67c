"""Classes whose base is a parameter of the function around them: `class Loud(cls)` in a decorator.

What they inherit is that of each class that the function is given.
"""

from __future__ import annotations

from codewitness.engine.graph.cells import NONE, Cells, Values
from codewitness.engine.graph.names import Names
from codewitness.model.flow import form


def given_bases(names: Names, cells: Cells, key: str) -> Values:
    """The classes that may be a base of a class, or of one above it, which a function is given."""
    found: Values = NONE
    for kind, entry in names.mro(key):
        scope = names.scope(entry) if kind == "C" else None
        around = scope.parent if scope is not None else None
        if scope is None or around is None or not around.is_callable:
            continue
        cells.note("scope", around.key)
        bases = [one for one in scope.header[2] if form(one) == "v"]
        for k in sorted({-1 - i for one in bases for i in one[2:] if i < 0}):
            found |= cells.get(("p", around.key, k))
    return frozenset(one for one in found if one[0] == "C" and one[1] != key)
