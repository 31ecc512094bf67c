"""What Cargo's manifests say: crates, the files at their roots, and what a crate depends on."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from codewitness.syntax.paths import folders_above

_NAME = re.compile(r"^\s*name\s*=\s*[\"']([\w-]+)[\"']", re.MULTILINE)
_TABLES = ("dependencies", "dev-dependencies", "build-dependencies")
_TARGETS = ("bin", "test", "example", "bench")
_OF_FILES = ("tests", "examples", "benches")  # each file in them is a crate of its own
_MAIN = "main.rs"
_FIRST_EDITION = "2015"


@dataclass(frozen=True, slots=True)
class Manifest:
    """One crate's manifest.

    name: of the library, as code writes it. library: its root. roots: those that the manifest names
    itself. near: folders of crates that it depends on by their path, by the name in code; packages:
    names of packages that it calls by other names. is_old: of the first edition, where imports
    begin at the crate's root.
    """

    folder: str
    name: str
    library: str
    roots: frozenset[str]
    near: Mapping[str, str]
    packages: Mapping[str, str]
    is_old: bool = False

    def is_root(self, path: str) -> bool:
        """True for a file that Cargo compiles as a crate, by its place or because it is named."""
        if path == self.library or path in self.roots:
            return True
        inside = path[len(self.folder) + 1 :] if self.folder else path
        return is_root_by_place(inside.split("/"))


def is_root_by_place(parts: list[str]) -> bool:
    """True for a file at one of the places, within a package, where Cargo looks for crates."""
    if parts in (["build.rs"], ["src", _MAIN], ["src", "lib.rs"]):
        return True
    if parts[:2] == ["src", "bin"]:
        parts = parts[1:]
    elif parts[0] not in _OF_FILES:
        return False
    return len(parts) == 2 or (len(parts) == 3 and parts[2] == _MAIN)


def manifests(texts: Mapping[str, str]) -> dict[str, Manifest]:
    """The manifests of crates among texts of files, by their folder."""
    found = {}
    for path, text in texts.items():
        if posixpath.basename(path) == "Cargo.toml":
            folder = posixpath.dirname(path)
            if (one := _manifest(folder, text)) is not None:
                found[folder] = one
    return found


def _manifest(folder: str, text: str) -> Manifest | None:
    try:
        said: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        # While somebody types in it, its name is what counts most.
        name = _NAME.search(text)
        said = {"package": {"name": name[1]}} if name else {}
    package, library = _table(said, "package"), _table(said, "lib")
    name_said = package.get("name")
    if not isinstance(name_said, str):
        return None
    known = dict(_dependencies(said))
    return Manifest(
        folder,
        _in_code(str(library.get("name", name_said))),
        _within(folder, str(library.get("path", "src/lib.rs"))),
        frozenset(_within(folder, path) for path in _roots(said, package)),
        {k: _within(folder, v["path"]) for k, v in known.items() if _is_text(v, "path")},
        {k: _in_code(v["package"]) for k, v in known.items() if _is_text(v, "package")},
        package.get("edition", _FIRST_EDITION) == _FIRST_EDITION and len(said) > 1,
    )


def _roots(said: Mapping[str, Any], package: Mapping[str, Any]) -> Iterator[str]:
    if _is_text(package, "build"):
        yield package["build"]
    for kind in _TARGETS:
        listed = said.get(kind)
        for one in listed if isinstance(listed, list) else ():
            if isinstance(one, dict) and _is_text(one, "path"):
                yield one["path"]


def _dependencies(said: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name in _TABLES:
        for key, value in _table(said, name).items():
            if isinstance(value, dict):
                yield _in_code(key), value


def _table(said: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = said.get(name)
    return found if isinstance(found, dict) else {}


def _is_text(table: Mapping[str, Any], key: str) -> bool:
    return isinstance(table.get(key), str)


def _in_code(name: str) -> str:
    return name.replace("-", "_")


def _within(folder: str, path: str) -> str:
    found = posixpath.normpath(posixpath.join(folder, path))
    return "" if found == "." else found


def nearest(found: Mapping[str, Manifest], path: str) -> Manifest | None:
    """The manifest of the crate that a file belongs to: the nearest one above it."""
    return next((found[folder] for folder in folders_above(path) if folder in found), None)
