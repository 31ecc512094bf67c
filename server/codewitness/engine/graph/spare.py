"""Which cells an outcome can do without once it is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codewitness.engine.graph.cells import Read
    from codewitness.engine.graph.nodes import Cell


def spare_cells(reads: Iterable[Read], created: Iterable[Cell]) -> set[Cell]:
    """Of these cells those that are of one scope alone, and that no other kind of cell rests on."""
    spare = {cell for cell in created if cell.is_local and not cell.is_gone}
    read_by: dict[Cell, list[Cell]] = {}
    for node, reader in reads:
        if reader is not None and node in spare:
            read_by.setdefault(reader, []).append(node)
    waiting = [reader for reader in read_by if reader not in spare]
    while waiting:
        for cell in read_by.get(waiting.pop(), ()):
            if cell in spare:
                spare.discard(cell)
                waiting.append(cell)
    return spare
