"""Names that an object, or a module, does not have: what `__getattr__` of Python gives for them.

Those of a class whose base its function is given are looked for there, and those of a module that
has put an object in its place (`sys.modules[__name__] = Settings()`) in that. Some libraries put an
object of the workspace in the place of a name of theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.decorators.handing import handed_through
from codewitness.engine.graph.python.naming.builtin_names import ASKED, HOOKS
from codewitness.engine.graph.python.objects.filled import filled
from codewitness.engine.graph.python.objects.given_bases import given_bases
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows

# What a library puts in the place of an object, and the class that the object's class extends, or
# what makes the object.
_LOGGED_IN = {"flask_login.current_user": "flask_login.UserMixin"}
_OF_OBJECT = {("X", f"builtins.object.{HOOKS['r']}"), ("X", f"builtins.object.{HOOKS['r']}()")}
# What a model is asked by, and where it says of what class that is (Flask-SQLAlchemy).
_QUERY, _QUERY_CLASS = "query", "query_class"
CURRENT = {"flask.current_app": "flask.Flask()"}


class MadeUp:
    """Over one workspace."""

    def __init__(self, flows: Flows) -> None:
        self.flows = flows

    def of_object(self, key: str, name: str) -> Values:
        """What `__getattr__` of a class gives for a name that its instances do not have.

        Names such as `__len__` are looked up without it.
        """
        if inherited := self.inherited(key, name):
            return inherited
        if name.startswith("__"):
            return NONE
        if given := filled(self.flows, key, name):
            return given
        entries = self.flows.names.mro(key)
        makers = self.flows.after(entries, ASKED) | self.flows.after(entries, HOOKS["r"])
        keys = [one[1] for one in makers if one[0] == "B"]
        functions = (self.flows.names.scope(one) for one in keys)
        is_itself = any(one is not None and 0 in handed_through(one) for one in functions)
        found = NONE.union(
            [("I", key)] if is_itself else (),
            *(self.flows.get(("ret", one)) | self._passed_on(one, name) for one in keys),
        )
        return frozenset(one for one in found if one not in _OF_OBJECT)

    def of_queries(self, key: str, name: str) -> Values:
        """What a model is asked by, whose class it names: `query_class = OwnQuery`."""
        if name != _QUERY:
            return NONE
        kinds = self.flows.get(("ca", key, _QUERY_CLASS))
        return frozenset(("I", one[1]) for one in kinds if one[0] == "C")

    def inherited(self, key: str, name: str) -> Values:
        """What a class has by a name of the bases that its function is given."""
        names = self.flows.names
        given = given_bases(names, self.flows.cells, key)
        return NONE.union(*(self.flows.after(names.mro(one[1]), name) for one in given))

    def _passed_on(self, key: str, name: str, asked: int = 1) -> Values:
        """What a `__getattr__` that asks another object has: `getattr(self.own, name)`."""
        function = self.flows.names.scope(key)
        found: Values = NONE
        if function is None:
            return found
        for value in _as_given(function, function.flow.returns):
            site = function.flow.sites[value[1]] if form(value) == "c" else None
            if site is None or site[1] != "getattr" or len(site) < 5 or len(site[4]) < 2:
                continue
            if form(site[4][1]) == "v" and site[4][1][2:] == [-1 - asked]:  # its parameter
                owners = self.flows.values(function, site[4][0])
                found |= self.flows.each(owners, lambda one: self.flows.attribute(one, name))
        return found

    def logged_in(self, values: Values) -> Values:
        """Objects of the classes that a library is told to put in the place of something of it."""
        found: Values = NONE
        for base in [
            _LOGGED_IN[one[1]] for one in values if one[0] == "X" and one[1] in _LOGGED_IN
        ]:
            last = base.rpartition(".")[2]
            self.flows.cells.note("based", last)
            for one in self.flows.workspace.lookups.classes.get(last, ()):
                if ("X", base) in self.flows.names.mro(one.key):
                    found |= {("I", one.key)}
        return found

    def _in_its_place(self, top: Scope, name: str) -> Values:
        """What a module has of the object that it has put in its own place."""
        if '"modules"' not in top.flow_text:
            return NONE
        self.flows.cells.note("scope", top.key)
        found: Values = NONE
        for index in top.sites_of("__setitem__"):
            _, callee, _, _, given, *_ = [*top.flow.sites[index], []]
            is_own = len(given) > 1 and given[0] == "__name__" and form(callee[1]) == "a"
            if is_own and ("X", "sys.modules") in self.flows.values(top, callee[1]):
                owners = self.flows.values(top, given[1])
                found |= self.flows.each(owners, lambda one: self.flows.attribute(one, name))
        return found

    def of_module(self, path: str, name: str) -> Values:
        """What a module's own `__getattr__` gives for a name that it does not have."""
        file = self.flows.workspace.files.get(path)
        if file is None or name.startswith("__") or self.flows.names.has(file.top, name):
            return NONE
        if own := self._in_its_place(file.top, name):
            return own
        self.flows.cells.note("named", ASKED)
        makers = [one for one in file.top.children if one.name == ASKED]
        if passed := NONE.union(*(self._passed_on(one.key, name, 0) for one in makers)):
            return passed
        given = [self.flows.get(("ret", one.key)) for one in makers]
        found = NONE.union(*given)
        named = frozenset(one for one in found if one[0] in "FC" and one[1].endswith(f".{name}"))
        named |= frozenset(one for one in found if one[0] in "FC" and one[1].endswith(f":{name}"))
        return named or found


def _as_given(function: Scope, values: Iterable[Expression]) -> Iterator[Expression]:
    """These values, and in place of a name what it was given."""
    for value in values:
        if form(value) == "v" and min(value[2:], default=-1) >= 0:
            yield from (function.flow.binds[i][1] for i in value[2:])
        else:
            yield value
