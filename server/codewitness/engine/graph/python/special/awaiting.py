"""What waiting for something runs in Python, and what it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows

AWAITED = "__await__"


class Awaiting:
    """Over one workspace."""

    def __init__(self, flows: Flows) -> None:
        self.flows = flows

    def given(self, scope: Scope, expression: Expression) -> Values:
        """What `await` and `yield from` give: of a generator it is what that returns in the end."""
        given = self.flows.values(scope, expression)
        made = frozenset(one for one in given if one[0] == "G")
        run = self.flows.each(self.run(scope, expression, given), self._result)
        return ((given - made) | self.flows.each(made, self._returned) if made else given) | run

    def run(self, scope: Scope, expression: Expression, given: Values) -> Values:
        """The methods by which objects are awaited."""
        self.flows.cells.note("named", AWAITED)
        if not self.flows.workspace.named(AWAITED) or self._is_of_async(scope, expression):
            return NONE
        kinds = frozenset(one for one in given if one[0] == "I")
        found = self.flows.each(kinds, lambda one: self.flows.attribute(one, AWAITED))
        return frozenset(one for one in found if one[0] in "FB")

    def _is_of_async(self, scope: Scope, expression: Expression) -> bool:
        """True for what a call of an `async` function gives: what that returns is another thing."""
        if form(expression) == "v":
            binds = (scope.flow.binds[i][1] for i in expression[2:] if i >= 0)
            return any(form(one) == "c" and self._is_of_async(scope, one) for one in binds)
        if form(expression) != "c":
            return False
        callees = self.flows.get(("s", scope.key, expression[1]))
        made = (self.flows.names.scope(one[1]) for one in callees if one[0] in "FB")
        return any(one is not None and one.is_async for one in made)

    def _result(self, method: Value) -> Values:
        given = self.flows.get(("ret", method[1]))
        return self.flows.each(frozenset(one for one in given if one[0] == "G"), self._returned)

    def _returned(self, generator: Value) -> Values:
        function = self.flows.names.scope(generator[1])
        if function is None:
            return NONE
        self.flows.cells.note("scope", function.key)
        return NONE.union(*(self.flows.values(function, one) for one in function.flow.returns))
