"""Whether a call has what a claim writes in its brackets: `make(1)` is not `make(2)`."""

from __future__ import annotations

import re
from itertools import pairwise

from codewitness.engine.verify.code.values import squeezed
from codewitness.model.names import segments
from codewitness.model.nesting import split

_LEFT_OUT = frozenset({"", "...", "…", ".."})
_LABEL = re.compile(r"^\w+\s*[:=](?![:=])\s*")


def is_with_the_same(written: str, wanted: str) -> bool:
    """True unless a call in `wanted` has arguments that the one in `written` does not have."""
    asked, there = segments(wanted), segments(written)
    return all(
        is_given_the_same(_arguments(mine), _arguments(one))
        for mine, one in zip(reversed(there), reversed(asked), strict=False)
    )


def is_given_the_same(arguments: str, wanted: str) -> bool:
    """True if `wanted` leaves out what is given, or all of it is among the arguments in its order.

    Of a claim's `make(1)` no more need be meant than the first of several arguments.
    """
    asked = _each(wanted)
    if not asked:
        return True
    there = _each(arguments)
    places = [there.index(one) if one in there else -1 for one in asked]
    return -1 not in places and all(one < two for one, two in pairwise(places))


def arguments_of(name: str) -> str:
    """What stands in the brackets of the last call in a name; empty if there are none."""
    return _arguments(segments(name)[-1])


def _arguments(segment: str) -> str:
    start = segment.find("(")
    return segment[start + 1 : -1] if start > 0 and segment.endswith(")") else ""


def _each(arguments: str) -> list[str]:
    pieces = [squeezed(one) for one in split(arguments, ",")]
    return [_LABEL.sub("", one) for one in pieces if one not in _LEFT_OUT]
