"""Maps as the sequences of pairs that they are for most of their methods."""

from __future__ import annotations

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, builtin, union


def is_map(value: Value) -> bool:
    """True for a map of which it is known what it holds."""
    return value[:2] == ("B", "Map") and len(value[2]) == 2


def pair_of(receiver: Value) -> Answer:
    """A key with its value."""
    return builtin("()", *receiver[2])


def listed(receiver: Value) -> Value:
    """A map as the list of its pairs."""
    return ("B", "[]", (pair_of(receiver),))


def spread(held: Answer, k: int, n: int) -> Answer:
    """What the k-th of a closure's n parameters gets of an element: all of it, or a part."""
    if n < 2:
        return held if k == 0 else NOTHING
    return union(v[2][k] for v in held if v[:2] == ("B", "()") and len(v[2]) == n and k < n)
