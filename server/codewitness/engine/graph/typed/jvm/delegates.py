"""What a class of Kotlin has from the objects that it delegates to: `class A : B by b`.

Reading and setting `var name by Held()` runs `Held.getValue` and `Held.setValue`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed import calls, classes
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, one, union
from codewitness.engine.graph.typed.world import World, delegate_of
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

GETTING, SETTING = "getValue", "setValue"
_MAX_BASES = 10  # on top of each other


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


def accessors(ev: Evaluator, owner: Value, name: str, method: str, depth: int = 0) -> list[Value]:
    """The methods of what a property delegates to that run where it is read or set."""
    from codewitness.engine.graph.typed.evaluate import Where

    if owner[0] not in "ICS" or name not in ev.world.delegated_names or depth > _MAX_BASES:
        return []
    for path, ordinal in ev.rules.parts(ev, owner):
        file = ev.file(path)
        for index in file.binds(ordinal).get(name, ()):
            held = delegate_of(file.flow(ordinal).binds[index][1])
            if held is not None:
                found = ev.members(ev.value(Where(path, ordinal), held), method + METHOD)
                return sorted((v for v in found if v[0] == "f"), key=repr)
    above = (accessors(ev, base, name, method, depth + 1) for base in ev.bases(owner))
    return [value for found in above for value in found]


def given(ev: Evaluator, held: Value) -> Answer:
    """What a property gives for which an object stands: what its `getValue` gives."""
    own = ev.member(held, GETTING + METHOD) if held[0] == "I" else NOTHING
    return union(calls.returns(ev, v) for v in own if v[0] == "f") or one(held)


def read_as(world: World, function: Scope) -> Iterable[str]:
    """Names of properties that may run a method, by which they are delegated to its object."""
    language = function.file.language
    is_asked = function.name in (GETTING, SETTING) and language == "kotlin"
    is_asked |= function.name in ("wrappedValue", "projectedValue") and language == "swift"
    return sorted(world.delegated_names) if is_asked else ()


def _delegate(ev: Evaluator, where: Where, ordinal: int, expression: Expression) -> Answer:
    """What a delegate is; a plain name is that of a parameter of the class first."""
    names = [parameter.name for parameter in ev.file(where.path).header(ordinal).parameters]
    if isinstance(expression, str) and expression in names:
        return ev.parameter(where.path, ordinal, names.index(expression))
    return ev.value(where, expression)
