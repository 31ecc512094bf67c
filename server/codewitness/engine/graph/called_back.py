"""What functions of Python's library give to a function that is written as their argument."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.keys import ANY
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.calls import Calls

_FIRST = frozenset(("builtins.map", "builtins.filter"))  # the function stands before what it gets
_KEYED = frozenset(("builtins.sorted", "builtins.min", "builtins.max"))


def given(calls: Calls, function: Scope, k: int) -> Values:
    """The k-th parameter: elements of what stands beside the function."""
    around = function.parent
    if around is None or function.kind is not Kind.LAMBDA:
        return NONE
    calls.cells.note("scope", around.key)
    found: Values = NONE
    for site in around.flow.sites:
        for part in _beside(site, ["f", function.number], k):
            for callee in calls.flows.values(around, site[1]):
                if callee[0] == "X" and callee[1] in _FIRST | _KEYED:
                    owners = calls.flows.values(around, part)
                    found |= calls.flows.each(owners, lambda one: calls.cells.get(("el", one, ANY)))
    return found


def _beside(site: Site, own: Expression, k: int) -> list[Expression]:
    given_ = site[4] if len(site) > 4 else []
    named = site[5] if len(site) > 5 else []
    if given_ and given_[0] == own:
        return [part for part in given_[k + 1 : k + 2] if form(part) != "*"]
    is_key = k == 0 and own in named[1::2]
    return given_[:1] if is_key and form(given_[0] if given_ else None) != "*" else []
