"""Methods of Python that leave what they are for to the classes below."""

from __future__ import annotations

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.kinds import is_abstract
from codewitness.engine.graph.python.naming.names import Names


def is_left_to_others(names: Names, scope: Scope, name: str) -> bool:
    """True for a method that is there to be overridden, or does nothing but raise."""
    return any(
        child.name == name and (is_abstract(child) or _only_raises(names, child))
        for child in scope.children
    )


def _only_raises(names: Names, function: Scope) -> bool:
    """True for a method that does nothing but make one object, of a class: to raise it."""
    if sum(len(function.sites_of_kind(kind)) for kind in "bc") != 1:
        return False
    flow = function.flow
    calls = [site[1] for site in flow.sites if site[0] in "bc"]
    if flow.returns or flow.yields or flow.binds:
        return False
    made = names.static(function, calls[0], names.cells.settle)
    return any(one[0] == "C" for one in made)
