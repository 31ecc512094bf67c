"""The text of one file of the workspace, and of no file outside of it."""

from __future__ import annotations

import codecs
import os
import re
import stat
from pathlib import Path, PurePath

from codewitness.model.files import ReadText, Reason, Skipped
from codewitness.model.text import Text
from codewitness.platform.generated import generated_content, generated_name
from codewitness.platform.skipped import too_large, unreadable

MAX_BYTES = 2_000_000
FIRST_BYTES = 200  # that tell what runs a program
BINARY_HEAD = 8_192  # bytes in which a NUL tells a binary file


def read_text(root: Path, path: str, *, max_bytes: int = MAX_BYTES) -> ReadText | Skipped:
    """The text of one file below `root`, or why there is none to read."""
    if (why := generated_name(path)) is not None:
        return Skipped(path=path, reason=Reason.GENERATED, detail=why)
    file = _inside(root, path)
    content = _read_steady(file, path, max_bytes) if isinstance(file, Path) else file
    if isinstance(content, Skipped):
        return content
    raw, info = content
    if (found := decoded(raw)) is None:
        return Skipped(path=path, reason=Reason.BINARY, detail=f"NUL in first {BINARY_HEAD} bytes")
    text, encoding = found
    if (why := generated_content(path, text)) is not None:
        return Skipped(path=path, reason=Reason.GENERATED, detail=why)
    return ReadText(text=text, size=info.st_size, mtime_ns=info.st_mtime_ns, encoding=encoding)


def read_bytes(root: Path, path: str, *, max_bytes: int = MAX_BYTES) -> bytes | Skipped:
    """What is in one file below `root`, or why that is not read."""
    file = _inside(root, path)
    content = _read_steady(file, path, max_bytes) if isinstance(file, Path) else file
    return content if isinstance(content, Skipped) else content[0]


def first_bytes(root: Path, path: str) -> bytes:
    """How a file begins that stands below `root` itself; empty for a link, and if it can't be read.

    It is not waited for, whatever it is.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(root / path, flags)
    except (OSError, ValueError):
        return b""
    try:
        return os.read(handle, FIRST_BYTES) if stat.S_ISREG(os.fstat(handle).st_mode) else b""
    except OSError:
        return b""
    finally:
        os.close(handle)


def refused(path: str) -> Skipped | None:
    """What shows without a look at the disk that `path` is no file to read."""
    pure = PurePath(path)
    if pure.anchor or ".." in pure.parts:
        return Skipped(path=path, reason=Reason.OUTSIDE, detail="path leaves the folder")
    if ".git" in pure.parts:
        return Skipped(path=path, reason=Reason.IGNORED, detail=".git")
    if "\0" in path or _SURROGATE.search(path):
        return Skipped(path=path, reason=Reason.UNREADABLE, detail="not a file name")
    return None


_SURROGATE = re.compile("[\ud800-\udc7f\udd00-\udfff]")  # but those of os.fsdecode


def _inside(root: Path, path: str) -> Path | Skipped:
    """The file itself, links followed, if it lies within the root."""
    if (skipped := refused(path)) is not None:
        return skipped
    base, file = os.path.realpath(root), os.path.realpath(os.path.join(root, path))
    prefix = base.rstrip(os.sep) + os.sep
    if file != base and not file.startswith(prefix):
        return Skipped(path=path, reason=Reason.OUTSIDE, detail="link")
    if ".git" in file[len(prefix) :].split(os.sep):
        return Skipped(path=path, reason=Reason.IGNORED, detail=".git")
    return Path(file)


def is_straight(folder: Path) -> bool:
    """True if no link is on the way to `folder`."""
    return os.path.normcase(os.path.realpath(folder)) == os.path.normcase(folder)


def _read_steady(file: Path, path: str, max_bytes: int) -> tuple[bytes, os.stat_result] | Skipped:
    for _ in range(3):
        try:
            with open(file, "rb", opener=_open_itself) as stream:
                info = os.fstat(stream.fileno())
                if not stat.S_ISREG(info.st_mode):
                    detail = "not a regular file"
                    return Skipped(path=path, reason=Reason.UNREADABLE, detail=detail)
                if info.st_size > max_bytes:
                    return too_large(path, info.st_size, max_bytes)
                raw = stream.read(info.st_size + 1)
                after = os.fstat(stream.fileno())
        except OSError as error:
            return unreadable(path, error)
        if len(raw) == info.st_size and _state(info) == _state(after):
            return raw, info
    return Skipped(path=path, reason=Reason.UNREADABLE, detail="it changes while it is read")


def _open_itself(file: str, flags: int) -> int:
    """Neither a link put there since, nor waiting for the writer of a pipe."""
    return os.open(file, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _state(info: os.stat_result) -> tuple[int, int]:
    return info.st_size, info.st_mtime_ns


def decoded(raw: bytes) -> tuple[Text, str] | None:
    """The text and its encoding; None for a binary file."""
    for bom, encoding in _BOMS.items():
        if raw.startswith(bom):
            text = raw[len(bom) :].decode(encoding, "replace")
            return None if "\0" in text[:BINARY_HEAD] else (Text.of(text), encoding)
    if b"\0" in raw[:BINARY_HEAD]:
        return None
    raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return Text.of(raw.decode("cp1252", "replace")), "cp1252"
    return Text(raw), "utf-8"


_BOMS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
