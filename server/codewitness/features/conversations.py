"""`codewitness.conversations.*`: what was worked on with AI assistants, from their transcripts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from codewitness.engine.ports import ReadSoFar, TranscriptFile, Transcripts
from codewitness.engine.transcripts.chapters import Chapter, chapter_at, chapters
from codewitness.engine.transcripts.codex import in_one_form
from codewitness.engine.transcripts.conversation import Conversation, FileEdit, line_hashes
from codewitness.engine.transcripts.lines import record_of, time_of, whole
from codewitness.engine.transcripts.search import Found, search
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.find_symbol import MAX_CANDIDATES, Asked
from codewitness.features.inherited import find_member
from codewitness.features.places import BadRequest, Place, Reading
from codewitness.model.text import Span

MAX_SYMBOL_CHAPTERS = 20
LINES_OF_MOVED = 2  # that tell a definition where its file had another name; `def main():` is one
SECONDS_TO_READ = 2.0  # transcripts that have grown; there may be gigabytes of them at first
CHANGED = "[the transcript has changed while it was read]"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationFilter:
    """Which conversations; empty fields pass all. `project` is a part of the folder's path.

    `root` is a folder that they were held in, or in one within it, or in one that it is within.
    """

    project: str = ""
    root: str = ""
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message as text."""

    number: int
    role: str
    content: str
    timestamp: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolChapter:
    """A chapter in which a method was written or changed, and the message of the last edit."""

    conversation: Conversation
    chapter: Chapter
    message: int


def transcripts_of(snapshot: Snapshot) -> Transcripts:
    """The transcripts that the settings name."""
    found = next((one.transcripts for one in snapshot.folders if one.transcripts is not None), None)
    if found is None:
        raise BadRequest("project: no workspace folder is open, so no transcripts are read")
    return found


def list_conversations(
    snapshot: Snapshot, wanted: ConversationFilter, limit: int
) -> tuple[list[Conversation], ReadSoFar | None]:
    """Conversations, the newest first; how far they are read, if not all are in good time."""
    read, so_far = transcripts_of(snapshot).soon(SECONDS_TO_READ)
    return [one.conversation for one in _passing(read, wanted)][:limit], so_far


def search_conversations(
    snapshot: Snapshot, query: str, wanted: ConversationFilter, limit: int
) -> tuple[list[tuple[Found, Conversation]], ReadSoFar | None]:
    """Conversations that fit the words of `query`, best first; and as above."""
    read, so_far = transcripts_of(snapshot).soon(SECONDS_TO_READ)
    files = {str(one.path): one for one in _passing(read, wanted)}
    words = {key: one.words for key, one in files.items() if one.words is not None}
    found = search(query, words, limit=limit)
    return [(one, files[one.key].conversation) for one in found], so_far


def conversation_chapters(
    snapshot: Snapshot, session_id: str
) -> tuple[Conversation, list[Chapter]]:
    """One conversation and its chapters."""
    conversation = _named(transcripts_of(snapshot), session_id).conversation
    return conversation, chapters(conversation)


def conversation_messages(
    snapshot: Snapshot, session_id: str, start: int, end: int
) -> tuple[Conversation, list[Message]]:
    """Messages `start` to `end` of a conversation, as far as it has them."""
    transcripts = transcripts_of(snapshot)
    file = _named(transcripts, session_id)
    lines = transcripts.messages(file, start, end)
    found = []
    try:
        for number, line in enumerate(lines, start):
            snapshot.cancel.check()
            found.append(_message(line, number))
    except OSError:
        raise BadRequest("sessionId: the transcript of this conversation is gone") from None
    return file.conversation, found


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenIn:
    """The chapters in which `place` was written or changed, the latest first.

    `place` is None, and `candidates` are those, if the name fits several definitions. `so_far` says
    how much was read, if not all was in good time.
    """

    place: Place | None = None
    chapters: tuple[SymbolChapter, ...] = ()
    candidates: tuple[Place, ...] = ()
    so_far: ReadSoFar | None = None


def chapters_for_symbol(snapshot: Snapshot, asked: Asked) -> WrittenIn:
    """Where the definition that `asked` names was written or changed."""
    places = find_member(Reading(snapshot), asked)
    if len(places) > 1:
        return WrittenIn(candidates=tuple(places[:MAX_CANDIDATES]))
    read, so_far = transcripts_of(snapshot).soon(SECONDS_TO_READ)
    return WrittenIn(place=places[0], chapters=tuple(written_in(places[0], read)), so_far=so_far)


def known_chapters(place: Place) -> list[SymbolChapter]:
    """As `written_in`, by the transcripts that have been read so far."""
    transcripts = place.folder.transcripts
    return written_in(place, transcripts.known()) if transcripts is not None else []


def written_in(place: Place, files: Iterable[TranscriptFile]) -> list[SymbolChapter]:
    """The chapters whose edits have lines of this definition, or define its name in its file.

    Its file may have had another name then: one that no file of the folder has now.
    """
    symbol = place.symbol
    own: _Own | None = None
    found: list[SymbolChapter] = []
    for file in files:
        told = () if file.conversation.goes_on else file.conversation.edits
        edits = [edit for edit in told if _is_file(edit.path, symbol.path)]
        moved = [edit for edit in told if _was_moved(edit.path, place.folder)]
        if edits or moved:
            own = own or _Own.of(place)
            edits = [edit for edit in edits if own.has(edit)]
            edits += [edit for edit in moved if own.has_moved_from(edit)]
            edits.sort(key=lambda edit: edit.message)
        if not edits:
            continue
        listed = chapters(file.conversation)
        latest: dict[str, SymbolChapter] = {}
        for edit in edits:
            chapter = chapter_at(listed, edit.message) or _loose(file.conversation, edit)
            latest[chapter.title] = SymbolChapter(
                conversation=file.conversation, chapter=chapter, message=edit.message
            )
        found += reversed(latest.values())
        if len(found) >= MAX_SYMBOL_CHAPTERS:
            break
    return found[:MAX_SYMBOL_CHAPTERS]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Own:
    """What tells a definition from all others of its file: lines, and its name if it alone has it.

    Of several methods of a name an edit means that whose class it writes, or whose lines it shows.
    """

    name: str
    owner: str
    is_only: bool
    lines: frozenset[int]

    @classmethod
    def of(cls, place: Place) -> _Own:
        """By the file as it is now."""
        symbol, text = place.symbol, place.text
        around = (Span(0, symbol.span.start), Span(symbol.span.end, len(text)))
        others = {one for span in around for one in line_hashes(text.slice(span), None)}
        analysis = place.source.analysis()
        definitions = analysis.core.definitions if analysis is not None else ()
        return cls(
            name=symbol.name,
            owner=symbol.container.rpartition(".")[2],
            is_only=sum(one.name == symbol.name for one in definitions) < 2,
            lines=frozenset(line_hashes(text.slice(symbol.span), None)) - others,
        )

    def has(self, edit: FileEdit) -> bool:
        """True if the edit defined it, or wrote lines that it still has."""
        if not self.lines.isdisjoint(edit.fresh):
            return True
        if (above := edit.written.get(self.name)) is None:
            return False
        return self.is_only or self.owner in above or not self.lines.isdisjoint(edit.lines)

    def has_moved_from(self, edit: FileEdit) -> bool:
        """True if an edit of a file that is gone wrote it, or little else than lines of it."""
        n_same = len(self.lines & edit.fresh)
        is_of_it = self.name in edit.written or 2 * n_same >= len(edit.fresh)
        return n_same >= LINES_OF_MOVED and is_of_it


def _loose(found: Conversation, edit: FileEdit) -> Chapter:
    """An edit after the last completion: its chapter has no end yet."""
    return Chapter(
        title=found.title or "not completed",
        start=edit.message,
        end=found.n_messages,
        completed_at="",
        files=(edit.path,),
        symbols=edit.names,
    )


def _is_file(written: str, path: str) -> bool:
    """True if a path of a transcript, absolute as a rule, is this file of the folder."""
    return PurePath(written).as_posix().replace("\\", "/").endswith("/" + path) or written == path


def _was_moved(written: str, folder: Folder) -> bool:
    """True if a path of a transcript was one of a file of the folder that is gone from it."""
    root = f"{folder.root.as_posix().rstrip('/')}/"
    path = PurePath(written).as_posix()
    if not path.startswith(root):
        return False
    path = path.removeprefix(root)
    known = (folder.view.files, folder.documents, folder.changed)
    return not any(path in those for those in known)


def _passing(files: Sequence[TranscriptFile], wanted: ConversationFilter) -> list[TranscriptFile]:
    project = wanted.project.lower()
    return [
        one
        for one in files
        if not one.conversation.goes_on
        and (not project or project in f"{one.conversation.project} {one.path.parent.name}".lower())
        and (not wanted.root or _is_about(one.conversation.project, wanted.root))
        and (not wanted.since or one.conversation.last >= wanted.since)
        and (not wanted.until or one.conversation.first <= wanted.until)
    ]


def _is_about(project: str, root: str) -> bool:
    held, folder = PurePath(project), PurePath(root)
    return bool(project) and (held.is_relative_to(folder) or folder.is_relative_to(held))


def _named(transcripts: Transcripts, session_id: str) -> TranscriptFile:
    read, so_far = transcripts.soon(SECONDS_TO_READ)
    for one in read:
        if session_id in (one.conversation.session_id, one.path.stem):
            return one
    which = "transcript"
    if so_far is not None:
        which = f"transcript of the {so_far.n_files} of {so_far.of_files} that are read so far"
    raise BadRequest(f"sessionId: no {which} has the id {session_id[:100]!r}")


def _message(line: bytes, number: int) -> Message:
    raw = record_of(line)
    record = in_one_form(raw) if raw is not None else None
    if record is None or record.get("type") not in ("user", "assistant"):
        return Message(number=number, role="unknown", content=CHANGED, timestamp="")
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else ""
    blocks = content if isinstance(content, list) else ()
    return Message(
        number=number,
        role=record["type"],
        content=whole(content if isinstance(content, str) else "\n".join(map(_shown, blocks))),
        timestamp=time_of(record),
    )


def _shown(block: Any) -> str:
    if not isinstance(block, dict):
        return str(block)
    match block.get("type"):
        case "text":
            return str(block.get("text", ""))
        case "thinking":
            return f"[thinking] {block.get('thinking', '')}"
        case "tool_use":
            given = json.dumps(block.get("input"), ensure_ascii=False)
            return f"[{block.get('name')}] {given}"
        case "tool_result":
            content = block.get("content")
            parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
            return "[result] " + "\n".join(map(_shown, parts))
        case other:
            return f"[{other}]"
