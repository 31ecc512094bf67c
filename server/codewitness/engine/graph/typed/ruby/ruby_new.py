"""Ruby: whether `new` is that of a class, which makes objects, or a method of the objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import classes
from codewitness.engine.graph.typed.ruby.ruby_levels import is_of_class
from codewitness.engine.graph.typed.tabling import Answer
from codewitness.engine.graph.typed.values import Value
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_NAME = "new"


def has_own(ev: Evaluator, owner: Value) -> bool:
    """True for a class that has a `new` itself, and not its objects."""
    own = _members(ev, owner)
    return any(value[0] != "f" or not _is_of_objects(ev, value) for value in own)


def is_of_object(ev: Evaluator, at: Where) -> bool:
    """True in a method of objects whose class gives them a method `new`."""
    if at.scope == MODULE or is_of_class(ev, at.path, at.scope):
        return False
    own = (_members(ev, value) for value in ev.this(at) if value[0] == "I")
    return any(one[0] == "f" and _is_of_objects(ev, one) for found in own for one in found)


def _members(ev: Evaluator, owner: Value) -> Answer:
    return classes.own_members(ev, ("C", *owner[1:]), _NAME)


def _is_of_objects(ev: Evaluator, method: Value) -> bool:
    """True for a method that a class, and no module, gives its objects."""
    around = ev.definition(method).parent
    is_in_module = around is not None and around.kind is Kind.MODULE
    return not is_of_class(ev, method[1], method[2]) and not is_in_module
