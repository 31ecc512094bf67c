"""Java's interfaces of one method in its library, as functions: `Consumer<Row>` takes a Row."""

from __future__ import annotations

from typing import NamedTuple

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import builtin


class _Shape(NamedTuple):
    """Of which of its type arguments a function takes what, and which it gives."""

    taken: tuple[int, ...]
    given: int | None = None


_SHAPES = {
    "Consumer": _Shape((0,)),
    "BiConsumer": _Shape((0, 1)),
    "Supplier": _Shape((), 0),
    "Callable": _Shape((), 0),
    "Function": _Shape((0,), 1),
    "BiFunction": _Shape((0, 1), 2),
    "UnaryOperator": _Shape((0,), 0),
    "BinaryOperator": _Shape((0, 0), 0),
    "Predicate": _Shape((0,)),
    "BiPredicate": _Shape((0, 1)),
    "Comparator": _Shape((0, 0)),
    "ToIntFunction": _Shape((0,)),
    "ToLongFunction": _Shape((0,)),
    "ToDoubleFunction": _Shape((0,)),
    "IntFunction": _Shape((-1,), 0),
    "LongFunction": _Shape((-1,), 0),
}
_NUMBER = builtin("int")


def of_type(name: str, arguments: list[Answer]) -> Answer:
    """What a type of the library with these arguments is as a function, beside itself."""
    shape = _SHAPES.get(name)
    if shape is None or not arguments or max((*shape.taken, shape.given or 0)) >= len(arguments):
        return NOTHING
    taken = tuple(arguments[k] if k >= 0 else _NUMBER for k in shape.taken)
    given = NOTHING if shape.given is None else arguments[shape.given]
    return frozenset((("F", given, taken), ("X", name)))
