"""Ruby: on what a block runs that is given to a method which calls `instance_eval` with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, union
from codewitness.model.flow import GIVEN_BLOCK, IN_BLOCK, Expression, Site, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_RUNNING = frozenset(("instance_eval", "instance_exec"))
_MAX_DEPTH = 3  # methods that hand a block on


def called(ev: Evaluator, at: Where, site: Site) -> Answer:
    """The method that a bare name is of what the blocks around it run on."""
    found: Answer = NOTHING
    for told in site[6] if len(site) > 6 and isinstance(site[1], str) else ():
        if not found and form(told) == IN_BLOCK:
            owners = [
                owner
                for function in ev.callees(at.path, at.scope, told[1])
                if function[0] == "f"
                for owner in _run_on(ev, function, 0)
            ]
            found = union(ev.member(owner, site[1]) for owner in owners)
            found = frozenset(value for value in found if value[0] == "f")
    return found


def _run_on(ev: Evaluator, function: Value, depth: int) -> Answer:
    from codewitness.engine.graph.typed.evaluate import Where

    path, ordinal = function[1:3]
    here = Where(path, ordinal)
    found: list[Answer] = []
    for number, site in enumerate(ev.file(path).flow(ordinal).sites):
        if not _hands_on(ev, function, site):
            continue
        if last_name(site[1]) in _RUNNING:
            owners = ev.owners(here, site[1][1]) if form(site[1]) == "a" else ev.this(here)
            found.append(frozenset(owner for owner in owners if owner[0] in "IC"))
        elif depth < _MAX_DEPTH:
            callees = ev.callees(path, ordinal, number)
            found += (_run_on(ev, one, depth + 1) for one in callees if one[0] == "f")
    return union(found)


def _hands_on(ev: Evaluator, function: Value, site: Site) -> bool:
    """True for a call that is given the block that the function itself was given."""
    labels = site[5] if len(site) > 5 else []
    given: Expression = labels[-1] if labels and labels[-2] == GIVEN_BLOCK else None
    if form(given) != "v" or len(given) != 3 or given[2] >= 0:
        return False
    parameters = ev.file(function[1]).header(function[2]).parameters
    return bool(-1 - given[2] == len(parameters) - 1)
