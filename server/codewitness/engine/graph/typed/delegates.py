"""What a class of Kotlin has from the objects that it delegates to: `class A : B by b`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import classes
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, union
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where


def members(ev: Evaluator, owner: Value, name: str) -> Answer:
    """The functions of delegates that run where this member of an object is called.

    They are those that its type promises; what the class has itself goes before.
    """
    from codewitness.engine.graph.typed.evaluate import Where

    told = ev.file(owner[1]).header(owner[2]).known_as
    if form(told) != "by" or classes.own_members(ev, owner, name):
        return NOTHING
    where = Where(owner[1], ev.file(owner[1]).parent(owner[2]), owner[2])
    found = [
        ev.members(_delegate(ev, where, owner[2], delegate), name)
        for kind, delegate in zip(told[1::2], told[2::2], strict=True)
        if ev.members(ev.type(where, kind), name)
    ]
    return frozenset(value for value in union(found) if value[0] == "f")


def _delegate(ev: Evaluator, where: Where, ordinal: int, expression: Expression) -> Answer:
    """What a delegate is; a plain name is that of a parameter of the class first."""
    names = [parameter.name for parameter in ev.file(where.path).header(ordinal).parameters]
    if isinstance(expression, str) and expression in names:
        return ev.parameter(where.path, ordinal, names.index(expression))
    return ev.value(where, expression)
