"""`session.recordError`, `resolveError`, `searchErrors`: what broke, and how it was mended."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from codewitness.engine.memory import Changes, Records
from codewitness.engine.recording.error_index import ErrorCatalog, error_text
from codewitness.engine.recording.similar import ErrorText, Match, short_type, signature
from codewitness.engine.recording.traces import Trace, parse_trace
from codewitness.features.find_symbol import Asked
from codewitness.features.memory_scope import MemoryScope, unknown
from codewitness.features.own_frames import (
    anchors_of_frame,
    is_of_frame,
    is_same_way,
    with_own_paths,
)
from codewitness.features.places import BadRequest
from codewitness.model.records import Anchor, ErrorRecord, Frame

MAX_SIMILAR = 3
MAX_TRACE = 200_000  # characters of a stack trace that are kept
MIN_SIMILAR = 0.35  # below that an error is not shown as similar to one just recorded


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorInput:
    """What a client says of an error; type and message may be left to the stack trace."""

    error_type: str = ""
    message: str = ""
    stack_trace: str = ""
    path: str = ""
    line: int = 0
    solution: str = ""
    picture: bytes = b""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundError:
    """An error with how it fits and why."""

    record: ErrorRecord
    score: float
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedError:
    """A record, whether it was met before, and others like it."""

    record: ErrorRecord
    is_known: bool
    similar: tuple[FoundError, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorQuery:
    """What to look for. `errors` must meet all filters; the rest says what comes first."""

    text: str = ""
    error_type: str = ""
    stack_trace: str = ""
    symbol: Asked | None = None
    resolved: bool | None = None
    limit: int = 5


def record_error(scope: MemoryScope, given: ErrorInput) -> RecordedError:
    """Remember an error; the same one again raises its frequency instead, and opens it again."""
    return add_error(scope, drafted(scope, given))


def add_error(scope: MemoryScope, draft: ErrorRecord) -> RecordedError:
    """Keep a drafted error, or count it if it is there already."""
    scope.follow_first()
    now = scope.memory.clock.now()
    with scope.memory.changing() as changes:
        session = scope.session_id(changes)
        known = _same(scope, changes, draft)
        if known is not None:
            record = changes.put(_again(known, draft, session, now), now=now)
        else:
            record = changes.put(
                replace(draft, session=session, sessions=(session,) if session else ())
            )
    similar = _similar(scope, record)
    return RecordedError(record=record, is_known=known is not None, similar=similar)


def resolve_error(scope: MemoryScope, error_id: str, solution: str) -> ErrorRecord:
    """Say how an error was mended; without a solution, its candidate solution is confirmed."""
    now = scope.memory.clock.now()
    with scope.memory.changing() as changes:
        record = changes.get(error_id)
        if not isinstance(record, ErrorRecord) or not scope.sees(record):
            raise unknown("errorId", "error", error_id)
        if not (solution or record.candidate_solution):
            raise BadRequest("solution: takes a text, it is missing")
        solved = replace(
            record,
            solution=solution or record.candidate_solution,
            resolved_at=now,
            reopened_at="",
            is_candidate=False,
            mended=_shape_now(scope, record),
        )
        return changes.put(solved, now=now)


def _shape_now(scope: MemoryScope, record: ErrorRecord) -> tuple[int, ...]:
    """The shingles of the record's first method as it is now."""
    for anchor in scope.anchors(record)[:1]:
        for now in scope.anchors_at(anchor.path, [anchor.line]):
            return now.shingles
    return ()


def search_errors(scope: MemoryScope, query: ErrorQuery) -> list[FoundError]:
    """Errors that fit, best first; without words and trace the newest first."""
    symbols = scope.meant(query.symbol)
    records = [one for one in scope.records(ErrorRecord) if _passes(scope, one, query, symbols)]
    trace = parse_trace(query.stack_trace or query.text)
    if not (query.stack_trace or trace.frames):
        trace = Trace()  # words are words, even if they name a type
    wanted = ErrorText(
        error_type=trace.error_type or query.error_type,
        message=trace.message or query.text,
        causes=trace.causes,
        frames=with_own_paths(scope, trace.frames),
        words=query.text,
        report=query.stack_trace or (query.text if trace.frames else ""),
    )
    if not (query.text or query.stack_trace):
        newest = sorted(records, key=lambda one: one.last_seen or one.timestamp, reverse=True)
        return [FoundError(record=one, score=1.0, why=()) for one in newest[: query.limit]]
    by_id = {one.id: one for one in records}
    with _catalog(scope) as catalog:
        matches = catalog.search(wanted, limit=query.limit, allowed=by_id.keys())
    return [
        FoundError(record=by_id[one.key], score=one.score, why=why(one, by_id[one.key]))
        for one in matches
    ]


def why(match: Match, record: ErrorRecord) -> tuple[str, ...]:
    """What an error has in common with what was asked for, in words, the strongest first."""
    said: list[tuple[float, str]] = []
    parts = match.parts
    if parts.get("type", 0) > 0:
        said.append((parts["type"], f"same type: {record.error_type}"))
    if match.shared_concepts:
        said.append((parts.get("concept", 0), "same kind: " + ", ".join(match.shared_concepts)))
    if (likeness := parts.get("message", 0)) >= 0.3:
        words = "same message" if likeness > 0.999 else f"message {likeness:.0%} alike"
        said.append((likeness, words))
    if match.shared_frames:
        said.append((parts.get("frames", 0), "same frames: " + ", ".join(match.shared_frames[:3])))
    if parts.get("words", 0) >= 0.1:
        said.append((parts["words"], "words in common"))
    if (likeness := parts.get("report", 0)) >= 0.3:
        said.append((likeness, f"words of the report {likeness:.0%} alike"))
    if parts.get("vector", 0) >= 0.5:
        said.append((parts["vector"], f"meaning {parts['vector']:.0%} alike"))
    return tuple(text for _, text in sorted(said, reverse=True)) or ("distantly alike",)


def drafted(scope: MemoryScope, given: ErrorInput) -> ErrorRecord:
    """The record of an error as it would be kept: what the trace says, filled in."""
    screenshot, given = _with_picture(scope, given)
    trace = parse_trace(given.stack_trace or given.message)
    if trace.frames and not given.stack_trace:  # the whole report was given as the message
        given = replace(given, stack_trace=given.message, message=trace.message)
    elif not given.stack_trace:
        trace = Trace()
    frames = with_own_paths(scope, trace.frames)
    own = next((one for one in frames if one.own_path), None)
    path, line = given.path, given.line
    if not path and own is not None:
        path, line = own.own_path, own.line
    stamp = scope.stamp("err")
    anchors = _anchors(scope, path, line, frames)
    return ErrorRecord(
        **stamp,
        error_type=given.error_type or trace.error_type or "error",
        message=given.message or trace.message,
        stack_trace=given.stack_trace[:MAX_TRACE],
        path=path,
        line=line,
        solution=given.solution,
        resolved_at=stamp["timestamp"] if given.solution else "",
        screenshot=screenshot,
        last_seen=stamp["timestamp"],
        tags=given.tags,
        frames=frames,
        broken=anchors[0].shingles if anchors else (),
        anchors=anchors,
    )


def _with_picture(scope: MemoryScope, given: ErrorInput) -> tuple[str, ErrorInput]:
    """The name of the stored picture, and the input with what could be read in it."""
    if not given.picture:
        return "", given
    name, text = scope.memories.keep_picture(scope.memory.scope, given.picture)
    if text and not given.stack_trace:
        given = replace(given, stack_trace=text)
    if not (given.error_type or given.message or given.stack_trace):
        raise BadRequest(
            "errorType: the picture could not be read, so type and message are needed"
            " (pictures are read by tesseract, if it is installed)"
        )
    return name, given


def _anchors(
    scope: MemoryScope, path: str, line: int, frames: Sequence[Frame]
) -> tuple[Anchor, ...]:
    """Of the place itself first, then of the frames that are ours, each method once."""
    found: dict[tuple[str, str], Anchor] = {}
    own = [one for one in frames if one.own_path]
    is_own = bool(own) and (path, line) == (own[0].own_path, own[0].line)
    given = () if is_own or not (path and line) else scope.anchors_at(path, [line])
    for anchor in (*given, *(one for frame in own[:8] for one in anchors_of_frame(scope, frame))):
        found.setdefault((anchor.path, anchor.qualified_name), anchor)
    return tuple(found.values())


def _same(scope: MemoryScope, changes: Changes, draft: ErrorRecord) -> ErrorRecord | None:
    """The known error that this one is again; of several methods of a name, that of the method."""
    by_signature = scope.memory.derived("signatures", _by_signature)
    method = _method(draft, draft.anchors)
    for id_ in reversed(by_signature.get(_signature(draft), ())):
        found = changes.get(id_)
        if isinstance(found, ErrorRecord):
            known = _method(found, scope.anchors(found))
            if not (method and known) or method == known:
                return found
    return _same_by_other_names(scope, changes, draft)


def _same_by_other_names(
    scope: MemoryScope, changes: Changes, draft: ErrorRecord
) -> ErrorRecord | None:
    """The known error of methods that have been renamed or moved since."""
    by_said = scope.memory.derived("said of errors", _by_said)
    for id_ in reversed(by_said.get(_said(draft), ()) if draft.frames else ()):
        found = changes.get(id_)
        if isinstance(found, ErrorRecord) and is_same_way(
            found.frames, draft.frames, scope.anchors(found)
        ):
            return found
    return None


def _by_signature(records: Records) -> dict[tuple[str, ...], list[str]]:
    return _by(_signature, records)


def _by_said(records: Records) -> dict[tuple[str, ...], list[str]]:
    return _by(_said, records)


def _by(
    key: Callable[[ErrorRecord], tuple[str, ...]], records: Records
) -> dict[tuple[str, ...], list[str]]:
    found: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for one in records.values():
        if isinstance(one, ErrorRecord):
            found[key(one)].append(one.id)
    return found


def _said(record: ErrorRecord) -> tuple[str, ...]:
    """Its branch, type and message, without where it was."""
    return _signature(record)[:3]


def _signature(record: ErrorRecord) -> tuple[str, ...]:
    method = record.anchors[0].qualified_name if record.anchors else ""
    where = () if record.frames else (record.path, method)
    said = signature(record.error_type, record.message, record.frames, record.stack_trace)
    return (record.branch, *said, *where)


def _method(record: ErrorRecord, anchors: Sequence[Anchor]) -> str:
    """The method of the innermost frame that is ours; empty if its line is of another."""
    own = next((one for one in record.frames if one.own_path), None)
    if own is None or not anchors:
        return ""
    first = anchors[0]
    is_its = first.path == own.own_path and is_of_frame(first.qualified_name, own)
    return first.qualified_name if is_its and not first.is_lost else ""


def _again(known: ErrorRecord, draft: ErrorRecord, session: str, now: str) -> ErrorRecord:
    """The known error, met once more: open, unless it comes with a solution.

    What solved it the last time stays as a candidate, since it may help again.
    """
    came_back = known.is_resolved and not draft.solution
    # A trace of another text has lines of other methods, and the known ones have been followed.
    is_placed = bool(_method(draft, draft.anchors)) or not (draft.frames and known.anchors)
    reopened = now if came_back else known.reopened_at
    sessions = dict.fromkeys([*known.sessions, *([session] if session else [])])
    return replace(
        known,
        frequency=known.frequency + 1,
        last_seen=now,
        sessions=tuple(sessions),
        tags=tuple(dict.fromkeys([*known.tags, *draft.tags])),
        solution=draft.solution or ("" if came_back else known.solution),
        candidate_solution=known.solution if came_back else known.candidate_solution,
        resolved_at=now if draft.solution else "",
        reopened_at="" if draft.solution else reopened,
        stack_trace=draft.stack_trace or known.stack_trace,
        screenshot=draft.screenshot or known.screenshot,
        line=(draft.line if is_placed else 0) or known.line,
        frames=draft.frames or known.frames,
        broken=(draft.broken if is_placed else ()) or known.broken,
        anchors=(draft.anchors if is_placed else ()) or known.anchors,
        is_candidate=known.is_candidate and draft.is_candidate,
    )


def _similar(scope: MemoryScope, record: ErrorRecord) -> tuple[FoundError, ...]:
    by_id = {one.id: one for one in scope.records(ErrorRecord) if one.id != record.id}
    text = error_text(record)
    with _catalog(scope) as catalog:
        matches = catalog.search(text, limit=MAX_SIMILAR, allowed=by_id.keys())
    return tuple(
        FoundError(record=by_id[one.key], score=one.score, why=why(one, by_id[one.key]))
        for one in matches
        if one.score >= MIN_SIMILAR
    )


@contextmanager
def _catalog(scope: MemoryScope) -> Iterator[ErrorCatalog]:
    """All errors of the memory to search in; with vectors once the embedder is there."""
    embedder = scope.folder.embedder
    name = f"errors {embedder.name}" if embedder is not None else "errors"
    embed = embedder.embed if embedder is not None else None

    def update(catalog: ErrorCatalog, records: Records) -> None:
        catalog.update(one for one in records.values() if isinstance(one, ErrorRecord))

    with scope.memory.lasting(name, lambda: ErrorCatalog(embed), update) as catalog:
        yield catalog


def _passes(
    scope: MemoryScope, record: ErrorRecord, query: ErrorQuery, symbols: Sequence[Asked]
) -> bool:
    if query.resolved is not None and record.is_resolved != query.resolved:
        return False
    if query.error_type and short_type(query.error_type) != short_type(record.error_type):
        return False
    return not symbols or scope.concerns(record, symbols)
