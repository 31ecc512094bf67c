"""`methodcaller`, `attrgetter` and `itemgetter` of Python: what they run of what they are given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.builtin_names import GETTERS
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.calls import Calls

READ, CALLED, SUBSCRIPT = "r", "c", "o"  # kinds of sites


def is_getter(value: Value) -> bool:
    """True for what one of these functions made."""
    return value[0] == "E" and value[3] in GETTERS


class Getters:
    """Over one workspace."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.flows = calls.flows

    def meant(self, getter: Value, one: Expression) -> Iterator[Site]:
        """What stands for a call of `getter` with something: reads, a call of a method."""
        made = self.calls.site(getter[1], getter[2])
        for part in made[1][4] if made is not None and len(made[1]) > 4 else ():
            if getter[3] == "itemgetter":
                yield [SUBSCRIPT, ["i", one, part], 0, 0]
            elif form(part) == "k" and isinstance(part[1], str):
                *path, last = part[1].split(".")
                base = one
                for name in path:
                    yield [READ, ["a", base, name], 0, 0]
                    base = ["a", base, name]
                yield [CALLED if getter[3] == "methodcaller" else READ, ["a", base, last], 0, 0]
            if getter[3] == "methodcaller":
                return  # the others are what the method is given

    def given(self, getter: Value, scope: Scope, one: Expression) -> Values:
        """What a call of `getter` with something gives."""
        found: Values = NONE
        for kind, expression, *_ in self.meant(getter, one):
            values = self.flows.values(scope, expression)
            if kind == CALLED:
                called = (value for value in values if value[0] in "FB")
                found |= NONE.union(*(self.calls.cells.get(("ret", value[1])) for value in called))
            else:
                found |= values
        return found
