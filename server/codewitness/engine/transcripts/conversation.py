"""One conversation, read line by line: what was to be done, what was done, in which messages.

A message is a user or assistant record of the main chain; messages count from 1. Where the user has
gone back and asked something else, what was said and done in between is none of it. Three forms are
read: snapshots of a todo list, tasks that are created and updated, and conversations without
either, whose parts ("arcs") begin where the user asked for something.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from codewitness.engine.transcripts import codex
from codewitness.engine.transcripts.lines import record_of, time_of, whole

MAX_TITLE = 200  # characters
MAX_ASKED = 600  # characters of what a user asked that are kept for search
MAX_LINES = 200  # of one edit whose hashes are kept
MIN_LINE = 12  # characters; shorter lines are in every file

COMPLETED, IN_PROGRESS, PENDING, DELETED = "completed", "in_progress", "pending", "deleted"

_DEFINITION = re.compile(
    r"^\s*(?:(?:export|default|public|private|protected|internal|static|final|abstract|override|async"
    r"|pub(?:\([\w:]+\))?|unsafe|open|suspend|virtual)\s+)*"
    r"(?:def|class|function\*?|func|fn|fun|struct|trait|impl|interface|enum|module|object)\s+"
    r"(?:\([^)]*\)\s*)?(?:self\.)?([A-Za-z_]\w*)",
    re.MULTILINE,
)
_COMMIT = re.compile(r"git commit[^\n]*?-m\s+(?:\"\$\(cat <<'?EOF'?\n)?[\"']?([^\n\"']+)")
_ABSOLUTE = re.compile(r"[/\\]|[A-Za-z]:")
_TASK_NUMBER = re.compile(r"Task #(\S+?) created")
_COMMAND_NAME = re.compile(r"<command-name>(.*?)</command-name>")
_COMMAND_ARGUMENTS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)
_SHELL_INPUT = re.compile(r"<bash-input>(.*?)</bash-input>", re.DOTALL)
# What the assistant's program adds to what was typed, and what a command printed.
_ADDED = re.compile(
    r"<(command-\w+|local-command-\w+|bash-\w+|system-reminder|ide_\w+|task-notification|\w+-hook)>"
    r".*?</\1>",
    re.DOTALL,
)
_INTERRUPTED = "[Request interrupted by user"  # said for the user, by the program


@dataclass(slots=True)
class Todo:
    """One thing to be done. Numbers of messages are 0 where nothing is known."""

    text: str
    status: str
    started: int = 0
    finished: int = 0
    started_at: str = ""
    finished_at: str = ""


@dataclass(frozen=True, slots=True)
class FileEdit:
    """What one tool wrote in one place: the names in it that are defined, and hashes of its lines.

    `written` and `fresh` are those of them that were not in what the text replaced; with the names,
    those that stand above.
    """

    message: int
    path: str
    names: tuple[str, ...]
    lines: array[int]
    written: Mapping[str, frozenset[str]]
    fresh: frozenset[int]


@dataclass(frozen=True, slots=True)
class Arc:
    """What a user asked for, and the message of it."""

    message: int
    text: str
    timestamp: str


@dataclass(slots=True)
class Conversation:
    """What is kept of one transcript. `offsets` are where each message begins in its file."""

    session_id: str = ""
    project: str = ""
    branch: str = ""
    summary: str = ""
    first: str = ""
    last: str = ""
    n_records: int = 0
    n_malformed: int = 0
    is_of_agent: bool = False  # that another conversation has sent: nothing of it counts
    name: str = ""  # that the user has given it
    summaries: list[tuple[str, str]] = field(default_factory=list)  # each with its last message
    uuids: set[int] = field(default_factory=set)  # of its messages, hashed
    first_uuid: int = 0
    goes_on: bool = False  # in another one, which has all of its messages and more
    offsets: array[int] = field(default_factory=lambda: array("q"))
    todos: list[Todo] = field(default_factory=list)  # the present list, and all that was completed
    edits: list[FileEdit] = field(default_factory=list)
    arcs: list[Arc] = field(default_factory=list)
    commits: list[Arc] = field(default_factory=list)
    # From where to where of the file the user has taken back what was said.
    left_out: list[tuple[int, int]] = field(default_factory=list)
    is_rewound: bool = False  # has more of that than it was told of: it is to be read again
    _asked_at: dict[int, int] = field(default_factory=dict)  # by the hash of what is answered
    _listed: set[int] = field(default_factory=set)  # `id`s of the todos of the last snapshot
    _tasks: dict[str, Todo] = field(default_factory=dict)
    _creating: dict[str, Todo] = field(default_factory=dict)  # by the id of the tool's use
    _undo: dict[str, tuple[Todo, str, int, str]] = field(default_factory=dict)

    @property
    def n_messages(self) -> int:
        """How many messages there are."""
        return len(self.offsets)

    @property
    def completed(self) -> list[Todo]:
        """Todos that were completed, in their order."""
        done = [one for one in self.todos if one.status == COMPLETED]
        return sorted(done, key=lambda one: one.finished)

    @property
    def pending(self) -> list[Todo]:
        """Todos that are still to be done."""
        return [one for one in self.todos if one.status in (PENDING, IN_PROGRESS)]

    @property
    def title(self) -> str:
        """Its name or summary, else what the user asked first."""
        return self.name or self.summary or (first_line(self.arcs[0].text) if self.arcs else "")

    # Reading.

    def feed(self, line: bytes, offset: int) -> None:
        """Read one line, which begins at `offset` of the file; a malformed one is counted."""
        if not line.strip():
            return
        self.n_records += 1
        record = record_of(line)
        if record is None:
            self.n_malformed += 1
        elif (told := codex.in_one_form(record)) is not None:
            self._record(told, offset)

    def _record(self, record: Mapping[str, Any], offset: int) -> None:
        if record.get("type") == codex.SESSION:
            self._whose(record)
            self.is_of_agent |= record.get("isSidechain") is True
        elif record.get("type") == "summary":
            self.summary = _text(record.get("summary"))[:MAX_TITLE]
            self.summaries.append((_text(record.get("leafUuid")), self.summary))
        elif record.get("type") == "custom-title":
            self.name = _text(record.get("customTitle"))[:MAX_TITLE]
        elif record.get("type") in ("user", "assistant") and not (
            self.is_of_agent or record.get("isSidechain") is True or self._is_left_out(offset)
        ):
            self._message(record, offset)

    def _is_left_out(self, offset: int) -> bool:
        return any(start <= offset < end for start, end in self.left_out)

    def _whose(self, record: Mapping[str, Any]) -> None:
        self.session_id = self.session_id or _text(record.get("sessionId"))
        self.project = _text(record.get("cwd")) or self.project
        self.branch = _text(record.get("gitBranch")) or self.branch

    def _message(self, record: Mapping[str, Any], offset: int) -> None:
        self.offsets.append(offset)
        if uuid := _text(record.get("uuid")):
            self.uuids.add(hash(uuid))
            self.first_uuid = self.first_uuid or hash(uuid)
        at = time_of(record)
        self._whose(record)
        self.first, self.last = self.first or at, at or self.last
        message = record.get("message")
        content = message.get("content") if isinstance(message, Mapping) else None
        blocks = content if isinstance(content, list) else []
        uses = [one for one in blocks if isinstance(one, Mapping)]
        for block in uses:
            if block.get("type") == "tool_use":
                self._tool(block, at)
            elif block.get("type") == "tool_result":
                self._result(block, record.get("toolUseResult"))
        is_added = record.get("isMeta") or record.get("isCompactSummary")
        if record["type"] == "user" and not is_added:
            self._asked(content, uses, at, _text(record.get("parentUuid")))

    def _asked(
        self, content: Any, blocks: Sequence[Mapping[str, Any]], at: str, parent: str
    ) -> None:
        if any(block.get("type") == "tool_result" for block in blocks):
            return
        said = _text(content) if isinstance(content, str) else _texts(blocks)
        said = _ADDED.sub("", said).strip() or _command(said)
        if said and not said.startswith(_INTERRUPTED):
            self.arcs.append(Arc(self.n_messages, said[:MAX_ASKED], at))
            self._follows(parent)

    def _follows(self, parent: str) -> None:
        """Two things that the user asks after the same record: the first was taken back."""
        if not parent:
            return
        here = self.offsets[-1]
        if (before := self._asked_at.get(hash(parent))) is not None:
            self.left_out.append((before, here))
            self.is_rewound = True
            self._asked_at = {key: at for key, at in self._asked_at.items() if at < before}
        self._asked_at[hash(parent)] = here

    def _tool(self, block: Mapping[str, Any], at: str) -> None:
        name, given = block.get("name"), block.get("input")
        if not isinstance(given, Mapping):
            return
        if name == "TodoWrite":
            self._snapshot(given.get("todos"), at)
        elif name == "TaskCreate":
            todo = Todo(_text(given.get("subject")), PENDING, self.n_messages, 0, at)
            self._creating[_text(block.get("id"))] = todo
            self.todos.append(todo)
        elif name == "TaskUpdate":
            self._update(given, _text(block.get("id")), at)
        elif name == "Bash":
            for found in _COMMIT.finditer(_text(given.get("command"))):
                self.commits.append(Arc(self.n_messages, found[1].strip()[:MAX_TITLE], at))
        else:
            self._edit(given)

    def _snapshot(self, given: Any, at: str) -> None:
        """A whole todo list: what it no longer names is dropped, unless it was completed."""
        if isinstance(given, str):
            try:
                given = json.loads(given)
            except ValueError:
                given = None
        if not isinstance(given, list):
            self.n_malformed += 1
            return
        known = {one.text: one for one in self.todos if id(one) in self._listed}
        finished = {one.text: one for one in self.todos if one.status == COMPLETED}
        present: list[Todo] = []
        for item in given:
            text = _text(item.get("content") if isinstance(item, Mapping) else item)
            if not text:
                continue
            todo = known.get(text) or finished.get(text) or Todo(text, "", self.n_messages, 0, at)
            status = _text(item.get("status")) if isinstance(item, Mapping) else PENDING
            self._set(todo, status or PENDING, at)
            present.append(todo)
        named = {id(one) for one in present}
        kept = [
            one
            for one in self.todos
            if id(one) not in named and (one.status == COMPLETED or id(one) not in self._listed)
        ]
        self.todos = [*kept, *present]
        self._listed = named

    def _update(self, given: Mapping[str, Any], use: str, at: str) -> None:
        todo = self._tasks.get(_text(given.get("taskId")))
        if todo is None:
            return
        self._undo[use] = (todo, todo.status, todo.finished, todo.text)
        todo.text = _text(given.get("subject")) or todo.text
        if status := _text(given.get("status")):
            self._set(todo, status, at)

    def _set(self, todo: Todo, status: str, at: str) -> None:
        if status == todo.status:
            return
        if status == IN_PROGRESS:
            todo.started, todo.started_at = self.n_messages, at
        todo.finished = self.n_messages if status == COMPLETED else 0
        todo.finished_at = at if status == COMPLETED else ""
        todo.status = status

    def _result(self, block: Mapping[str, Any], result: Any) -> None:
        """What came of a tool: a task's number is told only here, a failed update is undone."""
        use = _text(block.get("tool_use_id"))
        if (todo := self._creating.pop(use, None)) is not None:
            task = result.get("task") if isinstance(result, Mapping) else None
            number = _text(task.get("id")) if isinstance(task, Mapping) else ""
            found = _TASK_NUMBER.search(_result_text(block))
            number = number or (found[1] if found else "")
            if block.get("is_error") is True:
                self.todos = [one for one in self.todos if one is not todo]
            elif number:
                self._tasks[number] = todo
        if (before := self._undo.pop(use, None)) is not None and block.get("is_error") is True:
            changed, changed.status, changed.finished, changed.text = before[0], *before[1:]

    def _edit(self, given: Mapping[str, Any]) -> None:
        path = _text(given.get("file_path") or given.get("notebook_path"))
        if not path:
            return
        if self.project and not _ABSOLUTE.match(path):
            path = f"{self.project}/{path}"
        edits = given.get("edits")
        parts = (
            [given, *(one for one in edits if isinstance(one, Mapping))]
            if isinstance(edits, list)
            else [given]
        )
        for part in parts:
            texts = (_text(part.get(key)) for key in ("content", "new_string", "new_source"))
            if written := "\n".join(text for text in texts if text):
                old = _text(part.get("old_string"))
                self.edits.append(_file_edit(self.n_messages, path, written, old))


def _command(said: str) -> str:
    """A command as it was typed, `/review the cart` or `! ls`; empty if there is none."""
    if (shell := _SHELL_INPUT.search(said)) is not None:
        return f"! {shell[1].strip()}"
    found = _COMMAND_NAME.search(said), _COMMAND_ARGUMENTS.search(said)
    return " ".join(one[1].strip() for one in found if one is not None).strip()


def _file_edit(message: int, path: str, text: str, old: str) -> FileEdit:
    """What was written; an editor gives lines around it, too, for the place to be found."""
    starts = [found.start() for found in _DEFINITION.finditer(text)]
    ends = [*starts, len(text)][1:]
    names = _DEFINITION.findall(text)
    written = {
        name: frozenset(names[:at])
        for at, (name, start, end) in enumerate(zip(names, starts, ends, strict=True))
        if text[start:end].strip() not in old
    }
    lines = line_hashes(text)
    return FileEdit(
        message=message,
        path=path,
        names=tuple(dict.fromkeys(names)),
        lines=lines,
        written=written,
        fresh=frozenset(lines).difference(line_hashes(old)),
    )


def line_hashes(text: str, most: int | None = MAX_LINES) -> array[int]:
    """A hash for each line that says something."""
    stripped = (line.strip() for line in text.splitlines()[:most])
    return array(
        "I",
        (crc32(line.encode()) for line in stripped if len(line) >= MIN_LINE),
    )


def first_line(text: str) -> str:
    """The first line that is not empty, cut to a title's length."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return line if len(line) <= MAX_TITLE else line[: MAX_TITLE - 1] + "…"


def _text(value: Any) -> str:
    if isinstance(value, str):
        return whole(value)
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def _texts(blocks: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(_text(one.get("text")) for one in blocks if one.get("type") == "text")


def _result_text(block: Mapping[str, Any]) -> str:
    content = block.get("content")
    if isinstance(content, list):
        return _texts([one for one in content if isinstance(one, Mapping)])
    return _text(content)
