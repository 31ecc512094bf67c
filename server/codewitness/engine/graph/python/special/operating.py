"""What operators and subscripts of Python may call, by what they are applied to."""

from __future__ import annotations

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.builtin_names import IN_PLACE, ORDERING, REFLECTED
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.special.awaiting import AWAITED
from codewitness.engine.graph.python.values.values import Flows
from codewitness.model.flow import Expression, Site

_JOINING = frozenset({"__add__", "__iadd__", "__or__", "__ior__"})  # of containers


class Operating:
    """Over one workspace."""

    def __init__(self, flows: Flows, names: Names) -> None:
        self.flows = flows
        self.names = names

    def run(self, scope: Scope, callee: Expression) -> Values:
        """What an operator or a subscript runs; on a class not what its instances have."""
        _, base, name = callee
        owners = self.flows.values(scope, base)
        if name == AWAITED:
            return self.flows.awaiting.run(scope, base, owners)
        classes = frozenset(one for one in owners if one[0] == "C")
        found = self.flows.each(owners - classes, lambda one: self._operator_of(one, name))
        of_classes = self._subscripted if name == "__getitem__" else self._of_metaclass
        return found | self.flows.each(classes, lambda one: of_classes(one, name))

    def reflected(self, scope: Scope, site: Site, callees: Values) -> Values:
        """What the operand on the right gives, if it is the one that is asked in the end."""
        name = IN_PLACE.get(site[1][2], site[1][2])
        if name not in REFLECTED or len(site) < 5 or not site[4]:
            return NONE
        own = [self.names.scope(one[1]) for one in callees if one[0] in "FB"]
        if own and not any(one and '"NotImplemented"' in one.flow_text for one in own):
            return NONE
        owners = (one for one in self.flows.values(scope, site[4][0]) if one[0] == "I")
        methods = NONE.union(*(self.flows.attribute(one, f"__r{name[2:]}") for one in owners))
        given = (self.flows.get(("ret", one[1])) for one in methods if one[0] in "FB")
        return NONE.union(*given)

    def _operator_of(self, owner: Value, name: str) -> Values:
        """The method that an operator runs; `+=` of what has no `__iadd__` is `+`."""
        found = self.flows.attribute(owner, name)
        plain = IN_PLACE.get(name, "__eq__" if name == "__ne__" else "")
        if not found and plain:
            return self.flows.attribute(owner, plain)
        if not found and name in ORDERING and owner[0] == "I" and self._is_ordered(owner[1]):
            return NONE.union(*(self.flows.attribute(owner, one) for one in sorted(ORDERING)))
        return found

    def _is_ordered(self, key: str) -> bool:
        """True for a class that `total_ordering` gives the comparisons that it lacks."""
        scopes = (self.names.scope(one[1]) for one in self.names.mro(key) if one[0] == "C")
        return any(one is not None and "total_ordering" in one.decorators for one in scopes)

    def _of_metaclass(self, owner: Value, name: str) -> Values:
        """What an operator runs on a class: a method of its metaclass."""
        kinds = (("I", one) for one in self.names.metaclasses(owner[1]))
        found = self.flows.each(frozenset(kinds), lambda one: self._operator_of(one, name))
        return frozenset(one for one in found if one[0] in "FB")

    def _subscripted(self, owner: Value, operator: str) -> Values:
        """What `Class[key]` runs, if a class of the workspace, or its metaclass, has it."""
        if own := self._of_metaclass(owner, operator):
            return own
        name = "__class_getitem__"
        scopes = (self.names.scope(one[1]) for one in self.names.mro(owner[1]) if one[0] == "C")
        if all(scope is None or not self.names.has(scope, name) for scope in scopes):
            return NONE
        return frozenset(one for one in self.flows.attribute(owner, name) if one[0] in "FB")

    def operands(self, scope: Scope, index: int, site: Site) -> Values:
        """What an operator of built-in operands gives: a value as they are, or both containers.

        Of two displays it is a new container, for their elements have other places there.
        """
        owners = self.flows.values(scope, site[1][1])
        found = frozenset(one for one in owners if one[0] in "TLDHVE")
        if found and site[1][2] == "__mul__" and all(one[0] == "L" for one in found):
            return frozenset([("E", scope.key, index, "joined")])
        if found and site[1][2] in _JOINING:
            more = self.flows.values(scope, site[4][0])
            more = frozenset(one for one in more if one[0] in "LDHVE")
            if site[1][2] == "__add__" and more and all(one[0] == "L" for one in found | more):
                return frozenset([("E", scope.key, index, "joined")])
            if site[1][2] == "__or__" and more and all(_is_mapping(one) for one in found | more):
                return frozenset([("E", scope.key, index, "merged")])
            found |= more
        return found


def _is_mapping(value: Value) -> bool:
    return bool(value[0] == "D" or (value[0] == "E" and value[3] == "merged"))
