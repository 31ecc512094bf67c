"""The last commits of a git repository, checked out one after the other into a folder."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path


class History:
    """One line of commits of a repository, bare or not, in a clone of its own."""

    def __init__(self, repository: Path, root: Path, n_commits: int, tip: str = "HEAD") -> None:
        """The last `n_commits` first parents of `tip`; `root` has the files of the one before."""
        self._root = root
        command = ["git", "clone", "-q", "--shared", "--no-checkout", str(repository), str(root)]
        subprocess.run(command, check=True)
        tip = _git(repository, "rev-parse", tip).strip()
        listed = self._git("rev-list", "--first-parent", "-n", str(n_commits + 1), tip).split()
        self.commits = listed[::-1]
        self._check_out(self.commits[0])

    def replay(self) -> Iterator[tuple[str, list[str]]]:
        """Each later commit, checked out: its id, and the paths that it touched."""
        for before, commit in zip(self.commits, self.commits[1:], strict=False):
            # A rename is a file gone and a file new: `diff-tree` finds none unless told to.
            touched = self._git("diff-tree", "-r", "-z", "--name-only", before, commit)
            self._check_out(commit)
            yield commit, [path for path in touched.split("\0") if path]

    def _check_out(self, commit: str) -> None:
        self._git("checkout", "-q", "--force", "--detach", commit)

    def _git(self, *arguments: str) -> str:
        return _git(self._root, *arguments)


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    done = subprocess.run(command, check=True, capture_output=True)
    return done.stdout.decode("utf-8", "surrogateescape")
