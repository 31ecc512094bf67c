"""What a generic type of a library gives may be of the class that it is declared with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.common_names import COMMON
from codewitness.engine.graph.typed.values import METHOD
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where


def methods(ev: Evaluator, at: Where, site: Site) -> tuple[str, ...]:
    """Keys of the methods that `p.get().run()` calls if what `p: Pooled<Own>` gives is an `Own`.

    None if several type arguments have such a method: nobody knows which of them is given.
    """
    callee = site[1]
    if form(callee) != "a" or callee[2] in COMMON or not ev.world.named(callee[2]):
        return ()
    where, declared = _declared(ev, at, _asked(ev, at, callee[1]))
    if form(declared) != "G" or any(value[0] != "X" for value in ev.type(where, declared)):
        return ()
    name = callee[2] + METHOD if ev.rules.methods_apart else callee[2]
    found = [
        sorted(
            {
                ev.definition(value).key
                for value in ev.members(own, name)
                if value[0] == "f" and calls.takes(ev, value, site)
            }
        )
        for argument in declared[2:]
        if (own := frozenset(one for one in ev.type(where, argument) if one[0] == "I"))
    ]
    having = [keys for keys in found if keys]
    return tuple(having[0]) if len(having) == 1 else ()


def _asked(ev: Evaluator, at: Where, given: Expression) -> Expression:
    """The `p` of what `p.get()` or `p.value` gave, perhaps by a variable of it."""
    flow = ev.file(at.path).flow(at.scope)
    if form(given) == "v" and len(given) == 3 and given[2] >= 0:
        given = flow.binds[given[2]][1]
    if form(given) == "c":
        given = flow.sites[given[1]][1]
    return given[1] if form(given) == "a" else None


def _declared(ev: Evaluator, at: Where, owner: Expression) -> tuple[Where, Expression]:
    """The type that a parameter, a variable or a field is declared to be of, and where."""
    from codewitness.engine.graph.typed.evaluate import Where as At

    file = ev.file(at.path)
    if form(owner) == "v" and len(owner) == 3:
        if owner[2] < 0:
            taken = file.header(at.scope).parameters
            k = -1 - owner[2]
            around = At(at.path, ev.rules.header_scope(file, at.scope), at.scope)
            return around, taken[k].type if k < len(taken) else None
        bound = file.flow(at.scope).binds[owner[2]][1]
        return at, bound[1] if form(bound) == "y" else None
    name = owner[2] if form(owner) == "a" and owner[1] == "this" else owner
    scope = at.scope
    while isinstance(name, str) and scope != MODULE:
        scope = file.parent(scope)
        for index in file.binds(scope).get(name, ()):
            bound = file.flow(scope).binds[index][1]
            return At(at.path, scope), bound[1] if form(bound) == "y" else None
    return at, None
