"""Keys of containers that are constants, told before values flow: which keys a read may be of.

Like what `names` tells it is settled first, since "no constant is known" has to be relied on.
"""

from __future__ import annotations

from collections.abc import Iterable

from codewitness.engine.graph.cells import Cells
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.calls.sites import Sites
from codewitness.engine.graph.python.naming.kinds import told_like
from codewitness.engine.graph.python.naming.names import Names, Read, Value
from codewitness.engine.graph.python.naming.uses import hands_own
from codewitness.model.flow import Expression, form

ANY: Value = ("*",)
MAX_SITES = 40  # calls that a parameter is followed to; with more any key may be given


class Keys:
    """Constant keys over one workspace."""

    def __init__(self, names: Names, cells: Cells, sites: Sites) -> None:
        self.names = names
        self.cells = cells
        self.sites = sites

    def of(self, scope: Scope, expression: Expression) -> set[Value]:
        """("K", constant) of each that an expression may be; `ANY` too if not all are known.

        A member of an enumeration is one as (class, name). ("T", "str", begin, end) is a string of
        which it is known how it begins and ends.
        """
        return self._of(scope, expression, self.cells.settle)

    def _of(self, scope: Scope, expression: Expression, read: Read) -> set[Value]:
        if (whole := _told(expression)) is not None:
            return {whole}
        if isinstance(expression, str):
            home = self.names.home(scope, expression)
            return {ANY} if home is None else set(read(("kn", home.key, expression)))
        if form(expression) == "v":
            found: set[Value] = set()
            for i in expression[2:]:
                found |= read(("kb", scope.key, i) if i >= 0 else ("kp", scope.key, -1 - i))
            return found
        if form(expression) == "a":
            return self._of_member(scope, expression, read)
        if form(expression) == "n" and form(expression[2]) == "t" and expression[3] == 1:
            return set(told_like(frozenset(self._of(scope, expression[1], read)), expression[2]))
        return self._of_import(scope, expression, read)

    def _of_import(self, scope: Scope, expression: Expression, read: Read) -> set[Value]:
        if form(expression) == "m" and len(expression) == 3:
            module = self.names.module(scope.file.path, expression[1])
            file = self.names.workspace.files.get(module[1]) if module[0] == "M" else None
            if file is not None and self.names.has(file.top, expression[2]):
                return set(read(("kn", file.top.key, expression[2])))
        return {ANY}

    def _of_member(self, scope: Scope, expression: Expression, read: Read) -> set[Value]:
        """`Colour.RED`, `codes.LIMIT`: what a class or a module has; of an enumeration itself."""
        owners = self.names.static(scope, expression[1], self.cells.settle)
        owner = next(iter(owners)) if len(owners) == 1 else ("X",)
        files = self.names.workspace.files
        file = files.get(owner[1]) if owner[0] == "M" else None
        around = file.top if file is not None else None
        around = self.names.scope(owner[1]) if owner[0] == "C" else around
        name = expression[2]
        if around is None or not self.names.has(around, name) or self._is_assigned(around, name):
            return {ANY}
        if owner[0] == "C" and self.names.is_enum(owner[1]):
            return {("K", (owner[1], name))}
        return set(read(("kn", around.key, name)))

    def _is_assigned(self, owner: Scope, name: str) -> bool:
        """True if an attribute of this name is given a value from elsewhere."""
        self.cells.note("writes", name)
        self.cells.note("own", name)
        lookups = self.names.workspace.lookups
        return bool(lookups.other_writes.get(name) or lookups.own_writes.get((owner.key, name)))

    def bind(self, key: str, index: int) -> Iterable[Value]:
        """Rule `kb`: the constants that one assignment gives."""
        scope = self.names.scope(key)
        if scope is None or index >= len(scope.flow.binds):
            return {ANY}
        return self._of(scope, scope.flow.binds[index][1], self.cells.get)

    def named(self, key: str, name: str) -> Iterable[Value]:
        """Rule `kn`: the constants that a name of a scope may be."""
        scope = self.names.scope(key)
        found: set[Value] = set()
        if scope is None:
            return found
        for home, index in self.names.sources(scope, name):
            self.cells.note("scope", home.key)
            found |= self._of(home, home.flow.binds[index][1], self.cells.get)
        if scope.is_callable:
            for k, parameter in enumerate(scope.parameters):
                if parameter.name == name:
                    found |= self.cells.get(("kp", key, k))
        return found

    def parameter(self, key: str, k: int) -> Iterable[Value]:
        """Rule `kp`: the constants that calls by name give a parameter; any if there are none."""
        function = self.names.scope(key)
        if function is None or function.parent is None or k >= len(function.parameters):
            return {ANY}
        self.cells.note("scope", function.parent.key)
        parameter = function.parameters[k]
        if not self.names.workspace.limits.callers:
            return {ANY}
        places = self.sites.named(function)
        if parameter.kind in ("*", "**") or not 0 < len(places) <= MAX_SITES:
            return {ANY}
        found: set[Value] = set()
        if parameter.default is not None:
            found |= self._of(function.parent, parameter.default, self.cells.get)
        for scope, index in places:
            found |= self._given(function, k, scope, index)
        return found | {ANY} if not found or self._is_handed(function) else found

    def _is_handed(self, function: Scope) -> bool:
        """True for a method that its own class hands to a call: others call it, nobody knows how.

        `box.changed.connect(self.choose)`.
        """
        owner = function.parent
        if owner is None or not owner.is_class:
            return False
        self.cells.note("mention", function.name)
        for scope in self.sites.mentioning(function, function.name):
            around = self.names.enclosing_class(scope)
            if around is not None and hands_own(scope, function.name):
                order = self.names.mro(around.key)
                if ("C", owner.key) in order or ("C", around.key) in self.names.mro(owner.key):
                    return True
        return False

    def _given(self, function: Scope, k: int, scope: Scope, index: int) -> set[Value]:
        site = scope.flow.sites[index]
        given = site[4] if len(site) > 4 else []
        named = site[5] if len(site) > 5 else []
        parameter = function.parameters[k]
        is_method = function.parent is not None and function.parent.is_class
        place = k - 1 if is_method and form(site[1]) == "a" else k
        for name, value in zip(named[::2], named[1::2], strict=True):
            if name == parameter.name:
                return self._of(scope, value, self.cells.get)
            if name == "**":
                return {ANY}
        if any(form(one) == "*" for one in given):
            return {ANY}
        if 0 <= place < len(given):
            return self._of(scope, given[place], self.cells.get)
        return set()


def of_constants(expression: Expression) -> Value | None:
    """The key that a tuple of constants is."""
    if form(expression) != "L" or expression[1] != "tuple":
        return None
    parts = expression[3:]
    return ("K", tuple(one[1] for one in parts)) if all(form(one) == "k" for one in parts) else None


def _told(expression: Expression) -> Value | None:
    """The key that a constant, a tuple of constants, or a text of which some is known, is."""
    if form(expression) == "k":
        return ("K", expression[1])
    if form(expression) == "t" and len(expression) == 4:
        return ("T", *expression[1:])
    return of_constants(expression)
