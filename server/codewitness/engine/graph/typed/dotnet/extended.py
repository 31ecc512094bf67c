"""C#: what an extension is called on is its first argument, and tells which of several is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.calls import parameters_of
from codewitness.engine.graph.typed.values import Value
from codewitness.model.flow import Expression, Parameter, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator


def taken_and_given(
    ev: Evaluator, site: Site, function: Value
) -> tuple[list[Parameter], list[Expression]]:
    """What a function takes, and what a site gives it, the object before the dot among them."""
    given: list[Expression] = site[4] if len(site) > 4 else []
    own = parameters_of(ev, function)
    header = ev.file(function[1]).header(function[2])
    is_shorter = len(own) < len(header.parameters)
    if is_shorter and form(site[1]) == "a" and ev.file(function[1]).language == "csharp":
        return header.parameters, [site[1][1], *given]
    return own, given


def is_other_arity(ev: Evaluator, owner: Value, kind: Expression) -> bool:
    """True for `Builder` where an extension is of `Builder<T>`, and the other way round."""
    from codewitness.engine.graph.typed.packages import type_name

    is_generic = form(kind) == "G"
    name = type_name(kind[1] if is_generic else kind)
    if owner[0] != "I" or ev.definition(owner).name != name:
        return False
    n_wanted = len(kind) - 2 if is_generic else 0
    if any(value[0] != "T" or value[1:3] != owner[1:3] for one_ in owner[3] for value in one_):
        return len(owner[3]) != n_wanted
    return not owner[3] and is_generic and not ev.file(owner[1]).header(owner[2]).type_parameters
