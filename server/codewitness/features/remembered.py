"""What the memory has of one file: records by method."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from codewitness.engine.recording.reports import first_line
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.memory_scope import Asking, MemoryScope
from codewitness.features.places import Place, Reading
from codewitness.model.records import (
    Anchor,
    DecisionRecord,
    ErrorRecord,
    LessonRecord,
    Record,
)
from codewitness.model.symbol import Symbol


def records_at(snapshot: Snapshot, place: Place) -> list[Record]:
    """Records that are tied to a definition, the newest first."""
    scope = scope_in(snapshot, place.folder)
    if scope is None or not scope.memory.records():
        return []
    return records_by_symbol(scope, place.symbol.path).get(place.symbol.qualified_name, [])


def records_in(snapshot: Snapshot, folder: Folder, path: str) -> list[tuple[Symbol, list[Record]]]:
    """The definitions of a file that records are tied to."""
    scope = scope_in(snapshot, folder)
    if scope is None or not scope.memory.records():
        return []
    by_name = records_by_symbol(scope, path)
    symbols, _ = Reading(snapshot).symbols(folder, path)
    return [(one, by_name[one.qualified_name]) for one in symbols if one.qualified_name in by_name]


def records_by_symbol(scope: MemoryScope, path: str) -> Mapping[str, list[Record]]:
    """Errors, decisions and lessons of a file by qualified name, the newest first."""
    now = scope.anchors_now()
    found: dict[str, list[Record]] = defaultdict(list)
    for record in reversed(list(scope.memory.records().values())):
        if not isinstance(record, ErrorRecord | DecisionRecord | LessonRecord):
            continue
        if getattr(record, "superseded_by", ""):
            continue
        for name in {a.qualified_name for a in now.get(record.id, ()) if is_at(a, path)}:
            found[name].append(record)
    return found


def said_of(record: Record) -> str:
    """A record in one line, for a hover."""
    match record:
        case ErrorRecord():
            fix = f" → {first_line(record.solution)}" if record.solution else " (open)"
            if record.former_solution:
                fix = f" (came back; solved before by: {first_line(record.former_solution)})"
            times = f" ({record.frequency} times)" if record.frequency > 1 else ""
            return f"past error: {record.error_type}: {first_line(record.message, 80)}{times}{fix}"
        case DecisionRecord():
            return f"decision: {record.decision}: {first_line(record.rationale, 100)}"
        case LessonRecord():
            return f"lesson: {first_line(record.lesson)}"
        case _:
            return ""


def scope_in(snapshot: Snapshot, folder: Folder) -> MemoryScope | None:
    """The memory of a folder, with the records of all branches."""
    if folder.memories is None:
        return None
    return MemoryScope.of(snapshot, Asking(root=str(folder.root)))


def is_at(anchor: Anchor, path: str) -> bool:
    """True if the anchor is in this file now."""
    return anchor.path == path and not anchor.is_lost
