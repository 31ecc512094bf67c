"""Keys of containers that are constants, told before values flow: which keys a read may be of.

Like what `names` tells it is settled first, since "no constant is known" has to be relied on.
"""

from __future__ import annotations

from collections.abc import Iterable

from codewitness.engine.graph.cells import Cells
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.calls.handed_over import given_names
from codewitness.engine.graph.python.calls.sites import Sites
from codewitness.engine.graph.python.naming.kinds import told_like
from codewitness.engine.graph.python.naming.names import Names, Read, Value
from codewitness.engine.graph.python.naming.uses import hands_own, uses
from codewitness.model.flow import Expression, Site, form

ANY: Value = ("*",)
TOLD = 4  # parts of a text of which it is known how it begins and ends; then what is between
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
        if form(expression) == "t" and len(expression) > TOLD:
            return self._whole(scope, expression, read)
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
        if form(expression) == "e":
            return self._of_each(scope, expression[1], read)
        return self._of_import(scope, expression, read)

    def _of_each(self, scope: Scope, expression: Expression, read: Read) -> set[Value]:
        """The constants that a loop goes through: of what is written there, or a tuple."""
        if form(expression) == "L":
            return set().union(*(self._of(scope, part, read) for part in expression[3:]))
        found: set[Value] = set()
        for home, index in self._places(scope, expression):
            shown: Expression = home.flow.binds[index][1] if index >= 0 else None
            is_tuple = shown is not None and shown[:2] == ["L", "tuple"]
            found |= self._of_each(home, shown, read) if is_tuple else {ANY}
        return found or {ANY}

    def _places(self, scope: Scope, name: Expression) -> list[tuple[Scope, int]]:
        """What gives a name its value; the numbers of parameters are below zero."""
        if form(name) == "v":
            return [(scope, i) for i in name[2:]]
        home = self.names.home(scope, name) if isinstance(name, str) else None
        if home is None or any(one.name == name for one in home.parameters if home.is_callable):
            return []
        return list(self.names.sources(home, str(name)))

    def _whole(self, scope: Scope, expression: Expression, read: Read) -> set[Value]:
        """The texts that one is, if all are told that may stand between its begin and its end."""
        _, _, begin, end, part = expression
        between = self._of(scope, part, read)
        if not between or any(one[0] != "K" or type(one[1]) is tuple for one in between):
            return {("T", "str", begin, end)}
        return {("K", f"{begin}{one[1]}{end}") for one in between}

    def told(self, scope: Scope, expression: Expression) -> list[tuple[str, ...]]:
        """All that such a text may be, in order, as one item; nothing if that is not known."""
        found = self.of(scope, expression)
        texts = sorted(str(one[1]) for one in found if one[0] == "K")
        return [tuple(texts)] if len(texts) == len(found) else []

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
        return found | {ANY} if not found or self._is_handed(function, k) else found

    def _is_handed(self, function: Scope, k: int) -> bool:
        """True for what is handed to a call: others call it, nobody knows how.

        `box.changed.connect(self.choose)` in the class of a method; outside of classes that of any.
        """
        owner = function.parent
        if owner is None or not owner.is_class:
            return self._is_called_as_value(function, k)
        self.cells.note("mention", function.name)
        for scope in self.sites.mentioning(function, function.name):
            around = self.names.enclosing_class(scope)
            if around is None and function.name in uses(scope).values:
                return True
            if around is not None and hands_own(scope, function.name):
                order = self.names.mro(around.key)
                if ("C", owner.key) in order or ("C", around.key) in self.names.mro(owner.key):
                    return True
        return False

    def _is_called_as_value(self, function: Scope, k: int) -> bool:
        """True for a function that is given to a call, or may be a value that is given so much."""
        names, is_value = self.sites.known_as(function)
        if not is_value:
            return False
        given = (scope.flow.sites[index] for scope, index in self.sites.indirect(function, names))
        if any(len(one) > 5 or len(_given_at(one)) > k or _spreads(one) for one in given):
            return True
        return any(
            function.name in given_names(site)
            for scope in self.sites.mentioning(function, function.name)
            for site in scope.flow.sites
        )

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


def _given_at(site: Site) -> list[Expression]:
    return site[4] if len(site) > 4 else []


def _spreads(site: Site) -> bool:
    return any(form(one) == "*" for one in _given_at(site))


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
    if form(expression) == "t" and len(expression) == TOLD:
        return ("T", *expression[1:])
    return of_constants(expression)
