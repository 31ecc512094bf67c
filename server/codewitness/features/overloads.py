"""Overloads, which stand before the function that runs: who points at one means that function."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.features.hierarchy_shapes import ECMA
from codewitness.model.symbol import Symbol

_STUB = re.compile(rb"[ \t]*(?:async[ \t]+)?def[ \t]+([\w\x80-\xff]+)")


def overloaded_at(symbols: Sequence[Symbol], raw: bytes, at: int) -> Symbol | None:
    """The function of whose overloads one has its name at an offset."""
    return next((one for one in symbols if _is_overload_at(one, raw, at)), None) or _stubbed_at(
        symbols, raw, at
    )


def _is_overload_at(symbol: Symbol, raw: bytes, at: int) -> bool:
    start, end = symbol.span.start, symbol.name_span.start
    if symbol.language not in ECMA or not start <= at < end:
        return False
    name = re.compile(rb"(?<![\w$])" + re.escape(symbol.name.encode()) + rb"(?![\w$])")
    return any(one.start() <= at <= one.end() for one in name.finditer(raw, start, end))


def _stubbed_at(symbols: Sequence[Symbol], raw: bytes, at: int) -> Symbol | None:
    """Of Python's `@overload`: the next function of the name."""
    stub = _STUB.match(raw, raw.rfind(b"\n", 0, at) + 1)
    if stub is None or not stub.start(1) <= at <= stub.end(1):
        return None
    name = stub[1].decode("utf-8", "replace")
    after = (one for one in symbols if one.language == "python" and one.name == name)
    after_it = (one for one in after if one.name_span.start > at)
    return min(after_it, key=lambda one: one.name_span.start, default=None)
