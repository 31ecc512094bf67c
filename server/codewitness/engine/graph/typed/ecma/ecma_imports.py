"""Which file an import of JavaScript or TypeScript means.

Relative paths, `paths` of tsconfig.json, what bundlers take for the sources, and the packages of
the workspace by their package.json. What is in none of them is from outside.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

_EXTENSIONS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts")
_WRITTEN = {".js": (".ts", ".tsx"), ".mjs": (".mts",), ".cjs": (".cts",), ".jsx": (".tsx",)}
# Folders into which packages are built, and where their sources are.
_BUILT = re.compile(r"^(?:\./)?(?:dist|lib|build|out|esm|cjs)/")
_CONDITIONS = ("source", "types", "import", "module", "default", "require", "node", "browser")
# How a name begins that stands for the sources, and where these may be.
_FROM_SOURCES = ("@/", "~/", "~~/")
_SOURCES = ("src/", "app/", "")
_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING = re.compile(r",(\s*[}\]])")


class EcmaImports:
    """Finds modules among `paths`, by the configuration in `texts` (path to text)."""

    def __init__(self, paths: frozenset[str], texts: Mapping[str, str]) -> None:
        self.paths = paths
        self.texts = texts
        self._found: dict[tuple[str, str], str | None] = {}

    def find(self, importer: str, module: str) -> str | None:
        """Path of the file that `module` means in the file `importer`; None if it is outside."""
        folder = posixpath.dirname(importer)
        key = (folder, module)
        if key not in self._found:
            self._found[key] = self._find(folder, module)
        return self._found[key]

    def _find(self, folder: str, module: str) -> str | None:
        if module.startswith("."):
            return self._file(_joined(folder, module))
        for start, patterns in self._mappings(folder):
            for pattern, targets in patterns.items():
                for place in _matches(pattern, targets, module):
                    if found := self._file(_joined(start, place)):
                        return found
        return self._by_custom(folder, module) or self._in_package(module)

    def _by_custom(self, folder: str, module: str) -> str | None:
        """`#name` by package.json; `@/name` and `~/name`, as bundlers are told, from the sources.

        No package has such a name. What a bundler's own program says is not read.
        """
        if module.startswith("#"):
            for above in _upwards(folder):
                imports = self._json(_joined(above, "package.json")).get("imports")
                for place in _imported(imports, module):
                    if found := self._plain(_joined(above, _bare(place))):
                        return found
        if not module.startswith(_FROM_SOURCES):
            return None
        rest = module.partition("/")[2]
        places = (_joined(a, f"{b}{rest}") for a in _upwards(folder) for b in _SOURCES)
        return next((found for place in places if (found := self._file(place))), None)

    def _file(self, path: str) -> str | None:
        """The file of this path, with or without its extension, or a folder's index."""
        if path in self.paths and not path.endswith(".json"):
            return path
        stem, extension = posixpath.splitext(path)
        for other in _WRITTEN.get(extension, ()):
            if stem + other in self.paths:
                return stem + other
        for extension in _EXTENSIONS:
            if path + extension in self.paths:
                return path + extension
        for extension in _EXTENSIONS:
            if (index := _joined(path, "index" + extension)) in self.paths:
                return index
        return self._entry(path, "") if _joined(path, "package.json") in self.texts else None

    # tsconfig.json

    def _mappings(self, folder: str) -> Iterator[tuple[str, Mapping[str, list[str]]]]:
        for above in _upwards(folder):
            for name in ("tsconfig.json", "jsconfig.json"):
                if (path := _joined(above, name)) in self.texts:
                    start, patterns = self._configured(path)
                    if patterns:
                        yield start, patterns

    def _configured(self, path: str, depth: int = 0) -> tuple[str, Mapping[str, list[str]]]:
        """Where its mappings start from, and the mappings."""
        config = self._json(path)
        options = config.get("compilerOptions")
        options = options if isinstance(options, dict) else {}
        folder = posixpath.dirname(path)
        start = _joined(folder, str(options.get("baseUrl", ".")))
        if isinstance(patterns := options.get("paths"), dict):
            return start, patterns
        extends = config.get("extends")
        if isinstance(extends, str) and extends.startswith(".") and depth < 5:
            other = _joined(folder, extends)
            other = other if other in self.texts else other + ".json"
            if other in self.texts:
                return self._configured(other, depth + 1)
        return (start, {"*": ["*"]}) if "baseUrl" in options else (start, {})

    # package.json

    @cached_property
    def _folder_by_package(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for path in self.texts:
            if posixpath.basename(path) == "package.json":
                name = self._json(path).get("name")
                if isinstance(name, str):
                    found.setdefault(name, posixpath.dirname(path))
        return found

    def _in_package(self, module: str) -> str | None:
        parts = module.split("/")
        n_name = 2 if module.startswith("@") else 1
        folder = self._folder_by_package.get("/".join(parts[:n_name]))
        return None if folder is None else self._entry(folder, "/".join(parts[n_name:]))

    def _entry(self, folder: str, inside: str) -> str | None:
        config = self._json(_joined(folder, "package.json"))
        places: list[str] = []
        exports = config.get("exports")
        if exports is not None:
            places += _exported(exports, f"./{inside}" if inside else ".")
        if not inside:
            fields = ("source", "types", "typings", "module", "main")
            places += (value for name in fields if isinstance(value := config.get(name), str))
            places += ("src/index", "index", "lib/index")
        else:
            places += (inside, f"src/{inside}")
        for place in places:
            for one in (place, _BUILT.sub("src/", place)):
                if (path := _joined(folder, _bare(one))) and (found := self._plain(path)):
                    return found
        return None

    def _plain(self, path: str) -> str | None:
        if path in self.paths and not path.endswith((".json", ".d.ts")):
            return path
        for extension in _EXTENSIONS[:-1]:
            for place in (path + extension, _joined(path, "index" + extension)):
                if place in self.paths:
                    return place
        return None

    def _json(self, path: str) -> dict[str, Any]:
        text = self.texts.get(path, "")
        try:
            found = json.loads(text)
        except ValueError:
            try:
                plain = _COMMENT.sub(lambda match: match[1] or "", text)
                found = json.loads(_TRAILING.sub(r"\1", plain))
            except ValueError:
                return {}  # being edited; it says nothing until it can be read again
        return found if isinstance(found, dict) else {}


def _upwards(folder: str) -> Iterator[str]:
    """A folder, and those above it."""
    while folder:
        yield folder
        folder = posixpath.dirname(folder)
    yield ""


def _bare(path: str) -> str:
    for extension in (".d.ts", ".d.mts", ".d.cts", *_EXTENSIONS):
        if path.endswith(extension):
            return path.removesuffix(extension)
    return path


def _joined(folder: str, path: str) -> str:
    joined = posixpath.normpath(posixpath.join(folder, path))
    return "" if joined == "." else joined


def _matches(pattern: str, targets: object, module: str) -> Iterator[str]:
    if not isinstance(targets, list):
        return
    before, star, after = pattern.partition("*")
    if not star:
        if module == pattern:
            yield from (str(target) for target in targets)
    elif module.startswith(before) and module.endswith(after):
        part = module[len(before) : len(module) - len(after)]
        yield from (str(target).replace("*", part) for target in targets)


def _exported(exports: object, wanted: str) -> Iterator[str]:
    """Paths that `exports` of a package.json gives for `wanted`."""
    if isinstance(exports, str):
        if wanted == ".":
            yield exports
    elif isinstance(exports, list):
        for one in exports:
            yield from _exported(one, wanted)
    elif isinstance(exports, dict):
        if not any(str(key).startswith(".") for key in exports):
            if wanted == ".":
                yield from _by_condition(exports)
            return
        for key, value in exports.items():
            yield from _imported({key: value}, wanted)


def _imported(imports: object, wanted: str) -> Iterator[str]:
    """Paths that `imports` of a package.json gives for `#name`."""
    for key, value in imports.items() if isinstance(imports, dict) else ():
        for place in _matches(str(key), [wanted], wanted):
            part = _star_part(str(key), place)
            yield from (path.replace("*", part) for path in _by_condition(value))


def _star_part(pattern: str, place: str) -> str:
    before, star, after = pattern.partition("*")
    return place[len(before) : len(place) - len(after)] if star else ""


def _by_condition(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _by_condition(one)
    elif isinstance(value, dict):
        known = [value[name] for name in _CONDITIONS if name in value]
        for one in [*known, *value.values()]:
            yield from _by_condition(one)
