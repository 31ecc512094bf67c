"""By which names a display is known, in whose code something may be put into it."""

from __future__ import annotations

from collections.abc import Iterable

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, form, last_name

_FIRST_PART = {"L": 3, "D": 2}


def names_of(display: Value, scope: Scope) -> set[str]:
    """The names that a display of a scope is given there, and the scope's if it gives it back."""
    names: set[str] = set()
    for target, value in scope.flow.binds:
        if any(_is_display(one, display) for one in _top_values(value, scope)):
            names.add(target if isinstance(target, str) else last_name(target))
    for child in scope.children:
        if child.is_callable:
            for name, _, _, default in child.header[1]:
                if type(default) is list and _is_default(default, display, names):
                    names.add(name)
    if any(_is_display(one, display) for one in scope.flow.returns):
        names |= {scope.name, *_held_in(scope)}
    return names - {""}


def _is_default(default: Expression, display: Value, names: set[str]) -> bool:
    """True if a parameter that is left out is a display, by itself or by a name of it."""
    return _is_display(default, display) or last_name(default) in names - {""}


def _held_in(function: Scope) -> Iterable[str]:
    """Names of what a lambda is given to, which holds what it gives: `defaultdict(lambda: ...)`."""
    around = function.parent if function.kind is Kind.LAMBDA else None
    for target, value in around.flow.binds if around is not None else ():
        site = around.flow.sites[value[1]] if form(value) == "c" else []  # type: ignore[union-attr]
        if len(site) > 4 and ["f", function.number] in site[4]:
            yield target if isinstance(target, str) else last_name(target)


def is_called(expression: Expression, home: Scope, names: set[str]) -> bool:
    """True if one of these names says what an expression is, or what was assigned to its name."""
    if last_name(expression) in names:
        return True
    kind = form(expression)
    if kind not in ("c", "v"):
        return False
    binds = expression[2:] if kind == "v" else ()
    given = [home.flow.binds[i][1] for i in binds if i >= 0] or [expression]
    made = (home.flow.sites[one[1]][1] for one in given if form(one) == "c")
    return any(last_name(one) in names for one in (*given, *made))


def _is_display(expression: Expression, owner: Value) -> bool:
    kind = form(expression)
    if owner[0] == "E":
        return kind == "c" and bool(expression[1] == owner[2])
    if kind == "D":
        return owner[0] == "D" and bool(expression[1] == owner[2])
    return kind in ("L", "C") and bool(expression[2] == owner[2])


def _top_values(value: Expression, scope: Scope) -> Iterable[Expression]:
    """What a value of a scope is, on one way or another: as a whole, or displays that it holds."""
    yield value
    if form(value) in ("u", "L", "D"):
        for one in value[_FIRST_PART.get(value[0], 1) :]:
            yield from _top_values(one, scope)
    elif form(value) == "y":
        yield value[2]
    elif form(value) == "c":
        site = scope.flow.sites[value[1]]
        if form(site[1]) == "a" and site[1][2] in ("setdefault", "get", "pop"):
            yield from (site[4] if len(site) > 4 else [])[1:2]
