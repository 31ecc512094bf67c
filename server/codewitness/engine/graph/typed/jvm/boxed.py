"""Java: which overload takes a boxed number or truth: what is above it, before what it holds.

`put(Integer.valueOf(n))` runs `put(Object)` where there is a `put(int)` too.
"""

from __future__ import annotations

from collections.abc import Iterable

from codewitness.engine.graph.typed.values import Value

_NUMBERS = ("byte", "short", "int", "long", "float", "double")
_HELD: dict[str, tuple[str, ...]] = {  # what each is unboxed to, and that widened to
    **{box: _NUMBERS[_NUMBERS.index(box.lower()) :] for box in ("Byte", "Short", "Long", "Float")},
    "Integer": _NUMBERS[2:],
    "Double": ("double",),
    "Character": ("char", *_NUMBERS[2:]),
    "Boolean": ("boolean",),
}
BOXES = frozenset(_HELD)
_ABOVE = {"Number": 1, "Comparable": 1, "Serializable": 1, "Object": 2}
_UNBOXED = 50  # further than all that a box is itself
_NEVER = 100


def distance(wanted: Iterable[tuple[Value, str]], names: list[str]) -> int | None:
    """How far parameters, each with its type's name, are from boxes; None for other arguments."""
    if not names or not BOXES.issuperset(names):
        return None
    return min((_one(want, said, box) for want, said in wanted for box in names), default=0)


def _one(want: Value, said: str, box: str) -> int:
    if want[0] == "?" or said == box:
        return 0
    if want[0] == "T":
        return _ABOVE["Object"]
    if said in _ABOVE:
        return _ABOVE[said] if said != "Number" or box not in ("Boolean", "Character") else _NEVER
    held = _HELD[box]
    return _UNBOXED + held.index(said) if said in held else _NEVER
