"""Transcripts on this machine: found, read as far as they have grown, and read again in part."""

from __future__ import annotations

import logging
import os
import threading
import time
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field
from pathlib import Path

from codewitness.engine.ports import ReadSoFar
from codewitness.engine.transcripts.conversation import Conversation
from codewitness.engine.transcripts.lines import record_of, whole
from codewitness.engine.transcripts.search import Words, words_of
from codewitness.engine.transcripts.summaries import find_copies, settle_summaries

log = logging.getLogger(__name__)

CONFIG_VARIABLE, CODEX_VARIABLE = "CLAUDE_CONFIG_DIR", "CODEX_HOME"
MAX_LINE = 64_000_000  # bytes; a longer line is counted as malformed
TAIL_BYTES = 512  # before the end of what was read, by which a file that was written anew is known
SECONDS_KNOWN = 10.0  # after which `known` has the disk looked at again
SECONDS_UNTOLD = 0.5  # while many are read, until those that have been are told
COST = 10  # times as long as telling them took nothing is told
MAX_DEPTH = 4  # folders below one that is given


@dataclass(slots=True)
class TranscriptFile:
    """One file: what was read of it, up to `offset`."""

    path: Path
    identity: tuple[int, int] = (0, 0)  # device and inode
    mtime_ns: int = 0
    offset: int = 0
    tail: int = 0  # a checksum of the last bytes before `offset`
    is_in_long_line: bool = False  # of which the end has not been seen
    conversation: Conversation = field(default_factory=Conversation)
    words: Words | None = None
    is_read: bool = False  # up to the end that it had


class Transcripts:
    """All transcripts below some folders. Safe in any thread."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = tuple(folders)
        self._files: dict[Path, TranscriptFile] = {}
        self._lock = threading.Lock()  # held while the disk is read
        self._asking = threading.Lock()
        self._next: Future[list[TranscriptFile]] | None = None  # a look that has not begun
        self._listed: list[TranscriptFile] = []
        self._listed_at = float("-inf")
        self._n_present = self._n_bytes = 0

    def all(self) -> list[TranscriptFile]:
        """Each transcript that has messages, read up to its present end; the newest first."""
        with self._lock:
            return self._read_all()

    def soon(self, seconds: float) -> tuple[list[TranscriptFile], ReadSoFar | None]:
        """The same if that takes no longer, and None; else those that have been read so far."""
        try:
            return self._look().result(seconds), None
        except FutureTimeout:
            files = list(self._files.values())
            n_read, n_bytes = sum(one.is_read for one in files), sum(one.offset for one in files)
            return self._listed, ReadSoFar(n_read, self._n_present, n_bytes, self._n_bytes)

    def _look(self) -> Future[list[TranscriptFile]]:
        """A look at the disk that begins now, or as soon as the present one ends."""
        with self._asking:
            if self._next is None:
                self._next = Future()
                reader = threading.Thread(
                    target=self._take, args=(self._next,), name="codewitness-transcripts"
                )
                reader.daemon = True
                reader.start()
            return self._next

    def _take(self, look: Future[list[TranscriptFile]]) -> None:
        with self._lock:
            with self._asking:
                self._next = None  # who asks from now on may mean what is written from now on
            try:
                look.set_result(self._read_all())
            except BaseException as bug:
                look.set_exception(bug)
                raise

    def _read_all(self) -> list[TranscriptFile]:
        present = sorted(self._present(), key=lambda one: one[1].st_mtime_ns, reverse=True)
        self._n_present, self._n_bytes = len(present), sum(one.st_size for _, one in present)
        for path in self._files.keys() - {path for path, _ in present}:
            del self._files[path]
        told = time.monotonic()
        for path, found in present:
            self._refresh(path, found)
            if (began := time.monotonic()) - told > SECONDS_UNTOLD:
                self._publish()
                told = time.monotonic() + COST * (time.monotonic() - began)
        self._publish()
        self._listed_at = time.monotonic()
        return self._listed

    def _publish(self) -> None:
        self._settle()
        read = (one for one in self._files.values() if one.is_read)
        known = [one for one in read if one.conversation.n_messages]
        self._listed = sorted(known, key=lambda one: one.conversation.last, reverse=True)

    def known(self) -> list[TranscriptFile]:
        """Those that have been read, at once; a look at the disk is begun if the last was long ago.

        There may be gigabytes of them, which a hover can't wait for.
        """
        is_old = time.monotonic() - self._listed_at > SECONDS_KNOWN
        if is_old and not self._lock.locked():
            self._look()
        return self._listed

    @property
    def n_malformed(self) -> int:
        """Lines that could not be read."""
        return sum(one.conversation.n_malformed for one in self._files.values())

    def messages(self, file: TranscriptFile, start: int, end: int) -> Iterator[bytes]:
        """The lines of messages `start` to `end` (from 1, both included)."""
        offsets = file.conversation.offsets[start - 1 : end]
        with file.path.open("rb") as stream:
            for offset in offsets:
                stream.seek(offset)
                yield stream.readline(MAX_LINE)

    def _settle(self) -> None:
        read = [one for one in self._files.values() if one.is_read]
        by_conversation = {id(one.conversation): one for one in read}
        listed = [one.conversation for one in read]
        find_copies(listed)
        for changed in settle_summaries(listed):
            by_conversation[id(changed)].words = words_of(changed)

    def _present(self) -> Iterator[tuple[Path, os.stat_result]]:
        for folder in self.folders:
            yield from _files_below(folder, MAX_DEPTH)

    def _refresh(self, path: Path, found: os.stat_result) -> None:
        known = self._files.get(path)
        identity, state = (found.st_dev, found.st_ino), (found.st_mtime_ns, found.st_size)
        if known is not None and (known.mtime_ns, known.offset) == state:
            return
        try:
            if known is None or known.identity != identity or not _goes_on(known, found.st_size):
                known = self._files[path] = TranscriptFile(path, identity)
            _read_on(known)
        except OSError as error:
            log.warning("transcript %s: %s", path.name, error.strerror)
            return
        known.mtime_ns, known.is_read = found.st_mtime_ns, True
        known.words = words_of(known.conversation)
        known.conversation.session_id = known.conversation.session_id or whole(path.stem)


def default_folders() -> tuple[Path, ...]:
    """Where Claude Code and Codex keep their transcripts."""
    claude = os.environ.get(CONFIG_VARIABLE, "").strip()
    codex = os.environ.get(CODEX_VARIABLE, "").strip()
    return (
        (Path(claude) if claude else Path.home() / ".claude") / "projects",
        (Path(codex) if codex else Path.home() / ".codex") / "sessions",
    )


_shared: dict[tuple[Path, ...], Transcripts] = {}
_shared_lock = threading.Lock()


def shared_transcripts(paths: Sequence[str]) -> Transcripts:
    """The transcripts of these folders and the default ones, the same for all who ask."""
    folders = (*default_folders(), *(Path(one).expanduser() for one in paths))
    with _shared_lock:
        return _shared.setdefault(folders, Transcripts(folders))


def _files_below(folder: Path, depth: int) -> Iterator[tuple[Path, os.stat_result]]:
    try:
        with os.scandir(folder) as entries:
            listed = list(entries)
    except OSError:
        return  # not there, or not ours to read
    for entry in listed:
        if entry.is_dir(follow_symlinks=False):
            if depth > 0:
                yield from _files_below(Path(entry.path), depth - 1)
        elif entry.name.endswith(".jsonl") and entry.is_file():
            try:
                found = entry.stat()
            except OSError:
                continue  # removed this moment
            yield Path(entry.path), found


def _goes_on(file: TranscriptFile, size: int) -> bool:
    """True if the file still has what was read of it; else it was written anew in its place."""
    if size < file.offset:
        return False
    return _tail(file) == file.tail


def _tail(file: TranscriptFile) -> int:
    start = max(0, file.offset - TAIL_BYTES)
    with file.path.open("rb") as stream:
        stream.seek(start)
        return zlib.crc32(stream.read(file.offset - start))


def _read_on(file: TranscriptFile) -> None:
    """Read what has come, and all again if with it something was taken back."""
    _read_lines(file)
    if file.conversation.is_rewound:
        file.conversation = Conversation(left_out=file.conversation.left_out)
        file.offset, file.is_in_long_line = 0, False
        _read_lines(file)
    file.tail = _tail(file)


def _read_lines(file: TranscriptFile) -> None:
    """Read whole lines from where it was left; one that is still being written is left for later.

    Of a line that is too long no more than a part is ever in memory.
    """
    with file.path.open("rb") as stream:
        stream.seek(file.offset)
        while line := stream.readline(MAX_LINE):
            is_whole = line.endswith(b"\n")
            if file.is_in_long_line or len(line) == MAX_LINE:
                file.conversation.n_malformed += is_whole
                file.is_in_long_line = not is_whole
            elif is_whole or _is_json(line):
                file.conversation.feed(line, file.offset)
            else:
                break
            file.offset += len(line)


def _is_json(line: bytes) -> bool:
    """True if a line without an end is whole all the same; no beginning of an object is one."""
    return line.rstrip().endswith(b"}") and record_of(line) is not None
