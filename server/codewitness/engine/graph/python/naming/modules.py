"""Which file a module's name means, seen from a file that imports it."""

from __future__ import annotations

from collections.abc import Iterable

PACKAGE = "__init__.py"
_ENDINGS = (".py", ".pyi", f"/{PACKAGE}")


class Modules:
    """The Python files of a folder as modules. A package without `__init__.py` is its folder.

    own_package: the name of the folder, by which its files know it if it is itself a package.
    """

    def __init__(self, paths: Iterable[str], own_package: str = "") -> None:
        self._own = f"{own_package}." if own_package else ""
        self.paths = {path for path in paths if path.endswith((".py", ".pyi", ".pyw"))}
        self._folders = {""}
        for path in self.paths:
            folder = folder_of(path)
            while folder and folder not in self._folders:
                self._folders.add(folder)
                folder = folder_of(folder)
        self._roots = self._source_roots()
        self._found: dict[tuple[str, str], str | None] = {}  # by folder and name

    def find(self, importer: str, name: str) -> str | None:
        """Path of the module `name` (relative ones begin with dots); None if it is elsewhere."""
        return self.find_from(folder_of(importer), name)

    def find_from(self, folder: str, name: str) -> str | None:
        """The same for a file in `folder`."""
        key = (folder, name)
        if key not in self._found:
            self._found[key] = self._find(folder, name)
        return self._found[key]

    def _find(self, folder: str, name: str) -> str | None:
        if name.startswith("."):
            rest = name.lstrip(".")
            for _ in range(len(name) - len(rest) - 1):
                folder = folder_of(folder)
            return self._at(folder, rest.replace(".", "/"))
        inner = name.replace(".", "/")
        for root in self._roots_of(folder):
            if (found := self._at(root, inner)) is not None:
                return found
        return self._by_own_name(name) if self._own and PACKAGE in self.paths else None

    def _by_own_name(self, name: str) -> str | None:
        """`own.module`, or `outer.own.module` where the folder is a package in another."""
        if f"{name}.".startswith(self._own):
            return self._at("", name.replace(".", "/")[len(self._own) :])
        _, found, rest = name.partition(f".{self._own}")
        return self._at("", rest.replace(".", "/")) if found and rest else None

    def named_like(self, importer: str, begin: str, end: str) -> list[str]:
        """Paths of the modules whose names begin and end so: `plugins.` and nothing."""
        outer, dot, begin = begin.rpartition(".")
        outer += dot if not outer.strip(".") else ""  # `.name`, of the package itself
        around = self.find(importer, outer) if outer else None
        if outer and around is None:
            return []
        folders = {*self._roots_of(folder_of(importer))} if around is None else {folder_of(around)}
        found = []
        for path in sorted(self.paths - {importer}):
            package = path.removesuffix(f"/{PACKAGE}")
            name = package.rpartition("/")[2]
            name = name if package != path else name.partition(".")[0]
            is_long = len(name) >= len(begin) + len(end) and name != "__init__"
            is_like = is_long and name.startswith(begin) and name.endswith(end)
            if is_like and folder_of(package) in folders:
                found.append(path)
        return found

    def inside(self, module: str, name: str) -> str | None:
        """Path of the module `name` in the package `module`."""
        if module.endswith("/"):
            return self._at(module.rstrip("/"), name)
        if module.endswith(f"/{PACKAGE}") or module == PACKAGE:
            return self._at(folder_of(module), name)
        return None

    def _at(self, folder: str, inner: str) -> str | None:
        base = f"{folder}/{inner}" if folder and inner else folder or inner
        if inner:
            for ending in (f"/{PACKAGE}", ".py", ".pyi"):
                if base + ending in self.paths:
                    return base + ending
        elif (package := f"{base}/{PACKAGE}" if base else PACKAGE) in self.paths:
            return package
        return f"{base}/" if base in self._folders and base else None

    def _roots_of(self, folder: str) -> Iterable[str]:
        # A script finds its neighbours; a module of a package finds what is beside the package.
        seen = set()
        while True:
            if not folder or f"{folder}/{PACKAGE}" not in self.paths:
                seen.add(folder)
                yield folder
            if not folder:
                break
            folder = folder_of(folder)
        for root in self._roots:
            if root not in seen:
                yield root

    def _source_roots(self) -> list[str]:
        """Folders that hold packages without being one."""
        found = {""}
        for path in self.paths:
            if path.endswith(f"/{PACKAGE}"):
                above = folder_of(folder_of(path))
                if f"{above}/{PACKAGE}" not in self.paths and above != folder_of(path):
                    found.add(above)
        for name in ("src", "lib"):
            if name in self._folders:
                found.add(name)
        return sorted(found, key=lambda folder: (folder.count("/"), folder))


def folder_of(path: str) -> str:
    """The folder of a file or folder; empty for the workspace's own."""
    return path.rpartition("/")[0]
