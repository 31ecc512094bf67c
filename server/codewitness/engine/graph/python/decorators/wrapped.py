"""Decorated functions of Python whose decorator gives what they give: whose result a call has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.values.overrides import first_with
from codewitness.model.flow import Expression, Site, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.calls import Calls

Call = tuple[Scope, Site, Value]  # a site, and as what it calls something
_MAX_STEPS = 8  # assignments between a call and what is returned


class Wrapped:
    """Calls of what a decorator made, by the function that it was given."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls

    def results(self, callee: Value, made: Scope, scope: Scope, index: int) -> Values | None:
        """What a call of `made` gives, if that is what the functions give that the site names."""
        site = scope.flow.sites[index]
        if site[0] != "c" or not gives_of_decorated(made):
            return None
        self.calls.cells.note("scope", made.key)
        named = self._named_by(scope, site)
        if named is None:
            return None
        if any(hands_on(made, one) for one in made.flow.sites):
            as_called = [(callee[0], key, *callee[2:]) for key in named if key != made.key]
            return NONE.union(*(self.calls.returned(one, scope, index) for one in as_called))
        return NONE.union(*(self.calls.cells.get(("ret", key)) for key in named))

    def calls_of(self, function: Scope) -> Iterator[Call]:
        """The calls of a function, those of what a decorator made of it in place of its own."""
        for call in self.calls.calls_of(function):
            yield from self._given(function, call)

    def _given(self, function: Scope, call: Call) -> Iterable[Call]:
        """The call, or those that it hands the arguments of through to a decorated function."""
        made, site, _ = call
        if len(function.header[0]) != 1 or not hands_on(made, site):
            yield call
            return
        for scope, outer, callee in self.calls.calls_of(made):
            named = self._named_by(scope, outer) if outer[0] == "c" else None
            if named is None or function.key in named:
                yield scope, outer, callee

    def receivers(self, function: Scope) -> set[Value]:
        """The objects that what a decorator makes of methods is called on, as its first parameter.

        `def inner(self, *rest): return method(self, *rest)`
        """
        around, first = function.parent, function.parameters[0]
        if around is None or not around.is_callable or first.kind:
            return set()
        found: set[Value] = set()
        for site in function.flow.sites:
            given = site[4] if site[0] == "c" and len(site) > 4 else []
            if given[:1] == [["v", first.name, -1]] and _is_decorated(function, around, site[1]):
                methods = self.calls.flows.values(function, site[1])
                found |= {owner for one in methods if (owner := self._owner(one)) is not None}
        return found

    def _owner(self, method: Value) -> Value | None:
        scope = self.calls.names.scope(method[1]) if method[0] == "F" else None
        if scope is None or scope.parent is None or not scope.parent.is_class:
            return None
        return ("C" if "classmethod" in scope.decorators else "I", scope.parent.key)

    def _named_by(self, scope: Scope, site: Site) -> list[str] | None:
        owners: Values = NONE
        if form(site[1]) == "a":
            owners = self.calls.flows.values(scope, site[1][1])
        return named_by(self.calls.names, scope, site[1], owners)


def hands_on(function: Scope, site: Site) -> bool:
    """True for a call of what a decorator was given, with all that the function is given."""
    around = function.parent
    if site[0] != "c" or len(site) < 5 or around is None or not around.is_callable:
        return False
    if not _is_decorated(function, around, site[1]):
        return False
    parameters = function.parameters
    plain = [["v", one.name, -1 - k] for k, one in enumerate(parameters) if not one.kind]
    star = [["*", ["v", one.name, -1 - k]] for k, one in enumerate(parameters) if one.kind == "*"]
    return bool(plain or star) and list(site[4]) == [*plain, *star]


def gives_of_decorated(function: Scope) -> bool:
    """True if a function gives what the one gave that the decorator around it was given.

    So whoever calls the decorated function gets what that one gives, and nothing of others.
    """
    around = function.parent
    values = function.flow.returns
    if around is None or not around.is_callable or not values or function.flow.yields:
        return False
    return all(_is_of_parameter(function, around, value) for value in values)


def _is_of_parameter(function: Scope, around: Scope, value: Expression, depth: int = 0) -> bool:
    """True for what a call of the first parameter of the function around gives, awaited or not."""
    kind = form(value)
    if kind == "v" and depth <= _MAX_STEPS:
        binds = function.flow.binds
        given = [binds[i] if i >= 0 else [value[1], None] for i in value[2:]]
        return bool(given) and all(
            target == value[1] and _is_of_parameter(function, around, one, depth + 1)
            for target, one in given
        )
    if kind == "w":
        return _is_of_parameter(function, around, value[1], depth)
    if kind != "c" or function.flow.sites[value[1]][0] != "c":
        return False
    return _is_decorated(function, around, function.flow.sites[value[1]][1])


def _is_decorated(function: Scope, around: Scope, called: Expression) -> bool:
    """True for the parameter of `around` that is what it decorates: the first, or what is wrapped.

    `@wraps(parameter)` of what is made of it says which.
    """
    names = around.parameter_names
    if called not in names or around.binds(called):
        return False
    return called == names[0] or any(
        last_name(wraps[1]) == "wraps" and _first_given(wraps) == [called]
        for site in (around.flow.sites[index] for index in function.header[0])
        if form(site[1]) == "c" and (wraps := around.flow.sites[site[1][1]])
    )


def _first_given(site: Site) -> list[Expression]:
    given = site[4] if len(site) > 4 else []
    return [one[1] if form(one) == "v" else one for one in given[:1]]


def named_by(
    names: Names, caller: Scope, callee: Expression, owners: Iterable[Value]
) -> list[str] | None:
    """The functions with one decorator that a callee names, which is asked of `owners`.

    None if it may be something else as well.
    """
    found = names.static(caller, callee, names.cells.settle)
    keys = {one[1] for one in found if one[0] == "F"}
    if len(keys) < len(found):
        return None
    if not keys:
        keys = set(of_classes(names, callee, (one[1] for one in owners if one[0] == "I")))
    scopes = [scope for key in sorted(keys) if (scope := names.scope(key)) is not None]
    is_one = all(len(scope.header[0]) == 1 for scope in scopes)
    return [scope.key for scope in scopes] if scopes and is_one else None


def of_classes(names: Names, callee: Expression, owners: Iterable[str]) -> Iterator[str]:
    """The methods that objects of some classes have by the name of a callee."""
    for key in sorted(owners):
        below = names.scope(key)
        holder = None if below is None else first_with(names, below, callee[2])
        if holder is not None:
            yield from (one.key for one in holder.children if one.name == callee[2])
