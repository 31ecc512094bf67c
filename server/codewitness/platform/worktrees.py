"""Other checkouts of a folder's own repository within it, as `git worktree add` makes them.

They hold the same code once more: with them every name would be there twice.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

_POINTER = re.compile(rb"gitdir:[ \t]*([^\r\n]+)")
_POINTER_BYTES = 4_096


class Worktrees:
    """The other checkouts below one folder; each folder is looked at once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.holds = cache(self._holds)
        self._own = cache(self._own_repository)

    def _holds(self, folder: str) -> bool:
        """True if `folder`, a path below the root, is such a checkout or lies within one."""
        if not folder:
            return False
        return self.holds(folder.rpartition("/")[0]) or self.is_one(folder)

    def is_one(self, folder: str) -> bool:
        """True if `folder` is such a checkout itself."""
        found = _repository_of(f"{self._root}/{folder}")
        return found is not None and found[1] and found[0] == self._own()

    def _own_repository(self) -> Path | None:
        for folder in (self._root, *self._root.parents):
            if os.path.lexists(folder / ".git"):
                if (folder / ".git").is_dir():
                    return Path(os.path.realpath(folder / ".git"))
                found = _repository_of(str(folder))
                return found[0] if found is not None else None
        return None


def _repository_of(folder: str) -> tuple[Path, bool] | None:
    """The repository that the file `.git` of a folder leads to, and whether as a worktree of it."""
    try:
        with open(f"{folder}/.git", "rb") as file:
            found = _POINTER.match(file.read(_POINTER_BYTES))
    except OSError:
        return None
    if found is None:
        return None
    target = Path(os.path.realpath(os.path.join(folder, os.fsdecode(found[1].rstrip()))))
    is_worktree = target.parent.name == "worktrees"
    return (target.parent.parent if is_worktree else target), is_worktree
