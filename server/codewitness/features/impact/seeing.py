"""Which file sees a name of another one, by its imports, its folder or what it includes.

It is told from names alone: of two files or folders of one name it does not know which is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum

from codewitness.syntax.imports import Import

# Languages that see each other's names.
_FAMILIES = (
    {"javascript", "typescript", "tsx"},
    {"java", "kotlin"},
    {"c", "cpp", "objc"},
)
_BY_FOLDER = frozenset({"go", "java", "kotlin"})  # files of a folder see each other's names
_BY_IMPORT = frozenset(
    {"python", "javascript", "typescript", "tsx", "go", "rust", "java", "kotlin"}
)
_INCLUDING = frozenset({"c", "cpp", "objc"})
_ALL = re.compile(
    rb"import\s*\*|import\s+[\w.]+\.\*|::\*|use\s+\w+::\*|export\s*\*|import\s+static\s+[\w.]+\.\*"
)
_NO_STEMS = frozenset({"__init__", "index", "mod", "lib", "main"})


class Means(IntEnum):
    """Whether a name means what is looked for."""

    NO = 0
    MAYBE = 1
    UNLESS_OTHER = 2  # if no other file declares something by this name
    YES = 3


def is_kin(language: str, other: str) -> bool:
    """True if code of one language may name what the other declares."""
    return language == other or any({language, other} <= family for family in _FAMILIES)


def parts_of(path: str) -> tuple[str, ...]:
    """The names by which a file may be known in an import, its folders' first."""
    *folders, name = path.split("/")
    stem = name.partition(".")[0]
    return (*folders,) if stem in _NO_STEMS else (*folders, stem)


class Imports:
    """What one file imports. included: the files that it includes, directly or not."""

    def __init__(
        self,
        path: str,
        language: str,
        raw: bytes,
        found: tuple[Import, ...],
        included: frozenset[str],
    ) -> None:
        self.path = path
        self.language = language
        self.has_all = _ALL.search(raw) is not None
        self.included = included
        self._found = found

    def local_names(self, name: str, path: str, owner: str = "") -> Iterator[str]:
        """What it calls a name that another file, or a class of it, declares."""
        known = {"crate", "self", "super", *((owner,) if owner else parts_of(path))}
        is_beside = _folder(path) == _folder(self.path)
        for one in self._found:
            module, _, member = one.target.rpartition(".")
            source = module.rpartition(".")[2]
            if member == name and (source in known if source else is_beside):
                yield one.name

    def modules(self, path: str) -> Iterator[str]:
        """What it calls the module that another file is."""
        own = parts_of(path)
        folder = own[-2:-1] if self.language == "go" else own[-1:]
        for one in self._found:
            if one.name and one.target.rpartition(".")[2] in folder:
                yield one.name

    def imports_other(self, name: str) -> bool:
        """True if a name is that of something that it imports."""
        return any(one.name == name for one in self._found)


def sees(at: Imports, word: str, name: str, path: str) -> Means:
    """Whether `word`, standing alone in a file, is the `name` that another file's top level has."""
    if at.path == path:
        return Means.YES if word == name else Means.NO
    if word in at.local_names(name, path):
        return Means.YES
    if at.language in _INCLUDING:
        return Means.YES if path in at.included else Means.NO
    if at.imports_other(word):
        return Means.NO
    if at.language in _BY_FOLDER and _folder(at.path) == _folder(path):
        return Means.YES
    if at.language in _BY_IMPORT:
        return Means.MAYBE if at.has_all and at.language != "go" else Means.NO
    return Means.UNLESS_OTHER


def through(at: Imports, receiver: str, path: str) -> Means:
    """Whether what stands before a name is the module that a file is."""
    if receiver in at.modules(path):
        return Means.YES
    is_path = at.language == "rust" and receiver in (*parts_of(path)[-1:], "crate", "super", "self")
    return Means.YES if is_path else Means.NO


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
