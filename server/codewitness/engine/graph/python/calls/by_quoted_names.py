"""Which sites may run a property of Python by its name as a text: `getattr(one, "name")`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.builtin_names import BY_NAME
from codewitness.engine.graph.python.naming.uses import NO_CALLS, quoted
from codewitness.engine.graph.python.objects.properties import (
    is_deleter,
    is_property,
    is_setter,
    made_of,
)

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.sites import Place, Sites


def by_quoted_name(sites: Sites, function: Scope, names: Sequence[str]) -> Iterator[Place]:
    """Calls of `getattr` and its kin that are given a name, or one that is put together.

    In a large workspace only those whose name is written.
    """
    is_one = is_property(function) or is_setter(function) or is_deleter(function)
    is_large = sites.workspace.limits.is_large
    for dotted in BY_NAME if is_one or any(made_of(function)) else ():
        caller = dotted.rpartition(".")[2]
        sites.cells.note("mention", caller)
        for scope in sites.calling(function, caller):
            written = quoted(scope)
            yield from ((scope, index) for index, name in written if name in names)
            told = {index for index, _ in written}
            if not is_large:
                others = scope.sites_of(caller, but=NO_CALLS)
                yield from ((scope, index) for index in others if index not in told)
