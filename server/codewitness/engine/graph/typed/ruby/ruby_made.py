"""Ruby: the classes that `Class.new(Base) { ... }` makes, on which its block runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.model.flow import IN_BLOCK, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_MAKING = ["a", "Class", "new"]


def of_call(ev: Evaluator, at: Where, site: Site) -> Answer:
    """The class that a new one stands on; what it has is what the new one has."""
    if site[1] != _MAKING or len(site) < 5 or not site[4]:
        return NOTHING
    given = site[4][0]
    return frozenset(
        ("C", *value[1:])
        for value in ev.value(at, given)
        if value[0] == "C" or (given == "this" and value[0] == "I")
    )


def around(ev: Evaluator, at: Where, site: Site) -> Answer:
    """The same of the block that a call without a receiver stands in, if it is such a one."""
    for told in site[6] if len(site) > 6 else ():
        if form(told) == IN_BLOCK:
            return of_call(ev, at, ev.site(at.path, at.scope, told[1]))
    return NOTHING
