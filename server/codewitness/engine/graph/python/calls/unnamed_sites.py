"""Which sites might run a special method of Python that they do not name, told by names alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming import older
from codewitness.engine.graph.python.naming.builtin_names import (
    ASKED,
    BUILTINS,
    BY_HASH,
    CONSTRUCTORS,
    HASH_CALLERS,
    HOOKS,
    LOG_CALLERS,
    OPERATOR_CALLERS,
    SPECIAL_CALLERS,
)
from codewitness.engine.graph.python.naming.uses import NO_CALLS, has_iterator, spreading
from codewitness.engine.graph.python.objects.making import MAKING_CLASSES
from codewitness.model.flow import form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.sites import Place, Sites

RUN_BY_OTHERS = frozenset({*SPECIAL_CALLERS, *OPERATOR_CALLERS, *BY_HASH, "keys"})
_TEXTS = ("__str__", "__repr__")
_OPERATORS = "operator"
_SPREADING = frozenset({"__iter__", "__next__", "__getitem__", *BY_HASH, "keys"})
_ANY = (ASKED, HOOKS["r"])
_CALL = "__call__"
_CONTAINS = "__contains__"  # what has none is iterated

_RUN_LIKE = {"__getitem__": "__iter__", older.NEXT: "__next__"}
_KIND_BY_METHOD = {
    **dict.fromkeys(("__enter__", "__exit__"), "w"),
    **dict.fromkeys(("__aenter__", "__aexit__"), "W"),
    **dict.fromkeys(("__iter__", "__next__", "__getitem__"), "l"),
    **dict.fromkeys(("__aiter__", "__anext__"), "L"),
    **dict.fromkeys(("__init_subclass__", "__set_name__"), "k"),
}


def kind_running(sites: Sites, function: Scope) -> str | None:
    """The kind of the sites that run a method without its name."""
    name, around = function.name, function.parent
    if name in MAKING_CLASSES and around is not None and around.is_class:
        is_made = sites.names.is_enum(around.key) and name in CONSTRUCTORS  # its members
        is_told = is_made or ("X", "builtins.type") in sites.names.mro(around.key)
        return "k" if is_told else None
    if name == older.NEXT:
        return "l" if has_iterator(function) else None
    is_hidden = name == "__getitem__" and has_iterator(function)
    return None if is_hidden else _KIND_BY_METHOD.get(name)


def asking(sites: Sites, function: Scope) -> Iterator[Place]:
    """Calls of attributes, for what runs where an object does not have one."""
    kinds = "cr" if function.name in (ASKED, HOOKS["r"]) else ""
    kinds = next((kind for kind, hook in HOOKS.items() if hook == function.name), kinds)
    kinds = "cr" if kinds == "r" else kinds
    if not kinds and _is_given_by_asked(sites, function):
        kinds = "c"
    for scope in sites.all_of_language(function) if kinds else ():
        sites.cells.note("scope", scope.key)
        for kind in kinds:
            for index in scope.sites_of_kind(kind):
                if form(scope.flow.sites[index][1]) == "a":
                    yield scope, index


def _is_given_by_asked(sites: Sites, function: Scope) -> bool:
    """True if code that runs for any attribute of an object may give a function."""
    if not sites.workspace.limits.is_few:
        return False
    around = function.parent
    if around is not None and around.name in _ANY:
        return True
    sites.cells.note("mention", function.name)
    own = sites.workspace.mentioning(function.name) if function.name else ()
    return any(scope.name in _ANY for scope in own)


def implicit(sites: Sites, function: Scope, kind: str | None) -> Iterable[Place]:
    """Sites that may run a method so; `kind` is that of the sites that name nothing at all."""
    callers = _running(function, kind)
    if sites.workspace.limits.is_few:
        callers = callers | (HASH_CALLERS if function.name in BY_HASH else set())
        callers |= LOG_CALLERS if function.name in _TEXTS else set()
    for caller in callers:
        sites.cells.note("mention", caller)
        for scope in sites.calling(function, caller):
            own = scope.sites_of(caller)
            # `in` is an operator; those of Python itself are called by their bare names.
            if own and caller in BUILTINS and caller not in (_CONTAINS, "format"):
                bare = {index for index, attribute in scope.indirect if not attribute}
                own = [index for index in own if index in bare]
            yield from ((scope, index) for index in own)
    yield from _spreading(sites, function)
    yield from _by_functions(sites, function, kind)
    if kind is None:
        return
    sites.cells.note("mention", kind)
    is_noting = sites.cells.is_noting
    for scope in sites.mentioning(function, kind) if is_noting else sites.all_of_language(function):
        for index in scope.sites_of_kind(kind):
            yield scope, index


def _by_functions(sites: Sites, function: Scope, kind: str | None) -> Iterator[Place]:
    """Calls of `operator.add`, and what is handed that or `str`: `map(str, ones)`."""
    operators: set[str] = set()
    sites.cells.note("mention", _OPERATORS)
    if sites.workspace.mentioning(_OPERATORS):
        operators = OPERATOR_CALLERS.get(function.name, set())
    for name in operators:
        sites.cells.note("mention", name)
        for scope in sites.calling(function, name):
            yield from ((scope, index) for index in scope.sites_of(name, but=NO_CALLS))
    callers = _running(function, kind) | operators
    yield from sites.handed_at(function, sorted(callers)) if callers else ()


def _spreading(sites: Sites, function: Scope) -> Iterator[Place]:
    """Calls with what is spread out by a method of its own: `f(*one)`."""
    star = "**" if function.name == "keys" else "*"
    for one in ("*", "**") if function.name == "__getitem__" else (star,):
        sites.cells.note("mention", one)
        for scope in sites.mentioning(function, one) if function.name in _SPREADING else ():
            yield from ((scope, index) for index in spreading(scope, one))


def _running(function: Scope, kind: str | None) -> set[str]:
    """Names of what runs a special method without its name."""
    if kind != "l":
        return SPECIAL_CALLERS.get(function.name, set())
    name = _RUN_LIKE.get(function.name, function.name)
    return {*SPECIAL_CALLERS[name], _CONTAINS}


def by_its_call(sites: Sites, function: Scope, names: Sequence[str]) -> Iterator[Place]:
    """`function.__call__()`, by a name of the function."""
    sites.cells.note("mention", _CALL)
    for scope in sites.calling(function, _CALL):
        for index in scope.sites_of(_CALL, but=NO_CALLS):
            callee = scope.flow.sites[index][1]
            if form(callee) == "a" and last_name(callee[1]) in names:
                yield scope, index
