"""The last commit of a folder's repository, asked of git so that nothing of the workspace is run.

Which files differ is found by their content, never by git's comparison, which runs the filters that
a repository configures.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from threading import Lock

from codewitness.engine.ports import LastCommit, NoHistory, Stamp
from codewitness.model.files import Skipped
from codewitness.model.text import Text
from codewitness.platform.git import Git, GitFailed, ask, find_git
from codewitness.platform.reading import decoded, read_bytes

_FILE_MODES = ("100644", "100755", "100664")
_SHA256_DIGITS = 64
_JUST_NOW_NS = 2_000_000_000
_NOT_THERE = "git ls-tree ended with 128"


class GitHistory:
    """`engine.ports.History` of one folder. Safe in any thread."""

    def __init__(self, root: Path, *, max_bytes: int) -> None:
        self._root = root
        self._max_bytes = max_bytes
        self._lock = Lock()
        self._ids: dict[str, tuple[Stamp, str]] = {}  # of files on disk, by path

    def head(self, paths: Iterable[str] = ()) -> LastCommit:
        """The files of the last commit; those of the repositories that `paths` are in, as well."""
        found: dict[str, str] = {}
        closed: dict[str, NoHistory] = {}
        for top in sorted({"", *self._repositories(paths)}):
            try:
                found |= self._head_of(top)
            except NoHistory as why:
                closed[top] = why
        if "" in closed and not found:
            raise closed[""]
        return LastCommit(ids=found, closed=frozenset(closed))

    def _head_of(self, top: str) -> dict[str, str]:
        found: dict[str, str] = {}
        listing = self._ask(top, lambda git: git.run("ls-tree", "-r", "-z", "HEAD")[0])
        for line in listing.split("\0"):
            form, _, path = line.partition("\t")
            mode, _, rest = form.partition(" ")
            if mode in _FILE_MODES:
                found[f"{top}/{path}" if top else path] = rest.partition(" ")[2]
        return found

    def differing(self, head: Mapping[str, str], paths: Mapping[str, Stamp | None]) -> list[str]:
        """Those of `paths`, each with its stamp, whose file is not what `head` has."""
        found = []
        for path, stamp in paths.items():
            wanted = head.get(path)
            if wanted is None or stamp is None or self._id(path, stamp, wanted) != wanted:
                found.append(path)
        return found

    def texts(self, ids: Mapping[str, str]) -> Mapping[str, Text]:
        """Contents by their ids, which are given by path, as far as they are text."""
        wanted: defaultdict[str, set[str]] = defaultdict(set)
        for path, one in ids.items():
            wanted[self.repository_of(path)].add(one)
        found: dict[str, Text] = {}
        for top, own in wanted.items():
            found |= self._texts(top, own)
        return found

    def _texts(self, top: str, ids: Collection[str]) -> Mapping[str, Text]:
        asked = "".join(f"{one}\n" for one in sorted(ids))
        answer = self._ask(top, lambda git: git.run("cat-file", "--batch", stdin=asked)[0])
        found: dict[str, Text] = {}
        for name, raw in _contents(answer.encode("utf-8", "surrogateescape")):
            if len(raw) <= self._max_bytes and (read := decoded(raw)) is not None:
                found[name] = read[0]
        return found

    def id_of(self, text: Text, like: str) -> str:
        """The id that a text has if it is stored as it stands; in the form of `like`."""
        return _id_of(text.raw, like)

    def repository_of(self, path: str) -> str:
        """The folder of the innermost repository that a file is in; empty for the folder's own."""
        folder = path.rpartition("/")[0]
        while folder and not os.path.lexists(f"{self._root}/{folder}/.git"):
            folder = folder.rpartition("/")[0]
        return folder

    def _repositories(self, paths: Iterable[str]) -> set[str]:
        folders = {path.rpartition("/")[0] for path in paths}
        return {self.repository_of(f"{folder}/") for folder in folders if folder}

    def _id(self, path: str, stamp: Stamp, like: str) -> str:
        with self._lock:
            known = self._ids.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        content = read_bytes(self._root, path, max_bytes=self._max_bytes)
        if isinstance(content, Skipped):
            return ""
        found = _id_of(content, like)
        if time.time_ns() - max(stamp[1], stamp[2]) > _JUST_NOW_NS:  # else its stamp may stay
            with self._lock:
                self._ids[path] = stamp, found
        return found

    def _ask(self, top: str, question: Callable[[Git], str]) -> str:
        program = find_git(self._root)
        if program is None:
            raise NoHistory("git is not on the PATH")
        try:
            return ask(program, Path(os.path.realpath(self._root / top)), top, question)[0]
        except GitFailed as failure:
            if str(failure) == _NOT_THERE:
                raise NoHistory("it is in no git repository, or nothing is committed yet") from None
            raise NoHistory(str(failure)) from None


def _id_of(raw: bytes, like: str) -> str:
    make = hashlib.sha256 if len(like) == _SHA256_DIGITS else hashlib.sha1
    return make(b"blob %d\0" % len(raw) + raw, usedforsecurity=False).hexdigest()


def _contents(answer: bytes) -> Iterable[tuple[str, bytes]]:
    """Of each object in git's answer its id and content."""
    at = 0
    while at < len(answer):
        end = answer.index(b"\n", at)
        name, *form = answer[at:end].decode().split(" ")
        at = end + 1
        if len(form) == 2:  # type and size; else it is missing
            size = int(form[1])
            yield name, answer[at : at + size]
            at += size + 1
