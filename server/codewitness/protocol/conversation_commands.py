"""`codewitness.conversations.*`: argument, feature, answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codewitness.engine.ports import ReadSoFar
from codewitness.engine.transcripts.chapters import Chapter
from codewitness.engine.transcripts.conversation import Conversation, first_line
from codewitness.engine.view import Snapshot
from codewitness.features.conversations import (
    ConversationFilter,
    chapters_for_symbol,
    conversation_chapters,
    conversation_messages,
    list_conversations,
    search_conversations,
    transcripts_of,
)
from codewitness.features.places import BadRequest
from codewitness.protocol import convert
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.convert import Json
from codewitness.protocol.memory_arguments import MemoryArguments

Command = Callable[[Snapshot, Arguments], Any]

MAX_LISTED = 500
MAX_MESSAGES = 200  # of one answer
MAX_NUMBER = 10**9


def list_(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.conversations.list`."""
    wanted, limit = _filter(arguments, snapshot), arguments.whole("limit", 20, 1, MAX_LISTED)
    arguments.finish()
    found, so_far = list_conversations(snapshot, wanted, limit)
    return {
        "conversations": [_conversation(one) for one in found],
        "malformedLines": transcripts_of(snapshot).n_malformed,
        **_reading(so_far),
    }


def search(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.conversations.search`."""
    query = arguments.text("query")
    wanted, limit = _filter(arguments, snapshot), arguments.whole("limit", 20, 1, MAX_LISTED)
    arguments.finish()
    if not query.strip():
        raise BadRequest("query: takes words, it is empty")
    results, so_far = search_conversations(snapshot, query, wanted, limit)
    return {
        "results": [
            {
                "sessionId": one.session_id,
                "score": round(found.score, 4),
                "matchedTodos": [todo.text for todo in found.todos],
                "summary": one.title,
                "project": one.project,
                "timestamp": one.last,
                "matches": [
                    {"text": todo.text, "status": todo.status, "message": todo.finished or None}
                    for todo in found.todos
                ]
                + [
                    {"text": first_line(arc.text), "status": "asked", "message": arc.message}
                    for arc in found.asked
                ],
            }
            for found, one in results
        ],
        **_reading(so_far),
    }


def chapters(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.conversations.chapters`."""
    session_id = arguments.text("sessionId")
    arguments.finish()
    found, listed = conversation_chapters(snapshot, session_id)
    return {
        "sessionId": found.session_id,
        "chapters": [_chapter(one) for one in listed],
        "pendingWork": [
            {"title": one.text, "startedAt": one.started_at or None, "status": one.status}
            for one in found.pending
        ],
    }


def context(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.conversations.context`."""
    session_id = arguments.text("sessionId")
    start = arguments.whole("start", 1, 1, MAX_NUMBER)
    end = arguments.whole("end", start + 19, 1, MAX_NUMBER)
    expand = arguments.whole("expand", 0, 0, MAX_MESSAGES)
    arguments.finish()
    if end < start:
        raise BadRequest(f"end: takes a number from start on, got {end} with start {start}")
    first, last = (
        max(start - expand, 1),
        min(end + expand, max(start - expand, 1) + MAX_MESSAGES - 1),
    )
    found, messages = conversation_messages(snapshot, session_id, first, last)
    last = first + len(messages) - 1
    return {
        "sessionId": found.session_id,
        "messageRange": [first, last] if messages else None,
        "messages": [
            {"number": m.number, "role": m.role, "content": m.content, "timestamp": m.timestamp}
            for m in messages
        ],
        "totalMessages": found.n_messages,
        "canExpandBefore": bool(messages) and first > 1,
        "canExpandAfter": bool(messages) and last < found.n_messages,
    }


def for_symbol(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.conversations.forSymbol`."""
    asked = convert.asked_symbol(arguments.required("symbol"), snapshot)
    arguments.finish()
    found = chapters_for_symbol(snapshot, asked)
    place, encoding = found.place, snapshot.encoding
    candidates = [convert.symbol(one, encoding) for one in found.candidates]
    return {
        "symbol": convert.symbol(place, encoding) if place is not None else None,
        **({"candidates": candidates} if candidates else {}),
        "chapters": [
            {
                "sessionId": one.conversation.session_id,
                "summary": one.conversation.title,
                "project": one.conversation.project,
                "message": one.message,
                **_chapter(one.chapter),
            }
            for one in found.chapters
        ],
        **_reading(found.so_far),
    }


def _reading(so_far: ReadSoFar | None) -> Json:
    """How far transcripts are read, while they are."""
    if so_far is None:
        return {}
    names = ("files", "totalFiles", "bytes", "totalBytes")
    return {"reading": dict(zip(names, so_far, strict=True))}


def _filter(arguments: Arguments, snapshot: Snapshot) -> ConversationFilter:
    given = MemoryArguments(arguments, snapshot)
    return ConversationFilter(
        project=given.optional("project"),
        root=given.folder_root("folder"),
        since=given.time("since"),
        until=given.time("until", is_end=True),
    )


def _conversation(one: Conversation) -> Json:
    return {
        "sessionId": one.session_id,
        "project": one.project,
        "branch": one.branch or None,
        "timestamp": one.last,
        "startTime": one.first,
        "summary": one.title,
        "completed": [todo.text for todo in one.completed],
        "pending": [todo.text for todo in one.pending],
        "messageCount": one.n_messages,
        "malformedLines": one.n_malformed,
    }


def _chapter(one: Chapter) -> Json:
    return {
        "title": one.title,
        "messageRange": [one.start, one.end],
        "completedAt": one.completed_at or None,
        "messageCount": one.end - one.start + 1,
        "files": list(one.files),
        "symbols": list(one.symbols),
    }


def _answering(work: Command) -> Command:
    return lambda snapshot, arguments: {
        **work(snapshot, arguments),
        "freshness": convert.freshness_so_far(snapshot),
    }


COMMANDS: dict[str, Command] = {
    f"codewitness.conversations.{name}": _answering(work)
    for name, work in {
        "list": list_,
        "search": search,
        "chapters": chapters,
        "context": context,
        "forSymbol": for_symbol,
    }.items()
}
