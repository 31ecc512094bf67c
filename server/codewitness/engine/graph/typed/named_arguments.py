"""Arguments that are given by name: whether a function gets all that it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.values import Value
from codewitness.model.flow import Site

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator


def is_complete(ev: Evaluator, function: Value, site: Site) -> bool:
    """False if a parameter without a default value gets nothing, where some are given by name."""
    named = {*site[5][::2]} if len(site) > 5 else set()
    if not named or function[4:] == ("extension",):
        return True
    parameters = ev.file(function[1]).header(function[2]).parameters
    needed = [one for one in parameters if one.kind == "" and one.name not in named]
    return len(needed) <= (len(site[4]) if len(site) > 4 else 0)
