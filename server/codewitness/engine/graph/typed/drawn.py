"""Which sites may call what is taken out of a collection, told by the name of that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.giving import through
from codewitness.engine.graph.typed.handled import handled
from codewitness.engine.graph.typed.values import CALLING
from codewitness.engine.graph.typed.world import called
from codewitness.model.flow import Expression, form

# Members of collections, and of what they give, through which what they hold is reached.
_DRAWING = frozenset(
    (
        *("get", "getOrDefault", "getValue", "getOrElse", "getOrNull", "getOrPut", "remove"),
        *("at", "find", "fetch", "dig", "delete", "pop", "shift", "first", "last", "next", "poll"),
        *("values", "entries", "entrySet", "iter", "iter_mut", "into_iter", "values_mut", "each"),
        *("getValueOrDefault", "GetValueOrDefault", "GetOrAdd", "computeIfAbsent", "elementAt"),
        *("unwrap", "expect", "copied", "cloned", "as_ref", "as_deref", "orElse", "orElseThrow"),
        *("map", "First", "FirstOrDefault", "Last", "LastOrDefault", "Single", "ElementAt"),
        *("let", "also", "takeIf", "takeUnless", "ifPresent", "forEach", "for_each"),
        *("each_value", "stream", "filter"),
        *("begin", "front", "back", "top", "peek", "getFirst", "getLast", "get_mut"),
        *("take", "peekFirst", "peekLast", "pollFirst", "pollLast", "element", "Dequeue", "Pop"),
        *("Peek", "removeFirst", "removeLast", "removeFirstOrNull", "removeLastOrNull"),
        *("firstOrNull", "lastOrNull", "popFirst", "popLast", "pop_front", "pop_back"),
    )
)
_PAIRS = frozenset(("second", "value", "Value", "getValue", "last"))
_CALLED_BY = CALLING | _PAIRS
_HOLDING = frozenset("eiwnu*")
_IMPLICIT = ("it", "$0")
_DEEP = 8  # members in a row


def drawn(sought: Iterable[tuple[str, Iterable[Scope]]]) -> Iterator[tuple[Scope, int]]:
    """Sites that call what something of these names gave back, in the scopes that may know it."""
    for name, scopes in sought:
        for scope in scopes:
            for number in through(scope, _DRAWING):
                site = handled(scope).flow.sites[number]
                if _may_be(site[1][1], name):
                    yield from _given(scope, ["c", number], _DEEP)
                    yield from _given_to(scope, site)


def _may_be(expression: Expression, name: str) -> bool:
    """True if an expression is what has a name, or a part or a choice with it."""
    if form(expression) in _HOLDING:
        return any(_may_be(part, name) for part in expression[1:])
    return called(expression) == name


def _has(expression: Expression, given: Expression) -> bool:
    if expression == given:
        return True
    if form(expression) == "y":
        return _has(expression[2], given)
    return form(expression) in _HOLDING and any(_has(part, given) for part in expression[1:])


def _given(scope: Scope, given: Expression, depth: int) -> Iterator[tuple[Scope, int]]:
    """Sites that call what a site gives: at once, through members, by a name, or in a closure."""
    yield from _called_in(scope, lambda one: _has(one, given), depth)
    for target, value in handled(scope).flow.binds:
        if isinstance(target, str) and _has(value, given):
            yield from _by_name(scope, target, depth)


def _called_in(
    scope: Scope, is_meant: Callable[[Expression], bool], depth: int
) -> Iterator[tuple[Scope, int]]:
    """Sites of a scope that call what is meant, or what its members give."""
    for number, site in enumerate(handled(scope).flow.sites):
        callee = site[1]
        if is_meant(callee):
            yield scope, number
        elif form(callee) == "a" and is_meant(callee[1]):
            if callee[2] in _CALLED_BY:
                yield scope, number
            if callee[2] in _DRAWING and depth:
                yield from _given(scope, ["c", number], depth - 1)
                yield from _given_to(scope, site)


def _given_to(scope: Scope, site: list[Expression]) -> Iterator[tuple[Scope, int]]:
    """Sites in the closures that a call is given which call one of their parameters."""
    for argument in site[4] if len(site) > 4 else ():
        if form(argument) == "f" and argument[1] < len(scope.children):
            header = scope.flow.headers[argument[1]]
            parameters = [one[0] for one in header[1]] if header else []
            for name in parameters or _IMPLICIT:
                yield from _by_name(scope.children[argument[1]], name, 0)


def _by_name(scope: Scope, name: str, depth: int) -> Iterator[tuple[Scope, int]]:
    """Sites in a function, and those in it, that call what a name of it stands for."""
    yield from _called_in(scope, lambda one: _may_be(one, name), depth)
    for child in scope.children:
        yield from _by_name(child, name, depth)
