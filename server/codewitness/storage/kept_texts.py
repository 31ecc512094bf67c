"""Texts of many rows in memory, a few of which are asked for at a time.

Sixteen rows are compressed together: what full text search has of 56,000 chunks, 52 MB, takes 15,
and 64 rows, each of another block, are read in half a millisecond. LanceDB takes ten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, Self

import pyarrow as pa

ROWS_TOGETHER = 16
_END = "\n"  # of a row; in none of them
_CODEC = pa.Codec("lz4_raw")


class Block(NamedTuple):
    """The texts of some rows that follow each other."""

    compressed: bytes
    size: int  # bytes, of what was compressed


class KeptTexts:
    """Texts of rows 0 to n, none of which has a line break."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks

    @classmethod
    def of(cls, texts: Iterable[str]) -> Self:
        """From the texts of all rows in order."""
        return cls([_compressed(some) for some in _in_groups(texts)])

    def at(self, row: int) -> str:
        """The text of one row."""
        nth = row % ROWS_TOGETHER
        return _data(self.blocks[row // ROWS_TOGETHER]).split(_END.encode(), nth + 1)[nth].decode()

    def __iter__(self) -> Iterator[str]:
        for block in self.blocks:
            yield from _lines(block)


def _in_groups(texts: Iterable[str]) -> Iterator[Sequence[str]]:
    rest = iter(texts)
    while some := list(islice(rest, ROWS_TOGETHER)):
        yield some


def _compressed(some: Sequence[str]) -> Block:
    data = _END.join(some).encode()
    return Block(_CODEC.compress(data, asbytes=True), len(data))


def _lines(block: Block) -> list[str]:
    return _data(block).decode().split(_END)


def _data(block: Block) -> bytes:
    data: bytes = _CODEC.decompress(block.compressed, block.size, asbytes=True)
    return data
