"""What a path alone says: the module's name, the folders above, whether the file holds tests."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from codewitness.model.names import composed

# Folders that hold sources without being part of a module's name, longest first.
_SOURCE_ROOTS = (
    "src/main/java/",
    "src/main/kotlin/",
    "src/test/java/",
    "src/test/kotlin/",
    "src/main/scala/",
    "src/",
    "lib/",
)
# Files that stand for their folder, by their ending too: `mod.py` is a module like any other.
_FOLDER_FILES = re.compile(r"(?:__init__\.pyi?|index\.(?:d\.)?[cm]?[jt]sx?|mod\.rs)$")

_TEST_FOLDER = re.compile(
    r"(?:^|/)(?:tests?|__tests__|specs?|testdata|e2e|regress|selftests?|[^/]*[-_.]tests?"
    r"|[^/]*[a-z0-9](?-i:Tests?))/",  # UnitTests and androidTest, but not latest
    re.IGNORECASE,
)
_TEST_FILE = re.compile(
    r"(?:^|/)(?:test_[^/]*|[^/]*_(?:test|spec|tests)\.[^/.]+|[^/]*\.(?:test|spec)\.[^/]+|conftest\.py"
    r"|[^/]*[a-z0-9]Tests?\.(?:java|kt|cs|swift|m|mm|scala)|tests?\.[a-z]+)$"
)
# What ships, by the folders of Gradle, Maven and Kotlin: a library for tests is no test.
_SHIPPED = re.compile(r"(?:^|/)(?:[^/]*[-_.]test/)?src/(?:main|[a-z][A-Za-z0-9]*Main)/.*")


def module_name(path: str) -> str:
    """Dotted module name of a file: `src/pkg/mod.py` is `pkg.mod`, `pkg/__init__.py` is `pkg`."""
    for root in _SOURCE_ROOTS:
        if path.startswith(root) and len(path) > len(root):
            path = path[len(root) :]
            break
    *folders, base = path.split("/")
    stem = base.split(".", 1)[0] if not base.startswith(".") else base
    parts = folders if _FOLDER_FILES.match(base) and folders else [*folders, stem]
    return composed(".".join(parts))


def folders_above(path: str) -> Iterator[str]:
    """The folders that a file is in, from the innermost to the top, which is ""."""
    while path:
        path = posixpath.dirname(path)
        yield path


def is_test_path(path: str) -> bool:
    """True for files that by folder or name hold tests."""
    path = _SHIPPED.sub("/", path)
    return bool(_TEST_FOLDER.search(path) or _TEST_FILE.search(path))
