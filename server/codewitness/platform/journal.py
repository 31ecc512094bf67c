"""The journal of one memory: JSON lines, on the disk before anything is acknowledged.

All processes of a user append to one file, each under a lock that it holds for that moment. A line
that a crash has cut is ended by the next writer and skipped by readers. The file is written anew,
one generation higher, when most of it is outdated or when something was deleted; readers notice
the higher number and begin from its start.
"""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from codewitness.platform.lock import WriterLock

log = logging.getLogger(__name__)

SCHEMA = 1  # of the entries; each says which it has
SECONDS_TO_LOCK = 20.0
_NAME = re.compile(r"journal-(\d+)\.jsonl")
_STAMP = "schema.json"

Json = dict[str, Any]


class JournalUnusable(RuntimeError):
    """The journal can't be read or written; the message says why and what to do."""


class FileJournal:
    """The journal in one folder, which is made when something is first written."""

    def __init__(self, folder: Path, *, schema: int = SCHEMA) -> None:
        self.folder = folder
        self.n_damaged = 0
        self._schema = schema
        self._generation = 0
        self._offset = 0  # up to where this object has read
        self._is_checked = False

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep all others from writing."""
        self.folder.mkdir(parents=True, exist_ok=True)
        until = time.monotonic() + SECONDS_TO_LOCK
        while (lock := WriterLock.acquire(self.folder)) is None:
            if time.monotonic() > until:
                raise JournalUnusable(
                    f"another process has kept the memory locked for {SECONDS_TO_LOCK:g} seconds"
                )
        with lock:
            self._check_schema()
            self._remove_outdated()
            self._end_cut_line()
            yield

    def read(self) -> tuple[bool, list[Json]]:
        """Entries since the last reading; True if they are all there are, from the start."""
        if not self._is_checked and self.folder.exists():
            self._refuse_newer()
            self._is_checked = True
        generation = self._newest()
        from_start = generation != self._generation
        if from_start:
            self._generation, self._offset, self.n_damaged = generation, 0, 0
        return from_start, self._read_on() if generation else []

    def append(self, entries: Sequence[Json]) -> None:
        """Put entries on the disk; call it under the lock, after `read`."""
        raw = b"".join(map(self._line, entries))
        is_new = self._generation == 0
        if is_new:
            self._generation, self._offset = 1, 0
        path = self._path(self._generation)
        with path.open("ab") as file:
            end = file.tell()
            try:
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                os.truncate(path, end)
                raise
        self._offset = end + len(raw)
        if is_new:
            _sync_folder(self.folder)

    def rewrite(self, entries: Sequence[Json]) -> None:
        """Replace the whole journal; call it under the lock."""
        new = self._generation + 1
        raw = b"".join(map(self._line, entries))
        _write_whole(self._path(new), raw)
        self._generation, self._offset, self.n_damaged = new, len(raw), 0
        self._remove_outdated()

    def keep_copy(self, why: str) -> None:
        """Copy the journal to the folder of backups; call it under the lock."""
        backup = self.folder / "backups" / f"{why}-{time.strftime('%Y%m%dT%H%M%S')}"
        backup.mkdir(parents=True, exist_ok=True)
        for path in self.folder.iterdir():
            if path.is_file() and path.suffix in (".jsonl", ".json"):
                shutil.copy2(path, backup)
                _sync_file(backup / path.name)
        _sync_folder(backup)

    @property
    def size_bytes(self) -> int:
        """How much has been read of the present file."""
        return self._offset

    def _remove_outdated(self) -> None:
        """Remove journals that were replaced; a crash may have left one with deleted text."""
        *older, _ = sorted(self._generations()) or [0]
        for generation in older:
            self._path(generation).unlink(missing_ok=True)

    def _end_cut_line(self) -> None:
        """End a line that a crash has cut: it may be whole but for that, and then it counts."""
        if not (generation := self._newest()):
            return
        with self._path(generation).open("rb+") as file:
            if file.seek(0, os.SEEK_END) == 0:
                return
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")

    def _line(self, entry: Json) -> bytes:
        text = json.dumps({"v": self._schema, **entry}, ensure_ascii=False, separators=(",", ":"))
        return text.encode("utf-8", "replace") + b"\n"

    def _path(self, generation: int) -> Path:
        return self.folder / f"journal-{generation:06}.jsonl"

    def _newest(self) -> int:
        return max(self._generations(), default=0)

    def _generations(self) -> list[int]:
        try:
            names = os.listdir(self.folder)
        except FileNotFoundError:
            return []
        return [int(m[1]) for name in names if (m := _NAME.fullmatch(name))]

    def _read_on(self) -> list[Json]:
        try:
            with self._path(self._generation).open("rb") as file:
                file.seek(self._offset)
                raw = file.read()
        except FileNotFoundError:
            return []  # replaced this moment; the next reading sees the new one
        whole = raw[: raw.rfind(b"\n") + 1]
        self._offset += len(whole)
        return [entry for line in whole.splitlines() if (entry := self._entry(line)) is not None]

    def _entry(self, line: bytes) -> Json | None:
        try:
            entry = json.loads(line)
        except ValueError:
            entry = None
        if isinstance(entry, dict):
            return entry
        if line.strip():
            self.n_damaged += 1
            log.warning("memory: a line of %d bytes can't be read", len(line))
        return None

    def _stamped(self) -> int | None:
        try:
            found = json.loads((self.folder / _STAMP).read_text("utf-8"))["schema"]
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError):
            found = None
        return found if isinstance(found, int) else self._newest_schema_of_lines()

    def _newest_schema_of_lines(self) -> int | None:
        """What the stamp said before it was damaged: each line says it as well."""
        log.warning("memory: %s is damaged; the lines of the journal say what it said", _STAMP)
        found = None
        for line in self._path(self._newest()).read_bytes().splitlines() if self._newest() else ():
            with suppress(ValueError):
                entry = json.loads(line)
                version = entry.get("v") if isinstance(entry, dict) else None
                found = max(found or 0, version) if isinstance(version, int) else found
        return found

    def _refuse_newer(self) -> None:
        found = self._stamped()
        if found is not None and found > self._schema:
            raise JournalUnusable(
                f"the memory was written by a newer codewitness (schema {found}, this one knows"
                f" {self._schema}): upgrade this one"
            )

    def _check_schema(self) -> None:
        self._refuse_newer()
        found = self._stamped()
        if found is not None and found < self._schema:
            self.keep_copy(f"schema-{found}")
        path, stamp = self.folder / _STAMP, json.dumps({"schema": self._schema}).encode()
        if not path.exists() or path.read_bytes() != stamp:
            _write_whole(path, stamp)


def _write_whole(path: Path, raw: bytes) -> None:
    """The file has this content or does not change, whatever happens."""
    temporary = path.with_name(path.name + ".new")
    try:
        with temporary.open("wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)  # or it would keep a full disk full
        raise
    _sync_folder(path.parent)


def _sync_file(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """A new name is on the disk only when its folder is; Windows does that by itself."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
