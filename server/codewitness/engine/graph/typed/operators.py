"""Operators: the methods and functions that run where one stands between values of the project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.overloads import best, fits
from codewitness.engine.graph.typed.ruby.ruby_names import COMPARED, COMPARING
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, builtin, union
from codewitness.model.facts import Kind
from codewitness.model.flow import AS_BOOL, FAST_ENUMERATION, Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

# Operators that the language makes of another one, where a class has no such operator itself.
DERIVED: Mapping[str, Mapping[str, str]] = {
    "cpp": {
        "operator!=": "operator==",
        "operator!": "operator bool",
        **dict.fromkeys(("operator<", "operator>", "operator<=", "operator>="), "operator<=>"),
    },
    "ruby": {"!=": "=="},
    "rust": {"into": "from", "collect": "from_iter", "parse": "from_str", "to_string": "fmt"},
    "swift": {"!=": "==", ">": "<", "<=": "<", ">=": "<"},
}
_OF_OBJECTS = frozenset((AS_BOOL, "operator!", "operator*"))  # which pointers have, too
_MAX_FREE = 60  # functions of one operator outside of classes; of more, those in classes count


def is_operator(ev: Evaluator, site: Site) -> bool:
    """True for the use of an operator that some code of the project defines."""
    callee = site[1]
    if site[0] != "o" or not isinstance(callee, list) or callee[:1] != ["a"]:
        return False
    if callee[2] in COMPARED and ev.world.named(COMPARING):
        return True  # Ruby asks `<=>` where one thing is less than another
    return any(ev.world.named(name) for name in (callee[2], *_instead(callee[2])))


def made_of(function: str, language: str) -> list[str]:
    """The operators that may run one of another name."""
    return [one for one, other in DERIVED.get(language, {}).items() if other == function]


def _instead(method: str) -> list[str]:
    return [derived[method] for derived in DERIVED.values() if method in derived]


_CALCULATING = frozenset(f"operator{sign}" for sign in "+-*/%")
_WIDEST = ("int", "long", "float", "double")
_WIDTHS = {
    **dict.fromkeys(("byte", "short", "char", "int", "Integer", "Short", "Byte", "Character"), 0),
    "long": 1,
    "Long": 1,
    "float": 2,
    "Float": 2,
    "double": 3,
    "Double": 3,
}


def added(ev: Evaluator, at: Where, expression: Sequence[Expression]) -> Answer:
    """What `a + b` is in Java: a text if one of them is, and of two numbers the wider kind."""
    sides = [ev.value(at, side) for side in expression[1:]]
    if any(value[1] == "String" for side in sides for value in side if value[0] in "BX"):
        return builtin("String")
    is_known = all(sides) and all(value[0] == "B" for side in sides for value in side)
    widths = [_WIDTHS.get(value[1]) for side in sides for value in side]
    if is_known and None not in widths:
        return builtin(_WIDEST[max(width for width in widths if width is not None)])
    return union(sides) if is_known else NOTHING


def calculated(ev: Evaluator, at: Where, site: Site) -> Answer:
    """What C++ works out of two numbers."""
    is_sum = site[0] == "o" and form(site[1]) == "a" and site[1][2] in _CALCULATING
    if not is_sum or len(site[4]) != 1:
        return NOTHING
    sides = [ev.value(at, side) for side in (site[1][1], *site[4])]
    found = added(ev, at, ["+", site[1][1], site[4][0]]) if all(sides) else NOTHING
    return found if all(value[1] in _WIDTHS for value in found) else NOTHING


def is_construction(site: Site) -> bool:
    """True for a declaration that makes an object, without a call in it."""
    return site[0] == "o" and isinstance(site[1], list) and site[1][:1] == ["T"]


def functions(ev: Evaluator, at: Where, site: Site) -> Answer:
    """What an operator may run: a member of the first operand, or a function that takes them."""
    method = site[1][2]
    operands = [site[1][1], *site[4]]
    values = [ev.owners(at, operand) for operand in operands]
    values = [_own(ev, at, method, *one) for one in zip(operands, values, strict=True)]
    owners = values if ev.rules.operators_take_both else values[:1]
    found = _members(ev, union(owners), method) | frozenset(_free(ev, method, values))
    other = DERIVED.get(ev.file(at.path).language, {}).get(method)
    if found or other is None:
        return found
    return _members(ev, union(owners), other) | frozenset(_free(ev, other, values))


def _own(ev: Evaluator, at: Where, method: str, operand: Expression, values: Answer) -> Answer:
    """The objects that an operator is of; a pointer to one is none."""
    if method == FAST_ENUMERATION or not any(value[0] == "I" for value in values):
        return values
    is_pointer = ev.rules.is_pointer(ev, at, operand)
    is_unsure = is_pointer is None and method in _OF_OBJECTS
    return NOTHING if is_pointer or is_unsure else values


def _members(ev: Evaluator, owners: Answer, method: str) -> Answer:
    found: list[Answer] = []
    for owner in owners:
        if owner[0] in ("IS" if not ev.rules.classes_have_operators else "IC"):
            known = ev.member(owner, method + METHOD) if ev.rules.methods_apart else NOTHING
            found.append(known or ev.member(owner, method))
    return frozenset(value for value in union(found) if value[0] == "f")


def _free(ev: Evaluator, method: str, values: list[Answer]) -> list[Value]:
    """Functions outside of classes, one of whose parameters is of an operand's class."""
    from codewitness.engine.graph.typed.evaluate import Where

    known = [{value[:3] for value in one if value[0] == "I"} for one in values]
    places = ev.world.named(method) if any(known) else []
    found: list[Value] = []
    for path, ordinal in places if len(places) <= _MAX_FREE else ():
        file = ev.file(path)
        parameters = file.header(ordinal).parameters
        if not file.definitions[ordinal].is_callable or len(parameters) != len(values):
            continue
        if _is_member(ev, path, ordinal) and not ev.rules.has_friends:
            continue
        place = Where(path, file.parent(ordinal), ordinal)
        wanted = [{v[:3] for v in ev.type(place, one.type)} for one in parameters]
        fits = all(
            not own or not want or own & want for own, want in zip(known, wanted, strict=True)
        )
        if fits and any(own & want for own, want in zip(known, wanted, strict=True)):
            found.append(("f", path, ordinal, None, None))
    return found


def _is_member(ev: Evaluator, path: str, ordinal: int) -> bool:
    file = ev.file(path)
    around = file.parent(ordinal)
    return around >= 0 and file.definitions[around].kind is not Kind.NAMESPACE


def meant(ev: Evaluator, at: Where, site: Site, values: Answer) -> list[Value]:
    """Of several functions those that fit the operands, or what stands beside the first."""
    found = sorted((value for value in values if value[0] == "f"), key=repr)
    if ev.file(at.path).language == "csharp" and site[1][2].startswith("operator"):
        both = [*site[:4], [site[1][1], *site[4]], *site[5:]]
        found = [one for one in found if fits(ev, at, both, one)]  # a text takes anything else
    if len(found) < 2:
        return found
    apart: list[Value] = []
    beside: list[Expression] = site[4]
    # Where operators are static, methods that run without being named take what is beside alone;
    # so does whatever stands between two operands in Kotlin.
    language = ev.file(at.path).language
    is_method = language == "csharp" and not site[1][2].startswith("operator")
    is_method |= language == "kotlin"
    for given in (beside,) if is_method else ([site[1][1], *beside], beside):
        taking = [one for one in found if len(calls.parameters_of(ev, one)) == len(given)]
        if taking:
            apart += best(ev, at, [*site[:4], given, *site[5:]], taking)
    return apart or found
