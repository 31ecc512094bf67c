"""By which names a function of Python is run that are not its own: those of what it runs for."""

from __future__ import annotations

from collections.abc import Iterator

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.library.runners import runners
from codewitness.engine.graph.python.naming.names import Names
from codewitness.engine.graph.python.objects.properties import below_property, made_of
from codewitness.engine.graph.python.values.writes import is_private, spelled_out
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.flow import Expression, form, last_name

DECORATING = "ContextDecorator"  # what an object decorates that is of this class is entered
DISPATCHING = ("singledispatch", "singledispatchmethod")  # what makes functions that do
_ENTERING = frozenset({"__enter__", "__exit__", "__aenter__", "__aexit__"})


def run_as(function: Scope, names: Names) -> Iterator[str]:
    """Names of what runs a function in its own place: properties, functions that dispatch."""
    workspace = names.workspace
    yield from (name for name, _ in made_of(function))
    yield from runners(names, function)
    yield from _by_wrapped(function, names)
    if function.name in _ENTERING and function.parent is not None:
        yield from _decorated_by(function.parent, workspace)
    if (other := registered_with(function)) is not None:
        yield last_name(other)
    yield from _told_to(function, names)
    if is_private(function.name) and function.parent is not None:
        yield spelled_out(function.parent, function.name)


def _by_wrapped(function: Scope, names: Names) -> Iterator[str]:
    """Names of what runs the methods that a function is put in the place of, by a decorator."""
    around = function.parent
    if around is None or not around.is_callable:
        return
    outer = around.parent
    makers = [around.name, outer.name if outer is not None and outer.is_callable else ""]
    for maker in filter(None, makers):
        names.cells.note("mention", maker)
        for scope in names.workspace.mentioning(maker):
            for child in scope.children if scope.is_class else ():
                if maker in child.decorators:
                    names.cells.note("scope", scope.key)
                    yield from runners(names, child)
                    if below_property(scope, child) is not None:
                        yield child.name


def _told_to(function: Scope, names: Names) -> Iterator[str]:
    """Names of functions that are told to run a function: `show.register(int, function)`."""
    workspace = names.workspace
    for word in ("register", *DISPATCHING):
        names.cells.note("mention", word)
    is_one = workspace.limits.is_few and any(map(workspace.mentioning, DISPATCHING))
    for scope in workspace.mentioning("register") if is_one else ():
        names.cells.note("scope", scope.key)
        for index in scope.sites_of("register"):
            _, callee, _, _, given, *_ = [*scope.flow.sites[index], []]
            if form(callee) != "a" or len(given) != 2:
                continue
            is_own = scope is function.parent and given[1] == ["f", function.number]
            if is_own or (function.name and last_name(given[1]) == function.name):
                yield last_name(callee[1])


def registered_with(function: Scope) -> Expression:
    """The function that runs another for some types: `@show.register`; None for other ones."""
    around = function.parent
    for index in function.header[0] if around is not None else ():
        callee = around.flow.sites[index][1]  # type: ignore[union-attr]
        if form(callee) == "c":
            callee = around.flow.sites[callee[1]][1]  # type: ignore[union-attr]
        if form(callee) == "a" and callee[2] == "register":
            return callee[1]
    return None


def _decorated_by(kind: Scope, workspace: Workspace) -> Iterator[str]:
    """Names of the functions that objects of a class decorate."""
    if workspace.mentioning(DECORATING):
        for scope in workspace.mentioning(kind.name):
            yield from (child.name for child in scope.children if kind.name in child.decorators)
