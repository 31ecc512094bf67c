"""JavaScript: calls in an object by a key that is worked out: `this[kind](x)`."""

from __future__ import annotations

from collections.abc import Iterator

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.handled import ECMA
from codewitness.model.facts import Kind
from codewitness.model.flow import form


def of_this(function: Scope) -> Iterator[tuple[Scope, int]]:
    """Sites in an object that may call any of the functions in it."""
    owner = function.parent
    if owner is None or owner.kind is not Kind.OBJECT or function.file.language not in ECMA:
        return
    scopes = [owner]
    for scope in scopes:
        scopes += scope.children
        for number, site in enumerate(scope.flow.sites):
            if form(site[1]) == "i" and site[1][1] == "this":
                yield scope, number
