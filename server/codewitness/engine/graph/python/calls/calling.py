"""Which sites may call a function by their form: what does not change while values settle."""

from __future__ import annotations

from codewitness.engine.graph.python.calls.sites import Sites
from codewitness.engine.graph.python.naming.names import Value


def calling(sites: Sites, key: str) -> set[Value]:
    """Rule `cs`: (scope, site) of each call that by its form may be one of a function."""
    function = sites.names.scope(key)
    if function is None:
        return set()
    limits, owner = sites.workspace.limits, function.parent
    is_constructor = function.name == "__init__" and owner is not None and owner.is_class
    name = owner.name if is_constructor and owner is not None else function.name
    sites.cells.note("named", name)
    if len(sites.workspace.named(name)) > limits.namesakes:
        return set()
    candidates = sites.candidates_up_to(function, limits.callers)
    return {(scope.key, index) for scope, index in candidates}
