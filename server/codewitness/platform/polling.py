"""Files that change, found by looking at all of them again and again: slow, and sees everything."""

from __future__ import annotations

import os
from collections.abc import Callable

_State = tuple[int, int, int, int]


class Polling:
    """What is below `root`, but for the folders that `is_left_out` names, as it was last seen."""

    def __init__(self, root: str, is_left_out: Callable[[str], bool]) -> None:
        self._root = root
        self._is_left_out = is_left_out
        self._seen = self._look()

    def changes(self) -> set[str]:
        """Relative paths of the files that came, went or changed since the last call."""
        before, self._seen = self._seen, self._look()
        changed = {path for path, state in self._seen.items() if before.get(path) != state}
        return changed | (before.keys() - self._seen.keys())

    def _look(self) -> dict[str, _State]:
        found: dict[str, _State] = {}
        waiting = [""]
        while waiting:
            prefix = waiting.pop()
            try:
                with os.scandir(f"{self._root}/{prefix}") as entries:
                    for one in entries:
                        path = prefix + one.name
                        if not one.is_dir(follow_symlinks=False):
                            found[path] = _state(one)
                        elif not self._is_left_out(path):
                            waiting.append(path + "/")
            except OSError:
                continue  # gone since, or closed to us
        return found


def _state(entry: os.DirEntry[str]) -> _State:
    try:
        info = entry.stat()
    except OSError:  # gone since, or a link to nothing
        return 0, 0, 0, 0
    return info.st_size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino
