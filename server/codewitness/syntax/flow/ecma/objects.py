"""Objects of JavaScript that are put together bit by bit, and what is made of others."""

from __future__ import annotations

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow.lexical import Reader

_INHERITING = frozenset(("util.inherits", "inherits"))
_EXPORTS = ["m", ""]


def put(reader: Reader, base: Expression, name: str, value: Expression) -> None:
    """`api.run = function`, where `api` is a variable here that holds one object."""
    if form(value) == "y" and form(value[2]) == "f":
        value = value[2]
    if form(base) != "v" or form(value) not in ("f", "v", "c"):
        return
    variable = reader.find(base[1])
    if variable is None or len(variable.binds) != 1 or variable.binds[0] < 0:
        return
    held = reader.flow.binds[variable.binds[0]][1]
    display = held[-1] if form(held) == "u" else held
    if form(display) == "D":
        display += (["k", name], value)


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
    elif function == "Object.assign" and first == _EXPORTS:
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
