"""What functions of Python's library give to a function that is written as their argument."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.containers.keys import ANY
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.calls import Calls

# The function stands before what it gets; what takes two gets both from there.
_FIRST = frozenset(("builtins.map", "builtins.filter"))
_FOLDED = frozenset(("functools.reduce", "itertools.accumulate"))
_TESTED = frozenset(f"itertools.{name}" for name in ("takewhile", "dropwhile", "filterfalse"))
_KEYED = frozenset(("builtins.sorted", "builtins.min", "builtins.max", "itertools.groupby"))


def given(calls: Calls, function: Scope, k: int) -> Values:
    """The k-th parameter: elements of what stands beside the function."""
    around = function.parent
    if around is None or function.kind is not Kind.LAMBDA:
        return NONE
    calls.cells.note("scope", around.key)
    found: Values = NONE
    for site in around.flow.sites:
        if ["f", function.number] in _arguments(site):
            callees = calls.flows.values(around, site[1])
            for callee in (str(one[1]) for one in callees if one[0] == "X"):
                for part in _beside(site, ["f", function.number], k, callee):
                    owners = calls.flows.values(around, part)
                    found |= calls.flows.each(owners, lambda one: calls.cells.get(("el", one, ANY)))
    return found


def _arguments(site: Site) -> list[Expression]:
    return [*(site[4] if len(site) > 4 else []), *(site[5] if len(site) > 5 else [])]


def _beside(site: Site, own: Expression, k: int, callee: str) -> list[Expression]:
    """The containers whose elements the k-th parameter gets of this function of the library."""
    given_ = site[4] if len(site) > 4 else []
    named = site[5] if len(site) > 5 else []
    places: list[int] = []
    if callee in _FIRST | _TESTED and given_[:1] == [own]:
        places = [k + 1]
    elif callee in _FOLDED and own in given_[:2]:
        is_first = k == 0 and len(given_) < 3  # else it is given what the fold begins with
        places = [1 - given_.index(own)] if is_first or k == 1 else []
    elif callee in _KEYED and k == 0 and own in [*given_[1:], *named[1::2]]:
        places = [0]
    return [given_[at] for at in places if at < len(given_) and form(given_[at]) != "*"]
