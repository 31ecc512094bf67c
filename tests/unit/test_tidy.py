"""House rules that no linter knows: sizes, names, swallowed failures, leaks, dead links."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "server" / "codewitness"

MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 70
VAGUE_NAMES = frozenset({"util", "utils", "helper", "helpers", "manager", "managers", "misc"})
BROAD = frozenset({"Exception", "BaseException"})

# Documents that are promised; others are found under docs/.
DOCUMENTS = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/protocol.md")

# Put together so that this file does not hold them itself.
FORBIDDEN = {
    "a path of one machine": re.compile(r"(?<![\w.~-])/(?:work|root)" + "/"),
    "the host of a package registry": re.compile(
        "|".join(re.escape(f"{name}.org") for name in ("py" + "pi", "registry.npm" + "js"))
    ),
}
# Data that tools write whole.
LOCK_FILES = frozenset({"package-lock.json", "npm-shrinkwrap.json", "uv.lock", "yarn.lock"})

_LINK = re.compile(r"\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")
_FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")
_FORMS = (ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def modules() -> tuple[tuple[Path, ast.Module], ...]:
    """Each module of the server, parsed once."""
    paths = sorted(SERVER.rglob("*.py"))
    return tuple((path, ast.parse(path.read_text("utf-8"), str(path))) for path in paths)


@cache
def project_files() -> tuple[Path, ...]:
    """What git tracks or would offer to track."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("needs git and a checkout")
    command = [
        "git",
        "-C",
        str(ROOT),
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    listed = subprocess.run(command, capture_output=True, check=True).stdout
    paths = {ROOT / name for name in listed.decode().split("\0") if name}
    return tuple(sorted(path for path in paths if path.is_file()))


def named(path: Path, line: int = 1) -> str:
    """A place as editors and terminals link it."""
    return f"{path.relative_to(ROOT)}:{line}"


def check(offences: Iterator[str], rule: str) -> None:
    """Fail with all offences at once."""
    found = list(offences)
    assert not found, f"{rule}:\n  " + "\n  ".join(found)


def test_files_are_short() -> None:
    def offences() -> Iterator[str]:
        for path, _ in modules():
            n_lines = len(path.read_text("utf-8").split("\n"))
            if n_lines > MAX_FILE_LINES:
                yield f"{named(path)} has {n_lines} lines"

    check(offences(), f"at most {MAX_FILE_LINES} lines a file; split it by what its parts own")


def test_functions_are_short() -> None:
    def offences() -> Iterator[str]:
        for path, tree in modules():
            for node in ast.walk(tree):
                if not isinstance(node, _FORMS):
                    continue
                n_lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if n_lines > MAX_FUNCTION_LINES:
                    yield f"{named(path, node.lineno)} {node.name} has {n_lines} lines"

    check(offences(), f"at most {MAX_FUNCTION_LINES} lines a function")


def test_names_say_what_is_owned() -> None:
    def offences() -> Iterator[str]:
        for path, tree in modules():
            for part in path.relative_to(SERVER).with_suffix("").parts:
                if part.strip("_").lower() in VAGUE_NAMES:
                    yield f"{named(path)} is called {part!r}"
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef) and node.name.endswith("Manager"):
                    yield f"{named(path, node.lineno)} class {node.name}"

    check(offences(), "name a module or class after what it owns")


def test_no_failure_is_swallowed() -> None:
    def offences() -> Iterator[str]:
        for path, tree in modules():
            for node in ast.walk(tree):
                if _swallows(node):
                    yield named(path, getattr(node, "lineno", 1))

    check(offences(), "a broad `except` logs, raises or answers; else name the exception")


@pytest.mark.parametrize(
    ("source", "is_swallowed"),
    [
        ("try: f()\nexcept Exception: pass", True),
        ("try: f()\nexcept: ...", True),
        ("try: f()\nexcept (OSError, Exception): return_ = 1", False),
        ("for x in y:\n try: f()\n except (OSError, BaseException): continue", True),
        ("def g():\n try: f()\n except Exception: return None", True),
        ("def g():\n try: f()\n except Exception: return []", True),
        ("def g():\n try: f()\n except Exception as e: return Failure(e)", False),
        ("try: f()\nexcept Exception: log.exception('f')", False),
        ("try: f()\nexcept OSError: pass", False),
        ("with contextlib.suppress(Exception): f()", True),
        ("with suppress(KeyError): f()", False),
    ],
)
def test_what_counts_as_swallowed(source: str, is_swallowed: bool) -> None:
    assert any(map(_swallows, ast.walk(ast.parse(source)))) == is_swallowed


def _swallows(node: ast.AST) -> bool:
    if isinstance(node, ast.ExceptHandler):
        is_broad = node.type is None or _is_broad(node.type)
        return is_broad and all(map(_does_nothing, node.body))
    if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "suppress":
        return any(map(_is_broad, node.args))
    return False


def _is_broad(expression: ast.expr) -> bool:
    parts = expression.elts if isinstance(expression, ast.Tuple) else [expression]
    return any(ast.unparse(part).split(".")[-1] in BROAD for part in parts)


def _does_nothing(statement: ast.stmt) -> bool:
    match statement:
        case ast.Pass() | ast.Continue() | ast.Break() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Return(value=value):
            # A constant or an empty display: no trace of the failure is left in the answer.
            return value is None or not any(
                isinstance(part, ast.Name | ast.Call) for part in ast.walk(value)
            )
        case _:
            return False


def test_no_machine_is_mentioned() -> None:
    def offences() -> Iterator[str]:
        for path in project_files():
            raw = path.read_bytes()
            if path.name in LOCK_FILES or b"\0" in raw[:8192]:
                continue
            text = raw.decode("utf-8", "replace")
            for what, pattern in FORBIDDEN.items():
                for match in pattern.finditer(text):
                    line = text.count("\n", 0, match.start()) + 1
                    yield f"{named(path, line)} has {what}: {match[0]}"

    check(offences(), "the project is read on other machines")


@pytest.mark.parametrize(
    "document",
    sorted({*DOCUMENTS, *(p.relative_to(ROOT).as_posix() for p in (ROOT / "docs").rglob("*.md"))}),
)
def test_links_lead_somewhere(document: str) -> None:
    path = ROOT / document
    if not path.exists():
        pytest.skip(f"{document} is not written yet")

    def offences() -> Iterator[str]:
        text = _CODE.sub("", _FENCE.sub("", path.read_text("utf-8")))
        for target in _LINK.findall(text):
            if re.match(r"[a-z][a-z+.-]*:|#", target):
                continue  # another site, or this page
            if not (path.parent / target.partition("#")[0]).exists():
                yield f"{document} links to {target}"

    check(offences(), "links point to files that exist")
