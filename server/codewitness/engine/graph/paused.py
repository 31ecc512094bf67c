"""Settlings that were interrupted, so that the next one goes on from there.

All that hangs together settles at once, which takes seconds in a large program. Where a question
has less time than that, asking again would begin anew each time, and never come to an end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codewitness.engine.graph.nodes import Cell, Key, Values


@dataclass(frozen=True, slots=True)
class Paused:
    """Cells that are half settled, those of them that wait, and those with more than they give."""

    cells: tuple[Cell, ...]
    queue: tuple[Cell, ...]
    loose: Mapping[Cell, Values]

    @classmethod
    def of(
        cls, cells: Iterable[Cell], queue: Iterable[Cell], loose: Mapping[Cell, Values]
    ) -> Paused:
        """As they are at this moment."""
        return cls(tuple(one for one in cells if not one.is_gone), tuple(queue), dict(loose))

    def there(self) -> list[Cell]:
        """Those that have not been dropped meanwhile."""
        return [one for one in self.cells if not one.is_gone]


class PausedSettles:
    """Those of one interruption: of the question, and of what rules within it were asking."""

    __slots__ = ("_by_key", "_coming")

    def __init__(self) -> None:
        self._by_key: dict[Key, Paused] = {}
        self._coming: dict[Key, Paused] = {}  # while the interruption makes its way outwards

    def __bool__(self) -> bool:
        return bool(self._by_key)

    def put(self, key: Key, half: Paused, *, is_outermost: bool) -> list[Cell]:
        """Keep one; gives the cells of an earlier interruption, which are kept no longer."""
        self._coming[key] = half
        if not is_outermost:
            return []
        left = self.clear()
        self._by_key, self._coming = self._coming, {}
        return left

    def take(self, key: Key) -> Paused | None:
        """The one of this key, if there is one; it is kept no longer."""
        return self._by_key.pop(key, None)

    def clear(self) -> list[Cell]:
        """Keep none; gives their cells."""
        left = [cell for half in self._by_key.values() for cell in half.cells if not cell.is_gone]
        self._by_key = {}
        return left
