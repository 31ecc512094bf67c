"""Rust: the error that a closure gets from a result: `load().map_err(|error| error.shown())`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.rust import rust_conversions
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.world import called
from codewitness.model.facts import Kind
from codewitness.model.flow import form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator

# What results have that hands their error to a closure.
_TAKING = frozenset(("map_err", "inspect_err", "unwrap_or_else", "or_else", "is_err_and"))


def given(ev: Evaluator, path: str, ordinal: int, k: int) -> Answer:
    """What the first parameter of such a closure is, where a call gives the result."""
    from codewitness.engine.graph.typed.evaluate import Where

    file = ev.file(path)
    if k or file.definitions[ordinal].kind is not Kind.LAMBDA:
        return NOTHING
    scope = file.parent(ordinal)
    for use in file.uses(scope).get(file.children[scope].index(ordinal), ()):
        site = ev.site(path, scope, use[1]) if use[0] == "c" else [""]
        if site[0] != "c" or form(site[1]) != "a" or called(site[1]) not in _TAKING:
            continue
        if form(site[1][1]) != "c" or any(v[0] == "f" for v in ev.callees(path, scope, use[1])):
            continue
        return rust_conversions.told(ev, Where(path, scope), ["P", None, site[1][1][1], None])
    return NOTHING
