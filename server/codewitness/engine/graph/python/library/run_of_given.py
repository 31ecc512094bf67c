"""Functions of Python's library, and others, that run something of what they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.calls.callbacks import (
    CALLING_BACK,
    WITH_THE_REST,
    called_back,
)
from codewitness.engine.graph.python.calls.handed_over import HANDING, calls_made
from codewitness.engine.graph.python.library.arguments import ADDING, PARSING
from codewitness.engine.graph.python.library.runners import BY_CLASS, RUNNING
from codewitness.engine.graph.python.naming.builtin_names import (
    BY_NAME,
    COMPARING,
    HASHING,
    LOGGING,
    OPERATING,
    SPECIAL,
)
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.flow import Site, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.edges import Edges

_BY_METACLASS = "builtins.type.__call__"

_DOTTED = frozenset(
    {*RUNNING, *BY_NAME, *BY_CLASS, *CALLING_BACK, *OPERATING, *LOGGING, *HASHING, *SPECIAL}
    | {*COMPARING, _BY_METACLASS, "builtins.iter"}
)
_LAST = frozenset({ADDING, *PARSING, *WITH_THE_REST})


def runs_given(dotted: str) -> bool:
    """False for a function from outside that runs nothing of the workspace by itself."""
    return dotted in _DOTTED or dotted.rpartition(".")[2] in _LAST


class RunOfGiven:
    """Over settled cells of one workspace. A target is (key, 1): nothing is written there."""

    def __init__(self, edges: Edges) -> None:
        self.edges = edges
        self.calls = edges.calls
        self.flows = edges.flows
        self.bases = edges.run_by_bases

    def run(self, dotted: str, scope: Scope, site: Site) -> set[Value]:
        """What a function of a library runs of what it is given, or of its object."""
        keys: set[str] = set()
        if dotted in RUNNING:
            keys.update(self.bases.run(dotted, scope, site))
        if dotted == _BY_METACLASS:
            keys.update(self.calls.making.by_metaclass(scope))
        if dotted in BY_CLASS:
            keys.update(self.bases.by_class(dotted, scope, site))
        parts = called_back(site, dotted)
        given = [one for part in parts for one in self.flows.values(scope, part)]
        for one in (*given, *self.calls.arguments.run(dotted, scope, site)):
            if one[0] in "FBCPI":
                keys.update(self.edges.called(one))
        found = self.edges.specials.of_function(scope, site, dotted) | {(one, 1) for one in keys}
        if (kind := BY_NAME.get(dotted)) is not None:
            found |= self.edges.accessed.by_name(scope, kind, site)
        return found | self._handed_on(scope, site) if dotted in CALLING_BACK else found

    def _handed_on(self, scope: Scope, site: Site) -> set[Value]:
        """What the library's own functions run that are handed to it: `map(str, ones)`."""
        name = last_name(site[1])
        ways = calls_made(site, name) if name in HANDING else ()
        return {
            one
            for way in ways
            for given in self.flows.values(scope, way[1])
            if given[0] == "X"
            for one in self.edges.specials.of_function(scope, way, given[1])
        }
