"""`workspace/symbol`: definitions whose name has the letters of the query in their order."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from codewitness.engine.view import Snapshot
from codewitness.features.places import Place, Reading
from codewitness.model.facts import Kind
from codewitness.model.symbol import Symbol

MAX_SYMBOLS = 200

_Rank = tuple[int, int, str]


def workspace_symbols(snapshot: Snapshot, query: str) -> list[Place]:
    """The best matches first: equal, prefix, substring, then letters in order.

    `A::b` is `A.b`.
    """
    reading = Reading(snapshot)
    query = query.replace("::", ".")
    ranked: list[tuple[_Rank, Place]] = []
    for folder in snapshot.folders:
        unsaved = folder.unsaved()
        known = _matches(folder.view.symbols, query, unsaved)
        known.sort(key=lambda pair: pair[0])
        # The index says which files to look at; what is in them is for their texts of now to say.
        for path in dict.fromkeys([*unsaved, *(symbol.path for _, symbol in known[:MAX_SYMBOLS])]):
            snapshot.cancel.check()
            symbols, source = reading.symbols(folder, path)
            if source is not None:
                ranked += [
                    (rank, Place(folder=folder, symbol=symbol, source=source))
                    for rank, symbol in _matches(symbols, query, ())
                ]
    ranked.sort(key=lambda pair: pair[0])
    return [place for _, place in ranked[:MAX_SYMBOLS]]


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
