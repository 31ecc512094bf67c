"""Whether a definition of Python may be a value though no code has it as one by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.builtin_names import BELOW
from codewitness.engine.graph.python.naming.lookups import looks_up
from codewitness.engine.graph.python.naming.uses import is_alone, told_texts
from codewitness.engine.graph.python.values.members import GOING_THROUGH, MEMBERS

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.sites import Sites

LOADING = ("import_module", "__import__")  # by a name that nobody may know
_TOLD = "__init_subclass__"
_ASKED, _GOT = "issubclass", "getattr"


def is_told_of(sites: Sites, one: Scope) -> bool:
    """True for a class that its metaclass, or one above it, is told of, or that is asked for."""
    if is_gone_through(sites):
        return True
    if not one.is_class:
        return False
    if is_loaded(sites, one) or sites.names.metaclasses(one.key):
        return True
    if not one.header[2]:
        return False
    sites.cells.note("mention", BELOW)
    if sites.workspace.mentioning(BELOW) or _is_asked_for(sites, one):
        return True
    sites.cells.note("named", _TOLD)
    if not sites.workspace.named(_TOLD):
        return False
    return any(sites.names.has(scope, _TOLD) for scope in _and_above(sites, one))


# What is written, beside such a name, where all that something has is gone through.
_ALL_OF = {
    MEMBERS: (),
    "vars": ('"items"', '"values"'),
    "__dict__": ('"__dict__"],"items"]', '"__dict__"],"values"]'),
}


def is_gone_through(sites: Sites) -> bool:
    """True if something may go through all that a module or a class has; where few are."""
    if not sites.workspace.limits.is_few:
        return False
    for name in GOING_THROUGH:
        sites.cells.note("mention", name)
    return any(
        name == MEMBERS or any(text in scope.flow_text for text in _ALL_OF[name])
        for name in GOING_THROUGH
        for scope in sites.workspace.mentioning(name)
    )


def is_loaded(sites: Sites, one: Scope) -> bool:
    """True for a class that a loader of plug-ins may ask its module for."""
    for name in LOADING:
        sites.cells.note("mention", name)
    return is_alone(one) and any(map(sites.workspace.mentioning, LOADING))


def _is_asked_for(sites: Sites, one: Scope) -> bool:
    """True for a class below one that a scope names which asks for classes below something."""
    sites.cells.note("mention", _ASKED)
    above: set[str] | None = None
    for scope in sites.workspace.mentioning(_ASKED):
        sites.cells.note("scope", scope.key)
        above = above or {base.name for base in _and_above(sites, one)} - {one.name}
        if any(f'"{name}"' in scope.flow_text for name in above):
            return True
    return False


def _and_above(sites: Sites, one: Scope) -> list[Scope]:
    above = (sites.names.scope(entry[1]) for entry in sites.names.mro(one.key) if entry[0] == "C")
    return [scope for scope in above if scope is not None]


def is_got(sites: Sites, scope: Scope, name: str) -> bool:
    """True if a scope has a name as a text, and looks something up, or another one does."""
    if f'["k","{name}"]' not in scope.flow_text:
        return False
    told, keys = told_texts(scope)
    if looks_up(scope):
        return name in told or name in keys
    sites.cells.note("mention", _GOT)
    return name in told and bool(sites.workspace.mentioning(_GOT))
