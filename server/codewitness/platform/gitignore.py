"""What the `.gitignore` files say, for where git itself can not be asked."""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path

from pathspec import GitIgnoreSpec

log = logging.getLogger(__name__)


class GitignoreFiles:
    """The rules of all `.gitignore` files from the root down, each read once.

    Other than with git, they also hold in the repositories nested below.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._specs: dict[str, GitIgnoreSpec] = {}

    def ignores(self, path: str) -> bool:
        """True if `path` or a folder above it is ignored."""
        is_folder = os.path.isdir(self._root / path)
        ends = [match.end() for match in re.finditer("/", path)]
        folders = [path[:end] for end in ends]
        return any(map(self.ignores_itself, [*folders, path + "/" if is_folder else path]))

    def ignores_itself(self, path: str) -> bool:
        """What the nearest rule says; `path` ends with `/` for a folder."""
        base = path
        while base:
            base = base.rstrip("/").rpartition("/")[0]
            base = base and base + "/"
            verdict = self._spec(base).check_file(path[len(base) :]).include
            if verdict is not None:
                return verdict
        return False

    def _spec(self, folder: str) -> GitIgnoreSpec:
        if folder not in self._specs:
            self._specs[folder] = GitIgnoreSpec.from_lines(self._lines(folder))
        return self._specs[folder]

    def _lines(self, folder: str) -> list[str]:
        file = self._root / folder / ".gitignore"
        if os.path.islink(file) or not os.path.isfile(
            file
        ):  # git does not follow such a link either
            return []
        try:
            lines = file.read_text("utf-8", "replace").split("\n")
        except OSError as error:
            log.warning("%s: %s", file, error)
            return []
        return [line for line in lines if _is_pattern(line)]


def _is_pattern(line: str) -> bool:
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False  # git passes over such a line as well
    return True
