"""Whether a text says the words of a query as they stand, or only speaks of the same.

A message that was seen is written in code: in quotes, or in a file of texts. A comment of the same
few words tells what is near; that is what words and vectors are there for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from codewitness.engine.rank.tokens import WORD
from codewitness.model.facts import ChunkKind

_PLAIN = re.compile(r"[^\W_](?:[\w\s,'/-]*[^\W_])?[.!?]?")  # nothing that only code has
_MANY = 6  # words that are hardly ever the same in two places, unless one was taken from the other
_COMMENT = re.compile(
    rb"\s*(?://|/\*|<!--|\(\*|\{-|\"\"\"|'''|(?:[#*;%]+|--+)(?:[\s:!/]|$))"  # and not `#define`
)
_AFTER_CODE = re.compile(rb"(?:^|\s)(?://|/\*|#|--)\s[^\"'`]*$")
_DOCSTRING = b'"""'


def plain_words(text: str) -> tuple[str, ...]:
    """The words of a query that may as well be about something as be a message; else none."""
    plain = _PLAIN.fullmatch(text.strip())
    return tuple(WORD.findall(text)) if plain is not None else ()


def says(raw: bytes, kind: ChunkKind, asked: tuple[str, ...], least: int) -> bool:
    """True if `raw` has all that is asked for, and not just in the names of code.

    Or a run of `least` of the words; and outside of comments, unless it has many and all of them.
    """
    is_prose = kind is ChunkKind.SECTION
    if (whole := _form(asked)).search(raw) is not None and len(asked) >= _MANY:
        return True
    forms = (whole, *(_form(run) for run in _runs(asked, least) if len(asked) > least))
    return not is_prose and any(
        not _is_comment(raw, found.start()) for form in forms for found in form.finditer(raw)
    )


def _is_comment(raw: bytes, at: int) -> bool:
    before = raw[raw.rfind(b"\n", 0, at) + 1 : at]
    if _COMMENT.match(before) is not None or _AFTER_CODE.search(before) is not None:
        return True
    return raw.count(_DOCSTRING, 0, at) % 2 == 1


def _runs(asked: tuple[str, ...], size: int) -> Iterator[tuple[str, ...]]:
    return (asked[at : at + size] for at in range(len(asked) - size + 1))


@lru_cache(maxsize=256)
def _form(words: tuple[str, ...]) -> re.Pattern[bytes]:
    joined = rb"\W+".join(re.escape(word.encode()) for word in words)
    return re.compile(rb"(?<!\w)" + joined + rb"(?!\w)", re.IGNORECASE)
