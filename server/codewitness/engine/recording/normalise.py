"""Messages with what differs from run to run masked: paths, numbers, addresses, ids, times."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

MAX_CHARACTERS = 4_000
MAX_CODE = 20_000  # characters of a stack trace, at its end

# In this order: what is longer and more particular comes first.
_MASKS = tuple(
    (re.compile(pattern), mask)
    for pattern, mask in (
        (r"\b[a-z][a-z0-9+.-]*://[^\s\"'<>)\]]+", "<url>"),
        (r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b", "<id>"),
        (r"\b(?:0x[0-9a-fA-F]+|[0-9a-fA-F]{16,})\b", "<address>"),
        (
            r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?",
            "<time>",
        ),
        (r"\b\d\d?:\d\d:\d\d(?:[.,]\d+)?\b", "<time>"),
        (r"/?\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b", "<host>"),
        (r"\b(?:[0-9a-fA-F]{1,2}:){5,}[0-9a-fA-F]{1,2}\b", "<host>"),
        (r"\b[\w-]+(?:\.[\w-]+)*@[\w-]+(?:\.[\w-]+)+\b", "<mail>"),
        (r"(?<![\w.])[A-Za-z]:[\\/][^\s\"'<>|:]+", "<path>"),
        (r"(?<![\w.])~?(?:\.{0,2}/)(?:[\w.@%+=~-]+/)*[\w.@%+=~-]+", "<path>"),
        (r"\b(?:[\w.@%+=~-]+/)+[\w@%+=~-]+\.\w{1,8}\b", "<path>"),
        (r"(?<![A-Za-z_])(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{6,}(?![A-Za-z_])", "<id>"),
        (r"(?<![A-Za-z])[-+]?\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?", "<n>"),
    )
)
# In any quotes; an apostrophe within a word is none.
_QUOTED = re.compile(
    r"(?<!\w)(?P<quote>['\"`])(?P<value>(?:\\.|(?!(?P=quote))[^\\\n])*)(?P=quote)(?!\w)"
    r"|[\u201c\u2018](?P<typeset>[^\u201d\u2019\n]*)[\u201d\u2019]"
)
_CODE_LINE = re.compile(r" {4}\s*(?!at\s)\S")
_BLANKS = re.compile(r"\s+")
_TOKEN = re.compile(r"<(?:url|id|address|time|host|mail|path|n)>|[A-Za-z_]+|[^\sA-Za-z_<>]")
# Scripts that put no blanks between words, and marks that belong to the letter before.
_UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
    r"\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_MARKS = r"\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0dff"
_PLAIN_WORD = re.compile(r"[A-Za-z_]{2,}")
_ANY_WORD = re.compile(rf"[{_UNSPACED}]+|(?:[^\W\d{_UNSPACED}]|[{_MARKS}])+")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]").match
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|_+")


@lru_cache(maxsize=20_000)
def masked(message: str) -> str:
    """`message` with a name in `<>` for each thing that differs, and single blanks."""
    text = message[:MAX_CHARACTERS]
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return _BLANKS.sub(" ", text).strip()


def without_values(message: str, trace: str) -> str:
    """`message` with a mask for each value in quotes, unless the code in the stack trace says it.

    `'abc'` is what came, but `'price'` is what the code does where it shows `row['price']`.
    """
    if _QUOTED.search(message) is None:
        return message
    shown = trace[-MAX_CODE:].splitlines()
    code = "\n".join(line for line in shown if _CODE_LINE.match(line))

    def mask(found: re.Match[str]) -> str:
        value = found["value"] or found["typeset"]
        is_said = value and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", code)
        return found[0] if is_said else "<value>"

    return _QUOTED.sub(mask, message[:MAX_CHARACTERS])


def tokens(masked_message: str) -> list[str]:
    """Words, masks and punctuation of a masked message, in lower case."""
    return [token.lower() for token in _TOKEN.findall(masked_message)]


def words(text: str) -> list[str]:
    """Words of any text, those of identifiers one by one, in lower case.

    Where a script has no blanks between words, each two letters are one.
    """
    text = text[:MAX_CHARACTERS]
    if text.isascii():
        return [part for word in _PLAIN_WORD.findall(text) for part in _parts(word)]
    found = []
    for word in _ANY_WORD.findall(unicodedata.normalize("NFC", text)):
        if _IS_UNSPACED(word):
            found += [word[at : at + 2] for at in range(max(len(word) - 1, 1))]
        else:
            found += _parts(word)
    return found


def _parts(word: str) -> list[str]:
    return [part.lower() for part in _HUMP.split(word) if len(part) > 1]
