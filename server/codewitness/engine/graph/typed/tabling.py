"""Least fixpoints on demand: the answer to a question never depends on what was asked before.

A question may lead back to itself. Then it is answered by what is known so far, and asked again
until nothing changes; only answers that rest on no unfinished question are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

Answer = frozenset[Any]
NOTHING: Answer = frozenset()

MAX_OPEN = 250  # unfinished questions; deeper ones are taken for unknown
_MAX_ROUNDS = 12  # sets of values are small; more rounds than this means that they keep growing


class _Entry:
    """An unfinished question: how many it waits for, and what is known of its answer so far."""

    __slots__ = ("depth", "is_asked_again", "known")

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.known: Answer = NOTHING
        self.is_asked_again = False


class Table:
    """Answers to questions."""

    def __init__(self) -> None:
        self.done: dict[Hashable, Answer] = {}
        self._open: dict[Hashable, _Entry] = {}
        self._passing: dict[Hashable, tuple[Answer, int]] = {}
        self._so_far: dict[Hashable, Answer] = {}  # of unfinished ones that were asked again
        self._grew = False
        self._lowest = MAX_OPEN

    def ask(self, question: Hashable, answer: Callable[[], Answer]) -> Answer:
        """The answer to `question`, which `answer` works out."""
        if (known := self.done.get(question)) is not None:
            return known
        if (entry := self._open.get(question)) is not None:
            entry.is_asked_again = True
            self._lowest = min(self._lowest, entry.depth)
            return entry.known
        if (passing := self._passing.get(question)) is not None:
            self._lowest = min(self._lowest, passing[1])
            return passing[0]
        depth = len(self._open)
        if depth >= MAX_OPEN:
            self._lowest = min(self._lowest, 0)
            return NOTHING
        return self._work_out(question, answer, depth)

    def _work_out(self, question: Hashable, answer: Callable[[], Answer], depth: int) -> Answer:
        outer, outer_grew = self._lowest, self._grew
        entry = self._open[question] = _Entry(depth)
        entry.known = self._so_far.get(question, NOTHING)
        before = set(self._passing) if self._passing else None
        try:
            for _ in range(_MAX_ROUNDS):
                self._lowest, self._grew = MAX_OPEN, False
                found = answer() | entry.known
                grew = entry.is_asked_again and found != entry.known
                entry.known = found if entry.is_asked_again else entry.known
                # Of questions that rest on each other only the first goes round again.
                if self._lowest < depth or not (entry.is_asked_again and (grew or self._grew)):
                    break
                self._forget_since(before)
        finally:
            del self._open[question]
        rests_on, self._lowest = self._lowest, outer
        if rests_on >= depth:
            self._grew = outer_grew
            self._keep(question, found, depth)
        else:
            self._grew = self._grew or outer_grew or grew
            if entry.is_asked_again:
                self._so_far[question] = found
            self._passing[question] = (found, rests_on)
            self._lowest = min(outer, rests_on)
        return found

    def _forget_since(self, before: set[Hashable] | None) -> None:
        if before is None:
            self._passing.clear()
            return
        for question in [one for one in self._passing if one not in before]:
            del self._passing[question]

    def _keep(self, question: Hashable, found: Answer, depth: int) -> None:
        self.done[question] = found
        if self._passing:
            settled = [one for one, (_, low) in self._passing.items() if low >= depth]
            for one in settled:
                self.done[one] = self._passing.pop(one)[0]
        if not self._open:
            self._passing.clear()
            self._so_far.clear()
