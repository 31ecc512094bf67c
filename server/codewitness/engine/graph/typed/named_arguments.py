"""Arguments that are given by name: whether a function gets all that it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.values import Value
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator


def is_complete(ev: Evaluator, function: Value, site: Site) -> bool:
    """False if a parameter without a default value gets nothing, where some are given by name."""
    given: list[Expression] = site[4] if len(site) > 4 else []
    named = {*site[5][::2]} if len(site) > 5 else set()
    parameters = ev.file(function[1]).header(function[2]).parameters
    if not named or function[4:] == ("extension",):
        return True
    is_behind = bool(given) and form(given[-1]) == "f"
    left = [parameters[len(given) :]] + [parameters[len(given) - 1 : -1]] * is_behind
    return any(all(p.kind != "" or p.name in named for p in rest) for rest in left)
