"""Kotlin: `Item(x)` where no constructor takes `x`, but `invoke` of the companion does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import levels
from codewitness.engine.graph.typed.calls import constructors
from codewitness.engine.graph.typed.overloads import best, fits
from codewitness.engine.graph.typed.values import METHOD, Value
from codewitness.model.facts import Kind
from codewitness.model.flow import Site

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_INVOKE = "invoke"


def invoked(ev: Evaluator, at: Where, site: Site, kind: Value) -> list[Value]:
    """The `invoke` that fits, if no constructor does; empty if one does."""
    file = ev.file(kind[1])
    if file.language != "kotlin" or site[0] != "c" or not ev.world.named(_INVOKE):
        return []
    head: Value = ("f", *kind[1:3], None, None)
    is_made = file.definitions[kind[2]].kind is not Kind.INTERFACE
    if is_made and any(fits(ev, at, site, one) for one in (head, *constructors(ev, kind))):
        return []
    children = (c for c in file.children.get(kind[2], ()) if levels.is_companion(file, c))
    known = [kind, *(ev.named(kind[1], child) for child in children)]
    found = [v for one in known for v in ev.member(one, _INVOKE + METHOD) if v[0] == "f"]
    of_class = [v for v in found if levels.is_of_class(ev, v[1], v[2])]
    return best(ev, at, site, [v for v in of_class if fits(ev, at, site, v)])
