"""Text files that are written whole or not at all, and read line by line."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write a file of these lines; on a failure what was there before stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            for line in lines:
                file.write(line + "\n")
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def read_lines(path: Path, most: int) -> Iterator[str]:
    """The lines of a file without their ends, and without the mark that some editors begin with.

    Of a line of more than `most` characters these are given, and then its others.
    """
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        while line := file.readline(most):
            yield line.rstrip("\n")


def is_there(path: Path) -> bool:
    """True if there is a file; what can't be a path is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
