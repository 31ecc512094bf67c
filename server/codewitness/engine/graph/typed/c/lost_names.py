"""C++: functions of which a syntax error has lost the namespace that they stand in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.packages import Place
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import Site

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator


def may_be(ev: Evaluator, dotted: str, site: Site) -> bool:
    """True if a file has the namespace of a name, and outside of it a function of the name.

    After a syntax error the rest of a namespace is read as if it had ended there.
    """
    space, _, name = dotted.rpartition(".")
    return bool(space) and any(
        ev.file(place[0]).parent(place[1]) == MODULE
        and calls.takes(ev, ("f", *place, None, None), site)
        and _opens(ev, place, space)
        for place in ev.world.named(name)
    )


def _opens(ev: Evaluator, place: Place, space: str) -> bool:
    return any(
        one.kind is Kind.NAMESPACE and one.qualified_name == space
        for one in ev.file(place[0]).definitions
    )
