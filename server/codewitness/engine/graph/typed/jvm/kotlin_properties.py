"""Kotlin: a property with a function, called by its name, hides the functions outside the class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import Answer
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.flow import Expression

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where


def meant(ev: Evaluator, at: Where, name: Expression, found: Answer) -> Answer:
    """What a call of a bare name means of which these functions are known."""
    if not found or not isinstance(name, str):
        return found
    if any(v[0] != "f" or ev.file(v[1]).parent(v[2]) != MODULE for v in found):
        return found
    file, scope = ev.file(at.path), at.scope
    while scope != MODULE:
        if file.definitions[scope].is_class:
            held = ev.member(("I", at.path, scope, ()), name)
            if own := frozenset(v for v in held if v[0] in "fF" and v not in found):
                return own
        scope = file.parent(scope)
    return found
