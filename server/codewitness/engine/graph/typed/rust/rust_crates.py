"""Where files of Rust stand: those at the roots of crates, and the modules that the others are."""

from __future__ import annotations

import posixpath
from functools import cached_property

from codewitness.engine.graph.typed.rust import cargo
from codewitness.engine.graph.typed.world import MODULE, FileScopes, World
from codewitness.model.facts import Kind, join_name
from codewitness.syntax.paths import folders_above

_BY_NAME = ("main.rs", "lib.rs")


class Crates:
    """The crates of a workspace.

    A module is known by the folder of its crate's root and the names that lead to it, parted by
    dots: `src.store.row`. A library is known by its folder, any other root by its path.
    """

    def __init__(self, world: World) -> None:
        self._files = {path: file for path, file in world.files.items() if file.language == "rust"}
        self._manifests = cargo.manifests(world.texts)
        self._placed: dict[str, tuple[str, str]] = {}

    def package(self, path: str) -> str:
        """The name of the module that a file is."""
        return join_name(*self.place(path))

    def place(self, path: str) -> tuple[str, str]:
        """What a crate's root is known by or its folder, and the names that lead from it on."""
        if (known := self._placed.get(path)) is None:
            known = self._placed[path] = self._place(path)
        return known

    def _place(self, path: str) -> tuple[str, str]:
        folder = posixpath.dirname(path)
        if path in self.roots_in.get(folder, ()):
            return (folder if self._is_library(path) else path), ""
        own = next((one for one in folders_above(path) if one in self.roots_in), None)
        if own is None:
            folders = folder.split("/")
            at = max((k for k, part in enumerate(folders) if part == "src"), default=-1)
            if at < 0:
                return path, ""  # of no crate that is known
            own = "/".join(folders[: at + 1])
        inside = path[len(own) + 1 :] if own else path
        names = inside.removesuffix(".rs").split("/")
        return own, ".".join(names[:-1] if names[-1] == "mod" else names)

    @cached_property
    def roots_in(self) -> dict[str, list[str]]:
        """The roots of crates by their folder; a file that another one declares is a module."""
        found: dict[str, list[str]] = {}
        for path in sorted(self._files):
            if self._may_be_root(path):
                found.setdefault(posixpath.dirname(path), []).append(path)
        return {folder: self._undeclared(paths) for folder, paths in found.items()}

    def _undeclared(self, paths: list[str]) -> list[str]:
        names = {path: posixpath.basename(path).removesuffix(".rs") for path in paths}
        rest = [
            path
            for path in paths
            if not any(names[path] in _declared(self._files[one]) for one in paths if one != path)
        ]
        return rest or paths

    def _may_be_root(self, path: str) -> bool:
        manifest = cargo.nearest(self._manifests, path)
        if manifest is not None:
            return manifest.is_root(path)
        parts = path.split("/")
        if parts[-1] in _BY_NAME:
            return True
        if "src" in parts:
            return cargo.is_root_by_place(parts[len(parts) - parts[::-1].index("src") - 1 :])
        return any(cargo.is_root_by_place(parts[k:]) for k in range(len(parts) - 1))

    def _is_library(self, path: str) -> bool:
        manifest = cargo.nearest(self._manifests, path)
        return posixpath.basename(path) == "lib.rs" or (
            manifest is not None and manifest.library == path
        )

    def of_file(self, path: str) -> list[str]:
        """The crates that a file is of: several, if each of them declares its module."""
        root, inside = self.place(path)
        if not inside:
            return [root]
        first = inside.partition(".")[0]
        roots = self.roots_in.get(root, ())
        declaring = [one for one in roots if first in _declared(self._files[one])]
        return [self.place(one)[0] for one in declaring] or [root]

    def above(self, path: str, module: str) -> list[str]:
        """The modules around a module that a file is or holds."""
        outer = module.rpartition(".")[0]
        return self.of_file(path) if outer == self.place(path)[0] else [outer]

    def beside(self, package: str) -> list[str]:
        """Of a root that is no library its folder, of a folder such roots in it."""
        if package in self._files:
            return [posixpath.dirname(package)]
        return [one for one in self.roots_in.get(package, ()) if not self._is_library(one)]

    def folder_of(self, package: str) -> str:
        """What names of modules that a module declares begin with."""
        return posixpath.dirname(package) if package in self._files else package

    def declares(self, path: str, name: str) -> bool:
        """True for a module that a file has below it, whatever crates there are of its name."""
        return name in _declared(self._files[path])

    def begins_at_root(self, path: str) -> bool:
        """True for a file whose imports begin at the root of its crate."""
        own = cargo.nearest(self._manifests, path)
        return own is not None and own.is_old

    def named(self, path: str, name: str) -> str | None:
        """The library that a file knows by a name: its own crate's, or one that this depends on."""
        own = cargo.nearest(self._manifests, path)
        if own is not None and own.name == name:
            return posixpath.dirname(own.library)
        if own is not None and name in own.near:
            meant = self._manifests.get(own.near[name])
            if meant is not None:
                return posixpath.dirname(meant.library)
        wanted = own.packages.get(name, name) if own is not None else name
        found = [one for one in self._manifests.values() if one.name == wanted]
        found = [one for one in found if one.library in self._files] or found
        return posixpath.dirname(found[0].library) if len(found) == 1 else None


def _declared(file: FileScopes) -> frozenset[str]:
    """The modules that a file declares at its top."""
    return frozenset(
        one.name
        for ordinal, one in enumerate(file.definitions)
        if one.kind is Kind.NAMESPACE and file.parent(ordinal) == MODULE
    )
