"""What functions give back as they got it, and what decorators make of what they decorate."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Parameter, Site, form, last_name

MAX_MAKERS = 4  # functions that make what others make
MAX_ASKED = 8  # questions after each other about one parameter


def makes_another(function: Scope, depth: int = 0) -> bool:
    """True for a decorator that is seen to return what it is given, or a definition of its own.

    Of any other one nothing is known but that what it decorates will be called in the end.
    """
    if function.flow.yields or depth > MAX_MAKERS:
        return False
    values = function.flow.returns
    return bool(values) and all(_is_another(function, value, depth) for value in values)


def _is_another(function: Scope, value: Expression, depth: int) -> bool:
    """True for a parameter, a definition of the function's own, or what one of these makes."""
    if form(value) == "u":
        return all(_is_another(function, one, depth) for one in value[1:])
    binds = function.flow.binds
    reached = [value]
    if form(value) == "v":
        reached = [binds[i][1] if i >= 0 else None if depth else ["f", 0] for i in value[2:]]
    elif isinstance(value, str):
        reached = [binds[i][1] for i in function.binds(value)]
    is_lambda = function.kind is Kind.LAMBDA
    is_optional = depth > 0 or is_lambda or _may_be_without(function) or bool(_star(function))
    around = function.parent
    is_optional = is_optional or (around is not None and _may_be_without(around))
    for one in reached:
        inner = one
        while form(inner) == "c":  # a decorated definition, or a call that takes one
            site = function.flow.sites[inner[1]]
            if is_optional and site[0] != "d" and _makes_one(function, site, depth):
                break
            inner = site[4][0] if site[0] == "d" and len(site) > 4 else None
        else:
            if form(inner) != "f":
                return False
    return True


def _makes_one(function: Scope, site: Site, depth: int) -> bool:
    """True for a call of what makes another, inside or around, and for a partial of itself."""
    given = site[4] if len(site) > 4 else []
    if site[1] == function.name and function.name:
        return True  # itself, once more
    if last_name(site[1]) == "partial":
        return bool(given) and given[0] == function.name
    around = function.parent
    if around is not None and around.is_callable and site[1] == around.name:
        return makes_another(around, depth + 1)
    if form(site[1]) != "v" or len(site[1]) != 3 or site[1][2] < 0:
        return False
    called = function.flow.binds[site[1][2]][1]
    at = called[1] if form(called) == "f" else len(function.children)
    return at < len(function.children) and makes_another(function.children[at], depth + 1)


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


def is_left_out(function: Scope, k: int, site: Site) -> bool:
    """True if a call that gives nothing to a parameter leaves it to its default."""
    given = site[4] if len(site) > 4 else []
    named = site[5] if len(site) > 5 else []
    is_open = any(form(one) == "*" for one in given) or "**" in named[::2]
    return function.parameters[k].default is not None and not is_open


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


def may_stand_for(names: Names, value: Value, *, is_itself: bool, by: str = "") -> bool:
    """True for what a function may be replaced by when it is decorated.

    That is no other decorated function of a file. Where the function itself may be given
    (`is_itself`), it is no decorator once more either, nor another one that is decorated so (`by`).
    """
    function = names.scope(value[1]) if value[0] == "F" else None
    if function is None:
        return True
    if is_made(names, function.key):
        return not (is_itself and (handed_through(function) or by in _decorators(names, function)))
    return not function.header[0]


def _decorators(names: Names, function: Scope) -> Iterator[str]:
    """The names of what decorates a function."""
    around = names.scope(function.parent.key) if function.parent is not None else None
    if around is not None:
        for index in function.header[0]:
            yield decorator_name(around, around.flow.sites[index])


def decorator_name(scope: Scope, site: Site) -> str:
    """The name of the decorator that a site calls, with arguments or without."""
    callee = site[1]
    return last_name(scope.flow.sites[callee[1]][1] if form(callee) == "c" else callee)


def is_other_way(decorator: Scope, made: Scope | None, *, is_given: bool) -> bool:
    """True for what a decorator whose first parameter may be missing gives in the other case.

    `def decorator(function=None, *, flag=False)` gives another decorator if it is given none.
    """
    if not _may_be_without(decorator):
        return False
    if made is None:  # a partial of the decorator itself
        return is_given
    if made.parent is not decorator:
        return not is_given
    calls_it = f'"{decorator.name}"' in made.flow_text
    if is_given:
        return calls_it or makes_another(made)
    optional = {one.name for one in decorator.parameters if one.default is not None}
    optional -= {parameter.name for parameter in made.parameters}
    return any(site[1] in optional for site in made.flow.sites if isinstance(site[1], str))


def _may_be_without(decorator: Scope) -> bool:
    parameters = decorator.parameters
    return bool(parameters) and not parameters[0].kind and parameters[0].default is not None


def ways_with(function: Scope, site: Site) -> list[Expression] | None:
    """What a decorator whose `*args` may be the function alone returns to a site; None for all.

    `if callable(args[0]): return decorator(args[0])` is for `@decorator` alone, and what else it
    returns for `@decorator("name")`.
    """
    star = _star(function)
    if not star or site[0] not in "dh":
        return None
    given = site[4] if len(site) > 4 else []
    if site[0] == "h" and given and form(given[0]) not in ("k", "t"):
        return None
    every = [one for value in function.flow.returns for one in _parts(value)]
    of_first = [one for one in every if _is_given_first(function, one, star)]
    others = [one for one in every if one not in of_first]
    return (of_first if site[0] == "d" else others) if of_first and others else None


def _star(function: Scope) -> str:
    """The name of `*args` of which a function asks whether it is to be called."""
    star = next((one.name for one in function.parameters if one.kind == "*"), "")
    return star if star and '"callable"' in function.flow_text else ""


def _parts(value: Expression) -> list[Expression]:
    return list(value[1:]) if form(value) == "u" else [value]


def _is_given_first(function: Scope, value: Expression, star: str) -> bool:
    """True for the result of a call that is given `args[0]`."""
    site = function.flow.sites[value[1]] if form(value) == "c" else []
    given = list(site[4]) if len(site) > 4 else []
    binds = function.flow.binds
    given += [binds[i][1] for one in given if form(one) == "v" for i in one[2:] if i >= 0]
    firsts = (one for one in given if form(one) == "i" and form(one[1]) == "v")
    return any(one[1][1] == star and one[2] == ["k", 0] for one in firsts)


def is_made(names: Names, key: str) -> bool:
    """True for a definition that a function makes when it runs."""
    scope = names.scope(key)
    around = None if scope is None else scope.parent
    while around is not None and not around.is_callable:
        around = around.parent
    return around is not None
