"""The last commits of a git repository, checked out one after the other into a folder."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_MODES = {"100644": 0o644, "100755": 0o755}  # links and submodules are left out


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a commit does to one file; `blob` is None if it goes."""

    path: str
    blob: str | None
    mode: int = 0o644


class History:
    """A repository, bare or not, and one line of commits in it."""

    def __init__(self, repository: Path, n_commits: int, tip: str = "HEAD") -> None:
        """The last `n_commits` first parents of `tip`, oldest first."""
        self._repository = repository
        listed = self._git("rev-list", "--first-parent", "-n", str(n_commits + 1), tip).split()
        self.commits = [commit.decode() for commit in reversed(listed)]
        self._objects = subprocess.Popen(
            ["git", "-C", str(repository), "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def close(self) -> None:
        """End git."""
        assert self._objects.stdin is not None
        self._objects.stdin.close()
        self._objects.wait()

    def check_out(self, root: Path) -> None:
        """The first commit's files into the empty folder `root`."""
        self._write(root, list(self._changes("ls-tree", self.commits[0], is_tree=True)))

    def replay(self, root: Path) -> Iterator[tuple[str, list[str]]]:
        """Each later commit, done to `root`: its id, and the paths that it touched."""
        for before, commit in zip(self.commits, self.commits[1:], strict=False):
            changes = list(self._changes("diff-tree", before, commit, is_tree=False))
            self._write(root, changes)
            yield commit, [change.path for change in changes]

    def _changes(self, *command: str, is_tree: bool) -> Iterator[Change]:
        # `diff-tree` detects no renames unless told to: they are a file gone and a file new.
        fields = (
            self._git(command[0], "-r", "-z", *command[1:])
            .decode("utf-8", "surrogateescape")
            .split("\0")
        )
        if is_tree:
            for line in filter(None, fields):
                about, path = line.split("\t", 1)
                mode, kind, blob = about.split()[:3]
                if kind == "blob" and mode in _MODES:
                    yield Change(path=path, blob=blob, mode=_MODES[mode])
            return
        for about, path in zip(fields[::2], fields[1::2], strict=False):
            _, mode, _, blob, status = about.split()
            is_gone = status == "D" or mode not in _MODES
            yield Change(path=path, blob=None if is_gone else blob, mode=_MODES.get(mode, 0o644))

    def _write(self, root: Path, changes: list[Change]) -> None:
        for change in changes:
            if change.blob is None:
                self._remove(root, root / change.path)
        for change in changes:
            if change.blob is not None:
                file = root / change.path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(self._blob(change.blob))
                file.chmod(change.mode)

    def _remove(self, root: Path, file: Path) -> None:
        file.unlink(missing_ok=True)
        for folder in file.parents:
            if folder == root or not folder.is_dir() or any(folder.iterdir()):
                return
            folder.rmdir()

    def _blob(self, blob: str) -> bytes:
        stdin, stdout = self._objects.stdin, self._objects.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(f"{blob}\n".encode())
        stdin.flush()
        head = stdout.readline().split()
        content = stdout.read(int(head[2]))
        stdout.read(1)
        return content

    def _git(self, *arguments: str) -> bytes:
        command = ["git", "-C", str(self._repository), *arguments]
        return subprocess.run(command, check=True, capture_output=True).stdout
