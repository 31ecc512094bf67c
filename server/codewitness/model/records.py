"""Records: what is remembered of coding sessions. Times are ISO 8601 in UTC, paths relative.

A path is relative to its workspace folder, with `/`, and begins with `../` if it is of another
folder of the project; the journal has it from the project's top (`engine/recording/rebasing.py`).
Lines count from 1; `""`, 0 and `()` mean that nothing is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class RecordKind(StrEnum):
    """What a record is; each kind has a table of its own."""

    SESSION = "session"
    CHANGE = "change"
    ERROR = "error"
    DECISION = "decision"
    LESSON = "lesson"
    EVENT = "event"


class Source(StrEnum):
    """Who said it."""

    USER = "user"
    AGENT = "agent"
    CAPTURE = "capture"


class Action(StrEnum):
    """What was done to a file."""

    CREATE = "create"
    EDIT = "edit"
    DELETE = "delete"
    RENAME = "rename"
    REFACTOR = "refactor"
    TEST = "test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """What ties a record to a definition: enough to find it again after edits, moves and renames.

    `qualified_name` begins at the module; `shingles` and `n_shingles` are a sketch of the body.
    `line` is that of the name, where it was last seen; `is_lost` says that it is not there now.
    `module` is what `qualified_name` begins with, and `neighbours` are hashes of the names that its
    file defines: of a small body it is they that tell it from others.
    """

    path: str
    kind: str
    qualified_name: str
    parameters: tuple[str, ...] = ()
    shingles: tuple[int, ...] = ()
    n_shingles: int = 0
    line: int = 0
    is_lost: bool = False
    module: str = ""
    neighbours: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One line of a stack trace. `own_path` is set if that file is one of the workspace's."""

    path: str = ""
    line: int = 0
    function: str = ""
    own_path: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedInClaim:
    """A name that a claim says, tied to the record's anchor of that number.

    `path` is what the claim says before `::`, if it does. `was` and `was_in` are the qualified name
    and the file of the definition when the claim was recorded.
    """

    name: str
    anchor: int
    was: str
    was_in: str
    path: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence that a decision stands on, and the verdict that it had when it was recorded."""

    text: str
    verdict: str = ""
    names: tuple[NamedInClaim, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What all records have. `session` is the id of the session that it belongs to, if any.

    `updated` is when it was last changed, `""` if never.
    """

    id: str
    timestamp: str
    user: str
    project: str
    branch: str = ""
    source: Source = Source.AGENT
    session: str = ""
    updated: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRecord(Record):
    """A coding session; `commit` is what was checked out when it began."""

    description: str
    tags: tuple[str, ...] = ()
    ended: str = ""
    success: bool | None = None
    summary: str = ""
    commit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRecord(Record):
    """A change of one file. `lines` are its first and last line after the change.

    `effects` say what the change did to methods and their signals, one sentence each.
    """

    path: str
    action: Action
    reason: str = ""
    diff: str = ""
    related_files: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    effects: tuple[str, ...] = ()
    commit: str = ""
    anchors: tuple[Anchor, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorRecord(Record):
    """An error that was met. `frames` go from the innermost outwards.

    `frequency` counts how often it came, `last_seen` when last. A `candidate` was captured and is
    not confirmed; so is its `candidate_solution`. `broken` are the shingles of the method as it was
    when the error came, `mended` those when it was solved. One that was solved and met again is
    open since `reopened_at`, and what had solved it is its `candidate_solution`.
    """

    error_type: str
    message: str
    stack_trace: str = ""
    path: str = ""
    line: int = 0
    solution: str = ""
    candidate_solution: str = ""
    screenshot: str = ""
    frequency: int = 1
    last_seen: str = ""
    resolved_at: str = ""
    reopened_at: str = ""
    is_candidate: bool = False
    tags: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    frames: tuple[Frame, ...] = ()
    broken: tuple[int, ...] = ()
    mended: tuple[int, ...] = ()
    anchors: tuple[Anchor, ...] = ()

    @property
    def is_resolved(self) -> bool:
        """True once a solution has been confirmed."""
        return bool(self.resolved_at)

    @property
    def former_solution(self) -> str:
        """What had solved it before it came back; empty if it did not."""
        return self.candidate_solution if self.reopened_at else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRecord(Record):
    """A decision, with the claims that must hold for as long as it does.

    n_named: how many of the anchors, the first ones, are of symbols that were named; the others
    are of what the claims name. -1 in records of a time when that was not kept.
    """

    decision: str
    rationale: str
    alternatives: tuple[str, ...] = ()
    impact: str = ""
    tags: tuple[str, ...] = ()
    related_files: tuple[str, ...] = ()
    confidence: float = 1.0
    reviewed: bool = False
    claims: tuple[Claim, ...] = ()
    supersedes: str = ""
    superseded_by: str = ""
    superseded_reason: str = ""
    anchors: tuple[Anchor, ...] = ()
    n_named: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonRecord(Record):
    """Something learned."""

    lesson: str
    tags: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRecord(Record):
    """Something that happened beside the session: `what` is `commit`, for one."""

    what: str
    text: str
    key: str = ""
    paths: tuple[str, ...] = ()


KIND_BY_TYPE: dict[type[Record], RecordKind] = {
    SessionRecord: RecordKind.SESSION,
    ChangeRecord: RecordKind.CHANGE,
    ErrorRecord: RecordKind.ERROR,
    DecisionRecord: RecordKind.DECISION,
    LessonRecord: RecordKind.LESSON,
    EventRecord: RecordKind.EVENT,
}
TYPE_BY_KIND = {kind: type_ for type_, kind in KIND_BY_TYPE.items()}


def kind_of(record: Record) -> RecordKind:
    """The kind of a record."""
    return KIND_BY_TYPE[type(record)]


def anchors_of(record: Record) -> tuple[Anchor, ...]:
    """The anchors of a record; sessions and events have none."""
    found: tuple[Anchor, ...] = getattr(record, "anchors", ())
    return found
