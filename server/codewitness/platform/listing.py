"""All names below a folder, sorted into ignored and not, nested repositories included."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from codewitness.model.files import Reason, Skipped
from codewitness.platform.git import BY_GIT, NO_REPOSITORY, Git, GitFailed, ask, find_git
from codewitness.platform.gitignore import GitignoreFiles
from codewitness.platform.reading import is_straight
from codewitness.platform.skipped import unreadable

log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class Listed:
    """What there is below a root: entries with their lstat, ignored paths collapsed to folders."""

    root: Path
    sources: list[str]
    entries: list[tuple[str, os.stat_result]] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    unreadable: list[Skipped] = field(default_factory=list)

    def lstat(self, path: str) -> os.stat_result | None:
        """None if there is nothing, or nothing that can be looked at, which is noted."""
        try:
            path.encode()
            return os.lstat(f"{self.root}/{path}")
        except (FileNotFoundError, NotADirectoryError):
            return None  # tracked by git, but deleted
        except OSError as error:
            self.unreadable.append(unreadable(path, error))
        except UnicodeEncodeError:
            reason, detail = Reason.UNREADABLE, "its name is not UTF-8"
            self.unreadable.append(Skipped(path=_shown(path), reason=reason, detail=detail))
        return None

    def skipped(self) -> Iterator[Skipped]:
        """What is not even looked at: unreadable or ignored, each folder but once."""
        yield from self.unreadable
        last = "\0"
        for path in sorted(self.ignored):
            if not path.startswith(last):  # git names some files beside their folder
                yield Skipped(path=_shown(path), reason=Reason.IGNORED, detail="ignore rules")
                last = path if path.endswith("/") else last


def _shown(path: str) -> str:
    """`path` with U+FFFD for what is not UTF-8 in it."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def list_all(root: Path) -> Listed:
    """All that is below `root`, by git if there is one."""
    program = find_git(root)
    if program is None:
        return _listed_by_walk(root, "gitignore files (git not found)")
    listed = Listed(root=root, sources=[])
    try:
        _list_by_git(program, "", listed)
    except GitFailed as failure:
        log.warning("%s; .gitignore files are read instead", failure)
        return _listed_by_walk(root, f"gitignore files ({failure})")
    return listed


def _list_by_git(program: str, prefix: str, listed: Listed) -> None:
    names, source = ask(program, listed.root / prefix, prefix, Git.listing)
    if not prefix or source not in (BY_GIT, NO_REPOSITORY):
        listed.sources.append(f"{prefix}: {source}" if prefix else source)
    listed.ignored += [prefix + name for name in names.ignored]
    for name, why in names.closed:
        closed = Skipped(path=prefix + name, reason=Reason.UNREADABLE, detail=why)
        listed.unreadable.append(closed)
    for name in names.there:
        path = prefix + name.rstrip("/")
        if (info := listed.lstat(path)) is None:
            continue
        if stat.S_ISDIR(info.st_mode) and is_straight(listed.root / path):
            _list_by_git(program, path + "/", listed)  # a nested repository or a submodule
        else:
            listed.entries.append((path, info))


def _listed_by_walk(root: Path, source: str) -> Listed:
    listed = Listed(root=root, sources=[source])
    files = GitignoreFiles(root)
    folders = [""]
    while folders:
        prefix = folders.pop()
        try:
            names = os.listdir(root / prefix)
        except OSError as error:
            listed.unreadable.append(unreadable(prefix, error))
            continue
        for path in (prefix + name for name in names if name != ".git"):
            if (info := listed.lstat(path)) is None:
                continue
            entry = path + "/" if stat.S_ISDIR(info.st_mode) else path
            if files.ignores_itself(entry):
                listed.ignored.append(entry)
            elif entry is path:
                listed.entries.append((path, info))
            else:
                folders.append(entry)
    return listed
