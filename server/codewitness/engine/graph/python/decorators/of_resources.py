"""Decorators that a library puts on the methods of a class which lists them (Flask-RESTful).

`class Rows(Resource): method_decorators = [checked]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import Cells
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.listed import words
from codewitness.engine.graph.python.naming.names import Value
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.flow import form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.calls import Calls

_LISTED = "method_decorators"
_VERBS = words("get post put delete patch head options")


def may_be_listed(workspace: Workspace, cells: Cells, method: Scope) -> bool:
    """True for a method that decorators of a list may be given."""
    if method.name not in _VERBS:
        return False
    cells.note("mention", _LISTED)
    return bool(workspace.mentioning(_LISTED))


def given(calls: Calls, function: Scope, k: int) -> set[Value]:
    """The methods that the first parameter of a function is given by such a list."""
    if k:
        return set()
    calls.cells.note("mention", _LISTED)
    found: set[Value] = set()
    for scope in calls.names.workspace.mentioning(_LISTED):
        if scope.is_class and _is_listed(calls, scope, function):
            calls.cells.note("scope", scope.key)
            kinds = (scope, *calls.names.subclasses(scope.key))
            own = (one for kind in kinds for one in kind.children if one.is_callable)
            found |= {("B", one.key) for one in own if one.name in _VERBS}
    return found


def _is_listed(calls: Calls, scope: Scope, function: Scope) -> bool:
    listed = [value for target, value in scope.flow.binds if target == _LISTED]
    parts = (part for value in listed if form(value) == "L" for part in value[3:])
    return any(("F", function.key) in calls.flows.values(scope, part) for part in parts)
