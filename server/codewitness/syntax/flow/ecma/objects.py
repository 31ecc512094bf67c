"""Objects of JavaScript that are put together bit by bit, and what is made of others."""

from __future__ import annotations

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow.lexical import Reader, Variable

_INHERITING = frozenset(("util.inherits", "inherits"))
EXPORTS = ["m", ""]


def put(reader: Reader, base: Expression, name: str, value: Expression) -> None:
    """`api.run = function`, where `api` is a variable here that holds one object.

    Without a name the value is put under a key that is not known.
    """
    if form(value) == "y" and form(value[2]) == "f":
        value = value[2]
    if form(base) != "v" or (form(value) not in ("f", "v", "c") and not isinstance(value, str)):
        return
    variable = reader.find(base[1])
    if variable is None or not _holds_one(reader, variable):
        return
    held = reader.flow.binds[variable.binds[0]][1]
    held = held[2] if form(held) == "y" else held
    display = held[-1] if form(held) == "u" else held
    if form(display) == "D":
        display += (["k", name] if name else ["?"], value)


def _holds_one(reader: Reader, variable: Variable) -> bool:
    """True for a variable that was given a value once, but for what was put into that."""
    first, *others = variable.binds or [-1]
    return first >= 0 and all(form(reader.flow.binds[index][1]) == "E" for index in others)


def made(reader: Reader, function: str, call: Expression) -> Expression:
    """What a call gives; that of `Object.create` gets members of its own."""
    if function == "Object.create" and reader.find("Object") is None:
        return ["u", call, ["D", reader.new_id()]]
    return call


def put_together(reader: Reader, function: str, given: list[Expression]) -> None:
    """`util.inherits(A, B)`, `Object.assign(exports, ...)` and the like."""
    first, *others = given
    if function in _INHERITING and first is not None and others[0] is not None:
        reader.bind(["a", first, "prototype"], ["a", others[0], "prototype"])
    elif function == "Object.setPrototypeOf" and _is_prototype(first, others[0]):
        reader.bind(first, others[0])
    elif function == "Object.assign" and first == EXPORTS:
        for other in others:
            _export(reader, other)


def _is_prototype(*expressions: Expression) -> bool:
    return all(form(one) == "a" and one[2] == "prototype" for one in expressions)


def _export(reader: Reader, value: Expression) -> None:
    """All that an object has is exported."""
    if form(value) == "m" and value[-1] == "=":
        reader.flow.stars.append(value[1])
    elif form(value) == "D":
        for key, part in zip(value[2::2], value[3::2], strict=False):
            if form(key) == "k":
                reader.bind(["x", key[1]], part)
