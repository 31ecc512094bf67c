"""Texts of flows: packed with their file, and unpacked while they are read now and then.

Unpacked, those of a large folder are most of what its graph holds, and an answer reads few of them.
To unpack a file again takes a fifth of a millisecond.
"""

from __future__ import annotations

import zlib
from collections import deque
from typing import Protocol

FLOW, CALLEES = "flow_text", "callees"  # of a scope
MAX_CHARACTERS = 80_000_000  # in memory at a time; all of a folder of some thousand files
AT_REST = 16_000_000  # while nobody asks
_N_HEAD = 3  # lines before those of flows


class Unpacked(Protocol):
    """A file whose texts are in memory."""

    packed: bytes | None

    def forget_texts(self) -> None:
        """Give their memory back."""


class FlowCache:
    """The files of one graph whose texts are in memory: those that came first go first."""

    def __init__(self, most: int = MAX_CHARACTERS) -> None:
        self._most = most
        self._files: deque[tuple[Unpacked, int]] = deque()
        self._size = 0

    def came(self, file: Unpacked, size: int) -> None:
        """The texts of a file, so many characters, are in memory now."""
        self._files.append((file, size))
        self._size += size
        self.shrink(self._most)

    def shrink(self, most: int = AT_REST) -> None:
        """Forget what came first, until no more are left, or one file."""
        while self._size > most and len(self._files) > 1:
            old, n_old = self._files.popleft()
            old.forget_texts()
            self._size -= n_old


def lines_of(packed: bytes) -> list[str]:
    """Head, what is told, words, and then the flow of each scope."""
    return zlib.decompress(packed).decode().split("\n")


def flows_of(packed: bytes) -> list[str]:
    """The flow of each scope alone."""
    return lines_of(packed)[_N_HEAD:]
