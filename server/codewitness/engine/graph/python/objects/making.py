"""What making an object of Python runs: constructors, and what runs beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from codewitness.engine.graph.cells import NONE, Cells, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.builtin_names import AFTER_INIT, CONSTRUCTORS, NOT_FOUND
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.objects.given_bases import given_bases
from codewitness.engine.graph.python.objects.records import is_data_class
from codewitness.model.flow import Expression, Site, form, last_name

MAKING_CLASSES = ("__prepare__", "__new__", "__init__")  # of a metaclass


def has_members(made: Scope) -> bool:
    """True for a class that gives names to something else than what it defines."""
    return any(
        isinstance(name, str) and not name.startswith("_") and form(value) not in ("f", "m")
        for name, value in made.flow.binds
    )


class Making:
    """Over one workspace."""

    def __init__(self, names: Names, cells: Cells) -> None:
        self.names = names
        self.cells = cells

    def also_run(self, callee: Value, site: Site) -> list[str]:
        """What making an object runs beside: `__post_init__`, and `__call__` of a metaclass."""
        if callee[0] != "C":
            return []
        if self.names.is_enum(callee[1]):
            return list(self._not_found(callee[1], site))
        for meta in self.names.metaclasses(callee[1]):
            found = self.cells.get(("ia", meta, "__call__"))
            if own := [one[1] for one in found if one[0] in "FB"]:
                return own
        if not is_data_class(self.names, callee[1]):
            return []
        for entry in self.names.mro(callee[1]):
            scope = self.names.scope(entry[1]) if entry[0] == "C" else None
            for name in AFTER_INIT if scope is not None else ():
                if scope is not None and self.names.has(scope, name):
                    return [one.key for one in scope.children if one.name == name]
        return []

    def is_never_made(self, key: str) -> bool:
        """True for a class whose metaclass gives something else when it is called."""
        for meta in self.names.metaclasses(key):
            own = [one for one in self.cells.get(("ia", meta, "__call__")) if one[0] in "FB"]
            scopes = [self.names.scope(one[1]) for one in own]
            if own:
                return all(one is None or '"__call__"' not in one.flow_text for one in scopes)
        return False

    def is_only_base(self, callee: Value) -> bool:
        """True for a class that is called by `cls` where only classes below are made."""
        return bool(callee[0] == "C" and self.names.is_base_alone(callee[1]))

    def _not_found(self, key: str, site: Site) -> Iterator[str]:
        """What an enumeration asks for a member that no name of it has as its value."""
        given = site[4] if len(site) > 4 else []
        scope = self.names.scope(key)
        if len(given) == 1 and scope is not None:
            is_told = form(given[0]) == "k" and any(one == given[0] for _, one in scope.flow.binds)
            yield from () if is_told else self._own(self.names.mro(key), NOT_FOUND)

    def constructors(self, callee: Value) -> Values:
        """The workspace's own `__init__` and `__new__` that making an instance runs."""
        found: Values = NONE
        for name in CONSTRUCTORS:
            for entry in self.names.mro(callee[1]):
                scope = self.names.scope(entry[1]) if entry[0] == "C" else None
                if scope is not None and self.names.has(scope, name):
                    found |= self.cells.get(("var", scope.key, name))
                    break
        if not found:
            bases = given_bases(self.names, self.cells, callee[1])
            found = NONE.union(*map(self.constructors, bases))
        return frozenset(one for one in found if one[0] in "FB")

    def made(self, key: str) -> Values:
        """The objects that making one of a class gives: what its own `__new__` gives, too."""
        own = frozenset([("I", key)])
        makers = self._makers(key)
        if not makers:
            return own
        given = NONE.union(*(self.cells.get(("ret", one[1])) for one in makers))
        below = {one for one in given if one[0] == "I" and ("C", key) in self.names.mro(one[1])}
        is_other = all(self._makes_others(one[1], key) for one in makers)
        return frozenset(below) if is_other else own | below

    def _makers(self, key: str) -> list[Value]:
        for entry in self.names.mro(key):
            scope = self.names.scope(entry[1]) if entry[0] == "C" else None
            if scope is not None and self.names.has(scope, "__new__"):
                kept = self.cells.get(("var", scope.key, "__new__"))
                return [one for one in kept if one[0] in "FB"]
        return []

    def _makes_others(self, maker: str, key: str) -> bool:
        """True if all that a `__new__` returns is written to be of other classes."""
        function = self.names.scope(maker)
        if function is None or not function.flow.returns:
            return False
        for value in function.flow.returns:
            site = function.flow.sites[value[1]] if form(value) == "c" else None
            given = site[4] if site is not None and len(site) > 4 else []
            made: Expression = None if site is None else site[1]
            if site is not None and last_name(site[1]) == "__new__":
                made = given[0] if given else None
            for one in made[1:] if form(made) == "u" else [made]:
                kinds = self.names.static(function, one, self.cells.settle)
                if not kinds or any(kind[0] != "C" or kind[1] == key for kind in kinds):
                    return False
        return True

    # Classes that are made.

    def told(self, scope: Scope, definition: Expression) -> Iterator[str]:
        """What the statement of a class runs: of its metaclass, its base and its fields."""
        if definition[1] >= len(scope.children):
            return
        made = scope.children[definition[1]]
        for meta in self.names.metaclasses(made.key)[:1]:
            for name in MAKING_CLASSES:
                yield from self._own(self.names.mro(meta), name)
        yield from self._own(self.names.mro(made.key)[1:], "__init_subclass__")
        if has_members(made) and self.names.is_enum(made.key):
            yield from (one[1] for one in self.constructors(("C", made.key)))
        self.cells.note("named", "__set_name__")
        if self.names.workspace.named("__set_name__"):
            self.cells.note("scope", made.key)
            for _, value in made.flow.binds:
                if form(value) == "c":
                    for one in self.cells.get(("r", made.key, value[1])):
                        if one[0] == "I":
                            yield from self._own(self.names.mro(one[1]), "__set_name__")

    def by_metaclass(self, scope: Scope) -> Iterator[str]:
        """What `super().__call__()` runs in a metaclass: the constructors of its classes."""
        method = method_around(scope)
        own = self.cells.get(("p", method.key, 0)) if method is not None else NONE
        for one in own:
            if one[0] == "C":
                yield from (made[1] for made in self.constructors(one))

    def _own(self, entries: Iterable[Value], name: str) -> Iterator[str]:
        """Keys of what the first of some classes that has this name has by it."""
        for entry in entries:
            scope = self.names.scope(entry[1]) if entry[0] == "C" else None
            if scope is not None and self.names.has(scope, name):
                found = self.cells.get(("var", scope.key, name))
                yield from (one[1] for one in found if one[0] in "FB")
                return
