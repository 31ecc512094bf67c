"""Signals of definitions: from their rows, fetched in one go, or from the text if it has none."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from operator import methodcaller
from typing import NamedTuple

from codewitness.engine.ports import DISK
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.places import Reading, symbols_in
from codewitness.features.steady_rows import rows_with_texts
from codewitness.model.facts import CallItem, FileFacts, Item, SubscriptItem
from codewitness.model.nesting import subscripted
from codewitness.model.signals import Signals
from codewitness.model.text import Span, Text
from codewitness.storage.decode import SignalRow
from codewitness.storage.rows import MAX_ITEM_CHARACTERS
from codewitness.storage.schema import MODULE_ORDINAL, SIGNAL_LISTS
from codewitness.syntax.classify import FileNames, module_signals, signals_of

_FIELDS = {"calls_internal": "internal_calls", "calls_external": "external_calls"}


class Defined(NamedTuple):
    """A definition of `text`, by its index in the file."""

    folder: Folder
    path: str
    text: Text
    ordinal: int


class SignalReader:
    """Gives the signals of definitions, as they are in the texts that these are named of."""

    def __init__(self, snapshot: Snapshot, reading: Reading) -> None:
        self._snapshot = snapshot
        self._reading = reading
        self._rows: dict[tuple[int, str, int, str], SignalRow] = {}
        self._names: dict[tuple[str, str], FileNames] = {}  # by path and sha256 of the text

    def fetch(self, wanted: Iterable[Defined]) -> None:
        """Ask the tables for the rows of all these at once, a folder and layer."""
        keys: dict[tuple[int, str], set[tuple[str, int]]] = {}
        for one in wanted:
            place = self._snapshot.folders.index(one.folder), _layer(one)
            keys.setdefault(place, set()).add((one.path, one.ordinal))
        for (number, layer), asked in keys.items():
            folder = self._snapshot.folders[number]
            ask = methodcaller("signal_rows", asked, layer=layer)
            rows: list[SignalRow]
            paths = {path for path, _ in asked}
            rows, texts = rows_with_texts(self._reading, folder, paths, layer, ask)
            for row in rows:
                if (sha256 := texts.get(row.path)) is not None:
                    self._rows[number, row.path, row.ordinal, sha256] = row

    def of(self, one: Defined) -> Signals | None:
        """The signals of one; None if its file has changed meanwhile."""
        return self.of_row(one) or self.of_text(one)

    def of_row(self, one: Defined) -> Signals | None:
        """The same if it was fetched; of long texts, their beginning."""
        number = self._snapshot.folders.index(one.folder)
        row = self._rows.get((number, one.path, one.ordinal, one.text.sha256))
        return None if row is None else signals_of_row(row)

    def of_text(self, one: Defined) -> Signals | None:
        """The same by reading its file."""
        return self.of_texts([one])[0]

    def of_texts(self, several: Sequence[Defined]) -> list[Signals | None]:
        """The same of several of one file; with -1, of the code outside of definitions."""
        facts = self._facts(several[0], {one.ordinal for one in several}) if several else None
        if facts is None:
            return [None for _ in several]
        first = several[0]
        names = self._names.get(key := (first.path, first.text.sha256))
        if names is None:
            names = self._names[key] = FileNames.of(facts)
        return [_signals_of(facts, one, names) for one in several]

    def _facts(self, one: Defined, wanted: Collection[int]) -> FileFacts | None:
        source = self._reading.source(one.folder, one.path)
        if source is None or source.text.sha256 != one.text.sha256:
            return None
        n_known = len(symbols_in(one.folder, source))
        if any(ordinal >= n_known for ordinal in wanted):
            return None
        return source.facts_in_part(wanted)


def _signals_of(facts: FileFacts, one: Defined, names: FileNames) -> Signals | None:
    if one.ordinal == MODULE_ORDINAL:
        return module_signals(facts)
    if one.ordinal >= len(facts.definitions):
        return None
    return signals_of(facts, one.text, one.ordinal, names)


def _layer(one: Defined) -> str:
    document = one.folder.document(one.path)
    is_own = document is not None and not one.folder.is_saved(document)
    return one.folder.layer_id if is_own else DISK


def is_cut(signals: Signals) -> bool:
    """True if of some text the row of these has but its beginning."""
    lists = (getattr(signals, _FIELDS.get(name, name)) for name in SIGNAL_LISTS)
    return any(len(item.text) >= MAX_ITEM_CHARACTERS for items in lists for item in items)


@lru_cache(maxsize=1_000)  # of rows that the store keeps for the next answer, too
def signals_of_row(row: SignalRow) -> Signals:
    """The signals as the table has them; long texts are cut there, and their spans with them."""

    def items(name: str) -> list[Item]:
        texts = getattr(row, name)
        if not len(texts):  # as most are
            return []
        return [
            Item(text, Span(start, start + (len(text) if text.isascii() else len(text.encode()))))
            for text, start in zip(texts, getattr(row, f"{name}_at"), strict=True)
        ]

    def calls(name: str) -> tuple[CallItem, ...]:
        return tuple(CallItem(text, span, text, span) for text, span in items(name))

    return Signals(
        internal_calls=calls("calls_internal"),
        external_calls=calls("calls_external"),
        attribute_reads=tuple(items("attribute_reads")),
        attribute_writes=tuple(items("attribute_writes")),
        subscripts=tuple(SubscriptItem(t, s, *subscripted(t)) for t, s in items("subscripts")),
        parameters_used=tuple(items("parameters_used")),
        raises=tuple(items("raises")),
        handles=tuple(items("handles")),
        has_loop=row.has_loop,
        has_conditional=row.has_conditional,
        has_try=row.has_try,
        is_async=row.is_async,
        line_count=row.line_count,
    )
