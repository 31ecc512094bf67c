"""The chapters of a conversation: one for each thing that was completed, with its messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from codewitness.engine.transcripts.conversation import Arc, Conversation, FileEdit, first_line


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
    return next((one for one in listed if one.start <= message <= one.end), None)


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
    commits = [one.text for one in found.commits if start <= one.message <= end]
    return commits[-1] if commits else first_line(arc.text)


def _chapter(found: Conversation, title: str, start: int, end: int, at: str) -> Chapter:
    edits: list[FileEdit] = [one for one in found.edits if start <= one.message <= end]
    return Chapter(
        title=title,
        start=start,
        end=end,
        completed_at=at,
        files=tuple(dict.fromkeys(one.path for one in edits)),
        symbols=tuple(dict.fromkeys(name for one in edits for name in one.names)),
    )
