"""What is in objects whose class is a built-in container with more to it: `class Plugins(dict)`.

What the methods of such a class put into their own object may be in each object of it, as with
attributes. What others put there counts where one place alone makes such an object: elsewhere
another one may be meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from codewitness.engine.graph.cells import Cells
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.values.values import Flows
from codewitness.model.flow import Expression, form, last_name

_WITH_KEYS = frozenset(
    {
        "builtins.dict",
        *(f"{module}.TypedDict" for module in ("typing", "typing_extensions")),
        *(f"collections.{one}" for one in ("OrderedDict", "defaultdict", "UserDict")),
    }
)
_LISTS = frozenset(
    {*(f"builtins.{one}" for one in ("list", "set")), "collections.deque", "collections.UserList"}
)
_WITH_DATA = ("collections.UserDict", "collections.UserList")  # which keep all in `self.data`
_MAX_WRITES = 150


def holds(dotted: str, name: str) -> bool:
    """True if this method of a library's container gives elements, or keys by iteration."""
    owner, _, own = dotted.rpartition(".")
    return own == name and owner in _WITH_KEYS | _LISTS


def gives_elements(dotted: str) -> bool:
    """True for what gives an element: not the iteration over keys."""
    owner, _, name = dotted.rpartition(".")
    return owner in _LISTS or (owner in _WITH_KEYS and name != "__iter__")


def _within(scope: Scope) -> Iterator[Scope]:
    """The methods of a class, and the functions in them."""
    for child in scope.children:
        yield child
        if child.is_callable:
            yield from _within(child)


def _around(base: Expression) -> Expression:
    """The object whose `data` something is put into; the base itself otherwise."""
    return base[1] if form(base) == "a" and base[2] == "data" else base


class OwnContainers:
    """Finds what is put into objects of a class."""

    def __init__(self, names: Names, cells: Cells, flows: Flows) -> None:
        self.names = names
        self.cells = cells
        self.flows = flows

    def writes(self, key: str) -> list[tuple[Scope, int]]:
        """Assignments to elements of objects of a class, of one below it, or of one above."""
        related = self._related(key)
        is_within = any(("X", one) in self.names.mro(key) for one in _WITH_DATA)
        homes = (self.names.workspace.scopes[one] for (one,) in self.cells.get(("oh", key)))
        found = [
            (home, index)
            for home in homes
            for index, (target, _) in enumerate(home.flow.binds)
            if form(target) == "i"
            and self._is_one(home, _around(target[1]) if is_within else target[1], related)
        ]
        return sorted(found, key=lambda one: (one[0].key, one[1]))[:_MAX_WRITES]

    def _related(self, key: str) -> dict[str, Scope]:
        keys = [one[1] for one in self.names.mro(key) if one[0] == "C"]
        found = {one: scope for one in keys if (scope := self.names.scope(one)) is not None}
        return found | {scope.key: scope for scope in self.names.subclasses(key)}

    def _is_one(self, home: Scope, base: Expression, related: dict[str, Scope]) -> bool:
        return any(one[0] == "I" and one[1] in related for one in self.flows.values(home, base))

    def homes(self, key: str) -> list[Value]:
        """Rule `oh`: scopes that put something into what has a name that an object was given.

        Told by their texts, which do not change while values settle.
        """
        related = self._related(key)
        kinds = {scope.name for scope in related.values()}
        homes = {child.key: child for scope in related.values() for child in _within(scope)}
        if not self.names.workspace.limits.is_large:
            for scope in self._mentioning(self._only_names(kinds)):
                homes[scope.key] = scope
        for scope in homes.values():
            self.cells.note("scope", scope.key)
        return [(scope.key,) for scope in homes.values() if '[["i",' in scope.flow_text]

    def _only_names(self, kinds: set[str]) -> set[str]:
        """Names that the one object of some classes is given; none if more than one is made."""
        names: set[str] = set()
        n_made = 0
        for scope in self._mentioning(kinds):
            flow = scope.flow
            made = [n for n, site in enumerate(flow.sites) if last_name(site[1]) in kinds]
            n_made += len(made)
            for target, value in flow.binds:
                if form(value) == "c" and value[1] in made:
                    names.add(target if isinstance(target, str) else last_name(target))
        return names - {""} if n_made == 1 else set()

    def _mentioning(self, names: set[str]) -> list[Scope]:
        found: dict[str, Scope] = {}
        for name in names:
            self.cells.note("mention", name)
            for scope in self.names.workspace.mentioning(name):
                self.cells.note("scope", scope.key)
                found[scope.key] = scope
        return list(found.values())
