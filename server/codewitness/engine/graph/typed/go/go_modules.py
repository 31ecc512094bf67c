"""Where the packages of Go are that files import: by `go.mod`, and without one by what fits."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Collection, Iterator

from codewitness.engine.graph.typed.world import MODULE, World
from codewitness.model.flow import form

_MODULE = re.compile(r"^\s*module\s+(\S+)", re.MULTILINE)
# How the packages of Go's own library begin.
_OWN_LIBRARY = frozenset(
    (
        *("archive", "bufio", "bytes", "cmp", "compress", "container", "context", "crypto"),
        *("database", "debug", "embed", "encoding", "errors", "expvar", "flag", "fmt", "go"),
        *("hash", "html", "image", "index", "io", "iter", "log", "maps", "math", "mime", "net"),
        *("os", "path", "plugin", "reflect", "regexp", "runtime", "slices", "sort", "strconv"),
        *("strings", "structs", "sync", "syscall", "testing", "text", "time", "unicode"),
        *("unique", "unsafe", "weak"),
    )
)


def folder_by_module(world: World, folders: Collection[str]) -> dict[str, str]:
    """The folder of each module; `folders` are those that hold Go."""
    found: dict[str, str] = {}
    for path, text in world.texts.items():
        if posixpath.basename(path) == "go.mod" and (match := _MODULE.search(text)):
            found[match[1].strip('"')] = posixpath.dirname(path)
    return found or _guessed(world, folders)


def _guessed(world: World, folders: Collection[str]) -> dict[str, str]:
    """Without any `go.mod` the workspace is what most of its folders are imported as."""
    folders_by_name: defaultdict[str, set[str]] = defaultdict(set)
    for module in set(_imports(world)):
        parts = module.split("/")
        for at in range(1, len(parts) if parts[0] not in _OWN_LIBRARY else 0):
            if (folder := "/".join(parts[at:])) in folders:
                folders_by_name["/".join(parts[:at])].add(folder)
    most = max(map(len, folders_by_name.values()), default=0)
    names = [name for name, own in folders_by_name.items() if len(own) == most]
    return {names[0]: ""} if len(names) == 1 else {}


def _imports(world: World) -> Iterator[str]:
    for file in world.files.values():
        if file.language == "go":
            for _, value in file.flow(MODULE).binds:
                if form(value) == "m":
                    yield value[1]
