"""Bare names that are calls, in languages where a name is one unless a local variable has it.

Captures of `signals.scm`: `@bare` is a name that may be a call, `@bare.not` one that is none for
the place where it stands, `@bare.bound` one that becomes a local variable there, and `@bare.block`
a block at whose end the locals that it binds are gone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from tree_sitter import Node

_FAR = 1 << 62  # the end of locals that no block bounds
_Bindings = dict[bytes, list[tuple[int, int]]]


def bare_calls(captured: Mapping[str, list[Node]], parameters: Sequence[Node]) -> Iterator[Node]:
    """The nodes captured as `@bare` that are calls, in a scope with these parameters."""
    bound = captured.get("bare.bound", ())
    no_calls = {n.start_byte for n in (*captured.get("bare.not", ()), *bound)}
    bindings = _bindings(sorted(bound, key=_start), captured.get("bare.block", ()))
    for parameter in parameters:
        bindings.setdefault(parameter.text or b"", []).append((0, _FAR))
    for name in captured.get("bare", ()):
        at = name.start_byte
        if at not in no_calls and not _is_bound(bindings.get(name.text or b"", ()), at):
            yield name


def _bindings(bound: Sequence[Node], blocks: Sequence[Node]) -> _Bindings:
    """By name where it is a local variable; `bound` is in source order."""
    found: _Bindings = {}
    upcoming = sorted({block.byte_range for block in blocks})
    ends: list[int] = []
    n_open = 0
    for node in bound:
        at = node.start_byte
        n_now = bisect_left(upcoming, (at, at))
        ends += [end for _, end in upcoming[n_open:n_now]]
        n_open = max(n_open, n_now)
        while ends and ends[-1] <= at:
            ends.pop()
        found.setdefault(node.text or b"", []).append((at, ends[-1] if ends else _FAR))
    return found


def _is_bound(places: Sequence[tuple[int, int]], at: int) -> bool:
    return any(start <= at < end for start, end in places)


def _start(node: Node) -> int:
    return node.start_byte
