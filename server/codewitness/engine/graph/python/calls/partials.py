"""Partials of Python: what they call, with what, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.decorators.handing import handed_through, makes_another
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.flow import Expression, Site

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.calls import Calls

MAX_PARTIALS = 4  # of partials of partials


class Partials:
    """Over one workspace."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.flows = calls.flows
        self.names = calls.names
        self.cells = calls.cells

    def result(self, callee: Value, scope: Scope, index: int) -> Values:
        """What a call of a partial gives; one that decorates, what it decorates too."""
        found: Values = NONE
        site = scope.flow.sites[index]
        given: list[Expression] = site[4] if len(site) > 4 else []
        made = self.calls.site(callee[1], callee[2])
        for one in self.callees(callee):
            function = self.names.scope(one[1]) if one[0] in "FB" else None
            if function is None or made is None:
                continue
            found |= self.cells.get(("ret", function.key))
            n_before = len(made[1][4]) - 1 + (one[0] == "B")
            places = [k - n_before for k in handed_through(function)]
            if site[0] == "d" and not makes_another(function):
                places.append(0)
            for place in places:
                if 0 <= place < len(given):
                    found |= self.flows.values(scope, given[place])
        return found

    def given(self, function: Scope, k: int, scope: Scope, site: Site, partial: Value) -> Values:
        """What a call of a partial gives to a parameter: at once, or when it was made."""
        found: Values = NONE
        for callee, layers in self._ways(partial):
            if not any(one[1] == function.key for one in self._run_by(callee)):
                continue
            given: list[Expression] = []  # (scope, expression) of each
            named: list[Expression] = []
            for home, made in (*layers, (scope, site)):
                given += [(home, one) for one in made[4]] if len(made) > 4 else ()
                names = made[5] if len(made) > 5 else []
                for name, value in zip(names[::2], names[1::2], strict=True):
                    named = [name, (home, value), *named]
            own = self.calls.argument(function, callee, k, [*site[:4], given, named])
            if own is not None:
                found |= self.flows.values(*own)
        return found

    def callees(self, partial: Value) -> Values:
        """What a partial call will call."""
        return frozenset(callee for callee, _ in self._ways(partial))

    def _run_by(self, callee: Value) -> Values:
        own = frozenset([callee]) if callee[0] in "FB" else NONE
        return own | self.calls.runs(callee, "__init__") | self.calls.runs(callee, "__call__")

    def _ways(self, partial: Value, depth: int = 0) -> list[tuple[Value, list[tuple[Scope, Site]]]]:
        """What a partial calls, each with the (scope, site) of each partial that gives it more."""
        made = self.calls.site(partial[1], partial[2])
        if made is None or len(made[1]) < 5 or not made[1][4] or depth > MAX_PARTIALS:
            return []
        scope, site = made
        own = (scope, [*site[:4], site[4][1:], *site[5:]])
        found = []
        for one in sorted(self.flows.values(scope, site[4][0]), key=str):
            inner = self._ways(one, depth + 1) if one[0] == "P" else [(one, [])]
            found += [(callee, [*layers, own]) for callee, layers in inner]
        return found
