"""C++: `handle->draw()` runs the `operator->` of a handle before what it calls.

Any call of a member may be such a one. So who calls an `operator->` is looked for among all of
them, and in a project with more than can be looked at it is told of none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed import classes
from codewitness.engine.graph.typed.member_calls import member_calls
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD
from codewitness.engine.graph.typed.world import World
from codewitness.model.flow import form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

ARROW = "operator->"


def run(ev: Evaluator, at: Where, site: list[object]) -> Answer:
    """The `operator->` by which a site gets to the member that it calls."""
    callee = site[1]
    if not ev.world.named(ARROW) or not isinstance(callee, list) or form(callee) != "a":
        return NOTHING
    name = str(callee[2]).removesuffix(METHOD)
    if form(callee[1]) == "u":  # `(*handle).draw()`
        return NOTHING
    if site[0] != "c" or name.startswith("operator") or member_calls(ev.world, "cpp") is None:
        return NOTHING
    owners = frozenset(
        owner
        for owner in ev.owners(at, callee[1])
        if owner[0] == "I" and not classes.member(ev, owner, name)
    )
    found = ev.members(owners, ARROW)
    return frozenset(value for value in found if value[0] == "f")


def calls(world: World, function: Scope) -> Iterator[tuple[Scope, int]]:
    """Sites that may run an `operator->`."""
    if function.name == ARROW:
        yield from member_calls(world, "cpp") or ()
