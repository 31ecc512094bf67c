"""Definitions as Universal Ctags sees them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

CALLABLES = "callables"
TYPES = "types"

_SEPARATOR = "\x1f"
_INVENTED = ("__anon", "AnonymousFunction", "<lambda>")


class Tag(NamedTuple):
    """A definition: the file, its name alone, and whether it is a callable or a type."""

    path: str
    name: str
    group: str


# Of each language: ctags' name of it, and the one-letter kinds that are callables and types.
_KINDS = {
    "python": ("Python", "fm", "c"),
    "java": ("Java", "m", "cgia"),
    "kotlin": ("Kotlin", "m", "cio"),
    "typescript": ("TypeScript", "fmG", "cig"),
    "tsx": ("TypeScript", "fmG", "cig"),
    "javascript": ("JavaScript", "fmgGS", ""),  # objects count as its classes
    "go": ("Go", "f", "si"),
    "csharp": ("C#", "m", "cigs"),
    "ruby": ("Ruby", "fS", "cm"),
    "c": ("C", "f", "sug"),
    "objc": ("ObjectiveC", "mcf", "iIP"),
    "cpp": ("C++", "f", "csug"),
    "rust": ("Rust", "fP", "sig"),
}


def is_known(language: str) -> bool:
    """True if ctags is installed and reads the language; it has no Swift."""
    return language in _KINDS and shutil.which("ctags") is not None


def tags(language: str, paths: Iterable[Path]) -> set[Tag]:
    """The callables and types of the files, without prototypes and without invented names."""
    name, callables, types = _KINDS[language]
    command = [
        "ctags",
        "-x",
        f"--_xformat=%F{_SEPARATOR}%k{_SEPARATOR}%N",
        f"--language-force={name}",
        f"--kinds-{name}={callables}{types}",
        "-L",
        "-",
    ]
    listed = "\n".join(map(str, paths))
    done = subprocess.run(command, input=listed, capture_output=True, text=True, check=True)
    found: set[Tag] = set()
    for line in done.stdout.splitlines():
        path, kind, named = line.split(_SEPARATOR)
        group = TYPES if kind in types else CALLABLES
        is_prototype = language == "objc" and group == CALLABLES and path.endswith(".h")
        if not is_prototype and not named.startswith(_INVENTED):
            found.add(Tag(path, plain(named), group))
    return found


def plain(name: str) -> str:
    """A name as both write it: an Objective-C method's first word, an operator without blanks."""
    return name.partition(":")[0].replace(" ", "")
