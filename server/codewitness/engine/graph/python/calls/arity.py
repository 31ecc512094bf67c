"""Python: whether a method can be called with what a call gives it, told by numbers and names."""

from __future__ import annotations

from codewitness.engine.graph.files import Scope
from codewitness.model.flow import Site, form


def takes(method: Scope, site: Site) -> bool:
    """True if a method can be called with as many arguments as a site gives."""
    parameters = method.parameters
    if any(one.kind for one in parameters if one.kind in ("*", "**")):
        return True
    given = site[4] if len(site) > 4 else []
    named = site[5] if len(site) > 5 else []
    if any(form(one) == "*" for one in given) or "**" in named[::2]:
        return True
    own = parameters if "staticmethod" in method.decorators else parameters[1:]
    names = {one.name for one in own}
    needed = sum(one.default is None for one in own)
    n_given = len(given) + len(named) // 2
    return n_given <= len(own) and set(named[::2]) <= names and (n_given >= needed or not own)
