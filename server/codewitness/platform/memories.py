"""Find and open memories: one for each user and project, below the user's data folder."""

from __future__ import annotations

import logging
import os
import secrets
import threading
from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from codewitness.engine.memory import Memory, Scope
from codewitness.engine.ports import Commit
from codewitness.engine.published import Published
from codewitness.engine.recording.rebasing import Base
from codewitness.platform.commits import commits_since
from codewitness.platform.journal import FileJournal, JournalUnusable
from codewitness.platform.pictures import forget_picture, keep_picture, text_of_picture
from codewitness.platform.places import data_folder
from codewitness.platform.projects import (
    branch_of,
    commit_of,
    folder_in_repository,
    folder_name,
    folder_project,
    project_of,
    system_user,
)

log = logging.getLogger(__name__)


class SystemClock:
    """The time of the machine, which never seems to run backwards here."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0

    def now(self) -> str:
        """ISO 8601 in UTC with milliseconds."""
        return _shown(self._milliseconds())

    def new_id(self, prefix: str) -> str:
        """`prefix`, the time and 40 random bits."""
        return f"{prefix}-{self._milliseconds():011x}{secrets.token_hex(5)}"

    def _milliseconds(self) -> int:
        with self._lock:
            self._last = max(self._last, int(datetime.now(UTC).timestamp() * 1000))
            return self._last


class Memories:
    """The memories that concern one workspace folder; opened when first asked for."""

    def __init__(self, root: Path, *, base: Path | None = None) -> None:
        self.root = root
        self.published = Published()
        self.keeps_commits = True
        self._base = base
        self._taken_over: set[str] = set()  # projects that have the records of the folder

    def scope(self, user: str = "", project: str = "") -> Scope:
        """A scope with what is not given filled in."""
        return Scope(user=user or system_user(), project=project or project_of(self.root))

    def open(self, scope: Scope) -> Memory:
        """The memory of this scope; the same object for all who ask of a folder in this process."""
        memory = _opened(scope, self.folder(scope), self._below(scope))
        if scope.project not in self._taken_over and scope.project == project_of(self.root):
            try:
                self._take_over(memory)
                self._taken_over.add(scope.project)
            except (OSError, JournalUnusable) as error:
                log.warning("memory: records of the folder were not taken over: %s", error)
        return memory

    def _below(self, scope: Scope) -> str:
        """Where the folder is below its project, which is a repository or the folder itself."""
        is_folder = Path(scope.project).is_absolute()
        return "" if is_folder else folder_in_repository(self.root)

    def _take_over(self, memory: Memory) -> None:
        """Records from before the folder had a remote are records of its project all the same."""
        former = Scope(user=memory.scope.user, project=folder_project(self.root))
        if self.folder(memory.scope).exists() or not self.folder(former).exists():
            return
        records = _opened(former, self.folder(former), "").records()
        with memory.changing() as changes:
            for record in records.values():
                if changes.get(record.id) is None:
                    changes.put(replace(record, project=memory.scope.project))

    def folder(self, scope: Scope) -> Path:
        """Where it is; the folder may not exist yet."""
        base = self._base or data_folder() / "memory"
        return base / folder_name(scope.user, scope.project)

    def branch(self) -> str:
        """The branch that is checked out now."""
        return branch_of(self.root)

    def commit(self) -> str:
        """The commit that is checked out now."""
        return commit_of(self.root)

    def keep_picture(self, scope: Scope, raw: bytes) -> tuple[str, str]:
        """Store a picture; gives its file's name, and the text in it as far as it can be read."""
        path = keep_picture(self.folder(scope) / "pictures", raw)
        return path.name, text_of_picture(path, self.root)

    def forget_pictures(self, scope: Scope, names: Collection[str]) -> None:
        """Take stored pictures from the disk."""
        for name in names:
            forget_picture(self.folder(scope) / "pictures", name)

    def commits_since(self, commit: str) -> list[Commit]:
        """Commits from after that one to what is checked out, newest first; none if not noted."""
        if not self.keeps_commits or commit == self.commit():
            return []
        return commits_since(self.root, commit)


_CLOCK = SystemClock()
_memories: dict[tuple[Path, str], Memory] = {}
_memories_lock = threading.Lock()


def _opened(scope: Scope, folder: Path, below: str) -> Memory:
    key = Path(os.path.abspath(folder)), below
    with _memories_lock:
        if key not in _memories:
            _memories[key] = Memory(scope, FileJournal(key[0]), _CLOCK, base=Base(below))
        return _memories[key]


def _shown(milliseconds: int) -> str:
    at = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
