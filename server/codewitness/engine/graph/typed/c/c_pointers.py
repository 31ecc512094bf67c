"""What is a pointer in C++, as it is declared: operators of a class don't run on pointers to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.values import Value
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.flow import POINTER, Expression, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where
    from codewitness.engine.graph.typed.packages import Place

_SMART = frozenset(("unique_ptr", "shared_ptr", "weak_ptr", "observer_ptr"))
_HOLDING = frozenset(("vector", "list", "deque", "array", "set", "unordered_set", "span"))
_DEEP = 6  # variables in a row


def is_pointer(ev: Evaluator, at: Where, expression: Expression, deep: int = _DEEP) -> bool | None:
    """True for a pointer, False for an object or a reference, None if it is not known."""
    if deep == 0 or expression is None:
        return None
    if expression == "this":
        return True
    kind = form(expression)
    if kind == "v":  # what is assigned later is of the type that was declared
        binds = ev.file(at.path).flow(at.scope).binds
        typed = [
            k for k in expression[2:] if k < 0 or (form(binds[k][1]) == "y" and binds[k][1][1])
        ]
        return _same(_of_bind(ev, at, index, deep) for index in typed or expression[2:])
    if kind == "u":
        return _of_choice(ev, at, expression, deep)
    if kind == "y":
        return _of_type(ev, at, expression[1], expression[2], deep)
    if kind == "e":
        return _of_element(ev, at, expression[1], deep)
    if kind == "c":
        return _of_site(ev, at, expression[1])
    if kind == "a" or isinstance(expression, str):
        return _of_member(ev, at, expression, deep)
    return None


def _same(found: Iterable[bool | None]) -> bool | None:
    known = {*found}
    return known.pop() if len(known) == 1 else None


def _of_choice(ev: Evaluator, at: Where, expression: Expression, deep: int) -> bool | None:
    """`*p` is what `p` leads to, if that is a pointer; else what its own `operator*` gives."""
    site = _site(ev, at, expression[-1])
    if len(expression) == 3 and site and site[1] == ["a", expression[1], "operator*"]:
        return False if is_pointer(ev, at, expression[1], deep - 1) else None
    if len(expression) == 3 and site and site[1] == ["a", expression[1], "operator[]"]:
        return None
    return _same(is_pointer(ev, at, part, deep - 1) for part in expression[1:])


def _site(ev: Evaluator, at: Where, expression: Expression) -> list[Expression] | None:
    return ev.site(at.path, at.scope, expression[1]) if form(expression) == "c" else None


def _of_bind(ev: Evaluator, at: Where, index: int, deep: int) -> bool | None:
    flow = ev.file(at.path).flow(at.scope)
    if any(target == [POINTER, index] for target, _ in flow.binds):
        return True
    if index < 0:
        declared = ev.file(at.path).header(at.scope).parameters[-1 - index].type
        return _of_type(ev, at, declared, None, deep)
    return is_pointer(ev, at, flow.binds[index][1], deep - 1)


def _of_type(
    ev: Evaluator, at: Where, declared: Expression, value: Expression, deep: int
) -> bool | None:
    """By the type alone; by what another name for a type stands for."""
    if declared is None or deep <= 0:
        return is_pointer(ev, at, value, deep - 1) if declared is None else None
    if form(declared) == "&":
        return True
    base = declared[1] if form(declared) == "G" else declared
    name = last_name(base)
    if name in _SMART:
        return True
    if name and (aliases := _aliases(ev, at, base)):
        told = _same(_of_type(ev, where, kind, None, deep - 1) for where, kind in aliases)
        return False if told is False else None  # operators may be written for a smart pointer
    classes = [one for one in ev.type(at, declared) if one[0] == "I"]
    return False if classes and all(ev.definition(v).name == name for v in classes) else None


def _aliases(ev: Evaluator, at: Where, base: Expression) -> list[tuple[Where, Expression]]:
    """What a type stands for that is another name for one."""
    from codewitness.engine.graph.typed.evaluate import Where

    found = ev.look_up(at, base, is_type=True) if isinstance(base, str) else ev.value(at, base)
    return [
        (Where(v[1], ev.file(v[1]).parent(v[2])), ev.file(v[1]).header(v[2]).known_as)
        for v in found
        if v[0] == "C" and ev.rules.is_alias(ev, v) and ev.file(v[1]).header(v[2]).known_as
    ]


def _of_element(ev: Evaluator, at: Where, holder: Expression, deep: int) -> bool | None:
    """By what a variable or a field is declared to hold: `vector<Node*>`."""
    return _same(_of_held(ev, *place, deep) for place in _binds_of(ev, at, holder))


def _of_held(ev: Evaluator, at: Where, index: int, deep: int) -> bool | None:
    if index < 0:
        declared = ev.file(at.path).header(at.scope).parameters[-1 - index].type
    else:
        value = ev.file(at.path).flow(at.scope).binds[index][1]
        declared = value[1] if form(value) == "y" else None
    if form(declared) != "G" or last_name(declared[1]) not in _HOLDING or len(declared) < 3:
        return None
    return _of_type(ev, at, declared[2], None, deep)


def _of_site(ev: Evaluator, at: Where, number: int) -> bool | None:
    """By what the functions that are called are declared to give."""
    site = ev.site(at.path, at.scope, number)
    if site[0] == "n":
        return True
    callees = ev.callees(at.path, at.scope, number)
    return _same(_of_result(ev, value, last_name(site[1])) for value in callees)


def _of_result(ev: Evaluator, value: Value, called: str) -> bool | None:
    from codewitness.engine.graph.typed.evaluate import Where

    if value[0] == "C":  # called by its name, and not by `make_unique`
        return False if ev.definition(value).name == called else None
    if value[0] != "f":
        return None
    header = ev.file(value[1]).header(value[2])
    if POINTER in header.bases:
        return True
    return _of_type(ev, Where(value[1], value[2]), header.returns, None, 1)


def _of_member(ev: Evaluator, at: Where, expression: Expression, deep: int) -> bool | None:
    """Of a field, of a variable further out: by how each that it may be is declared."""
    return _same(_of_bind(ev, *place, deep) for place in _binds_of(ev, at, expression))


def _binds_of(ev: Evaluator, at: Where, expression: Expression) -> list[tuple[Where, int]]:
    """Where a variable or a field is declared: the scope, and the number there."""
    if isinstance(expression, str):
        return _of_name(ev, at, expression)
    if form(expression) == "v":
        return [(at, index) for index in expression[2:]]
    if form(expression) != "a":
        return []
    found: list[tuple[Where, int]] = []
    for owner in ev.owners(at, expression[1]):
        if owner[0] in "IC":
            places = [(owner[1], owner[2]), *((v[1], v[2]) for v in ev.bases(owner) if v[0] == "I")]
            found += _declared(ev, places, expression[2])
    return found


def _of_name(ev: Evaluator, at: Where, name: str) -> list[tuple[Where, int]]:
    """Of a variable around, or a field of the object around."""
    from codewitness.engine.graph.typed.evaluate import Where

    file, scope = ev.file(at.path), at.scope
    while True:
        here = Where(at.path, scope)
        binds = file.binds(scope).get(name, ())
        if binds and not (scope != MODULE and file.definitions[scope].is_class):
            return [(here, index) for index in binds]
        if scope == MODULE:
            break
        parameters = file.header(scope).parameters if file.definitions[scope].is_callable else ()
        own = [-1 - k for k, one in enumerate(parameters) if one.name == name]
        if own:
            return [(here, index) for index in own]
        scope = file.parent(scope)
    places: list[Place] = []
    for owner in ev.this(at):
        if owner[0] == "I":
            places += [(owner[1], owner[2])]
            places += [(v[1], v[2]) for v in ev.bases(owner) if v[0] == "I"]
    return _declared(ev, places, name)


def _declared(ev: Evaluator, places: list[Place], name: str) -> list[tuple[Where, int]]:
    from codewitness.engine.graph.typed.evaluate import Where

    return [
        (Where(path, ordinal), index)
        for path, ordinal in places
        for index in ev.file(path).binds(ordinal).get(name, ())
    ]
