"""Methods that a library runs on its own objects: `visit` of a visitor runs its `visit_Name`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.builtin_names import words
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.names import Names
from codewitness.model.flow import Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.values import Flows

_VISITORS = [f"ast.{name}" for name in ("NodeVisitor", "NodeTransformer")]
_COMMAND = words("default emptyline")
_COMMANDS = _COMMAND | words("precmd postcmd preloop postloop")
# What runs them, with how the names of methods begin, and names of others.
RUNNING: dict[str, tuple[str, frozenset[str]]] = {
    **{f"{kind}.visit": ("visit_", frozenset()) for kind in _VISITORS},
    **{f"{kind}.generic_visit": ("visit_", frozenset()) for kind in _VISITORS},
    **{f"html.parser.HTMLParser.{name}": ("handle_", frozenset()) for name in ("feed", "close")},
    "cmd.Cmd.onecmd": ("do_", _COMMAND),
    "cmd.Cmd.cmdloop": ("do_", _COMMANDS),
    "threading.Thread.start": ("", frozenset({"run"})),
    "multiprocessing.Process.start": ("", frozenset({"run"})),
}
# What makes an object of a class that it is told by a keyword, and runs this of it.
BY_CLASS = {
    **dict.fromkeys(("json.dump", "json.dumps"), ("cls", "default")),
    **dict.fromkeys(("json.load", "json.loads"), ("cls", "decode")),
}


def runners(function: Scope) -> Iterator[str]:
    """Names of what may run a method so."""
    if function.parent is not None and function.parent.is_class:
        for dotted, (begin, others) in RUNNING.items():
            if function.name in others or (begin and function.name.startswith(begin)):
                yield dotted.rpartition(".")[2]
        for dotted, (_, name) in BY_CLASS.items():
            if function.name == name:
                yield dotted.rpartition(".")[2]


class RunByBases:
    """Over one workspace."""

    def __init__(self, names: Names, flows: Flows) -> None:
        self.names = names
        self.flows = flows

    def run(self, dotted: str, scope: Scope, site: Site) -> Iterator[str]:
        """Keys of the methods that a call of something of the library runs on its object."""
        begin, others = RUNNING.get(dotted, ("", frozenset()))
        if not (begin or others) or form(site[1]) != "a":
            return
        for owner in self.flows.values(scope, site[1][1]):
            if owner[0] in "IQ":
                yield from self._methods(owner[1], begin, others)

    def by_class(self, dotted: str, scope: Scope, site: Site) -> Iterator[str]:
        """Keys of what is run of an object of a class that is told: `dumps(one, cls=Encoder)`."""
        keyword, name = BY_CLASS[dotted]
        named = site[5] if len(site) > 5 else []
        for told, value in zip(named[::2], named[1::2], strict=True):
            for owner in self.flows.values(scope, value) if told == keyword else ():
                if owner[0] == "C":
                    yield from self._methods(owner[1], "", frozenset({name}))

    def _methods(self, key: str, begin: str, others: frozenset[str]) -> Iterator[str]:
        seen: set[str] = set()
        for entry in self.names.mro(key):
            around = self.names.scope(entry[1]) if entry[0] == "C" else None
            own = around.children if around is not None else []
            found = [
                one
                for one in own
                if one.name not in seen
                and one.is_callable
                and (one.name in others or (begin and one.name.startswith(begin)))
            ]
            seen |= {one.name for one in found}
            yield from (one.key for one in found)
