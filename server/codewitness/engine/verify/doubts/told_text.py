"""Whether names and signs of code have a plain word, in some form of it."""

from __future__ import annotations

import re
from collections.abc import Set

from codewitness.engine.verify.doubts.plain_words import ALSO_WRITTEN
from codewitness.engine.verify.reading.spelled_short import in_words

# `cache=self.cache`, by which something is given on: not what comes of it.
GIVEN_AS = re.compile(
    r"(?<=[(,{\s])\w+\s*[=:](?![=:])\s*(?!True|False|true|false|None|null|nil|\d)[\w.]+(?=\s*[,)}])"
)
_WORD = re.compile(r"[A-Za-z][A-Za-z_0-9]*|\d+")
_SIGN = re.compile(r"\\\\n|[/.:,\-_*;](?=[\"'])")
_OF_UNIT = ("milli", "micro", "nano", "un", "non", "in", "im", "dis", "mis", "sub", "pre")
_SECOND = frozenset({"out", "base", "name", "stamp", "line", "point", "path", "size", "zone"})
_LEAST = 4  # letters of a stem that may be a part of a longer name
_STEM = 6


def words_of(text: str) -> set[str]:
    """The words of names and signs in a text, in small letters."""
    whole = (one.lower() for one in _WORD.findall(text) if one.islower() and "_" not in one)
    return {*in_words(text).lower().split(), *whole, *_SIGN.findall(text)}


def is_told(word: str, told: Set[str]) -> bool:
    """True if a word, in some form of it, is one of those, or a part of one."""
    stem = _stem(word)
    also = ALSO_WRITTEN.get(word) or ALSO_WRITTEN.get(stem) or ALSO_WRITTEN.get(word.rstrip("s"))
    if word in told or stem in told or any(one in told for one in also or ()):
        return True
    return any(_is_form_of(stem, word, one) for one in told if len(one) > 1)


def _is_form_of(stem: str, word: str, name: str) -> bool:
    if _stem(name) == stem:
        return True
    if len(stem) >= _LEAST and name.startswith(stem[:_STEM]):
        return True
    name = _stem(name) if name.endswith("s") else name
    rest = word.removeprefix(name)
    if rest != word and len(name) >= min(_LEAST, max(3, len(word) - 2)):
        return rest not in _SECOND
    is_unit = any(name.startswith(one + stem) for one in _OF_UNIT)
    return len(stem) >= _LEAST and stem in name and not is_unit


def _stem(word: str) -> str:
    if word.endswith(("ies", "ied")):
        return word[:-3] + "y"
    return re.sub(r"(?:ing|ed|es|s|e)$", "", word) or word
