"""What tests of a class leave of what an expression may be: `x instanceof Task`, and its `else`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import Answer
from codewitness.engine.graph.typed.values import Value
from codewitness.model.flow import Expression

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_MAX_BASES = 20


def tested(ev: Evaluator, at: Where, expression: Sequence[Expression]) -> Answer:
    """An instance of the class where the test holds; where it does not, what is none."""
    old, kind = expression[1:3]
    known = ev.instances(ev.value(at, kind))
    if expression[3:] != [0]:
        return known or ev.value(at, old)
    values = ev.value(at, old)
    return frozenset(v for v in values if not _is_one_of(ev, v, known)) or values


def _is_one_of(ev: Evaluator, value: Value, kinds: Answer) -> bool:
    wanted = {kind[:3] for kind in kinds if kind[0] == "I"}
    level = {value} if value[0] == "I" else set()
    for _ in range(_MAX_BASES):
        if any(one[:3] in wanted for one in level):
            return True
        level = {base for one in level for base in ev.bases(one) if base[0] == "I"}
    return False
