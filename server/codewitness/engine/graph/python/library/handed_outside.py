"""Objects of the workspace that a library was handed, and may give back.

`hit = collide(self.hero, self.enemies)`, where `self.enemies = Group(Goblin())`: one of these.
"""

from __future__ import annotations

from collections.abc import Iterator

from codewitness.engine.graph.cells import NONE, Cells, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Names
from codewitness.engine.graph.python.values.writes import Writes
from codewitness.model.flow import Expression, form, last_name

_MAX_STEPS = 200  # expressions that are looked at for one call
_AROUND = frozenset("eiwxns")  # forms that are about the expression within


class HandedOutside:
    """Over settled cells of one workspace."""

    def __init__(self, names: Names, cells: Cells, writes: Writes) -> None:
        self.names = names
        self.cells = cells
        self.writes = writes

    def settled(self, scope: Scope, expression: Expression) -> Values:
        """What a name, or an attribute of one, may be; asked when nothing else is worked out."""
        kind = form(expression)
        if isinstance(expression, str):
            home = self.names.home(scope, expression)
            return NONE if home is None else self.cells.settle(("var", home.key, expression))
        if kind == "v":
            cells = (
                ("bd", scope.key, i) if i >= 0 else ("p", scope.key, -1 - i) for i in expression[2:]
            )
            return NONE.union(*map(self.cells.settle, cells))
        if kind == "c":
            return self.cells.settle(("r", scope.key, expression[1]))
        owners = self.settled(scope, expression[1]) if kind == "a" else NONE
        keys = [one[1] for one in owners if one[0] == "I"]
        return NONE.union(*(self.cells.settle(("ia", key, expression[2])) for key in keys))

    def _containers(self, scope: Scope, given: list[Expression]) -> list[Expression]:
        """Of what a call is given what holds others, if something does: one of them is meant."""
        found = [
            one
            for one in given
            if (values := self.settled(scope, one)) and not any(v[0] in "IKT" for v in values)
        ]
        return found or given

    def classes(self, scope: Scope, expression: Expression) -> Iterator[str]:
        """Keys of the classes whose objects were handed to what gives this."""
        seen: set[tuple[str, int]] = set()
        waiting = [(scope, expression)]
        for home, one in waiting:
            if len(waiting) > _MAX_STEPS:
                return
            if one is None:
                continue
            kind = form(one)
            own = [v[1] for v in self.settled(home, one) if v[0] == "I"]
            if own and one is not expression:
                yield from own
            elif kind in _AROUND:
                waiting.append((home, one[1]))
            elif kind in ("L", "u"):
                waiting += [(home, part) for part in one[3 if kind == "L" else 1 :]]
            elif kind == "c":
                site = home.flow.sites[one[1]]
                given = site[4] if len(site) > 4 else []
                waiting += [(home, part) for part in self._containers(home, given)]
            else:
                for at, index in self._given_to(home, one):
                    if (at.key, index) not in seen:
                        seen.add((at.key, index))
                        waiting.append((at, at.flow.binds[index][1]))

    def _given_to(self, scope: Scope, expression: Expression) -> list[tuple[Scope, int]]:
        """Assignments to a name or an attribute, and those that put something into it."""
        kind, name = form(expression), last_name(expression)
        if kind == "v":
            return [(scope, i) for i in expression[2:] if i >= 0] + _put_into(scope, name)
        found: list[tuple[Scope, int]] = []
        for owner in self.settled(scope, expression[1]) if kind == "a" else ():
            for entry in self.names.mro(owner[1]) if owner[0] == "I" else ():
                around = self.names.scope(entry[1]) if entry[0] == "C" else None
                if around is not None:
                    found += self.writes.places(around, name)
                    for method in around.children:
                        self.cells.note("scope", method.key)
                        found += _put_into(method, name)
        return found


def _put_into(scope: Scope, name: str) -> list[tuple[Scope, int]]:
    """What is put into what has a name, in one scope: `self.enemies.add(enemy)`."""
    if '[["i",' not in scope.flow_text:
        return []
    binds = enumerate(scope.flow.binds)
    return [(scope, i) for i, (at, _) in binds if form(at) == "i" and last_name(at[1]) == name]
