"""What click hands to the functions that are commands: its context, and the object kept there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.lookups import PASSING, RECEIVERS
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.flow import form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.calls import Calls

MAKING = "make_pass_decorator"
_CONTEXT: Value = ("X", "click.Context()")
_ROOTS = ("click.", "typer.", "rich_click.", "asyncclick.")
_PASSING = (*(f".{one}" for one in PASSING), f".{MAKING}()")
_INVOKING = frozenset({"invoke", "main"})  # methods that are told the object


def is_of_commands(value: Value) -> bool:
    """True for what comes from click, or what stands on it."""
    return bool(value[0] == "X" and value[1].startswith(_ROOTS))


class CommandLines:
    """What commands are given, over one workspace."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.flows = calls.flows
        self.names = calls.names
        self.cells = calls.cells

    def given(self, function: Scope, k: int) -> Values:
        """The k-th parameter, if a decorator gives it: the innermost decorator gives the first.

        That is so in a class too: what a method is handed comes before its object.
        """
        around = function.parent
        if around is None or not function.header[0]:
            return NONE
        self.cells.note("scope", around.key)
        place = 0
        for index in function.header[0]:
            passed = self._passed(around, index)
            if passed is not None:
                if place == k:
                    return passed
                place += 1
        return NONE

    def gives_first(self, function: Scope) -> bool:
        """True if a decorator gives the first parameter of a function of a class, so no object."""
        around = function.parent
        if around is None or function.parameters[0].name in RECEIVERS:
            return False
        callees = [around.flow.sites[index][1] for index in function.header[0]]
        return any(
            is_of_commands(one) and one[1].endswith(_PASSING)
            for callee in callees
            for one in (
                self.names.static(around, callee, self.cells.settle)
                or self.names.made_outside(around, callee, 0)
            )
        )

    def _passed(self, around: Scope, index: int) -> Values | None:
        """What a decorator hands to a function before its other arguments; None for nothing."""
        if form(around.flow.sites[index][1]) == "c":
            return None
        for value in self.cells.get(("s", around.key, index)):
            if value[0] == "E" and value[3] == MAKING:
                return self._made_for(value)
            if is_of_commands(value) and value[1].endswith(".pass_context"):
                return frozenset([_CONTEXT])
            if is_of_commands(value) and value[1].endswith(".pass_obj"):
                return self.cells.get(("ob", ""))
        return None

    def _made_for(self, value: Value) -> Values:
        """Objects of the class that `make_pass_decorator` was given."""
        found = self.calls.site(value[1], value[2])
        given = found[1][4] if found is not None and len(found[1]) > 4 else []
        if found is None or not given:
            return NONE
        kinds = self.flows.values(found[0], given[0])
        return frozenset(("I", one[1]) for one in kinds if one[0] == "C")

    def objects(self, _of: str) -> Iterable[Value]:
        """Rule `ob`: what contexts keep for their commands."""
        found: Values = NONE
        workspace = self.names.workspace
        self.cells.note("writes", "obj")
        for scope, index in workspace.lookups.other_writes.get("obj", []):
            owners = self.flows.values(scope, scope.flow.binds[index][0][1])
            if all(is_of_commands(one) for one in owners):
                found |= self.cells.get(("bd", scope.key, index))
        for scope in self._mentioning("ensure_object"):
            for index in scope.sites_of("ensure_object"):
                site = scope.flow.sites[index]
                kinds = self.flows.values(scope, site[4][0] if len(site) > 4 else None)
                found |= {("I", one[1]) for one in kinds if one[0] == "C"}
        return found | self._told()

    def _told(self) -> Values:
        """What is given as the object where a command is run."""
        found: Values = NONE
        for scope in self._mentioning("obj"):
            for site in scope.flow.sites:
                named = site[5] if len(site) > 5 else []
                if "obj" in named[::2] and last_name(site[1]) in _INVOKING:
                    found |= self.flows.values(scope, named[named[::2].index("obj") * 2 + 1])
        return found

    def _mentioning(self, name: str) -> Iterator[Scope]:
        self.cells.note("mention", name)
        for scope in self.names.workspace.mentioning(name):
            if scope.file.language == "python":
                self.cells.note("scope", scope.key)
                yield scope
