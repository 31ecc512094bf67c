"""Notice files that change on disk, whoever changes them.

On Linux the kernel is asked (`inotify`), elsewhere watchfiles; where neither can tell, all files
are looked at again and again, and the status says why.
"""

from __future__ import annotations

import errno
import logging
import os
import select
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from codewitness.engine.ports import Watched, Watching
from codewitness.platform import inotify
from codewitness.platform.polling import Polling

log = logging.getLogger(__name__)

GATHER_SECONDS = 0.03  # after a first change, in which others are told with it
LONGEST_LOOK_SECONDS = 0.05  # that a request waits for others to look
RETRY_SECONDS = 1.0  # between two looks at whether a root that has gone is there again
POLL_SECONDS, POLL_SHARE = 2.0, 0.03  # the least pause, and the share of a core that looking takes
_FOREIGN_TYPES = ("nfs", "cifs", "smb", "9p", "fuse.sshfs", "fuse.s3fs", "vboxsf", "virtiofs")
_REPOSITORIES = frozenset({".git", ".hg", ".svn"})
_DEBOUNCE_MS, _STEP_MS, _TIMEOUT_MS = 200, 30, 5_000
_STOP_MS = 200  # between two looks at whether to stop

Tell = Callable[[Iterable[str]], None]
_Found = TypeVar("_Found")


class DiskWatch:
    """Tells `tell` of paths below `root` that may have changed; `run` does it in a thread.

    It begins with the first call of `leave_out`, and tells then that anything may have changed:
    what changed before was seen by nobody.
    """

    def __init__(self, root: Path, tell: Tell, *, way: str = "auto") -> None:
        self._root = os.path.realpath(root)
        self._tell = tell
        self._way = way
        self._left_out: frozenset[str] = frozenset()
        self._may_begin, self._stop = threading.Event(), threading.Event()
        self._lock = threading.Lock()  # of the tree
        self._tree: inotify.FolderTree | None = None
        self._failure: OSError | None = None
        self.watching = Watching(by=Watched.NOBODY, detail="not yet" if way != "off" else "setting")

    def leave_out(self, folders: Iterable[str]) -> None:
        """Folders that are not read, by relative path; the watching begins with the first call."""
        before, self._left_out = self._left_out, frozenset(folders)
        if before - self._left_out:
            with self._lock:
                self._with_tree(lambda tree: tree.add(inotify.ROOT))
        self._may_begin.set()

    def look(self) -> None:
        """Tell at once of all that has changed until now, as far as the system can say it."""
        if not self._lock.acquire(timeout=LONGEST_LOOK_SECONDS):
            self._tell([inotify.ROOT])  # many folders are being added: who knows what is in them
            return
        try:
            changed = self._with_tree(lambda tree: tree.changes())
        finally:
            self._lock.release()
        self.heard(changed or set())

    def heard(self, changed: Iterable[str]) -> None:
        """Somebody has seen these paths change; tell of those that may be read."""
        wanted = {path for path in changed if not self._is_below_left_out(path)}
        if wanted:
            self._tell(wanted)

    def stop(self) -> None:
        """End `run`."""
        self._stop.set()
        self._may_begin.set()

    def run(self) -> None:
        """Watch until `stop`."""
        try:
            self._run()
        except Exception:  # the server goes on: what an answer quotes is looked at anyway
            log.exception("files are not watched any more")
            detail = "the watching has failed: see the log"
            self.watching = Watching(by=Watched.NOBODY, detail=detail)

    def _run(self) -> None:
        self._may_begin.wait()
        if self._way == "off":
            return
        why = "setting" if self._way == "polling" else _reason_to_poll(self._root)
        while not why and not self._stop.is_set():
            try:
                self._follow()
            except OSError as error:
                why = _said(error)
        if why:
            self._poll(why)

    # The ways.

    def _follow(self) -> None:
        """Until `stop`, or until the root has gone; OSError if the system can't watch."""
        if not os.path.isdir(self._root):
            self.watching = Watching(by=Watched.NOBODY, detail="the folder has gone")
            self._stop.wait(RETRY_SECONDS)
        elif inotify.is_available():
            self._ask_the_kernel()
        else:
            self._ask_watchfiles()

    def _ask_the_kernel(self) -> None:
        tree = inotify.FolderTree(self._root, self._is_left_out)
        with self._lock:
            self._tree = tree
        self._begun(Watched.SYSTEM)
        try:
            ready = select.poll()
            ready.register(tree.descriptor, select.POLLIN)
            while tree.has_root and not self._stop.is_set():
                if ready.poll(_STOP_MS):
                    self._stop.wait(GATHER_SECONDS)
                    self.look()
                if self._failure is not None:
                    raise self._failure
        finally:
            with self._lock:
                self._tree = None
                tree.close()

    def _with_tree(self, work: Callable[[inotify.FolderTree], _Found]) -> _Found | None:
        """What `work` gives; None without a tree, or if the watching has to end. Under the lock."""
        if self._tree is None or self._failure is not None:
            return None
        try:
            return work(self._tree)
        except OSError as failure:  # `run` goes on in another way
            self._failure = failure
            return None

    def _ask_watchfiles(self) -> None:
        # Its `watch` does not say when it has begun, and its own filter looks at the folders above
        # `root` too: nothing would be told of a workspace below a `.venv`.
        from watchfiles._rust_notify import RustNotify, WatchfilesRustInternalError

        try:
            with RustNotify([self._root], False, False, 1_000, True, True) as system:
                self._begun(Watched.SYSTEM)
                while not self._stop.is_set():
                    changes = system.watch(_DEBOUNCE_MS, _STEP_MS, _TIMEOUT_MS, self._stop)
                    if not isinstance(changes, str):
                        found = (os.path.relpath(path, self._root) for _, path in changes)
                        self.heard({path.replace(os.sep, "/") for path in found})
        except WatchfilesRustInternalError as error:
            raise OSError(str(error)) from error

    def _poll(self, why: str) -> None:
        if why != "setting":
            log.warning("files are looked at again and again, since %s", why)
        polling = Polling(self._root, self._is_left_out)
        self._begun(Watched.POLLING, why)
        pause = POLL_SECONDS
        while not self._stop.wait(pause):
            began = time.monotonic()
            self.heard(polling.changes())
            pause = max(POLL_SECONDS, (time.monotonic() - began) / POLL_SHARE)

    def _begun(self, by: Watched, detail: str = "") -> None:
        self.watching = Watching(by=by, detail=detail)
        self._tell([inotify.ROOT])

    def _is_left_out(self, folder: str) -> bool:
        return folder in self._left_out or folder.rpartition("/")[2] in _REPOSITORIES

    def _is_below_left_out(self, path: str) -> bool:
        """What is below such a folder, but not that one itself: it may begin or end to be one."""
        at = path.find("/")
        while at >= 0:
            if self._is_left_out(path[:at]):
                return True
            at = path.find("/", at + 1)
        return False


def _reason_to_poll(root: str) -> str:
    """Why the system would not tell of changes below `root`; empty if it does."""
    if not sys.platform.startswith("linux"):
        return ""
    kind = _file_system(root)
    is_foreign = kind.startswith(_FOREIGN_TYPES)
    return f"the system does not tell what changes on a file system {kind}" if is_foreign else ""


def _file_system(root: str) -> str:
    """The type of the file system of `root`; empty if that can't be seen."""
    best, kind = "", ""
    try:
        with open("/proc/self/mounts", encoding="utf-8", errors="surrogateescape") as mounts:
            for line in mounts:
                _, place, own, *_ = line.split(" ")
                place = place.encode("utf-8", "surrogateescape").decode("unicode_escape", "replace")
                below = place.rstrip("/") + "/"
                if f"{root}/".startswith(below) and len(below) >= len(best):
                    best, kind = below, own
    except (OSError, ValueError):
        log.info("the file system of the workspace is not known", exc_info=True)
    return kind


def _said(error: OSError) -> str:
    """Why the system does not watch, and what helps."""
    if error.errno == errno.ENOSPC:
        return "the system has no file watches left (raise fs.inotify.max_user_watches)"
    if error.errno == errno.EMFILE:
        return "the system has no file watchers left (raise fs.inotify.max_user_instances)"
    return f"the system can't watch them: {error.strerror or error}"
