"""What cells and outcomes are made of, and who has read it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from sys import getsizeof
from typing import Any

Key = tuple[Any, ...]
Values = frozenset[Any]

NONE: Values = frozenset()
# Rules about one scope or site, whose cells nobody else reads as a rule.
_LOCAL = frozenset({"s", "r", "bd", "va", "ow", "sb", "p", "el", "en", "it", "kb", "kp", "kn"})
_EMPTY_SET_BYTES = getsizeof(set())


class Node:
    """Something that cells and outcomes are made of: who has read it.

    `last` is who noted it last, so that reading it again costs next to nothing.
    """

    __slots__ = ("last", "outcomes", "readers")

    def __init__(self) -> None:
        self.readers: Cell | set[Cell] | None = None
        self.outcomes: int | array[int] | None = None
        self.last: object = None

    def add(self, reader: Cell) -> None:
        """Note a cell as a reader."""
        known = self.readers
        if known is None:
            self.readers = reader
        elif type(known) is set:
            known.add(reader)
        elif known is not reader:
            self.readers = {known, reader}  # type: ignore[arg-type]

    def discard(self, reader: Cell) -> None:
        """This cell is no more."""
        known = self.readers
        if type(known) is set:
            known.discard(reader)
        elif known is reader:
            self.readers = None

    def shrink(self) -> None:
        """Take no more memory than the readers need that are left; a set keeps what it had."""
        known = self.readers
        if type(known) is set:
            if len(known) < 2:
                self.readers = next(iter(known), None)
            elif getsizeof(known) > _EMPTY_SET_BYTES + 80 * len(known):
                self.readers = set(known)

    def keep(self, is_kept: Callable[[Cell], bool]) -> None:
        """Forget all other readers."""
        known = [one for one in self.all_readers() if is_kept(one)]
        self.readers = known[0] if len(known) == 1 else set(known) or None

    def all_outcomes(self) -> Iterable[int]:
        """The numbers of all outcomes that rest on it."""
        made = self.outcomes
        if made is None:
            return ()
        return (made,) if isinstance(made, int) else made

    def all_readers(self) -> Iterable[Cell]:
        """All cells that have read it; some may be gone."""
        known = self.readers
        if known is None:
            return ()
        return known if type(known) is set else (known,)  # type: ignore[return-value]


class Cell(Node):
    """One value, and the cells that were made with it."""

    __slots__ = ("is_gone", "is_local", "is_queued", "key", "values")

    def __init__(self, key: Key) -> None:
        self.readers = self.outcomes = self.last = None  # in place: there are very many
        self.key = key
        self.values: Values = NONE
        self.is_queued = False
        self.is_gone = False
        self.is_local = key[0] in _LOCAL

    def having(self, values: Values) -> list[Cell]:
        """This cell, and those that may have some of the values from it."""
        found, seen = [self], {self}
        for one in found:
            for reader in one.all_readers():
                is_new = reader not in seen and not reader.is_gone
                if is_new and not values.isdisjoint(reader.values):
                    seen.add(reader)
                    found.append(reader)
        return found
