"""What a call on `self` runs when the object is of a class below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from codewitness.engine.graph.cells import Cells, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.builtin_names import (
    CONSTRUCTORS,
    OF_OBJECT,
    REFLECTED,
)
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.values.writes import is_private
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.flow import Expression, Site, form

MAX_OVERRIDES = 40  # of a call on `self`; more say no more than the method that they override
_CALLING = "chd"  # kinds of sites
MAX_BELOW = 200  # classes whose constructors or attributes are looked at for one call


class Overrides:
    """Methods in the place of others, over one workspace. `called` tells what a value runs."""

    def __init__(
        self,
        workspace: Workspace,
        cells: Cells,
        names: Names,
        called: Callable[[Value], Iterable[str]],
    ) -> None:
        self.workspace = workspace
        self.cells = cells
        self.names = names
        self.called = called

    def of(self, scope: Scope, site: Site, callees: Values) -> set[str]:
        """What a call on `self` runs as well, when `self` is of a class below."""
        below = self.below(scope, site, callees)
        return {key for value in below for key in self.called(value)}

    def made(self, scope: Scope, site: Site, callees: Values, most: int) -> set[Value]:
        """The same for what it gives: of `cls()` objects of all classes below."""
        return self.below(scope, site, callees, most, is_for_objects=True)

    def below(
        self,
        scope: Scope,
        site: Site,
        callees: Values,
        most: int = MAX_OVERRIDES,
        *,
        is_for_objects: bool = False,
    ) -> set[Value]:
        """What a call on `self` calls as well, when `self` is of a class below.

        Left out are classes below whose own method never comes to this call; all, if there are
        more than `most`.
        """
        method = method_around(scope)
        own = method.parameter_names if method is not None else []
        if method is None or method.parent is None or not own:
            return set()
        owner = method.parent
        name = asked(scope, site[1], own[0])
        if name is None or is_private(name) or not self.cells.settle(("sub", owner.key)):
            return set()
        found: Set[Value]
        if ("C", owner.key) in callees and name in ("", "__class__"):
            found = self._made_below(owner, CONSTRUCTORS if not is_for_objects else ())
        elif not name or name == "__class__":
            return set()
        elif any(one[0] in "FB" and self._is_method_of(one[1], owner, name) for one in callees):
            found = {(("B", key), at) for key, at in self.cells.settle(("ov", owner.key, name))}
        elif any(one[0] in "CXFB" for one in callees) or (not callees and name in OF_OBJECT):
            found = self._kept_below(owner, name)  # instead of what `object` or another base has
        else:
            return set()
        if len(found) > most:
            return set()
        return {value for value, runs_as in found if self._comes_to(runs_as, method)}

    def _made_below(self, owner: Scope, having: Iterable[str]) -> set[Value]:
        """(class, class) of the classes below that have one of these of their own, if any."""
        return {
            (("C", below.key), below.key)
            for below in self._few_below(owner)
            if not having or any(self.names.has(below, name) for name in having)
        }

    def _kept_below(self, owner: Scope, name: str) -> set[Value]:
        """(what is called, class) of the classes below that keep something else by this name."""
        found: set[Value] = set()
        self.cells.note("own", name)
        for below in self._few_below(owner):
            if self.names.has(below, name):
                found |= {(one, below.key) for one in self.cells.get(("var", below.key, name))}
            if (below.key, name) in self.workspace.lookups.own_writes:
                found |= {(one, below.key) for one in self.cells.get(("w", below.key, name))}
        return found

    def _few_below(self, owner: Scope) -> list[Scope]:
        below = self.names.subclasses(owner.key)
        return below if len(below) <= MAX_BELOW else []

    def reached(self, scope: Scope, site: Site, callees: Values) -> Values:
        """Callees of a call on `self`, without methods whose objects never come to that call.

        What overrides an abstract method is among them, whatever else its class overrides.
        """
        method = method_around(scope)
        own = method.parameter_names if method is not None else []
        if method is None or method.parent is None or not own:
            return callees
        if not asked(scope, site[1], own[0]):
            return callees
        return frozenset(one for one in callees if self._is_reached(one, method))

    def _is_reached(self, callee: Value, method: Scope) -> bool:
        target = self.names.scope(callee[1]) if callee[0] == "B" else None
        owner = None if target is None else target.parent
        around = method.parent
        if owner is None or around is None or owner is around:
            return True
        if ("C", around.key) not in self.names.mro(owner.key):
            return True
        below = [owner, *self._few_below(owner)]
        return any(self._comes_to(one.key, method) for one in below)

    def accessed(self, scope: Scope, base: Expression, name: str) -> list[Scope]:
        """Methods of this name in classes below, where an attribute is asked of `self`."""
        method = method_around(scope)
        if method is None or method.parent is None or not _is_self(method, base):
            return []
        if is_private(name):
            return []
        if not {"staticmethod", "classmethod"}.isdisjoint(method.decorators):
            return []
        found = [
            one
            for below in self._few_below(method.parent)
            if self._comes_to(below.key, method)
            for one in below.children
            if one.name == name
        ]
        return found if len(found) <= MAX_OVERRIDES else []

    def overriding(self, key: str, name: str) -> Iterable[Value]:
        """Rule `ov`: (method, class) where classes below a class have a method of this name.

        It is the class of the method, or one that it is mixed into.
        """
        self.cells.note("named", name)
        below = self.cells.settle(("sub", key))
        beside = self.names.beside(key)
        for one in self.workspace.named(name):
            around = one.parent
            if self.names.scope(one.key) is None or around is None or not one.is_callable:
                continue
            if around.key in below:
                yield (one.key, around.key)
            elif around.key in beside:
                for mixed in self.names.subclasses(around.key):
                    if mixed.key in below and first_with(self.names, mixed, name) is around:
                        yield (one.key, mixed.key)

    def overridden(self, method: Scope) -> list[str]:
        """Keys of the methods of bases in whose place a method runs, nearest first."""
        owner = method.parent
        if owner is None or not owner.is_class or method.name in CONSTRUCTORS:
            return []
        if is_private(method.name):
            return []
        found = []
        for entry in self.names.mro(owner.key)[1:]:
            base = self.names.scope(entry[1]) if entry[0] == "C" else None
            if base is not None and self.names.has(base, method.name):
                found += [
                    one.key for one in base.children if one.name == method.name and one.is_callable
                ]
        return found

    def may_run(self, scope: Scope, index: int, meant: Scope) -> bool:
        """True if a site runs a relative of a method on an object that may be of its class.

        What a call on `self` runs has edges of its own.
        """
        site = scope.flow.sites[index]
        method = method_around(scope)
        ran_on = run_on(site, meant.name)
        if method is not None and _is_self(method, ran_on):
            has_edges = site[0] in _CALLING and site[1][1:] == [ran_on, meant.name]
            if has_edges or not self._any_comes_to(meant.parent, method):
                return False
        owners = self.cells.settle(("ow", scope.key, index, meant.name))
        return any(one[0] == "I" and self._may_be_one(one[1], meant.parent) for one in owners)

    def _any_comes_to(self, owner: Scope | None, method: Scope) -> bool:
        """True if an object of a class, or of one below it, may run a method."""
        if owner is None:
            return True
        keys = (owner.key, *sorted(self.cells.settle(("sub", owner.key))))
        return any(self._comes_to(key, method) for key in keys)

    def is_other_field(self, scope: Scope, index: int, meant: Scope) -> bool:
        """True if a site asks `self` for a field, and no object of its class is of `meant`'s."""
        method = method_around(scope)
        parameters = method.parameters if method is not None else []
        if method is None or method.parent is None or not parameters:
            return False
        name = asked(scope, scope.flow.sites[index][1], parameters[0].name)
        if not name or not self._has_field(method.parent, name):
            return False
        owner = meant.parent
        if owner is None or not owner.is_class:
            return True
        return not self._may_be_one(method.parent.key, owner)

    def _has_field(self, owner: Scope, name: str) -> bool:
        """True if a class or a base of it gives an attribute a value."""
        own_writes = self.workspace.lookups.own_writes
        return any(
            own_writes.get((entry[1], name))
            or ((base := self.names.scope(entry[1])) is not None and self.names.has(base, name))
            for entry in self.names.mro(owner.key)
            if entry[0] == "C"
        )

    def _may_be_one(self, key: str, owner: Scope | None) -> bool:
        """True if an object of a class may be of another one, too: of a class below both."""
        if owner is None or key == owner.key:
            return True
        below = {key, *self.cells.settle(("sub", key))}
        return not below.isdisjoint({owner.key, *self.cells.settle(("sub", owner.key))})

    def _is_method_of(self, key: str, owner: Scope, name: str) -> bool:
        target = self.names.scope(key)
        if target is None or target.parent is None or target.name != name:
            return False
        return ("C", target.parent.key) in self.names.mro(owner.key)

    def _comes_to(self, below: str, method: Scope) -> bool:
        return comes_to(self.names, below, method)


def comes_to(names: Names, below: str, method: Scope) -> bool:
    """True if an object of a class below runs a method: as its own, or by `super()`."""
    for entry in names.mro(below):
        scope = names.scope(entry[1]) if entry[0] == "C" else None
        if scope is not None and scope is method.parent:
            return True
        own = [] if scope is None else [one for one in scope.children if one.name == method.name]
        for one in own:
            names.cells.note("scope", one.key)
        if own and not any(f'"{method.name}"' in one.flow_text for one in own):
            return False
    return False


def has_from(names: Names, below: Scope, method: Scope) -> bool:
    """True if an object of a class below has a method as it is: none nearer stands in its place."""
    for entry in names.mro(below.key):
        scope = names.scope(entry[1]) if entry[0] == "C" else None
        if scope is None:
            continue
        if scope is method.parent:
            return True
        names.cells.note("scope", scope.key)
        if any(one.name == method.name and one.is_callable for one in scope.children):
            return False
    return True


def first_with(names: Names, below: Scope, name: str) -> Scope | None:
    """The class that an object of a class has an attribute from."""
    for entry in names.mro(below.key):
        scope = names.scope(entry[1]) if entry[0] == "C" else None
        if scope is not None and names.has(scope, name):
            return scope
    return None


def run_on(site: Site, name: str) -> Expression:
    """The object whose method of a name a site runs, as far as that is written there."""
    kind, callee = site[0], site[1]
    given = site[4] if len(site) > 4 else []
    if kind in "wWlL":
        return callee
    if form(callee) == "a" and (kind not in _CALLING or not _is_special(name) or callee[2] == name):
        is_right = kind == "o" and name.startswith("__r") and f"__{name[3:]}" in REFLECTED
        return given[0] if is_right and given else callee[1]
    if name == "__call__":
        return callee
    return given[0] if given else None


def _is_self(method: Scope, value: Expression) -> bool:
    parameters = method.parameters
    return bool(parameters) and form(value) == "v" and value[1] == parameters[0].name


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in CONSTRUCTORS


def asked(scope: Scope, callee: Expression, own: str) -> str | None:
    """What a callee asks its `self` for: a name; empty for `self` itself, None for other callees.

    `type(self)` is `self.__class__`.
    """
    kind = form(callee)
    if kind == "v":
        return "" if callee[1] == own else None
    if kind == "a":
        is_own = asked(scope, callee[1], own) in ("", "__class__")
        return str(callee[2]) if is_own else None
    if kind == "c":
        site = scope.flow.sites[callee[1]]
        given = site[4] if len(site) > 4 else []
        is_own = len(given) == 1 and form(given[0]) == "v" and given[0][1] == own
        return "__class__" if site[1] == "type" and is_own else None
    return None
