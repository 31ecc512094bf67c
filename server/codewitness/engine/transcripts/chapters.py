"""The chapters of a conversation: one for each thing that was completed, with its messages."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeVar

from codewitness.engine.transcripts.conversation import Arc, Conversation, FileEdit, first_line

_Told = TypeVar("_Told", Arc, FileEdit)
_MESSAGE = attrgetter("message")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """Messages `start` to `end`, both included, counting from 1."""

    title: str
    start: int
    end: int
    completed_at: str
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()


def chapters(found: Conversation) -> list[Chapter]:
    """Chapters by completed todos; without todos by what the user asked for.

    A chapter begins after the completion before it. Todos that were completed in one message share
    its messages.
    """
    if found.todos:
        return _by_completion(found)
    return _by_arc(found)


def chapter_at(listed: Sequence[Chapter], message: int) -> Chapter | None:
    """The chapter that a message is in."""
    at = bisect_left(listed, message, key=attrgetter("end"))
    return listed[at] if at < len(listed) and listed[at].start <= message else None


def _by_completion(found: Conversation) -> list[Chapter]:
    listed = []
    start = boundary = 0
    for todo in found.completed:
        if todo.finished > boundary:
            start, boundary = boundary + 1, todo.finished
        listed.append(_chapter(found, todo.text, start, todo.finished, todo.finished_at))
    return listed


def _by_arc(found: Conversation) -> list[Chapter]:
    listed = []
    starts = [arc.message for arc in found.arcs] + [found.n_messages + 1]
    for number, arc in enumerate(found.arcs):
        start = 1 if number == 0 else arc.message
        end = max(starts[number + 1] - 1, start)
        listed.append(_chapter(found, _title(found, arc, start, end), start, end, found.last))
    return listed


def _title(found: Conversation, arc: Arc, start: int, end: int) -> str:
    """A commit says what was done; else what was asked for."""
    commits = _between(found.commits, start, end)
    return commits[-1].text if commits else first_line(arc.text)


def _chapter(found: Conversation, title: str, start: int, end: int, at: str) -> Chapter:
    edits = _between(found.edits, start, end)
    return Chapter(
        title=title,
        start=start,
        end=end,
        completed_at=at,
        files=tuple(dict.fromkeys(one.path for one in edits)),
        symbols=tuple(dict.fromkeys(name for one in edits for name in one.names)),
    )


def _between(told: Sequence[_Told], start: int, end: int) -> Sequence[_Told]:
    """Those of messages `start` to `end`; they are in the order of their messages."""
    first = bisect_left(told, start, key=_MESSAGE)
    return told[first : bisect_right(told, end, lo=first, key=_MESSAGE)]
