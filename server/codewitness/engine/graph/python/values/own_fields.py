"""What a field of one object of Python is, where it is seen how that object was made.

`a, b = Box(one), Box(two)`: `a.held` is what `a` was made with, and not what is held by `b`. So it
is if the constructor alone gives the field its value, a parameter of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.calls.arity import place_of
from codewitness.engine.graph.python.naming.kinds import is_left_open
from codewitness.engine.graph.python.naming.names import Value
from codewitness.engine.graph.python.values.enumerations import VALUES
from codewitness.engine.graph.python.values.own_methods import handed_on
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows

_WRITTEN = 2  # times that an attribute is named where it is given a value
_MAX_STEPS = 3  # names in a row for one object


class OwnFields:
    """Over one workspace."""

    def __init__(self, flows: Flows) -> None:
        self.flows = flows
        self.names = flows.names

    def given(self, scope: Scope, expression: Expression, owners: Values) -> Values:
        """What an attribute of an object is by its making; nothing if that does not tell it."""
        if expression[2] in VALUES and (
            told := self.flows.enums.held(scope, expression[1], owners)
        ):
            return told
        if len(owners) != 1 or not self.names.workspace.limits.is_few:
            return NONE
        (owner,) = owners
        if owner[0] != "I" or not _may_be_seen(scope, expression[1]):
            return NONE
        if (kept := self._kept(owner[1], expression[2])) is None:
            return NONE
        found: Values = NONE
        for home, made in self._written(scope, expression[1], 0):
            given = self._argument(home, made, owner, *kept)
            if given is None:
                return NONE
            found |= handed_on(self.flows, home, given)
        return found

    def of_class(self, scope: Scope, key: str, name: str) -> Values | set[Value]:
        """What an instance has by a name that a class of its gives a value."""
        if self._is_replaced(key, name):
            return NONE
        found = self.flows.member(scope, name, is_instance=True)
        if self.flows.is_abstract(scope, name) or is_left_open(scope, name):
            return found | self.flows.overrides(key, name)
        return found

    def _is_replaced(self, key: str, name: str) -> bool:
        """True if the constructor of a class surely gives its objects another value for that.

        That of all classes below, too; and it does not ask for it before. What sets a property
        leaves that where it is.
        """
        self.names.cells.note("own", name)
        own_writes = self.flows.workspace.lookups.own_writes
        if not any((entry[1], name) in own_writes for entry in self.names.mro(key)):
            return False
        self.names.cells.note("property", name)
        if self.names.workspace.lookups.properties[name] or self.flows.descriptors.may_be(name):
            return False
        for entry in self.names.mro(key):
            one = self.names.scope(entry[1]) if entry[0] == "C" else None
            if one is None or not self.names.has(one, "__init__"):
                continue
            makers = [child for child in one.children if child.name == "__init__"]
            paths = [f"{own}.{name}" for maker in makers for own in maker.parameter_names[:1]]
            if len(makers) != 1 or not paths or paths[0] not in makers[0].flow.last:
                return False
            self.names.cells.note("scope", makers[0].key)
            written = f',"{name}"]'
            is_asked = makers[0].flow_text.count(written) > _WRITTEN
            below = (self.names.has(c, "__init__") for c in self.names.subclasses(key))
            return not is_asked and not any(below)
        return False

    def _kept(self, key: str, name: str) -> tuple[Scope, int] | None:
        """The constructor that alone gives a field its value, and the number of the parameter."""
        places: list[tuple[Scope, int]] = []
        maker: Scope | None = None
        for entry in self.names.mro(key):
            one = self.names.scope(entry[1]) if entry[0] == "C" else None
            if one is None:
                continue
            if self.names.has(one, name) or self.names.has(one, "__new__"):
                return None
            maker = maker or (one if self.names.has(one, "__init__") else None)
            places += self.flows.writes.places(one, name)
        if len(places) != 1 or self.flows.writes.is_set_elsewhere(name):
            return None
        home, index = places[0]
        if home.name != "__init__" or home.parent is not maker:
            return None
        self.names.cells.note("scope", home.key)
        value = home.flow.binds[index][1]
        is_own = form(value) == "v" and len(value) == 3 and value[2] < 0
        k = -1 - value[2] if is_own else 0
        return (home, k) if 0 < k < len(home.parameters) else None

    def _written(
        self, scope: Scope, base: Expression, steps: int
    ) -> Iterator[tuple[Scope, Expression]]:
        """What gave an object, as it is written: calls, if it is told by them."""
        binds: list[tuple[Scope, int]] | None = None
        if form(base) == "v" and min(base[2:], default=-1) >= 0:
            binds = [*((scope, index) for index in base[2:]), *scope.outer_binds(base[1])]
        elif isinstance(base, str) and (home := self.names.home(scope, base)) is not None:
            is_parameter = home.is_callable and base in home.parameter_names
            binds = None if is_parameter else [*self.names.sources(home, base)]
        if not binds or steps > _MAX_STEPS:
            yield scope, base
            return
        for place, index in binds:
            self.names.cells.note("scope", place.key)
            yield from self._written(place, place.flow.binds[index][1], steps + 1)

    def _argument(
        self, home: Scope, made: Expression, owner: Value, maker: Scope, k: int
    ) -> Expression:
        """What the call that made an object gives to a parameter of its constructor."""
        if form(made) != "c" or made[1] >= len(home.flow.sites):
            return None
        callee: Value = ("C", owner[1])
        if self.flows.get(("s", home.key, made[1])) != {callee}:
            return None
        site = home.flow.sites[made[1]]
        given: list[Expression] = site[4] if len(site) > 4 else []
        named: list[Expression] = site[5] if len(site) > 5 else []
        parameter = maker.parameters[k]
        if parameter.kind in ("*", "**") or "**" in named[::2]:
            return None
        place = place_of(parameter, callee, k, given)
        if place is not None:
            return given[place]
        return dict(zip(named[::2], named[1::2], strict=True)).get(parameter.name)


def _may_be_seen(scope: Scope, value: Expression) -> bool:
    """False for what is handed to a function, and for what is part of something."""
    if type(value) is str or value[0] == "c":
        return True
    if value[0] != "v" or len(value) < 3 or value[2] < 0:
        return False
    return form(scope.flow.binds[value[2]][1]) in ("c", "v", "")


def is_made_there(scope: Scope, value: Expression) -> bool:
    """True for what a call gives in the same scope, and for a name of that."""
    given = value
    if form(value) == "v" and len(value) == 3 and value[2] >= 0:
        given = scope.flow.binds[value[2]][1]
    return form(given) == "c"
