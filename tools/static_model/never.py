"""Repositories that judge a model must not teach it: which packages, folders and files those are.

The list has one `owner/name` a line; a line with a colon names further projects after it, parted by
commas. A package is known by its name, as registries and distributions write it, and by the address
that its metadata gives; copies inside other packages by the names of their folders, by the address
in a file's head and, if the repositories are at hand, by their code itself.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

HEAD_CHARACTERS = 3_000  # of a file, in which it says whose it is
MIN_CODE = 200  # letters, digits and signs of a piece of code that no two projects share by chance

_ADDED = re.compile(
    r"^(?:@[^/]+/|python3?-|node-|golang-[a-z]+-|ruby-|rust-|librust-|haskell-|php-|lib(?=.*-java$))"
    r"|(?:-java|-dev|-js|\.js|-core)$"
)
_NUMBER = re.compile(r"[-_.]?\d[\d.]*$")
# What metadata calls the address of the project itself, not of what it needs.
_OWN_ADDRESS = re.compile(
    r"^\W*(?:homepage|home-page|project-url|source|repository|url|module|upstream-contact"
    r"|(?:s|spec|gem)\.homepage|git|vcs-\w+)\b[^\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
_METADATA = (
    *("package.json", "Cargo.toml", "go.mod", "METADATA", "PKG-INFO", "pyproject.toml"),
    *("composer.json", "control", "copyright", "*.gemspec", "*.cabal"),
)


class Refused(Exception):
    """A package is one of those that judge; the message says which and how that shows."""


@dataclass(frozen=True, slots=True)
class Never:
    """`repositories` are `owner/name` in lower case, `names` what their packages may be called."""

    repositories: frozenset[str]
    names: frozenset[str]
    code: frozenset[bytes] = frozenset()

    @classmethod
    def read(cls, text: str, code: Iterable[bytes] = ()) -> Never:
        """The list as it is in its file; `code` are keys of pieces of it, see `code_key`."""
        repositories, names = set(), set()
        for line in filter(None, (line.strip().lower() for line in text.splitlines())):
            if ":" in line:
                names |= {part.strip() for part in line.partition(":")[2].split(",")}
                continue
            owner, _, name = line.partition("/")
            if not name or " " in line:
                raise ValueError(f"{line!r}: write owner/name, or a title, a colon and names")
            repositories.add(line)
            names |= {name, plain_name(name), f"{owner}-{name}"}
            if owner.startswith(name) or name.startswith(f"{owner}-"):
                names |= {owner, plain_name(owner)}
        return cls(frozenset(repositories), frozenset(names), frozenset(code))

    def check_package(self, name: str, folder: Path) -> None:
        """Raise `Refused` if the package is one of those, by its name or by its metadata."""
        for called in (name.lower(), plain_name(name)):
            if called in self.names:
                raise Refused(f"{name}: a repository of that name judges; take it off the sources")
        for file in _metadata(folder, ("", "*/", "*/debian/")):
            if (found := self._own_address(file)) is not None:
                raise Refused(f"{name}: {file.name} says that it is {found}, which judges")

    def copies(self, folder: Path) -> tuple[str, ...]:
        """Folders in a package, each with a `/` behind, whose metadata say that they are copies."""
        files = _metadata(folder, ("**/",))
        found = {file.parent for file in files if self._own_address(file) is not None}
        return tuple(sorted(f"{one.relative_to(folder).as_posix()}/" for one in found))

    def is_copy(self, path: str, head: str) -> bool:
        """True for a file of a package that is, or may be, of one of those repositories.

        `path` is relative to the package; its folders count, and who `head` says that it is by.
        """
        folders = path.lower().split("/")[:-1]
        if any(one in self.names or plain_name(one) in self.names for one in folders):
            return True
        return self._named_in(head[:HEAD_CHARACTERS]) is not None

    def is_code(self, text: str) -> bool:
        """True if this very code, comments and layout apart, is in one of those repositories."""
        return bool(self.code) and code_key(text) in self.code

    def _named_in(self, text: str) -> str | None:
        for found in re.findall(r"[\w.-]+/[\w.-]+", text.lower()):
            if found.removesuffix(".git").rstrip(".") in self.repositories:
                return found
        # An address has more before and behind: github.com/owner/name/issues
        for owner, name in re.findall(r"(?<=[/:])([\w-]+)/([\w.-]+)", text.lower()):
            if f"{owner}/{name.removesuffix('.git').rstrip('.')}" in self.repositories:
                return f"{owner}/{name}"
        return None

    def _own_address(self, metadata: Path) -> str | None:
        text = metadata.read_text("utf-8", "replace")
        named = (self._named_in(line) for line in _OWN_ADDRESS.findall(text))
        return next(filter(None, named), None)


def plain_name(name: str) -> str:
    """A package's name without what registries and distributions add: `node-express` is `express`.

    >>> plain_name("libjackson2-databind-java"), plain_name("libuv1"), plain_name("@trpc/server")
    ('jackson2-databind', 'libuv', 'server')
    """
    name, before = name.lower(), ""
    while name != before:
        before, name = name, _ADDED.sub("", name)
    return _NUMBER.sub("", name) or name


def code_key(text: str) -> bytes | None:
    """Of two texts with the same signs and words the same; None if they are too few to tell."""
    bare = "".join(text.split())
    if len(bare) < MIN_CODE:
        return None
    return hashlib.blake2b(bare.encode("utf-8", "replace"), digest_size=8).digest()


def _metadata(folder: Path, where: Iterable[str]) -> Iterator[Path]:
    """Files below `folder` that say what something is, in the folders that the patterns name."""
    for pattern in where:
        for name in _METADATA:
            yield from sorted(path for path in folder.glob(pattern + name) if path.is_file())
