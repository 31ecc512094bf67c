"""Which cells an outcome can do without once it is made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codewitness.engine.graph.cells import Read
    from codewitness.engine.graph.nodes import Cell, Node


def spare_cells(reads: Sequence[Read], created: Iterable[Cell]) -> set[Node]:
    """Of these cells those that are of one scope alone, and that no other kind of cell rests on."""
    spare: set[Node] = {cell for cell in created if cell.is_local and not cell.is_gone}
    kept = [
        node
        for node, reader in reads
        if node in spare and reader not in spare and reader is not None
    ]
    if not kept:
        return spare
    read_by: dict[object, list[Node]] = {}
    for node, reader in reads:
        if reader in spare and node in spare:
            read_by.setdefault(reader, []).append(node)
    while kept:
        cell = kept.pop()
        if cell in spare:
            spare.discard(cell)
            kept += read_by.get(cell, ())
    return spare
