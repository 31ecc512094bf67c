"""What functions give back as they got it, and what decorators make of what they decorate."""

from __future__ import annotations

from collections.abc import Collection

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.names import Names, Value
from codewitness.model.flow import Expression, Parameter, form

MAX_ASKED = 8  # questions after each other about one parameter


def makes_another(function: Scope) -> bool:
    """True for a decorator that is seen to return what it is given, or a definition of its own.

    Of any other one nothing is known but that what it decorates will be called in the end.
    """
    if function.flow.yields:
        return False
    values = function.flow.returns
    binds = function.flow.binds
    for value in values:
        reached = [value]
        if form(value) == "v":
            reached = [binds[i][1] if i >= 0 else ["f", 0] for i in value[2:]]
        elif isinstance(value, str):
            reached = [binds[i][1] for i in function.binds(value)]
        for one in reached:
            inner = one
            while form(inner) == "c":  # a decorated definition, or a call that takes one
                site = function.flow.sites[inner[1]]
                inner = site[4][0] if site[0] == "d" and len(site) > 4 else None
            if form(inner) != "f":
                return False
    return bool(values)


Narrowing = tuple[Expression, int]  # `isinstance(x, type)` is true (1), or false


def handed_through(function: Scope) -> list[int]:
    """Parameters that a function returns as it got them."""
    return list(dict.fromkeys(k for k, _ in ways_through(function)))


def ways_through(function: Scope) -> list[tuple[int, tuple[Narrowing, ...]]]:
    """Parameters that a function returns as it got them, each with what was asked before that."""
    declared = function.header[3]
    if function.flow.yields:
        return []
    parameters: list[Parameter] = function.parameters
    found: dict[str, tuple[int, tuple[Narrowing, ...]]] = {}
    for value in function.flow.returns:
        for i in value[2:] if form(value) == "v" else ():
            for k, narrowings in _as_given(function, i):
                if k >= len(parameters) or parameters[k].kind:
                    continue
                # `(f: F) -> F` says the same; anything else that is declared says more.
                if declared is None or parameters[k].type == declared:
                    found[repr((k, narrowings))] = (k, narrowings)
    return list(found.values())


def is_handed_through(function: Scope, i: int, through: Collection[int]) -> bool:
    """True if one of the values that reach a `return` is such a parameter, asked of or not."""
    ways = _as_given(function, i)
    return bool(ways) and all(k in through for k, _ in ways)


def _as_given(function: Scope, i: int, depth: int = 0) -> list[tuple[int, tuple[Narrowing, ...]]]:
    """The parameters that the value `i` of a name is; none if it may be something else too."""
    if i < 0:
        return [(-1 - i, ())]
    target, value = function.flow.binds[i]
    if target is not None or form(value) != "n" or form(value[1]) != "v" or depth > MAX_ASKED:
        return []
    found: list[tuple[int, tuple[Narrowing, ...]]] = []
    for inner in value[1][2:]:
        ways = _as_given(function, inner, depth + 1)
        if not ways:
            return []
        found += [(k, (*narrowings, (value[2], value[3]))) for k, narrowings in ways]
    return found


def may_replace(names: Names, value: Value) -> bool:
    """True for what a class may be replaced by when it is decorated: no other class of a file.

    Nor is it what the decorator gives when it is called with arguments: a decorator once more.
    """
    if value[0] == "C":
        return is_made(names, value[1])
    if value[0] == "F":
        function = names.scope(value[1])
        return function is not None and not handed_through(function)
    return bool(value[0] != "P")


def may_stand_for(names: Names, value: Value, *, is_itself: bool) -> bool:
    """True for what a function may be replaced by when it is decorated.

    That is no other decorated function of a file. Where the function itself may be given
    (`is_itself`), it is no decorator once more either.
    """
    function = names.scope(value[1]) if value[0] == "F" else None
    if function is None:
        return True
    if is_made(names, function.key):
        return not (is_itself and handed_through(function))
    return not function.header[0]


def is_made(names: Names, key: str) -> bool:
    """True for a definition that a function makes when it runs."""
    scope = names.scope(key)
    around = None if scope is None else scope.parent
    while around is not None and not around.is_callable:
        around = around.parent
    return around is not None
