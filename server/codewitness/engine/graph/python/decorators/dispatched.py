"""What a call of a decorated function of Python runs beside it, by what the library makes of it.

`singledispatch`: the functions that are registered to run in its place. `ContextDecorator`: what is
entered around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from codewitness.engine.graph.cells import Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.calls.calls import Calls
from codewitness.engine.graph.python.decorators.run_as import (
    DECORATING,
    DISPATCHING,
    registered_with,
)
from codewitness.engine.graph.python.naming.kinds import may_be_container
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.flow import Site, form, last_name

_ENTERING = {
    "contextlib.ContextDecorator.__call__": ("__enter__", "__exit__"),
    "contextlib.AsyncContextDecorator.__call__": ("__aenter__", "__aexit__"),
}


class Dispatched:
    """Over one workspace."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.names = calls.names
        self.cells = calls.cells

    def run(self, callee: Value, scope: Scope, site: Site) -> Iterator[str]:
        """Keys of what a call of a function runs as well."""
        function = self.names.scope(callee[1]) if callee[0] in "FB" else None
        if function is None or not (decorators := function.decorators):
            return
        yield from self._entered(function)
        if any(one in DISPATCHING for one in decorators):
            yield from self._dispatched(function, scope, site)

    def _entered(self, function: Scope) -> Iterator[str]:
        """What the objects that decorate a function run before and after it."""
        around = function.parent
        self.cells.note("mention", DECORATING)
        is_one = bool(self.names.workspace.mentioning(DECORATING))
        for index in function.header[0] if is_one and around is not None else ():
            for value in self.cells.get(("s", around.key, index)):  # type: ignore[union-attr]
                runs = self.cells.get(("ia", value[1], "__call__")) if value[0] == "I" else ()
                for name in (n for one in runs for n in _ENTERING.get(str(one[1]), ())):
                    yield from (own[1] for own in self.cells.get(("ia", value[1], name)))

    def _dispatched(self, function: Scope, scope: Scope, site: Site) -> Iterator[str]:
        """The functions that are registered for what a call gives first."""
        given = site[4] if len(site) > 4 else []
        values = self.calls.flows.values(scope, given[0] if given else None)
        registered = [(one, types) for one, types in self._registered(function)]
        meant = {one.key for value in values for one in self._nearest(value, registered)}
        for one, types in registered:
            if not values or not types or one.key in meant:
                yield one.key

    def _nearest(self, value: Value, registered: list[tuple[Scope, Values]]) -> list[Scope]:
        """The functions for a value: of an object those for the nearest of its classes."""
        if value[0] != "I":
            return [one for one, types in registered if self._fits(value, types)]
        order = [one[1] for one in self.names.mro(value[1]) if one[0] == "C"]
        places = [
            (min(order.index(t[1]) for t in types if t[0] == "I" and t[1] in order), one)
            for one, types in registered
            if any(t[0] == "I" and t[1] in order for t in types)
        ]
        least = min((at for at, _ in places), default=0)
        return [one for at, one in places if at == least]

    def _registered(self, function: Scope) -> Iterator[tuple[Scope, Values]]:
        """Functions that are registered, each with the types that it is for."""
        for home, index in self.calls.sites.of_name("register"):
            yield from self._told(function, home, home.flow.sites[index])
            for child in home.children:
                meant = registered_with(child)
                if last_name(meant) != function.name:
                    continue
                static = self.names.static(home, meant, self.cells.settle)
                if ("F", function.key) not in static:
                    continue
                self.cells.note("scope", child.key)
                yield child, frozenset(self._types(home, child))

    def _told(self, function: Scope, home: Scope, site: Site) -> Iterator[tuple[Scope, Values]]:
        """`show.register(int, show_number)`."""
        given = site[4] if len(site) > 4 else []
        if len(given) != 2 or last_name(site[1]) != "register" or form(site[1]) != "a":
            return
        if ("F", function.key) not in self.names.static(home, site[1][1], self.cells.settle):
            return
        for value in self.calls.flows.values(home, given[1]):
            registered = self.names.scope(value[1]) if value[0] == "F" else None
            if registered is not None:
                yield registered, frozenset(self.names.types(home, given[0]))

    def _types(self, home: Scope, child: Scope) -> Iterable[Value]:
        callees = [home.flow.sites[index][1] for index in child.header[0]]
        inner = [home.flow.sites[one[1]] for one in callees if form(one) == "c"]
        told = [one[4][0] for one in inner if len(one) > 4 and one[4]]
        if told:
            return {kind for one in told for kind in self.names.types(home, one)}
        own = child.parameters[1 if home.is_class else 0 :]
        return self.names.types(home, own[0].type) if own else ()

    def _fits(self, value: Value, types: Values) -> bool:
        if value[0] == "K":
            return ("T", type(value[1]).__name__) in types
        if value[0] in "LDHEVG":
            return any(
                may_be_container(value, one) if one[0] == "Y" else one[0] not in "IT"
                for one in types
            )
        return value[:2] in types if value[0] == "T" else value[0] not in "FC"
