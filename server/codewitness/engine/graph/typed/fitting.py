"""Whether a site has the form of a call of a function, where nothing else is known of it."""

from __future__ import annotations

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed import relatives
from codewitness.engine.graph.typed.calls import takes
from codewitness.engine.graph.typed.evaluate import Evaluator
from codewitness.model.facts import Kind
from codewitness.model.flow import Site

# Languages in which a call gives as many arguments as the function takes, with the labels it has,
# and those in which it has brackets.
_COUNTING = frozenset(("java", "kotlin", "csharp", "swift"))
_IN_BRACKETS = frozenset(("java", "kotlin", "swift"))
_FUNCTIONS = frozenset((Kind.METHOD, Kind.FUNCTION))


def may_be_call(ev: Evaluator, site: Site, function: Scope) -> bool:
    """False if a site is not as the function is called: by its arguments, or without any."""
    language = function.file.language
    if function.kind not in _FUNCTIONS or language not in _COUNTING:
        return True
    if site[0] == "r":
        return language not in _IN_BRACKETS
    return site[0] != "c" or _takes(ev, site, function)


def _takes(ev: Evaluator, site: Site, function: Scope) -> bool:
    """True if it takes these arguments, maybe with default values of what it overrides."""
    place = (function.file.path, function.ordinal)
    if any(takes(ev, ("f", *place, None, way), site) for way in (None, "extension")):
        return True
    above = (ev.world.workspace.scopes[key] for key in relatives.overridden(ev, function))
    return any(takes(ev, ("f", one.file.path, one.ordinal, None, None), site) for one in above)
