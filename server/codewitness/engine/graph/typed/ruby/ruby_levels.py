"""Ruby: whether a method is one of a class itself or of its instances, and which is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import Answer
from codewitness.engine.graph.typed.values import THIS
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where


def of_one_level(ev: Evaluator, at: Where, site: Site, found: Answer) -> Answer:
    """Of a class's own method and one of its instances, both of a name, the one that is meant.

    In the body of a class both are: a block there may run on either.
    """
    methods = [v for v in found if v[0] == "f" and ev.definition(v).kind is not Kind.LAMBDA]
    levels = {v: is_of_class(ev, v[1], v[2]) for v in methods}
    if len(set(levels.values())) < 2 and not (levels and is_made(ev, at, site)):
        return found
    meant = _levels(ev, at, site[1])
    return frozenset(v for v in found if v not in levels or levels[v] in meant)


def is_made(ev: Evaluator, at: Where, site: Site) -> bool:
    """True for `new(...).run`, which is called on an object that the class itself made."""
    callee = site[1]
    is_chained = form(callee) == "a" and form(callee[1]) == "c"
    return is_chained and ev.value(at, callee[1]) == {THIS}


def _levels(ev: Evaluator, at: Where, callee: Expression) -> set[bool]:
    """True for classes, False for instances: what a callee is a method of."""
    if isinstance(callee, list) and callee[0] == "a" and callee[1] != "this":
        values = ev.value(at, callee[1])
        own = {value[0] == "C" for value in values if value[0] in "IC"}
        own |= {False} if THIS in values else set()  # what `new` gave in the class itself
        return own or {True, False}
    file, scope = ev.file(at.path), method_around(ev, at)
    if scope == MODULE or file.definitions[scope].is_class:
        return {True, False}
    return {is_of_class(ev, at.path, scope)}


def is_of_class(ev: Evaluator, path: str, ordinal: int) -> bool:
    """True for a method of a class itself, and not of its instances."""
    return bool(ev.file(path).header(ordinal).known_as == ["static"])


def method_around(ev: Evaluator, at: Where) -> int:
    """The method that a place is in, lambdas left out; a class or `MODULE` if it is in none."""
    file, scope = ev.file(at.path), at.scope
    while scope != MODULE and file.definitions[scope].kind is Kind.LAMBDA:
        scope = file.parent(scope)
    return scope


def classes_around(ev: Evaluator, at: Where) -> Iterator[int]:
    """The classes that a place is in, the innermost first."""
    file, scope = ev.file(at.path), at.scope
    while scope != MODULE:
        if file.definitions[scope].is_class:
            yield scope
        scope = file.parent(scope)
