"""Git as the judge of what is ignored, asked so that nothing the workspace configures is run.

Where there is no repository, or none that git trusts, it is asked with an empty one in its place.
"""

from __future__ import annotations

import logging
import os
import re
import stat
import subprocess
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

GIT_SECONDS = 60
BY_GIT = "git"
NO_REPOSITORY = "git, no repository"
_UNTRUSTED = "git, repository not used because git distrusts its owner (safe.directory)"
_ITSELF_IGNORED = "git, repository not used because it ignores this folder"
# Of all that a repository can configure, what could start a program on the way to a list of names.
_SAFE = ("--no-pager", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
_SAFE_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # no fetch of missing objects, also with a git before 2.45
    "LC_ALL": "C",  # messages are looked at
}
_CLOSED = re.compile(r"^warning: could not open directory '(.*)': (.*)$", re.MULTILINE)
log = logging.getLogger(__name__)
_Answer = TypeVar("_Answer")


class GitFailed(Exception):
    """Git could not answer. The message is short and names no path."""


class GitTimedOut(GitFailed):
    """Git did not end. Asked in another way it would not either."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """Relative to the folder that was asked for; a folder among them ends with `/`."""

    there: list[str]
    ignored: list[str]
    closed: list[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Git:
    """One folder as git sees it with this environment; `prefix` is where in its repository."""

    program: str
    folder: Path
    environment: Mapping[str, str]
    prefix: str = ""

    def run(self, *arguments: str, stdin: str = "", ok: tuple[int, ...] = (0,)) -> tuple[str, str]:
        """What it says and what it complains of."""
        try:
            done = subprocess.run(
                [self.program, *_SAFE, *arguments],
                cwd=self.folder,
                env=self.environment,
                input=stdin.encode("utf-8", "surrogateescape"),
                capture_output=True,
                timeout=GIT_SECONDS,
                check=False,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except subprocess.TimeoutExpired as error:
            raise GitTimedOut(f"git {arguments[0]}: {type(error).__name__}") from error
        except OSError as error:
            raise GitFailed(f"git {arguments[0]}: {type(error).__name__}") from error
        errors = done.stderr.decode("utf-8", "replace").strip()
        if errors:
            log.info("git %s in %s: %s", arguments[0], self.folder, errors)
        if done.returncode not in ok:
            untrusted = ": dubious ownership" if "dubious ownership" in errors else ""
            raise GitFailed(f"git {arguments[0]} ended with {done.returncode}{untrusted}")
        return done.stdout.decode("utf-8", "surrogateescape"), errors

    def listing(self) -> _Names:
        """All names below the folder."""
        self._can_read_rules()
        ask = ("ls-files", "-z", "--others", "--exclude-standard")
        names, errors = self.run(*ask, "--cached")
        names_ignored, _ = self.run(*ask, "--ignored", "--directory")
        return _Names(
            there=list(dict.fromkeys(_split(names))),
            ignored=[name for name in _split(names_ignored) if name != "./"],
            closed=[(path.removeprefix(self.prefix), why) for path, why in _CLOSED.findall(errors)],
        )

    def ignored(self, paths: Iterable[str]) -> set[str]:
        """Those of `paths`, relative to the folder, that are ignored."""
        self._can_read_rules()
        asked = "".join(f"./{path}\0" for path in paths)  # `:(top)x` would be more than a name
        answer, _ = self.run("check-ignore", "-z", "--stdin", stdin=asked, ok=(0, 1))
        return {path.removeprefix("./") for path in _split(answer)}

    def _can_read_rules(self) -> None:
        """Git would wait for ever for somebody who writes into a pipe of this name."""
        try:
            kind = stat.S_IFMT(os.lstat(self.folder / ".gitignore").st_mode)
        except OSError:
            return
        if kind not in (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK):
            raise GitFailed("its .gitignore is no file")


def ask(
    program: str, folder: Path, inside: str, question: Callable[[Git], _Answer]
) -> tuple[_Answer, str]:
    """The answer of git, and of which git. `inside` is not empty for what is nested."""
    git = Git(program=program, folder=folder, environment=_environment())
    top, source = _repository(git, is_nested=bool(inside))
    if top is not None:
        prefix = "" if top == folder else folder.relative_to(top).as_posix() + "/"
        try:
            return question(replace(git, prefix=prefix)), source
        except GitTimedOut:
            raise
        except GitFailed as failure:
            source = f"git, repository not used because {failure}"
    with TemporaryDirectory(prefix="codewitness-") as empty:
        (Path(empty) / "HEAD").write_text("ref: refs/heads/none\n")
        for name in ("objects", "refs"):
            (Path(empty) / name).mkdir()
        places = {"GIT_DIR": empty, "GIT_WORK_TREE": str(folder)}
        return question(replace(git, environment={**git.environment, **places})), source


def find_git(root: Path) -> str | None:
    """Git from the PATH, but none that stands in the workspace."""
    name = "git.exe" if os.name == "nt" else "git"
    for folder in os.get_exec_path():
        program = os.path.join(folder, name)
        places = (Path(program), Path(os.path.realpath(program)))
        if not os.path.isabs(folder) or any(place.is_relative_to(root) for place in places):
            continue
        if os.path.isfile(program) and os.access(program, os.X_OK):
            return program
    return None


def _repository(git: Git, *, is_nested: bool) -> tuple[Path | None, str]:
    """Top of the repository around the folder, None if it can't be asked; and the source."""
    try:
        answer, _ = git.run("rev-parse", "--show-toplevel")
    except GitFailed as failure:
        return None, _UNTRUSTED if "ownership" in str(failure) else NO_REPOSITORY
    top = Path(os.path.realpath(answer.removesuffix("\n")))
    if top != git.folder and (is_nested or top not in git.folder.parents):
        return None, NO_REPOSITORY  # a submodule without content, or core.worktree elsewhere
    if top != git.folder and git.ignored(["."]):
        return None, _ITSELF_IGNORED
    return top, BY_GIT


def _environment() -> dict[str, str]:
    """Of what is set for git, only which configuration of the user's it reads."""
    own = {k: v for k, v in os.environ.items() if not k.startswith("GIT_") or "CONFIG" in k}
    return own | _SAFE_ENVIRONMENT


def _split(output: str) -> list[str]:
    return [name for name in output.split("\0") if name]
