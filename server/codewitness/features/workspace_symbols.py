"""`workspace/symbol`: definitions whose name has the letters of the query in their order."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from codewitness.engine.view import Snapshot
from codewitness.features.places import Place, Reading
from codewitness.model.facts import Kind
from codewitness.model.symbol import Symbol

MAX_SYMBOLS = 200


def workspace_symbols(snapshot: Snapshot, query: str) -> list[Place]:
    """The best matches first: equal, prefix, substring, then letters in order."""
    reading = Reading(snapshot)
    ranked: list[tuple[tuple[int, int, str], Place]] = []
    for folder in snapshot.folders:
        unsaved = folder.unsaved()
        best = _matches(folder.view.symbols, query, unsaved)
        snapshot.cancel.check()
        for path in unsaved:
            symbols, _ = reading.symbols(folder, path)
            best += _matches(symbols, query, ())
        best.sort(key=lambda pair: pair[0])
        for rank, symbol in best[:MAX_SYMBOLS]:
            source = reading.source(folder, symbol.path)
            if source is not None:
                ranked.append((rank, Place(folder=folder, symbol=symbol, source=source)))
    ranked.sort(key=lambda pair: pair[0])
    return [place for _, place in ranked[:MAX_SYMBOLS]]


_Rank = tuple[int, int, str]


def _matches(
    symbols: Iterable[Symbol], query: str, hidden: Collection[str]
) -> list[tuple[_Rank, Symbol]]:
    return [
        (rank, symbol)
        for symbol in symbols
        if symbol.path not in hidden and (rank := _rank(symbol, query)) is not None
    ]


def _rank(symbol: Symbol, query: str) -> _Rank | None:
    """Less is better; None if it doesn't match. A dot in the query asks for a qualified name."""
    if symbol.kind is Kind.LAMBDA:
        return None
    name = symbol.qualified_name if "." in query else symbol.name
    low, wanted = name.lower(), query.lower()
    if low == wanted or low.endswith("." + wanted):
        return 0, len(name), name
    if low.startswith(wanted):
        return 1, len(name), name
    if wanted in low:
        return 2, len(name), name
    letters = iter(low)
    return (3, len(name), name) if all(letter in letters for letter in wanted) else None
