"""Pictures of errors: kept beside the journal, and read by tesseract where that is installed."""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import subprocess
from pathlib import Path

MAX_BYTES = 10_000_000
SECONDS = 30
_ENDINGS = (
    (b"\x89PNG\r\n\x1a\n", ".png"),
    (b"\xff\xd8\xff", ".jpg"),
    (b"GIF8", ".gif"),
    (b"BM", ".bmp"),
    (b"RIFF", ".webp"),
)
_KEPT = re.compile(r"[0-9a-f]{20}\.[a-z]+")  # how stored ones are called
log = logging.getLogger(__name__)


def ending_of(raw: bytes) -> str:
    """The usual ending for a picture of these bytes; empty if they are none."""
    return next((ending for magic, ending in _ENDINGS if raw.startswith(magic)), "")


def keep_picture(folder: Path, raw: bytes) -> Path:
    """Store a picture under a name made of its content; gives where."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (hashlib.sha256(raw).hexdigest()[:20] + ending_of(raw))
    if not path.exists():
        temporary = path.with_name(path.name + ".new")
        with temporary.open("wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    return path


def forget_picture(folder: Path, name: str) -> None:
    """Take a picture from the disk; a name that `keep_picture` does not give is left alone."""
    if _KEPT.fullmatch(name):
        (folder / name).unlink(missing_ok=True)


def text_of_picture(path: Path, workspace: Path) -> str:
    """What is written in a picture; empty if there is no tesseract, or it can't read it.

    A program of that name in the workspace is not run.
    """
    program = shutil.which("tesseract")
    if program is None or Path(os.path.realpath(program)).is_relative_to(workspace):
        return ""
    try:
        done = subprocess.run(
            [program, str(path), "stdout", "--psm", "6"],
            capture_output=True,
            timeout=SECONDS,
            check=True,
            cwd=path.parent,
        )
    except (OSError, subprocess.SubprocessError) as error:
        log.warning("a picture of an error could not be read: %s", type(error).__name__)
        return ""
    return done.stdout.decode("utf-8", "replace").strip()
