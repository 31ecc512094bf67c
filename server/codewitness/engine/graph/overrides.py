"""What a call on `self` runs when the object is of a class below."""

from __future__ import annotations

from collections.abc import Iterable

from codewitness.engine.graph.cells import Cells
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.lookups import method_around
from codewitness.engine.graph.names import Names, Value
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.flow import Site, form

MAX_OVERRIDES = 40  # of a call on `self`; more say no more than the method that they override


class Overrides:
    """Methods in the place of others, over one workspace."""

    def __init__(self, workspace: Workspace, cells: Cells, names: Names) -> None:
        self.workspace = workspace
        self.cells = cells
        self.names = names

    def of(self, scope: Scope, site: Site, targets: Iterable[Value]) -> set[str]:
        """Methods below a class that a call on its `self` runs, when `self` is of a class below.

        Left out are those of classes whose own method never comes to this call.
        """
        if form(site[1]) != "a" or form(site[1][1]) != "v":
            return set()
        method = method_around(scope)
        parameters = method.parameters if method is not None else []
        if method is None or method.parent is None or not parameters:
            return set()
        owner, name = method.parent, site[1][2]
        if site[1][1][1] != parameters[0].name or not self.cells.settle(("sub", owner.key)):
            return set()
        below = self.cells.settle(("ov", owner.key, name))
        if not 0 < len(below) <= MAX_OVERRIDES:
            return set()
        if not any(self._is_method_of(key, owner, name) for key, _ in targets):
            return set()
        return {key for key, runs_as in below if self._comes_to(runs_as, method)}

    def overriding(self, key: str, name: str) -> Iterable[Value]:
        """Rule `ov`: (method, class) where classes below a class have a method of this name.

        It is the class of the method, or one that it is mixed into.
        """
        self.cells.note("named", name)
        below = self.cells.settle(("sub", key))
        beside = self.cells.settle(("bes", key))
        for one in self.workspace.named(name):
            around = one.parent
            if self.names.scope(one.key) is None or around is None or not one.is_callable:
                continue
            if around.key in below:
                yield (one.key, around.key)
            elif around.key in beside:
                for mixed in self.names.subclasses(around.key):
                    if mixed.key in below and self._first(mixed, name) is around:
                        yield (one.key, mixed.key)

    def _is_method_of(self, key: str, owner: Scope, name: str) -> bool:
        target = self.names.scope(key)
        if target is None or target.parent is None or target.name != name:
            return False
        return ("C", target.parent.key) in self.names.mro(owner.key)

    def _first(self, below: Scope, name: str) -> Scope | None:
        for entry in self.names.mro(below.key):
            scope = self.names.scope(entry[1]) if entry[0] == "C" else None
            if scope is not None and self.names.has(scope, name):
                return scope
        return None

    def _comes_to(self, below: str, method: Scope) -> bool:
        """True if an object of a class below runs a method: as its own, or by `super()`."""
        for entry in self.names.mro(below):
            scope = self.names.scope(entry[1]) if entry[0] == "C" else None
            if scope is not None and scope is method.parent:
                return True
            own = (
                [] if scope is None else [one for one in scope.children if one.name == method.name]
            )
            if own and not any(f'"{method.name}"' in one.flow_text for one in own):
                return False
        return False
