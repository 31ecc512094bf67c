"""Open the index of a folder: where it is, who may write it, which model its vectors are from."""

from __future__ import annotations

import logging
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, cast

from codewitness.engine.ports import Embedder, Stamp, Store
from codewitness.platform.elsewhere import place_of_index
from codewitness.platform.engine_stamp import engine_stamp, words_stamp
from codewitness.platform.files import ignored, list_files
from codewitness.platform.lock import WriterLock, last_held_ns
from codewitness.platform.places import index_folder
from codewitness.platform.reading import first_bytes, read_text
from codewitness.syntax.registry import is_read, may_be_script

if TYPE_CHECKING:
    from codewitness.model.files import Listing, ReadText, Skipped

log = logging.getLogger(__name__)

TEMPORARY = "the index is temporary"
_TABLES = "tables"
_WORDS = "words"  # the file of them, in the folder of an index
SPACE_BYTES = 4_000_000  # free, and it is tried again to write

_RULES = frozenset({".gitignore", ".git", ""})  # "" is the root: anything may have changed


class WorkspaceFiles:
    """The files of one folder on this machine's disk."""

    def __init__(self, root: Path, *, exclude: Sequence[str] = (), max_bytes: int) -> None:
        self._root = root
        self._exclude = tuple(exclude)
        self._max_bytes = max_bytes
        self._left_out: tuple[str, ...] = ()
        self._links: Mapping[str, str] = {}

    def leave_out(self, folders: Sequence[str]) -> bool:
        """Read nothing below these folders, which are others' to read; True if that is a change."""
        escaped = (re.sub(r"([\\*?\[\]!# ])", r"\\\1", folder) for folder in folders)
        patterns = tuple(f"/{folder}/" for folder in escaped)
        is_change = patterns != self._left_out
        self._left_out = patterns
        return is_change

    def list(self) -> Listing:
        """All that is to be read, and what is not and why."""
        listing = list_files(
            self._root,
            exclude=(*self._exclude, *self._left_out),
            max_bytes=self._max_bytes,
            is_supported=self.is_read,
        )
        self._links = listing.links
        return listing

    def read(self, path: str) -> ReadText | Skipped:
        """One file's text."""
        return read_text(self._root, path, max_bytes=self._max_bytes)

    def ignored(self, paths: Collection[str]) -> set[str]:
        """Those of `paths` that are not to be read."""
        unread = {path for path in paths if not self.is_read(path)}
        exclude = (*self._exclude, *self._left_out)
        return unread | ignored(self._root, set(paths) - unread, exclude=exclude)

    def is_read(self, path: str) -> bool:
        """True if a file of this name is read; without an ending, its first line says it."""
        return is_read(path, first_bytes(self._root, path) if may_be_script(path) else b"")

    def is_listed_anew(self, path: str) -> bool:
        """True if a change of `path` may be one of other files: rules, folders, links."""
        name = path.rpartition("/")[2]
        if name in _RULES or path in self._links.values():
            return True
        try:
            mode = os.lstat(f"{self._root}/{path}").st_mode
        except (OSError, ValueError):
            return False
        return stat.S_ISDIR(mode) or stat.S_ISLNK(mode)

    def linked_to(self, path: str) -> str | None:
        """The link that is read in place of `path`, if there was one when last listed."""
        return self._links.get(path)

    def state(self, path: str) -> tuple[int, int] | None:
        """Size and mtime_ns of a file now; None if there is no such file."""
        stamp = self.stamp(path)
        return None if stamp is None else stamp[:2]

    def stamp(self, path: str) -> Stamp | None:
        """What changes with any change of a file's bytes; None if there is no such file."""
        try:
            found = os.stat(f"{self._root}/{path}")
        except (OSError, ValueError):
            return None
        if not stat.S_ISREG(found.st_mode):
            return None
        return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


@dataclass(slots=True, kw_only=True)
class IndexLocation:
    """Where an index is. `lock` is None if another server writes it.

    `note` says why it is in a `temporary` folder, if it is. Until `written_ns`, or later, its last
    writer has followed the disk.
    """

    uri: str
    folder: Path
    lock: WriterLock | None
    written_ns: int = 0
    note: str = ""
    temporary: Path | None = None

    @classmethod
    def of(cls, root: Path, storage_uri: str) -> IndexLocation:
        """The index of `root`: in the user's cache folder, or at the URI that a setting gives.

        Where that can't be written, in a temporary folder.
        """
        try:
            return cls._of(root, storage_uri)
        except OSError as error:
            folder = Path(tempfile.mkdtemp(prefix="codewitness-"))
            why = error.strerror or type(error).__name__
            return cls(
                uri=str(folder / _TABLES),
                folder=folder,
                lock=WriterLock.acquire(folder),
                note=f"the folder of the index can't be written ({why}): {TEMPORARY}",
                temporary=folder,
            )

    @classmethod
    def _of(cls, root: Path, storage_uri: str) -> IndexLocation:
        own = index_folder(root)
        own.mkdir(parents=True, exist_ok=True)
        uri = place_of_index(root, storage_uri) if storage_uri else str(own / _TABLES)
        if "://" not in uri:
            Path(uri).mkdir(parents=True, exist_ok=True)
            own = Path(uri)
        written_ns = last_held_ns(own)
        lock = WriterLock.acquire(own)
        return cls(uri=uri, folder=own, lock=lock, written_ns=written_ns)

    def claim(self) -> bool:
        """True if the lock is held here, taken just now if nobody else had it."""
        if self.lock is not None and not self.lock.is_held:
            self.lock = None  # somebody has removed the folder, and may have made another
        if self.lock is None:
            self.lock = WriterLock.acquire(self.folder)
        return self.lock is not None

    def release(self) -> None:
        """Let others write; what is temporary goes."""
        if self.lock is not None:
            self.lock.release()
        if self.temporary is not None:
            shutil.rmtree(self.temporary, ignore_errors=True)


def has_index(root: Path) -> bool:
    """True if the user's cache folder has tables of this workspace folder."""
    return any((index_folder(root) / _TABLES).glob("*.lance"))


class IndexOpener:
    """Opens store and embedder when first asked; both are made once."""

    def __init__(self, location: IndexLocation, embedder: str, *, is_strict: bool) -> None:
        """With `is_strict` an embedder that can't be used is an error."""
        self._location = location
        self._spec = embedder
        self._is_strict = is_strict
        self._lock = Lock()
        self._embedder: Embedder | None = None
        self._is_loaded = False
        self.note = ""  # why there is no embedder though one is wanted

    def embedder(self) -> Embedder | None:
        """The embedder; None for the setting `none`, and if it can't be used, which `note` says."""
        with self._lock:
            if not self._is_loaded:
                from codewitness.platform.embed import EmbedderUnavailable, load_embedder
                from codewitness.platform.recalling import RecallingEmbedder

                try:
                    loaded = load_embedder(self._spec)
                    self._embedder = RecallingEmbedder(loaded) if loaded is not None else None
                except EmbedderUnavailable as failure:
                    if self._is_strict:
                        raise
                    log.warning("%s", failure)
                    self.note = f"{failure}; until then only words are searched"
                    self._spec = "none"
                self._is_loaded = True
        return self._embedder

    def spec(self) -> str:
        """What names the embedder that is in use."""
        self.embedder()
        return self._spec

    def __call__(self, afresh: str | None = None) -> tuple[Store, Embedder | None]:
        """The store of this folder and the embedder whose vectors it keeps."""
        from codewitness.storage.faults import IndexFault, TellingStore, fault_of
        from codewitness.storage.followed import FollowedStore
        from codewitness.storage.store import IndexStore
        from codewitness.storage.word_file import WordFile

        embedder, is_writer = self.embedder(), self._location.lock is not None
        try:
            store = (IndexStore if is_writer else FollowedStore).open(
                self._location.uri,
                dimensions=embedder.dimensions if embedder else 0,
                embedder=embedder.name if embedder else "none",
                engine=engine_stamp(),
                read_only=not is_writer,
                afresh=afresh,
                word_file=WordFile(self._location.folder / _WORDS, words_stamp()),
            )
        except IndexFault:
            raise
        except (RuntimeError, ValueError, OSError) as error:
            raise fault_of(error) from error
        return cast("Store", TellingStore(store)), embedder

    def check_space(self) -> None:
        """Raise `IndexFault` if nothing can be written where the tables are."""
        from codewitness.storage.faults import fault_of

        probe = self._location.folder / "probe"
        try:
            self._location.folder.mkdir(parents=True, exist_ok=True)
            probe.write_bytes(bytes(SPACE_BYTES))
            probe.unlink()
        except OSError as error:
            with suppress(OSError):
                probe.unlink(missing_ok=True)
            raise fault_of(error) from error
