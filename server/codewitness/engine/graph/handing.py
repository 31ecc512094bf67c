"""What functions give back as they got it, and what decorators make of what they decorate."""

from __future__ import annotations

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.names import Names, Value
from codewitness.model.flow import Parameter, form


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


def handed_through(function: Scope) -> list[int]:
    """Parameters that a function returns as it got them."""
    declared = function.header[3]
    if function.flow.yields:
        return []
    found: dict[int, None] = {}
    parameters: list[Parameter] = function.parameters
    for value in function.flow.returns:
        if form(value) == "v":
            for i in value[2:]:
                if i >= 0 or -1 - i >= len(parameters) or parameters[-1 - i].kind:
                    continue
                # `(f: F) -> F` says the same; anything else that is declared says more.
                if declared is None or parameters[-1 - i].type == declared:
                    found[-1 - i] = None
    return list(found)


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


def is_made(names: Names, key: str) -> bool:
    """True for a class that a function makes when it runs."""
    scope = names.scope(key)
    around = None if scope is None else scope.parent
    while around is not None and not around.is_callable:
        around = around.parent
    return around is not None
