"""What makes the fields of an object that it is not given: `default_factory`."""

from __future__ import annotations

from collections.abc import Callable

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.objects.fields import default_of, factory_of
from codewitness.engine.graph.python.objects.records import field_names, is_data_class
from codewitness.engine.graph.python.values.values import Flows
from codewitness.model.flow import Expression, Site


class Factories:
    """Over one workspace."""

    def __init__(self, flows: Flows, names: Names) -> None:
        self.flows = flows
        self.names = names

    def run(self, callee: Value, site: Site) -> Values:
        """What making an object at a site runs, for the fields that are not given there."""
        if callee[0] != "C" or not is_data_class(self.names, callee[1]):
            return NONE
        named = site[5][::2] if len(site) > 5 else []
        n_given = len(site[4]) if len(site) > 4 else 0
        found: Values = NONE
        for place, name in enumerate(field_names(self.names, callee[1])):
            if place >= n_given and name not in named and "**" not in named:
                found |= self.of_field(callee[1], name)
        return found

    def of_field(self, key: str, name: str) -> Values:
        """What makes a field of a class."""
        return self._told(key, name, factory_of)

    def default(self, key: str, name: str) -> Values:
        """What a field of a class is if nobody gives it."""
        return self._told(key, name, default_of)

    def _told(self, key: str, name: str, read: Callable[[Scope, Expression], Expression]) -> Values:
        for entry in self.names.mro(key):
            scope = self.names.scope(entry[1]) if entry[0] == "C" else None
            if scope is not None and self.names.has(scope, name):
                made = (read(scope, scope.flow.binds[i][1]) for i in scope.binds(name))
                return NONE.union(*(self.flows.values(scope, one) for one in made))
        return NONE
