"""What a file's place says about it: an older version, a header, built, for another machine.

All of it counts less only beside what it stands back for, and not at all if the query names it.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from codewitness.engine.rank.stems import stem, stems

PLACE_BOOSTS: Mapping[str, float] = MappingProxyType(
    {
        "older": 0.6,  # `v1/` beside `v2/`, or `v1/models.py` beside `models.py`
        # `cookie.h` beside `cookie.c` or in `include/`, `Contracts/Store.php` beside `Store.php`,
        # `StoreInterface.php` and `IStore.cs` where there is a `Store` or a `MemoryStore`,
        # `server.d.ts` beside code
        "header": 0.75,
        "elsewhere": 0.7,  # for systems other than this machine's
        # what a tool has made of other files: `dist/`, `*.min.js`, `parser.c` beside `parser.y`
        "built": 0.5,
        "aside": 0.7,  # examples, benchmarks, what is vendored, built or kept for others
    }
)
_WEB = r"[^/]*\.(?:[cm]?[jt]s|css|map)$"
_ASIDE = re.compile(
    rf"(?:^|/)(?:[\w.-]*[._-](?=examples?/|samples?/|(?:micro)?bench(?:marks?)?/))?"
    rf"((?:build|out)(?=/(?:.*/)?{_WEB})"
    r"|(?:deps|extern(?:als?)?)(?=/[^/]+/)"  # of others, each in a folder of its own
    r"|(?:examples?|samples?|snippets?|tutorials?|demos?|experiments?|fixtures?|mocks?"
    r"|(?:micro)?bench(?:marks?)?|jmh|jcstress|perf[_-]?tests?|vendor(?:ed)?|node_modules"
    r"|(?:third|3rd)[_-]?party|legacy|compat|deprecated)(?=/))",
    re.IGNORECASE,
)
_MEASURES = re.compile(r"(?:micro)?bench|jmh|jcstress|perf", re.IGNORECASE)
_OF_BENCHMARKS = stems("bench benchmark benchmarking microbenchmark jmh jcstress perf performance")
_BUILT = re.compile(
    rf"(?:^|/)(?:(?:[\w.]+-)?dist|priv/static)/(?:.*/)?{_WEB}|[.-](?:min|bundle|umd)\.(?:[cm]?js|css)(?:\.map)?$"
    r"|(?:^|/)_*generated_*/|\.(?:generated|freezed|g|pb(?:\.gw)?|designer)\.\w+$|_pb2(?:_grpc)?\.pyi?$",
    re.IGNORECASE,
)
_VERSION = re.compile(r"(?:^|/)v(\d+)(?=/)", re.IGNORECASE)
_DEFINED_IN = {
    ".h": (".c", ".cc", ".cpp", ".cxx", ".m", ".mm"),
    ".hpp": (".cc", ".cpp", ".cxx"),
    ".hh": (".cc",),
    ".ts": (".js",),  # of the ending .d.ts, see below
    ".pyi": (".py", ".c", ".pyx"),
    ".mli": (".ml",),
}
_CONTRACTS = re.compile(r"(?:^|(?<=/))(?:contracts?|interfaces?|abstractions)/", re.IGNORECASE)
_INTERFACE = re.compile(r"(?:I([A-Z][a-z]\w*)|(\w+)Interface)(\.(?:php|cs|java))")
_CAPITAL = re.compile(r"[A-Z]")
_TYPES_ALONE = (".d.ts", ".d.mts", ".d.cts")
_ECMA = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts")
_HEADER_FOLDER = re.compile(r"(?:^|/)(?:inc|includes?|headers|public)/", re.IGNORECASE)
_GRAMMARS = (".y", ".yy", ".ypp", ".l", ".ll", ".lex", ".rl")
_OF_GRAMMARS = tuple(
    f"{part}.{ending}"
    for part in ("", ".tab", ".yy")
    for ending in ("c", "h", "cc", "cpp", "hh", "hpp", "go", "rb", "java")
)
_PART_OF_BUILT = frozenset(
    {"build", "built", "bundle", "dist", "generated", "min", "minified", "protobuf"}
)
_SYSTEMS = {
    "windows": ("win", "win32", "win64", "windows", "mingw", "msvc"),
    "darwin": ("darwin", "macos", "osx"),
    "linux": ("linux",),
    "posix": ("posix", "unix"),
    "web": ("wasm", "wasi", "emscripten"),  # a machine of its own
    "other": (
        *("aix", "amiga", "beos", "bsd", "cygwin", "freebsd", "haiku", "ibmi", "netbsd", "openbsd"),
        *("os2", "os390", "os400", "qnx", "solaris", "sunos", "vms", "zos"),
    ),
}
_SYSTEM_OF = {word: system for system, words in _SYSTEMS.items() for word in words}
_HERE = {"win32": ("windows",), "darwin": ("darwin", "posix")}
_PART = re.compile(r"[^/._-]+")


def place_boosts(
    paths: Iterable[str], said: frozenset[str], machine: str = sys.platform
) -> dict[str, dict[str, float]]:
    """The boosts of each path that has any; `said` are the words of the query, in lower case."""
    every = set(paths)
    telling = {path for path in every if _tells(path, machine)}
    if not telling:
        return {}
    meant = {stem(word) for word in said}
    named = {name: _NAMED[name](every, telling) for name in PLACE_BOOSTS if name in _NAMED}
    found: dict[str, dict[str, float]] = {}
    for path in telling.union(*named.values()):
        own = {name for name, of in named.items() if path in of}
        elsewhere = _elsewhere(path, machine)
        own |= {"elsewhere"} if elsewhere and not elsewhere & said else set()
        own -= {"built"} if _PART_OF_BUILT & said else set()
        own |= {"aside"} if (aside := _aside(path)) and aside.isdisjoint(meant) else set()
        if "older" in own and (versioned := _versioned(path)) and f"v{versioned[1]}" in said:
            own.discard("older")
        if own:
            found[path] = {name: by for name, by in PLACE_BOOSTS.items() if name in own}
    return found


@lru_cache(maxsize=50_000)
def _tells(path: str, machine: str) -> bool:
    """True if what is said of a path may be about it, or about another one because of it."""
    return bool(
        _versioned(path)
        or _definers(path)
        or _defined_apart(path)
        or _keeper(path)
        or path.endswith(_TYPES_ALONE)
        or _is_built(path)
        or ".min." in path
        or path.endswith(_GRAMMARS)
        or _elsewhere(path, machine)
        or _aside(path)
    )


def _older(paths: set[str], telling: set[str]) -> set[str]:
    """Those in a folder `v1` beside one with a higher number, or with a twin outside of it."""
    by_parent: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    twins: set[str] = set()
    for path in telling:
        if (versioned := _versioned(path)) is not None:
            parent, number, twin = versioned
            by_parent[parent][number].add(path)
            if twin in paths:
                twins.add(parent)
    older: set[str] = set()
    for parent, by_number in by_parent.items():
        kept = None if parent in twins else max(by_number)
        older |= {p for number, own in by_number.items() if number != kept for p in own}
    return older


@lru_cache(maxsize=20_000)
def _versioned(path: str) -> tuple[str, int, str] | None:
    """What stands before the folder `v1`, its number, and the path without it."""
    if (found := _VERSION.search(path)) is None:
        return None
    parent = path[: found.start()]
    return parent, int(found[1]), f"{parent}{path[found.end() :]}".lstrip("/")


def _headers(paths: set[str], telling: set[str]) -> set[str]:
    """Those that only declare what another file defines, by their ending or by their folder."""
    apart = [(path, names) for path in telling if (names := _defined_apart(path))]
    bases = {path.rpartition("/")[2] for path in paths} if apart else set()
    typed = {path for path in telling if path.endswith(_TYPES_ALONE)}
    has_code = bool(typed) and any(path.endswith(_ECMA) for path in paths - typed)
    declaring = {path for path in telling if not paths.isdisjoint(_definers(path))}
    declaring |= {path for path, names in apart if not bases.isdisjoint(names)}
    return declaring | _interfaces(paths, telling) | (typed if has_code else set())


def _interfaces(paths: set[str], telling: set[str]) -> set[str]:
    """Those whose name is that of an interface, if something is called as what keeps it may be."""
    kept_by = {path: own for path in telling if (own := _keeper(path))}
    if not kept_by:
        return set()
    ends = {end for path in paths - kept_by.keys() for end in _ends(path.rpartition("/")[2])}
    return {path for path, keeper in kept_by.items() if keeper in ends}


@lru_cache(maxsize=20_000)
def _keeper(path: str) -> str:
    """The name of the file that keeps the interface that this one is called; else nothing."""
    found = _INTERFACE.fullmatch(path.rpartition("/")[2])
    return (found[1] or found[2]) + found[3] if found is not None else ""


@lru_cache(maxsize=20_000)
def _ends(base: str) -> tuple[str, ...]:
    """A name from each of its capitals on: `Store.cs` of `MemoryStore.cs`."""
    return tuple(base[one.start() :] for one in _CAPITAL.finditer(base))


@lru_cache(maxsize=20_000)
def _definers(path: str) -> tuple[str, ...]:
    """The files that may define what this one declares."""
    bare, dot, ending = path.rpartition(".")
    twins = [bare.removesuffix(".d") + one for one in _DEFINED_IN.get(dot + ending, ())]
    if _CONTRACTS.search(path) is not None:
        twins.append(_CONTRACTS.sub("", path, count=1))
    return tuple(twins)


@lru_cache(maxsize=20_000)
def _defined_apart(path: str) -> tuple[str, ...]:
    """The names of files in any folder that may define what this one in `include/` declares."""
    return _definers(path.rpartition("/")[2]) if _HEADER_FOLDER.search(path) is not None else ()


def _built(paths: set[str], telling: set[str]) -> set[str]:
    small = (path.partition(".min.") for path in telling if ".min." in path)
    made = {f"{bare}.{ending}" for bare, _, ending in small}  # as large as it was built
    grammars = (path.rpartition(".")[0] for path in telling if path.endswith(_GRAMMARS))
    made.update(bare + ending for bare in grammars for ending in _OF_GRAMMARS)
    return (paths & made) | {path for path in telling if _is_built(path)}


@lru_cache(maxsize=50_000)
def _is_built(path: str) -> bool:
    return _BUILT.search(path) is not None


@lru_cache(maxsize=50_000)
def _aside(path: str) -> frozenset[str]:
    """The stems by which one asks for what the first folder that sets `path` aside has; or none."""
    if (found := _ASIDE.search(path)) is None:
        return frozenset()
    return _OF_BENCHMARKS if _MEASURES.match(found[1]) is not None else stems(found[1])


_NAMED = {"older": _older, "header": _headers, "built": _built}


@lru_cache(maxsize=50_000)
def _elsewhere(path: str, machine: str) -> frozenset[str]:
    """The words for the system that the code at `path` is for, if that is not this machine's."""
    words = [word for part in _PART.findall(path) if (word := part.lower()) in _SYSTEM_OF]
    # `unix/aix.c`: the family says less than the system.
    systems = [_SYSTEM_OF[word] for word in words]
    system = next((one for one in reversed(systems) if one != "posix"), "posix" if words else "")
    if not system or system in _HERE.get(machine, ("linux", "posix")):
        return frozenset()
    return frozenset(_SYSTEMS[system])
