"""What values are where `isinstance`, `issubclass` and `hasattr` are true or false."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.kinds import may_be_container, told_like
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows

IS_NOT = 3  # in place of whether a question for a type is true: one class is left out
MAX_BELOW = 24  # classes that one may be of which a base is known


def narrowed(
    flows: Flows, scope: Scope, values: Values, declared: Expression, holds: int
) -> Values:
    """What values are where a question for a type, read in a scope, is true or false."""
    if form(declared) == "t":
        return told_like(values, declared)
    if form(declared) == "k":
        return _having(flows, values, declared[1])
    if holds == IS_NOT:
        return values - flows.names.static(scope, declared, flows.cells.settle)
    kinds = flows.names.types(scope, declared)
    if not kinds and (own := _own_class(scope, declared)) is not None:
        kinds = {("I", own)}
        if not holds and flows.names.subclasses(own):
            return values  # it may be asked for one of those
    is_for_classes = "type" in (declared[1:] if form(declared) == "u" else (declared,))
    found = set()
    for value in values:
        is_one = any(_is_a(flows.names, value, kind) for kind in kinds)
        is_one = is_one or (value[0] == "C" and is_for_classes)
        is_one = is_one or (bool(holds) and any(may_be_container(value, one) for one in kinds))
        if is_one == bool(holds):
            found.add(value)
    if not holds:
        return frozenset(found)
    bases = {one for one in kinds if one[0] == "C"}
    given = {one for one in found if one[0] == "C"}
    return frozenset((found | kinds) - bases) | (given or _below(flows.names, bases))


def _having(flows: Flows, values: Values, name: str) -> Values:
    """Those that may have an attribute: of functions those that something gives it, a decorator."""
    if name.startswith("__"):
        return values
    of_functions = flows.of_functions
    return frozenset(
        one for one in values if one[0] not in "FB" or of_functions.attribute(("F", one[1]), name)
    )


def caught(flows: Flows, scope: Scope, declared: Expression) -> Values:
    """What `except` of a type catches: not a base that is there for those below it alone."""
    names = flows.names
    below = names.caught(scope, declared)
    found = narrowed(flows, scope, below, declared, holds=1)
    alone = {one for one in found - below if one[0] == "I" and names.is_base_alone(one[1])}
    return found - alone if below else found


def second(flows: Flows, pairs: Values, like: Expression) -> Values:
    """What the second of some pairs is whose first is a text like that."""
    key = ("T", *like[1:])
    return flows.each(pairs, lambda one: flows.get(("el", one, key if one[0] == "U" else ("K", 1))))


def _own_class(scope: Scope, declared: Expression) -> str | None:
    """The class that `cls` and `self.__class__` stand for in its methods, or one below it."""
    method = method_around(scope)
    if method is None or method.parent is None or not method.parameter_names:
        return None
    own = method.parameter_names[0]
    is_own = declared == own if "classmethod" in method.decorators else False
    is_own = is_own or declared == ["a", own, "__class__"]
    return method.parent.key if is_own else None


def _is_a(names: Names, value: Value, kind: Value) -> bool:
    """True for an object of a class, and for a class where one is asked for."""
    return value[0] == kind[0] and value[0] in "IC" and ("C", kind[1]) in names.mro(value[1])


def _below(names: Names, bases: set[Value]) -> set[Value]:
    """What a class may be that is known to come from one of these: what plug-ins are asked for."""
    below = {("C", one.key) for base in bases for one in names.subclasses(base[1])}
    return below if 0 < len(below) <= MAX_BELOW else bases
