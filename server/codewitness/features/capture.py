"""What is remembered without being asked: files saved during a session, and git's commits.

Nothing is recorded while no session is under way.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import PurePath

from codewitness.engine.memory import Changes
from codewitness.engine.ports import Commit
from codewitness.engine.recording.anchors import anchors_in
from codewitness.engine.recording.effects import effects, touched_after
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.memory_scope import Asking, MemoryScope, under_way
from codewitness.model.records import (
    Action,
    ChangeRecord,
    EventRecord,
    SessionRecord,
    Source,
)
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

MAX_DIFF_LINES = 400
MAX_DIFFED = 6_000  # lines of a text; of a longer one no diff is made
MAX_COMMITS = 200  # of one look

Key = tuple[str, str]  # root and path


@dataclass(slots=True)
class Capture:
    """The texts that changes are told against. For one thread at a time."""

    _last: dict[Key, Text] = field(default_factory=dict)  # as opened or saved last
    _first: dict[tuple[str, Key], Text] = field(default_factory=dict)  # by session

    def opened(self, folder: Folder, path: str, text: Text) -> None:
        """A buffer was opened with this text."""
        self._last.setdefault((str(folder.root), path), text)

    def saved(self, snapshot: Snapshot, folder: Folder, path: str) -> ChangeRecord | None:
        """A buffer was saved: the record of what the session has done to the file so far."""
        document = folder.document(path)
        scope = _scope(snapshot, folder)
        if document is None or scope is None:
            return None
        key = (str(folder.root), path)
        before = self._last.get(key)
        self._last[key] = document.text
        session = under_way(scope.records(SessionRecord))
        if session is None or before is None:
            return None
        before = self._first.setdefault((session.id, key), before)
        if before == document.text:
            return None
        return _record(scope, session, path, before, document.text)


def note_commits(scope: MemoryScope) -> list[EventRecord]:
    """Commits made since the session under way began; they say why its files were changed.

    What was committed before and has only been fetched, merged or rebased onto is no work of the
    session's; one that a rebase or an amendment has made anew takes the place of the old one.
    """
    session = under_way(scope.records(SessionRecord))
    if session is None or not session.commit:
        return []
    began = int(datetime.fromisoformat(session.timestamp).timestamp())
    since = scope.memories.commits_since(session.commit)[:MAX_COMMITS]
    own = [one for one in since if one.committed >= began]
    known = {one.key: one for one in scope.records(EventRecord)}
    fresh = [one for one in own if one.sha not in known]
    if not fresh:
        return []
    there = {one.sha for one in since}
    gone = {
        one.text: one
        for one in known.values()
        if one.session == session.id and one.what == "commit" and one.key not in there
    }
    with scope.memory.changing() as changes:
        return [_noted(scope, changes, session, one, gone) for one in reversed(fresh)]


def _noted(
    scope: MemoryScope,
    changes: Changes,
    session: SessionRecord,
    commit: Commit,
    gone: dict[str, EventRecord],
) -> EventRecord:
    now = scope.memory.clock.now()
    before = gone.pop(commit.message, None)
    if before is not None:
        event = changes.put(replace(before, key=commit.sha, paths=commit.paths), now=now)
    else:
        stamp = {**scope.stamp("evt"), "session": session.id, "source": Source.CAPTURE}
        event = changes.put(
            EventRecord(
                **stamp, what="commit", text=commit.message, key=commit.sha, paths=commit.paths
            )
        )
    subject = commit.message.splitlines()[0] if commit.message else ""
    for change in list(changes.all(ChangeRecord)):
        is_own = change.session == session.id and change.path in commit.paths
        if is_own and (not change.commit or (before is not None and change.commit == before.key)):
            reason = change.reason or subject
            changes.put(replace(change, commit=commit.sha, reason=reason), now=now)
    return event


def captured_scope(snapshot: Snapshot, root: str) -> MemoryScope | None:
    """The memory of the folder at `root`, for what is captured there."""
    folder = next((one for one in snapshot.folders if one.root == PurePath(root)), None)
    return _scope(snapshot, folder) if folder is not None else None


def _scope(snapshot: Snapshot, folder: Folder) -> MemoryScope | None:
    if folder.memories is None:
        return None
    return MemoryScope.of(snapshot, Asking(root=str(folder.root), source=Source.CAPTURE))


def _record(
    scope: MemoryScope, session: SessionRecord, path: str, before: Text, after: Text
) -> ChangeRecord | None:
    """One record for each file and session, brought up to date at each save."""
    scope.follow_first()
    values: dict[str, object] = {"diff": text_diff(path, before, after)}
    old, new = analyse(path, before), analyse(path, after)
    if old is not None and new is not None:
        values["effects"] = effects(old, new)
        values["anchors"] = anchors_in(new.core, touched_after(old, new)[:40], after)
    with scope.memory.changing() as changes:
        for known in changes.all(ChangeRecord):
            is_same = (known.session, known.path, known.commit) == (session.id, path, "")
            if is_same and known.source is Source.CAPTURE:
                return changes.put(_with(known, values), now=scope.memory.clock.now())
        stamp = {**scope.stamp("chg"), "session": session.id}
        action = Action.EDIT if len(before) else Action.CREATE
        return changes.put(_with(ChangeRecord(**stamp, path=path, action=action), values))


def _with(record: ChangeRecord, values: Mapping[str, object]) -> ChangeRecord:
    return replace(record, **values)  # type: ignore[arg-type]


def text_diff(path: str, before: Text, after: Text) -> str:
    """A short unified diff; empty for texts that are too long for it."""
    if max(before.n_lines, after.n_lines) > MAX_DIFFED:
        return ""
    old, new = (one.raw.decode("utf-8", "replace").splitlines() for one in (before, after))
    lines = list(difflib.unified_diff(old, new, path, path, lineterm="", n=1))
    return "\n".join(lines[:MAX_DIFF_LINES])
