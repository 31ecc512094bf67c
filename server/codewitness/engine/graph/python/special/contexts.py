"""What entering an object of Python as a context gives."""

from __future__ import annotations

import json
from collections.abc import Iterable

from codewitness.engine.graph.cells import ANYTHING, NONE, Values
from codewitness.engine.graph.python.calls.calls import Calls
from codewitness.engine.graph.python.decorators.handing import handed_through
from codewitness.engine.graph.python.library.library import CLOSING
from codewitness.engine.graph.python.naming.builtin_names import MANAGERS, SHOWING
from codewitness.engine.graph.python.naming.names import Value
from codewitness.engine.graph.python.naming.outside import outside
from codewitness.model.flow import form, last_name

_SHOWING = frozenset(name.rpartition(".")[2] for name in SHOWING)  # as what they make is kept


class Contexts:
    """Over one workspace."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.cells = calls.cells
        self.names = calls.names

    def entered(self, owner: Value) -> Iterable[Value]:
        """Rule `en`: what entering `owner` as a context gives."""
        if owner[0] == "G":
            return self.cells.get(("el", owner, None))
        if owner[0] == "?":
            return ANYTHING
        if owner[0] == "X":
            return {outside(owner[1], "()")}
        if owner[0] == "Y":
            declared = json.loads(owner[2])
            is_manager = form(declared) == "i" and last_name(declared[1]) in MANAGERS
            return self.cells.get(("el", owner, None)) if is_manager else NONE
        if owner[0] == "E" and (owner[3] == CLOSING or owner[3] in _SHOWING):
            return self.calls.made_with(owner) if owner[3] == CLOSING else {owner}
        found: Values = NONE
        if owner[0] == "I":
            for name in ("__enter__", "__aenter__"):
                for method in self.cells.get(("ia", owner[1], name)):
                    if method[0] in "FB":
                        found |= self.cells.get(("ret", method[1])) | self.itself(method, owner)
        return found

    def itself(self, method: Value, owner: Value) -> Values:
        """The object of a method that gives its own object back."""
        function = self.names.scope(method[1])
        is_given = function is not None and 0 in handed_through(function)
        return frozenset([owner]) if is_given else NONE
