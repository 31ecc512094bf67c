"""Ruby: whether a method is one of a class itself or of its instances, and which is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import THIS, Value
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
    if is_in_instance(ev, at, site[1]) and set(levels.values()) == {True}:
        return found - frozenset(methods)
    if set(levels.values()) == {True} and _is_asked_of_object(ev, at, site[1]):
        return (found - frozenset(methods)) | _of_objects(ev, at, site[1])
    if _is_asked_of_class(ev, at, site[1]) and set(levels.values()) == {False}:
        return found - {v for v in methods if _is_in_class(ev, v)}
    if len(set(levels.values())) < 2 and not (levels and is_made(ev, at, site)):
        return found
    meant = _levels(ev, at, site[1])
    return frozenset(v for v in found if v not in levels or levels[v] in meant)


def is_in_instance(ev: Evaluator, at: Where, callee: Expression) -> bool:
    """True for a call on `self` in a method of objects, which have none of their class's methods.

    A block there may run on a class, and so may a method of a module.
    """
    is_own = isinstance(callee, str) or (form(callee) == "a" and callee[1] == "this")
    if not is_own or at.scope == MODULE or ev.file(at.path).language != "ruby":
        return False
    around = ev.file(at.path).definitions[at.scope]
    is_method = around.kind is Kind.METHOD and not is_of_class(ev, at.path, at.scope)
    if not is_method or around.parent is None or around.parent.kind is not Kind.CLASS:
        return False
    return not _is_handed_on(ev, ev.this(at), callee if isinstance(callee, str) else callee[2])


def _is_asked_of_class(ev: Evaluator, at: Where, callee: Expression) -> bool:
    """True for a call on a class that is made there, or asked for: `Class.new(Base).run`."""
    if form(callee) != "a" or form(callee[1]) != "c":
        return False
    asked = ev.site(at.path, at.scope, callee[1][1])[1]
    is_class = asked == ["a", "Class", "new"] or (form(asked) == "a" and asked[2] == "class")
    return is_class and all(owner[0] == "C" for owner in ev.value(at, callee[1]))


def _is_asked_of_object(ev: Evaluator, at: Where, callee: Expression) -> bool:
    """True for a call on what `new` has just made in a class, whatever arguments fit."""
    is_made = form(callee) == "a" and form(callee[1]) in ("v", "c")
    return is_made and ev.value(at, callee[1]) == {THIS}


def _of_objects(ev: Evaluator, at: Where, callee: Expression) -> Answer:
    """The methods that objects have by a name, where their class itself has one, too."""
    found: set[Value] = set()
    level, seen = [owner for owner in ev.owners(at, callee[1]) if owner[0] == "I"], set()
    while level:
        owner = level.pop()
        seen.add(owner[1:3])
        own = [v for v in ev.member(owner, callee[2]) if v[0] == "f"]
        if of_object := [v for v in own if not is_of_class(ev, v[1], v[2])]:
            found.update(of_object)
        else:
            level += [base for base in ev.bases(owner) if base[1:3] not in seen]
    return frozenset(found)


def _is_in_class(ev: Evaluator, value: Value) -> bool:
    around = ev.file(value[1]).definitions[value[2]].parent
    return around is not None and around.kind is Kind.CLASS


def _is_handed_on(ev: Evaluator, owners: Answer, name: str) -> bool:
    """True for what objects hand on to another one, which may be their class."""
    seen, level = NOTHING, frozenset(owner for owner in owners if owner[0] == "I")
    while level - seen:
        seen |= level
        for place in {part for owner in level for part in ev.rules.parts(ev, owner)}:
            file = ev.file(place[0])
            given = (file.flow(place[1]).binds[i][1] for i in file.binds(place[1]).get(name, ()))
            if any(form(one) == "a" and form(one[1]) == "a" for one in given):
                return True
        level = frozenset(base for one in level for base in ev.bases(one) if base[0] == "I")
    return False


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


def without_own_of_modules(ev: Evaluator, base: Value, found: Answer) -> Answer:
    """Of members of a module those that it mixes in: its own methods stay with it."""
    if base[0] not in "IC" or ev.definition(base).kind is not Kind.MODULE:
        return found
    return frozenset(
        v
        for v in found
        if v[0] != "f" or v[3] is None or v[3][1:3] != base[1:3] or not is_of_class(ev, v[1], v[2])
    )


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
