"""Which of C++'s methods is called, of those that differ by `const` or `&&`: told by the object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.values import Value
from codewitness.engine.graph.typed.world import MODULE, called
from codewitness.model.facts import Kind
from codewitness.model.flow import (
    CONST,
    FOR_PASSING,
    POINTER,
    REFERENCE,
    Expression,
    Site,
    form,
    last_name,
)

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_GIVING_AWAY = frozenset(("move", "forward"))


def meant(ev: Evaluator, at: Where, site: Site, functions: list[Value]) -> list[Value]:
    """Those that are for what is const, or for what is not, if both are there and it is known."""
    if len(functions) < 2 or ev.file(at.path).language != "cpp":
        return functions
    if len({ev.definition(one).qualified_name for one in functions}) > 1:
        return functions
    functions = _by_reference(ev, at, site, functions)
    for_const = [one for one in functions if _is_for_const(ev, one[1], one[2])]
    others = [one for one in functions if one not in for_const]
    if not for_const or not others:
        return functions
    callee = site[1]
    is_const = _of_object(ev, at, callee[1] if form(callee) == "a" else "this")
    return functions if is_const is None else for_const if is_const else others


def _by_reference(ev: Evaluator, at: Where, site: Site, functions: list[Value]) -> list[Value]:
    """Those for an object that nobody else has, `str() &&`, or those for others."""
    passing = [one for one in functions if FOR_PASSING in ev.file(one[1]).header(one[2]).bases]
    if not passing or len(passing) == len(functions):
        return functions
    is_passing = _passes(ev, at, site[1][1] if form(site[1]) == "a" else "this")
    if is_passing is None:
        return functions
    return passing if is_passing else [one for one in functions if one not in passing]


def by_passing(ev: Evaluator, at: Where, site: Site, functions: list[Value]) -> list[Value]:
    """Of functions that differ by `T&&` and `const T&` those for what an argument is."""
    if len(functions) < 2 or ev.file(functions[0][1]).language != "cpp":
        return functions
    for k, argument in enumerate(site[4] if len(site) > 4 else ()):
        taking = [one for one in functions if _takes_over(ev, one, k)]
        if taking and len(taking) < len(functions):
            told = _passes(ev, at, argument)
            if told is not None:
                functions = taking if told else [one for one in functions if one not in taking]
    return functions


def _takes_over(ev: Evaluator, function: Value, k: int) -> bool:
    header = ev.file(function[1]).header(function[2])
    if k >= len(header.parameters) or header.parameters[k].type in header.type_parameters[::2]:
        return False  # `T&&` of a template takes anything
    return f"{FOR_PASSING}{k}" in header.bases


def _passes(ev: Evaluator, at: Where, base: Expression) -> bool | None:
    """True for what was just made or is given away; False for what has a name."""
    if form(base) == "y":
        if base[1] is None:
            return True
        base = base[2]
    if form(base) == "t":
        return True
    if form(base) != "c":
        return False if base == "this" or form(base) in ("v", "a") else None
    site = ev.site(at.path, at.scope, base[1])
    if site[0] == "n" or form(site[1]) == "T":
        return bool(site[0] != "n")  # `new` gives a pointer
    if site[0] == "c" and called(site[1]) in _GIVING_AWAY:
        return True
    found = {_is_made(ev, one) for one in ev.callees(at.path, at.scope, base[1])}
    return found.pop() if len(found) == 1 else None


def _is_made(ev: Evaluator, callee: Value) -> bool | None:
    """True for a class, and for a function that gives neither a pointer nor a reference."""
    if callee[0] != "f":
        return True if callee[0] == "C" else None
    ways = ev.file(callee[1]).header(callee[2]).bases
    return POINTER not in ways and REFERENCE not in ways


def _is_for_const(ev: Evaluator, path: str, ordinal: int) -> bool:
    return CONST in ev.file(path).header(ordinal).bases


def _of_object(ev: Evaluator, at: Where, base: Expression) -> bool | None:
    """True if an object may not be changed here, None if that is not known."""
    if base == "this":
        file, scope = ev.file(at.path), at.scope
        while scope != MODULE and file.definitions[scope].kind is Kind.LAMBDA:
            scope = file.parent(scope)
        return None if scope == MODULE else _is_for_const(ev, at.path, scope)
    if form(base) == "c":
        return _of_call(ev, at, base[1])
    if isinstance(base, str) or (form(base) == "a" and base[1] == "this"):
        return _of_member(ev, at, base if isinstance(base, str) else base[2])
    if form(base) != "v":
        return None
    flow = ev.file(at.path).flow(at.scope)
    marked = {target[1] for target, _ in flow.binds if form(target) == CONST}
    known = {_of_bind(ev, at, marked, index) for index in base[2:]}
    return known.pop() if len(known) == 1 else None


def _of_member(ev: Evaluator, at: Where, name: str) -> bool | None:
    """The same of a part of the object around, which is no pointer and has no qualifier."""
    file, scope = ev.file(at.path), at.scope
    if scope == MODULE or name in file.binds(scope):
        return None
    if any(parameter.name == name for parameter in file.header(scope).parameters):
        return None
    owners = [value for value in ev.this(at) if value[0] == "I"]
    is_part = bool(owners) and all(_is_part(ev, owner, name) for owner in owners)
    return _of_object(ev, at, "this") if is_part else None


def _is_part(ev: Evaluator, owner: Value, name: str) -> bool:
    """True for what a class declares by the plain name of another; a name may hide a pointer."""
    file = ev.file(owner[1])
    binds, flow = file.binds(owner[2]), file.flow(owner[2])
    kinds = [flow.binds[index][1] for index in binds.get(f"v:{name}", ())]
    if len(kinds) != 1 or f"q:{name}" in binds or form(kinds[0]) != "T":
        return False
    made = [value for value in ev.member(owner, f"v:{name}") if value[0] == "C"]
    return bool(made) and all(ev.definition(v).name == last_name(kinds[0][1]) for v in made)


def _of_bind(ev: Evaluator, at: Where, marked: set[int], index: int) -> bool | None:
    """The same of one value of a variable, as it is declared; of `P<const T>` nothing is known."""
    if index in marked:
        return True
    if index < 0:
        return _of_type(ev.file(at.path).header(at.scope).parameters[-1 - index].type)
    value = ev.file(at.path).flow(at.scope).binds[index][1]
    if form(value) == "e" and _of_object(ev, at, value[1]):
        return True
    if form(value) == "c":  # `auto found = find()`
        return _of_call(ev, at, value[1])
    return _of_type(value[1]) if form(value) == "y" else None


def _of_call(ev: Evaluator, at: Where, number: int) -> bool | None:
    """False for an object that a call has just made, which nothing keeps from being changed."""
    if ev.site(at.path, at.scope, number)[0] != "c":
        return None
    made = {_is_made(ev, one) for one in ev.callees(at.path, at.scope, number)}
    return False if made == {True} else None


def _of_type(declared: Expression) -> bool | None:
    return None if declared is None or form(declared) == "G" else False
