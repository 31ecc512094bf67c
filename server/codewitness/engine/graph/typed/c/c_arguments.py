"""C++: how badly an argument fits a parameter, by texts, functions, and pointers that own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from codewitness.engine.graph.typed.values import Value
from codewitness.engine.graph.typed.world import called
from codewitness.model.flow import LETTER, POINTER, Expression, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where
    from codewitness.engine.graph.typed.tabling import Answer

NEVER = 100
_FAR = 2  # an argument that is made into what a function takes
_ENCODINGS = {"": "char", "w": "wchar_t", "u8": "char8_t", "u16": "char16_t", "u32": "char32_t"}
_TEXT = re.compile(r"(?:std\.)?(w|u8|u16|u32)?(string|string_view)")
_GIVEN = re.compile(
    r"(std\.(?:w|u8|u16|u32)?string(?:_view)?)\.(?:substr|append|assign|replace)\(\)"
)
_TOLD = {"std.to_string()": "std.string", "std.to_wstring()": "std.wstring"}
_SMART = frozenset(("unique_ptr", "shared_ptr", "weak_ptr"))
_MAKING_SMART = frozenset(("make_unique", "make_shared", "static_pointer_cast"))
_DEEP = 5  # other names of a type, and variables, in a row


class _Text(NamedTuple):
    encoding: str
    shape: str  # letter, pointer, string, string_view


# What is made into what in silence, and how far that is.
_STEPS = {
    ("pointer", "string"): 1,
    ("pointer", "string_view"): 1,
    ("string", "string_view"): 1,
}


class Taken(NamedTuple):
    """A parameter: of which function, which one, and what it may take."""

    where: Where
    number: int
    kind: Expression
    values: Answer


def misfit(ev: Evaluator, at: Where, taken: Taken, argument: Expression, given: Answer) -> int:
    """0 if nothing speaks against it, or nothing is known; -1 to leave it to the types alone."""
    if (much := _of_texts(ev, at, taken, argument, given)) is not None:
        return much
    if (much := _of_functions(ev, taken.values, given)) is not None:
        return much
    if _is_pointer(ev, taken.where, taken.number) and any(v[0] == "I" for v in given):
        if ev.rules.is_pointer(ev, at, argument) is False:
            return NEVER
    if taken.values and all(value[0] == "I" for value in taken.values):
        is_smart = _is_smart(ev, at, argument)
        if _is_smart_type(ev, taken.where, taken.kind):
            return NEVER if is_smart is False else -1
        if is_smart and _is_pointer(ev, taken.where, taken.number):
            return NEVER
    return -1


# Texts.


def _of_texts(
    ev: Evaluator, at: Where, taken: Taken, argument: Expression, given: Answer
) -> int | None:
    own = _literal(argument) or _text(given, is_pointer=_points(ev, at, argument))
    wanted = _text(taken.values, is_pointer=_is_pointer(ev, taken.where, taken.number))
    if own is None:
        is_number = wanted is not None and given and all(v[0] == "B" for v in given)
        is_number = is_number and not any(v[1] in _ENCODINGS.values() for v in given)
        return None if not is_number or wanted is None else NEVER - (wanted.shape == "letter")
    if wanted is None:
        return _of_text_to_others(own, taken.values)
    if own.shape == wanted.shape:
        is_near = own.shape == "letter"
        return 0 if own.encoding == wanted.encoding else _FAR if is_near else NEVER
    if own.encoding != wanted.encoding:
        return NEVER
    if not own.shape:
        return 1
    return _STEPS.get((own.shape, wanted.shape), NEVER)


def _of_text_to_others(own: _Text, wanted: Answer) -> int | None:
    if not wanted or any(value[0] not in "XB" for value in wanted):
        return None
    if all(value[0] == "B" for value in wanted):
        is_number = own.shape == "letter" or all(value[1] == "bool" for value in wanted)
        return _FAR if is_number and own.shape in ("letter", "pointer") else NEVER
    is_std = all(str(value[1]).startswith("std.") for value in wanted)
    return NEVER if is_std else _FAR // 2


def _literal(argument: Expression) -> _Text | None:
    """A text or a letter that is written there; of a choice what all of it are."""
    if form(argument) == "u":
        parts = {_literal(part) for part in argument[1:]}
        return parts.pop() if len(parts) == 1 else None
    if form(argument) != "t" or argument[1] not in (*_ENCODINGS.values(), LETTER):
        return None
    if argument[1] == LETTER:
        return _Text(argument[2], "letter")
    return _Text(argument[1], "pointer")


def _text(values: Answer, *, is_pointer: bool | None) -> _Text | None:
    """What kind of text a value is of which nothing else is known; "" for an unknown shape."""
    texts = [_of_value(value, is_pointer) for value in values]
    known = [text for text in texts if text is not None]
    encodings, shapes = {text.encoding for text in known}, {text.shape for text in known}
    if not known or len(known) < len(texts) or len(encodings) > 1:
        return None
    return _Text(encodings.pop(), shapes.pop() if len(shapes) == 1 else "")


def _of_value(value: Value, is_pointer: bool | None) -> _Text | None:
    if value[0] not in "XB" or not isinstance(value[1], str):
        return None
    name = _TOLD.get(value[1], value[1])
    if (made := _GIVEN.fullmatch(name)) is not None:
        name = made[1]
    if name in _ENCODINGS.values():
        shape = "" if is_pointer is None else "pointer" if is_pointer else "letter"
        return _Text(name, shape)
    found = _TEXT.fullmatch(name.removesuffix("()"))
    return None if found is None else _Text(_ENCODINGS[found[1] or ""], found[2])


def _points(ev: Evaluator, at: Where, argument: Expression) -> bool | None:
    """True for a variable that is declared to be a pointer, or holds a literal text."""
    if form(argument) == "y":
        return _points(ev, at, argument[2])
    if form(argument) != "v" or len(argument) != 3:
        return None
    if _is_pointer(ev, at, -1 - argument[2]):
        return True
    return argument[2] < 0 or None  # an array looks as what it holds


def _is_pointer(ev: Evaluator, where: Where, number: int) -> bool:
    binds = ev.file(where.path).flow(where.scope).binds
    return any(target == [POINTER, -1 - number] for target, _ in binds)


# Functions.


def _of_functions(ev: Evaluator, wanted: Answer, given: Answer) -> int | None:
    """A function is made into no object of a class, unless that is made of one."""
    if not wanted or not given:
        return None
    if all(v[0] in "fF" for v in given) and all(v[0] == "I" for v in wanted):
        return _FAR if any(_takes_functions(ev, value) for value in wanted) else NEVER
    if all(v[0] in "fF" for v in given) and all(v[0] == "B" for v in wanted):
        return NEVER
    if all(v[0] == "F" for v in wanted) and all(v[0] == "I" for v in given):
        is_called = any(ev.member(value, ev.rules.call_operator) for value in given)
        return _FAR if is_called else NEVER
    return None


def _takes_functions(ev: Evaluator, value: Value) -> bool:
    """True if objects of a class may be made of a function."""
    headers = [ev.file(path).header(place) for path, place in ev.rules.makers(ev, value)]
    return any(
        head.type_parameters or any(form(one.type) in ("F", "G") for one in head.parameters)
        for head in headers
    )


# Pointers that own what they lead to.


def _is_smart(ev: Evaluator, at: Where, argument: Expression, deep: int = _DEEP) -> bool | None:
    """True for `shared_ptr`, and what one leads to; False for other pointers and objects."""
    kind = form(argument)
    if deep == 0 or argument is None:
        return None
    if argument == "this":
        return False
    if kind == "v" and len(argument) == 3:
        return _of_variable(ev, at, argument[2], deep)
    if kind == "y":
        if argument[1] is None:
            return _is_smart(ev, at, argument[2], deep - 1)
        return _is_smart_type(ev, at, argument[1])
    if kind == "c":
        return _of_site(ev, at, argument[1], deep)
    return None


def _of_variable(ev: Evaluator, at: Where, index: int, deep: int) -> bool | None:
    binds = ev.file(at.path).flow(at.scope).binds
    if any(target == [POINTER, index] for target, _ in binds):
        return False
    if index >= 0:
        return _is_smart(ev, at, binds[index][1], deep - 1)
    return _is_smart_type(ev, at, ev.file(at.path).header(at.scope).parameters[-1 - index].type)


def _of_site(ev: Evaluator, at: Where, number: int, deep: int) -> bool | None:
    site = ev.site(at.path, at.scope, number)
    name = called(site[1])
    if site[0] == "n":
        return False
    if name in _MAKING_SMART:
        return True
    given = site[4] if len(site) > 4 else []
    if name == "move" and len(given) == 1:
        return _is_smart(ev, at, given[0], deep - 1)
    if name == "get" and form(site[1]) == "a" and not given:
        return False if _is_smart(ev, at, site[1][1], deep - 1) else None
    told = {_of_result(ev, one) for one in ev.callees(at.path, at.scope, number)}
    return told.pop() if len(told) == 1 else None


def _of_result(ev: Evaluator, callee: Value) -> bool | None:
    from codewitness.engine.graph.typed.evaluate import Where

    if callee[0] != "f":
        return False if callee[0] == "C" else None
    file = ev.file(callee[1])
    header = file.header(callee[2])
    if POINTER in header.bases:
        return False
    where = Where(callee[1], file.parent(callee[2]), callee[2])
    return None if header.returns is None else _is_smart_type(ev, where, header.returns)


def _is_smart_type(ev: Evaluator, at: Where, kind: Expression, deep: int = _DEEP) -> bool | None:
    """By its name, or by what that stands for; None if that is not known."""
    if last_name(kind[1] if form(kind) == "G" else kind) in _SMART:
        return True
    if deep == 0 or not isinstance(kind, str):
        return None
    found = ev.look_up(at, kind, is_type=True)
    told = {_of_named(ev, value, deep) for value in found}
    return told.pop() if len(told) == 1 else None


def _of_named(ev: Evaluator, value: Value, deep: int) -> bool | None:
    from codewitness.engine.graph.typed.evaluate import Where

    if value[0] != "C":
        return None
    if not ev.rules.is_alias(ev, value):
        return False
    file = ev.file(value[1])
    where = Where(value[1], file.parent(value[2]), value[2])
    return _is_smart_type(ev, where, file.header(value[2]).known_as, deep - 1)
