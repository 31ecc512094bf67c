"""Which functions a variable may be that is called, told by names alone.

`m` of `for (m of list) h = m(h)` is what those who call the function around put into the list. So
what is given to `m` is known to go to parameters of these.
"""

from __future__ import annotations

from collections.abc import Iterator

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.giving import BOXING, held_in, seen_through
from codewitness.engine.graph.typed.handled import handled, is_by_call
from codewitness.engine.graph.typed.world import World, called
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, form

_MAX_NAMES = 24  # variables and lists that are gone through
_MAX_SITES = 24  # calls of one function
_FIELDS = frozenset(("a", "g"))  # forms of targets: `this.steps`, and `steps` alone
_HOLDING = frozenset(("e", "i", "w", "*"))

Known = tuple[Scope, "str | Scope"]  # a name, or a function that stands where it is handed over


def functions(world: World, scope: Scope, name: str) -> list[tuple[str, int]]:
    """Places of the functions that the name may stand for where a scope calls it."""
    key = (scope.key, name)
    if (known := world.variables_called.get(key)) is None:
        known = world.variables_called[key] = _functions(world, scope, name)
    return known


def is_variable(scope: Scope, name: str) -> bool:
    """True for a name of a function's own, or of one around it, that others may have as well."""
    at: Scope | None = scope
    while at is not None and at.is_callable:
        if at.binds(name) or name in at.parameter_names:
            return True
        at = at.parent
    return False


def _functions(world: World, scope: Scope, name: str) -> list[tuple[str, int]]:
    waiting: list[tuple[Scope, str]] = [(scope, name)]
    found: dict[tuple[str, int], None] = {}
    for at, known in waiting:
        for place, one in _standing_for(world, at, known):
            if isinstance(one, Scope):
                found[one.file.path, one.ordinal] = None
            elif not is_variable(place, one) and (defined := _defined(world, one)):
                found |= dict.fromkeys(defined)
            elif (place, one) not in waiting and len(waiting) < _MAX_NAMES:
                waiting.append((place, one))
    return list(found)


def _defined(world: World, name: str) -> list[tuple[str, int]]:
    return [place for place in world.named(name) if _is_function(world, place)]


def _is_function(world: World, place: tuple[str, int]) -> bool:
    return world.files[place[0]].definitions[place[1]].is_callable


def _standing_for(world: World, scope: Scope, name: str) -> Iterator[Known]:
    """What a name holds, or what holds that: by its binds, or as what it is given."""
    at: Scope | None = scope
    while at is not None:
        for k, parameter in enumerate(at.parameters):
            if parameter.name == name:
                yield from _given(world, at, k, is_rest=parameter.kind[:1] == "*")
                return
        if binds := at.binds(name):
            for index in binds:
                yield from _known(world, at, handled(at).flow.binds[index][1])
            if not at.is_class:
                return
        for method in at.children if at.is_class else ():
            for target, value in handled(method).flow.binds:
                if form(target) in _FIELDS and target[-1] == name:
                    yield from _known(world, method, value)
        at = at.parent


def _given(world: World, function: Scope, k: int, *, is_rest: bool) -> Iterator[Known]:
    """The k-th arguments of the calls of a function; a closure may get elements of a list."""
    around = function.parent
    if function.kind is Kind.LAMBDA and around is not None:
        own = ["f", function.number]
        for site in handled(around).flow.sites:
            if len(site) > 4 and own in site[4] and form(site[1]) == "a":
                receiver = seen_through(around, site[1][1])
                yield from _known(world, around, receiver)
        return
    n_sites = 0
    for scope in world.mentioning(function.name):
        for number in handled(scope).called.get(function.name, ()):
            n_sites += 1
            site = handled(scope).flow.sites[number]
            given = site[4] if len(site) > 4 else []
            if is_by_call(site) and called(site[1]) != function.name:
                given = given[1:]
            for one in given[k:] if is_rest else given[k : k + 1]:
                yield from _known(world, scope, one)
        if n_sites > _MAX_SITES:
            return


def _known(world: World, scope: Scope, value: Expression) -> Iterator[Known]:
    """What a value names, and the functions that a call gives back."""
    yield from ((scope, one) for one in _names(scope, value))
    if form(value) == "c":
        made_by = called(handled(scope).flow.sites[value[1]][1])
        for path, ordinal in world.named(made_by) if made_by else ():
            maker = world.files[path].definitions[ordinal]
            if maker.is_callable:
                for given in handled(maker).flow.returns:
                    yield from ((maker, one) for one in _told(maker, given))


def _names(scope: Scope, value: Expression) -> list[str | Scope]:
    """The names in a list that is written, or that of what holds it; functions without one."""
    while form(value) in _HOLDING:
        value = seen_through(scope, value[1])
    value = seen_through(scope, value)
    if form(value) == "c":  # `listOf(f, g)`
        site = handled(scope).flow.sites[value[1]]
        held = site[4] if len(site) > 4 and BOXING.fullmatch(called(site[1])) else []
        return [one for part in held for one in _told(scope, part)]
    return _told(scope, value) or [name for name in (called(value),) if name]


def _told(scope: Scope, value: Expression) -> list[str | Scope]:
    """What stands in an expression, if it has a name or is a function."""
    found: list[str | Scope] = []
    for one in held_in(value):
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, tuple) and one[0] == "f" and one[1] < len(scope.children):
            found.append(scope.children[one[1]])
    return found
