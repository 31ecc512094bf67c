"""What made the rows of an index: another version of the code that does, and they are made anew."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

from codewitness import __version__

PACKAGE = Path(__file__).resolve().parent.parent
_DIGITS = 16

# All that decides what a row says: reading of files, facts, chunks, words, rows.
MAKERS = (
    "model/*.py",
    "syntax/**/*.py",
    "syntax/**/*.scm",
    "engine/rank/tokens.py",
    "engine/graph/files.py",
    "engine/graph/python/naming/lookups.py",
    "engine/graph/packing.py",
    "engine/graph/python/objects/properties.py",
    "engine/symbols.py",
    "platform/reading.py",
    "platform/generated.py",
    "platform/work.py",
    "storage/rows.py",
    "storage/schema.py",
    "storage/tag_keys.py",
)


# What makes edges of what is in the rows.
LINKERS = ("engine/graph/**/*.py",)

# What makes of the words of a row what is kept of them.
WORD_KEEPERS = (
    "storage/kept_texts.py",
    "storage/labels.py",
    "storage/postings.py",
    "storage/stems.py",
    "storage/word_file.py",
    "storage/word_part.py",
)


@cache
def engine_stamp() -> str:
    """The version, and a digest of the sources: a checkout has many states of one version."""
    return f"{__version__}-{digest_of(PACKAGE)}"


@cache
def linker_stamp() -> str:
    """The same of all that decides what an edge is."""
    return f"{engine_stamp()}-{digest_of(PACKAGE, LINKERS)}"


@cache
def words_stamp() -> str:
    """The same of all that decides how words are kept, with the version of the stemmer."""
    return f"{engine_stamp()}-{digest_of(PACKAGE, WORD_KEEPERS)}-{version('PyStemmer')}"


def digest_of(package: Path, makers: tuple[str, ...] = MAKERS) -> str:
    """Digest of the sources below `package` that make rows; an installation may have none."""
    digest = hashlib.sha256()
    for pattern in makers:
        for file in sorted(package.glob(pattern)):
            raw = file.read_bytes()
            digest.update(f"{file.relative_to(package).as_posix()}\0{len(raw)}\0".encode() + raw)
    return digest.hexdigest()[:_DIGITS]
