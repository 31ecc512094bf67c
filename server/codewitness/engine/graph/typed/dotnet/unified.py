"""C#: whether an extension may be what a site calls: on a value, its type parameters one type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.dotnet import extended
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, union
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_ITSELF = 3  # the last part of a built-in type that is asked for a static member
_LISTS = frozenset(("[]", "()", "Map", "Group"))
_MANY, _SINGLE, _OPEN = "many", "single", ""


def may_extend(ev: Evaluator, at: Where, site: Site, function: Value) -> bool:
    """False for a call on a type, and for arguments that ask for two types in place of one."""
    if _is_type(ev, at, site[1][1]):
        return False
    header = ev.file(function[1]).header(function[2])
    if not header.type_parameters or (len(site) > 6 and site[6]):
        return True
    taken, given = extended.taken_and_given(ev, site, function)
    found: dict[str, set[str]] = {}
    names = frozenset(header.type_parameters[::2])
    for parameter, argument in zip(taken, given, strict=False):
        if parameter.kind[:1] != "*":
            _stand_for(ev, names, parameter.type, ev.value(at, argument), found)
    return all(len(kinds - {_OPEN}) < 2 for kinds in found.values())


def _is_type(ev: Evaluator, at: Where, owner: Expression) -> bool:
    """True for `string` and for `String`, where no variable, member or base may be meant."""
    if form(owner) == "y":
        return bool(owner[3:] == [_ITSELF])
    if not isinstance(owner, str) or ev.value(at, owner) not in _outside(owner):
        return False
    return not any(base[0] == "X" for this in ev.this(at) for base in _above(ev, this))


def _outside(name: str) -> tuple[Answer, ...]:
    return tuple(frozenset((("X", full),)) for full in (name, f"System.{name}"))


def _above(ev: Evaluator, value: Value) -> frozenset[Value]:
    found: frozenset[Value] = NOTHING
    level = ev.bases(value)
    while level - found:
        found |= level
        level = union(ev.bases(one) for one in level)
    return found


def _stand_for(
    ev: Evaluator,
    names: frozenset[str],
    kind: Expression,
    given: Answer,
    found: dict[str, set[str]],
) -> None:
    """Note whether what is given for a type parameter is a collection."""
    if isinstance(kind, str) and kind in names:
        found.setdefault(kind, set()).update(_kind(ev, value) for value in given)
    elif form(kind) == "G" and len(kind) == 3 and _is_list(ev, kind[1]):
        held = [value for value in given if value[0] == "B" and value[1] in _LISTS]
        if held and len(held) == len(given):
            _stand_for(ev, names, kind[2], ev.elements(frozenset(held)), found)


def _is_list(ev: Evaluator, base: Expression) -> bool:
    kinds = ev.rules.generic(ev, base, [])
    return form(base) == "t" or any(value[:2] == ("B", "[]") for value in kinds)


def _kind(ev: Evaluator, value: Value) -> str:
    """What is from outside may be a collection too, and so may a class that stands on it."""
    if value[0] == "B":
        return _MANY if value[1] in _LISTS else _SINGLE
    is_plain = value[0] == "I" and all(base[0] == "I" for base in _above(ev, value))
    return _SINGLE if is_plain or value[0] == "T" else _OPEN
