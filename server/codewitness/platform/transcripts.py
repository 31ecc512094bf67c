"""Transcripts on this machine: found, read as far as they have grown, and read again in part."""

from __future__ import annotations

import logging
import os
import threading
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from codewitness.engine.transcripts.conversation import Conversation
from codewitness.engine.transcripts.lines import record_of, whole
from codewitness.engine.transcripts.search import Words, words_of
from codewitness.engine.transcripts.summaries import find_copies, settle_summaries

log = logging.getLogger(__name__)

CONFIG_VARIABLE, CODEX_VARIABLE = "CLAUDE_CONFIG_DIR", "CODEX_HOME"
MAX_LINE = 64_000_000  # bytes; a longer line is counted as malformed
TAIL_BYTES = 512  # before the end of what was read, by which a file that was written anew is known
SECONDS_KNOWN = 10.0  # after which `known` has the disk looked at again
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


class Transcripts:
    """All transcripts below some folders. Safe in any thread."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = tuple(folders)
        self._files: dict[Path, TranscriptFile] = {}
        self._lock = threading.Lock()
        self._listed: list[TranscriptFile] = []
        self._listed_at = float("-inf")
        self._reader: threading.Thread | None = None

    def all(self) -> list[TranscriptFile]:
        """Each transcript that has messages, read up to its present end; the newest first."""
        with self._lock:
            present = dict(self._present())
            for path in self._files.keys() - present.keys():
                del self._files[path]
            for path, found in present.items():
                self._refresh(path, found)
            self._settle()
            known = [one for one in self._files.values() if one.conversation.n_messages]
            self._listed = sorted(known, key=lambda one: one.conversation.last, reverse=True)
            self._listed_at = time.monotonic()
            return self._listed

    def known(self) -> list[TranscriptFile]:
        """Those that have been read, at once; a look at the disk is begun if the last was long ago.

        There may be gigabytes of them, which a hover can't wait for.
        """
        is_old = time.monotonic() - self._listed_at > SECONDS_KNOWN
        if is_old and (self._reader is None or not self._reader.is_alive()):
            self._reader = threading.Thread(
                target=self.all, name="codewitness-transcripts", daemon=True
            )
            self._reader.start()
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
        by_conversation = {id(one.conversation): one for one in self._files.values()}
        listed = [one.conversation for one in self._files.values()]
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
        known.mtime_ns = found.st_mtime_ns
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
    file.tail = _tail(file)


def _is_json(line: bytes) -> bool:
    """True if a line without an end is whole all the same; no beginning of an object is one."""
    return line.rstrip().endswith(b"}") and record_of(line) is not None
