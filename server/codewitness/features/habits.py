"""What a folder's code does by habit: names, types, tests, libraries; read from text alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from codewitness.features.memory_scope import MemoryScope
from codewitness.model.facts import Kind
from codewitness.syntax.registry import reading

MAX_READ = 2_000  # files whose text is looked at; of more, so many that are spread over the folder
MAX_TEXT = 200_000  # bytes of a file
Told = Iterator[tuple[str, str]]  # what is counted, and an example

_PYTHON_HEADER = re.compile(
    r"^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)[ \t]*(?:\[[^\]]*\])?"
    r"\(((?:[^()]|\([^()]*\))*)\)([^:]*):",
    re.MULTILINE,
)
_STYLES = (
    ("snake_case", re.compile(r"_*[a-z][a-z0-9]*(?:_+[a-z0-9]+)+_*")),
    ("camelCase", re.compile(r"_*[a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]*)+")),
    ("PascalCase", re.compile(r"_*(?:[A-Z][a-z0-9]*)+")),
    ("UPPER_CASE", re.compile(r"_*[A-Z0-9]+(?:_+[A-Z0-9]+)*_*")),
    ("lowercase", re.compile(r"_*[a-z][a-z0-9]*_*")),
)
_TEST = re.compile(r"(?:^test_|_test\.|\.test\.|\.spec\.|Tests?\.\w+$|_spec\.rb$)")

_JVM = r"^\s*import\s+(?:static\s+)?([\w.]+)"
_ECMA = r"(?:\bfrom|\brequire\(|^\s*import)\s*[\"']([^\"'.\s/][^\"'\s]*)[\"']"
_INCLUDE = r"^\s*#\s*(?:include|import)\s+<([\w./+-]+)>"
_IMPORTS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        language: re.compile(form, re.MULTILINE)
        for languages, form in (
            (("python",), r"^\s*(?:from\s+(\w[\w.]*)\s+import|import\s+(\w[\w.]*))"),
            (("java", "kotlin", "swift"), _JVM),
            (("typescript", "tsx", "javascript"), _ECMA),
            (("go",), r"^\s*(?:import\s+)?(?:[\w.]+\s+)?\"([\w.~-]+(?:/[\w.~-]+)*)\"\s*$"),
            (("csharp",), r"^\s*(?:global\s+)?using\s+(?:static\s+)?([A-Za-z][\w.]*)\s*;"),
            (("ruby",), r"^\s*require\s*\(?[\"']([\w./-]+)[\"']"),
            (("rust",), r"^\s*(?:pub(?:\([^)]*\))?\s+)?use\s+(?:::)?(\w+)::"),
            (("c", "cpp", "objc"), _INCLUDE),
        )
        for language in languages
    }
)
_NO_LIBRARIES = frozenset({"crate", "self", "super", "__future__"})
_OWN_NAMES: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "package.json": re.compile(r"\"name\"\s*:\s*\"([^\"]+)\""),
        "Cargo.toml": re.compile(r"^name\s*=\s*\"([^\"]+)\"", re.MULTILINE),
        "go.mod": re.compile(r"^module\s+(\S+)", re.MULTILINE),
    }
)


def naming(scope: MemoryScope) -> Told:
    """The style of each name; a function's that is one word has none."""
    for one in scope.folder.view.symbols:
        if one.language not in _IMPORTS or one.kind is Kind.LAMBDA:
            continue
        if one.name.startswith(("<", "__")):
            continue
        sort = "functions" if one.kind.is_callable else "types"
        style = style_of(one.name, is_type=sort == "types")
        sort = "macros" if one.kind is Kind.MACRO else sort
        if (sort, style) != ("functions", "lowercase"):
            yield f"{one.language} {sort}: {style}", one.qualified_name


def style_of(name: str, *, is_type: bool) -> str:
    """How a name is written; `save!`, `empty?` and `rows=` of Ruby as without their marks."""
    bare = name.rstrip("?!=") or name
    if not is_type and len(bare) > 1 and bare.isupper():
        return "UPPER_CASE"  # a type's may be an abbreviation
    return next((style for style, form in _STYLES if form.fullmatch(bare)), "other")


def typing(texts: Sequence[tuple[str, str, str]]) -> Told:
    """Whether functions of Python have types."""
    for language, _, text in texts:
        if language == "python":
            for found in _PYTHON_HEADER.finditer(text):
                typed = "->" in found[3] or re.search(r"\w\s*:\s*[\w\"']", found[2])
                yield f"python functions {'with' if typed else 'without'} types", found[1]


def testing(scope: MemoryScope) -> Told:
    """Files of tests, by what marks them in their names."""
    for path in scope.folder.view.files:
        name = path.rpartition("/")[2]
        mark = _TEST.search(name)
        if mark is not None and _language(path) in _IMPORTS:
            ending = name.rpartition(".")[2]
            before = mark[0].removesuffix(ending).rstrip(".")
            form = f"{before}*" if name.startswith(mark[0]) and mark[0] != name else f"*{before}"
            yield f"test files {form}.{ending}", path


def libraries(scope: MemoryScope, texts: Sequence[tuple[str, str, str]]) -> Told:
    """What is imported and not the folder's own, once a file."""
    own = _own_names(scope)
    for language, path, text in texts:
        matches = _IMPORTS[language].finditer(text)
        written = {next(filter(None, match.groups()), "") for match in matches}
        if language in ("c", "cpp", "objc"):
            written = {one for one in written if one.rpartition("/")[2] not in own}
        elif language == "go":
            written = {one for one in written if not _is_within(one, own)}
        names = {_short(language, one) for one in written if one}
        for name in sorted(names - own - _NO_LIBRARIES):
            yield name, path


def texts_of_code(scope: MemoryScope) -> list[tuple[str, str, str]]:
    """Language, path and text of the files of code, or of many that are spread over the folder."""
    paths = [path for path in sorted(scope.folder.view.files) if _language(path) in _IMPORTS]
    found = []
    for path in paths[:: -(-len(paths) // MAX_READ) or 1]:
        scope.snapshot.cancel.check()
        if (source := scope.source(path)) is not None:
            text = source.text.raw[:MAX_TEXT].decode("utf-8", "replace")
            found.append((_language(path), path, text))
    return found


def _language(path: str) -> str:
    how = reading(path)
    return how.language if how is not None else ""


def _short(language: str, name: str) -> str:
    """The library that an imported name belongs to."""
    shorten: Callable[[str], str] | None = {
        "typescript": _package,
        "tsx": _package,
        "javascript": _package,
        "java": _two,
        "kotlin": _two,
        "csharp": _two,
        "python": lambda dotted: dotted.partition(".")[0],
        "ruby": lambda path: path.partition("/")[0],
    }.get(language)
    return shorten(name) if shorten is not None else name


def _package(name: str) -> str:
    return "/".join(name.split("/")[: 2 if name.startswith("@") else 1])


def _two(dotted: str) -> str:
    return ".".join(dotted.split(".")[:2])


def _is_within(module: str, own: frozenset[str]) -> bool:
    parts = module.split("/")
    return any("/".join(parts[:n]) in own for n in range(1, len(parts) + 1))


def _own_names(scope: MemoryScope) -> frozenset[str]:
    """Names by which the folder's own code is imported: packages, headers, what manifests say."""
    found: set[str] = set()
    for path in scope.folder.view.files:
        base = path.rpartition("/")[2]
        found |= {path.partition("/")[0].partition(".")[0], base}
        form = _OWN_NAMES.get(base)
        source = scope.source(path) if form is not None else None
        if form is not None and source is not None:
            text = source.text.raw[:MAX_TEXT].decode("utf-8", "replace")
            names = form.findall(text)[:1]
            found |= {*names, *(name.replace("-", "_") for name in names)}
    for one in scope.folder.view.symbols:
        if one.language in _IMPORTS:
            found.add(_short(one.language, one.qualified_name))
    return frozenset(found)
