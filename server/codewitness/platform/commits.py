"""Commits of a repository, asked of git so that nothing the workspace configures is run."""

from __future__ import annotations

import os
from pathlib import Path

from codewitness.engine.ports import Commit
from codewitness.platform.git import Git, GitFailed, ask, find_git

_COMMIT = "\x01"
_FIELD = "\x02"


def commits_since(root: Path, commit: str) -> list[Commit]:
    """Commits from after `commit` to what is checked out, the newest first; none if git can't say.

    Paths are relative to `root`; files elsewhere in the repository are left out.
    """
    program = find_git(root)
    if program is None or not commit.isalnum():
        return []

    def log(git: Git) -> list[Commit]:
        form = f"--format={_COMMIT}%H{_FIELD}%ct{_FIELD}%B{_FIELD}"
        names = ("--name-only", "--relative", "-z", "--no-ext-diff", "--no-textconv")
        text, _ = git.run("log", "--no-show-signature", form, *names, f"{commit}..HEAD", "--")
        return [_commit(part) for part in text.split(_COMMIT)[1:]]

    try:
        return ask(program, Path(os.path.realpath(root)), "", log)[0]
    except GitFailed:
        return []


def _commit(part: str) -> Commit:
    sha, committed, message, files = part.split(_FIELD, 3)
    paths = (name.strip("\n") for name in files.split("\0"))
    return Commit(
        sha=sha,
        message=message.strip(),
        paths=tuple(name for name in paths if name),
        committed=int(committed),
    )
