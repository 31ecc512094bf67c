"""Which files of a workspace folder are read, which are not and why.

What is ignored is for git to say; without git, pathspec reads the `.gitignore` files. Nothing
that the workspace configures is executed, and nothing outside of it is read.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath

from pathspec import GitIgnoreSpec

from codewitness.model.files import Found, Listing, Reason, Skipped
from codewitness.platform.generated import generated_name
from codewitness.platform.git import GitFailed, ask, find_git
from codewitness.platform.gitignore import GitignoreFiles
from codewitness.platform.listing import list_all
from codewitness.platform.reading import MAX_BYTES, is_straight, refused
from codewitness.platform.skipped import too_large, unreadable
from codewitness.platform.worktrees import Worktrees

log = logging.getLogger(__name__)


def list_files(
    root: Path,
    *,
    exclude: Sequence[str] = (),
    max_bytes: int = MAX_BYTES,
    is_supported: Callable[[str], bool],
) -> Listing:
    """What is to be read below `root`, nested repositories and submodules included.

    Other checkouts of the same repository are not. `exclude` are lines as in a `.gitignore`;
    ValueError if one is not. OSError if `root` is no folder. A link is read only if it leads to a
    file of this folder that is not read itself.
    """
    root = Path(os.path.realpath(root, strict=True))
    listed = list_all(root)
    sieve = _Sieve(
        root=root,
        is_excluded=_matcher(exclude),
        max_bytes=max_bytes,
        is_supported=is_supported,
        ignored=frozenset(listed.ignored),
        skipped={entry.path: entry for entry in listed.skipped()},
        worktrees=Worktrees(root),
    )
    for path, info in sorted(listed.entries, key=_links_last):
        sieve.add(path, info)
    return Listing(
        found=tuple(sieve.found[path] for path in sorted(sieve.found)),
        skipped=tuple(sieve.skipped[path] for path in sorted(sieve.skipped)),
        ignore_source="; ".join(listed.sources),
        links=sieve.read_by_link,
    )


def ignored(root: Path, paths: Iterable[str], *, exclude: Sequence[str] = ()) -> set[str]:
    """Those of `paths` that a listing would not name, whether they exist or not.

    Besides what is ignored: what is outside of `root`, in a `.git` or beyond a link to a folder.
    """
    root = Path(os.path.realpath(root, strict=True))
    is_excluded = _matcher(exclude)
    asked = set(paths)
    straight = cache(lambda folder: is_straight(root / folder))
    worktrees = Worktrees(root)
    rest = sorted(
        path
        for path in asked
        if path
        and refused(path) is None
        and straight(path.rpartition("/")[0])
        and not worktrees.holds(path.rpartition("/")[0])
        and not is_excluded(path)
    )
    never = asked.difference(rest)
    program = find_git(root)
    if program is not None:
        try:
            return never | _ignored_by_git(program, root, "", rest)
        except GitFailed as failure:
            log.warning("%s; .gitignore files are read instead", failure)
    files = GitignoreFiles(root)
    return never | {path for path in rest if files.ignores(path)}


@dataclass(slots=True, kw_only=True)
class _Sieve:
    root: Path
    is_excluded: Callable[[str], bool]
    max_bytes: int
    is_supported: Callable[[str], bool]
    ignored: frozenset[str]
    skipped: dict[str, Skipped]
    worktrees: Worktrees
    found: dict[str, Found] = field(default_factory=dict)
    read_by_link: dict[str, str] = field(default_factory=dict)
    folders: dict[str, Skipped | None] = field(default_factory=dict)

    def add(self, path: str, info: os.stat_result) -> None:
        look = self._link if stat.S_ISLNK(info.st_mode) else self._file
        verdict = self._folder(path.rpartition("/")[0]) or look(path, info)
        if isinstance(verdict, Found):
            self.found[path] = verdict
        else:
            self.skipped[verdict.path] = verdict

    def _folder(self, folder: str) -> Skipped | None:
        """Why nothing in `folder` is read, if so; looked up once per folder."""
        if not folder:
            return None
        if folder not in self.folders:
            above = self._folder(folder.rpartition("/")[0])
            self.folders[folder] = above or self._folder_itself(folder)
        return self.folders[folder]

    def _folder_itself(self, folder: str) -> Skipped | None:
        if self.is_excluded(folder + "/"):
            return Skipped(path=folder + "/", reason=Reason.IGNORED, detail="setting")
        if os.path.islink(f"{self.root}/{folder}"):  # put there since git tracked files below
            inside = self._target(folder).is_relative_to(self.root)
            reason = Reason.IGNORED if inside else Reason.OUTSIDE
            return Skipped(path=folder, reason=reason, detail="link to a folder")
        if self.worktrees.is_one(folder):
            return Skipped(path=folder + "/", reason=Reason.IGNORED, detail="git worktree")
        return None

    def _link(self, path: str, _: os.stat_result) -> Found | Skipped:
        target = self._target(path)
        if not target.is_relative_to(self.root):
            return Skipped(path=path, reason=Reason.OUTSIDE, detail="link")
        inside = target.relative_to(self.root).as_posix()
        try:
            info = target.stat()
        except OSError as error:
            return unreadable(path, error)
        if stat.S_ISDIR(info.st_mode):
            return Skipped(path=path, reason=Reason.IGNORED, detail="link to a folder")
        if inside in self.found or inside in self.read_by_link or self._is_ignored(inside):
            return Skipped(path=path, reason=Reason.IGNORED, detail=f"link to {inside}")
        verdict = self._file(path, info)
        if isinstance(verdict, Found):
            self.read_by_link[inside] = path
        return verdict

    def _target(self, path: str) -> Path:
        return Path(os.path.realpath(self.root / path))

    def _is_ignored(self, path: str) -> bool:
        pure = PurePosixPath(path)
        above = {f"{folder}/" for folder in pure.parents}
        is_ignored = path in self.ignored or not above.isdisjoint(self.ignored)
        return is_ignored or ".git" in pure.parts or self.is_excluded(path)

    def _file(self, path: str, info: os.stat_result) -> Found | Skipped:
        if self.is_excluded(path):
            return Skipped(path=path, reason=Reason.IGNORED, detail="setting")
        if not self.is_supported(path):
            detail = os.path.splitext(path)[1] or "no extension"
            return Skipped(path=path, reason=Reason.UNSUPPORTED, detail=detail)
        if not stat.S_ISREG(info.st_mode):
            return Skipped(path=path, reason=Reason.UNREADABLE, detail="not a regular file")
        if (why := generated_name(path)) is not None:
            return Skipped(path=path, reason=Reason.GENERATED, detail=why)
        if info.st_size > self.max_bytes:
            return too_large(path, info.st_size, self.max_bytes)
        return Found(
            path=path, size=info.st_size, mtime_ns=info.st_mtime_ns, ctime_ns=info.st_ctime_ns
        )


def _matcher(exclude: Sequence[str]) -> Callable[[str], bool]:
    return GitIgnoreSpec.from_lines(exclude).match_file if exclude else lambda _: False


def _links_last(entry: tuple[str, os.stat_result]) -> tuple[bool, str]:
    return stat.S_ISLNK(entry[1].st_mode), entry[0]


def _ignored_by_git(program: str, root: Path, prefix: str, paths: Sequence[str]) -> set[str]:
    """Those of `paths` (all of them below `prefix`) that are ignored, nested repositories too."""
    own: list[str] = []
    nested: dict[str, list[str]] = {}
    for path in paths:
        inner = _repository_between(root, prefix, path)
        own.append(path) if inner is None else nested.setdefault(inner, []).append(path)
    names = [path[len(prefix) :] for path in (*own, *nested)]
    answer, _ = ask(program, root / prefix, prefix, lambda git: git.ignored(names))
    found = {prefix + name for name in answer}
    result = found.intersection(own)
    for inner, below in nested.items():
        is_whole = inner in found
        result.update(below if is_whole else _ignored_by_git(program, root, f"{inner}/", below))
    return result


def _repository_between(root: Path, prefix: str, path: str) -> str | None:
    """The uppermost repository below `prefix` that `path` lies in."""
    end = path.find("/", len(prefix))
    while end >= 0:
        if os.path.lexists(f"{root}/{path[:end]}/.git"):
            return path[:end]
        end = path.find("/", end + 1)
    return None
