"""`codewitness.session.trackFileChange`: what was done to a file, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from codewitness.features.memory_scope import MemoryScope
from codewitness.features.places import BadRequest
from codewitness.features.related_files import related
from codewitness.model.records import Action, ChangeRecord

MAX_DIFF = 100_000  # characters that are kept

_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeInput:
    """What a client says of a change. `lines` are the first and the last, from 1, or empty."""

    path: str
    action: Action
    reason: str
    diff: str = ""
    related_files: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()


def track_change(scope: MemoryScope, given: ChangeInput) -> ChangeRecord:
    """Record a change, anchored to the methods that it touched."""
    _check_lines(scope, given)
    scope.follow_first()
    # What is deleted, or has another name now, belongs to what is gone as well.
    is_gone = given.action in (Action.DELETE, Action.RENAME)
    files = map(scope.own_path, given.related_files)
    related_files = tuple(files) if is_gone else related(scope, files)
    lines = range(given.lines[0], given.lines[1] + 1) if given.lines else changed_lines(given.diff)
    anchors = scope.anchors_at(given.path, lines) if given.action is not Action.DELETE else ()
    with scope.memory.changing() as changes:
        return changes.put(
            ChangeRecord(
                **{**scope.stamp("chg"), "session": scope.session_id(changes)},
                path=given.path,
                action=given.action,
                reason=given.reason,
                diff=given.diff[:MAX_DIFF],
                related_files=related_files,
                lines=given.lines,
                anchors=anchors,
            )
        )


def _check_lines(scope: MemoryScope, given: ChangeInput) -> None:
    """Refuse lines that the file has not."""
    source = scope.source(given.path) if given.lines and given.action is not Action.DELETE else None
    if source is None:
        return
    n_lines = source.text.line_at(len(source.text)) + 1
    if given.lines[1] > n_lines:
        raise BadRequest(
            f"lineRange: {given.path} ends with line {n_lines}, got {list(given.lines)}"
        )


def changed_lines(diff: str) -> Iterable[int]:
    """Lines (from 1, of the new text) that a unified diff adds, or beside which it removes."""
    return sorted(set(_changed_lines(diff)))


def _changed_lines(diff: str) -> Iterator[int]:
    line = 0
    for text in diff.splitlines():
        if hunk := _HUNK.match(text):
            line = int(hunk[1])
        elif not line:
            continue
        elif text.startswith("+"):
            yield line
            line += 1
        elif text.startswith("-"):
            yield max(line - 1, 1)
            yield line
        else:
            line += 1
