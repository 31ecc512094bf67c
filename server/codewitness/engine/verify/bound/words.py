"""Words of names and of sentences in one form: `msgs` and `message`, `delayed` and `delay`."""

from __future__ import annotations

from functools import lru_cache

from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.reading.spelled_short import SHORT

_MORE_SHORT = {
    "connection": ("conn",),
    "configuration": ("config", "cfg", "conf"),
    "parameter": ("param",),
    "index": ("idx", "indice"),
    "string": ("str",),
    "temporary": ("temp",),
    "previous": ("prev",),
    "current": ("cur", "curr"),
    "value": ("val",),
    "attribute": ("attr",),
    "property": ("prop",),
    "document": ("doc",),
    "element": ("elem", "el"),
    "package": ("pkg",),
    "environment": ("env",),
    "timestamp": ("ts",),
    "socket": ("sock",),
    "object": ("obj",),
    "reference": ("ref",),
    "length": ("len",),
    "character": ("char",),
    "number": ("num",),
    "specification": ("spec",),
    "identifier": ("ident", "id"),
    "error": ("err",),
    "application": ("app",),
    "original": ("orig",),
    "expression": ("expr",),
    "statement": ("stmt",),
    "dictionary": ("dict",),
    "response": ("resp",),
    "mutex": ("mu", "mtx"),
    "maximum": ("max",),
    "minimum": ("min",),
}
_LONG = {short: word for table in (SHORT, _MORE_SHORT) for word in table for short in table[word]}
_ENDINGS = ("ing", "ed", "ion", "es", "s", "e")
_SHORTEST = 3  # letters of what is left of a word without its ending


@lru_cache(maxsize=8_192)
def words_of(name: str) -> tuple[str, ...]:
    """The words that a name is made of, in small letters and each a single one."""
    return tuple(plain(part) for part in words_in(name))


@lru_cache(maxsize=8_192)
def plain(word: str) -> str:
    """A word as a dictionary has it: `key` of `Keys`, `message` of `msgs`."""
    word = singular(word.lower())
    return _LONG.get(word, word)


def singular(word: str) -> str:
    """`query` of `queries`, `match` of `matches`, `key` of `keys`."""
    if len(word) <= _SHORTEST or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("ches", "shes", "xes", "sses", "zes")):
        return word[:-2]
    return word[:-1]


def is_plural(word: str) -> bool:
    """True for `keys`, of which `key` is one."""
    return singular(word.lower()) != word.lower()


@lru_cache(maxsize=8_192)
def stem(word: str) -> str:
    """What `delay`, `delays` and `delayed` share."""
    for ending in _ENDINGS:
        left = word.removesuffix(ending)
        if left != word and len(left) >= _SHORTEST:
            is_doubled = left[-1] == left[-2] and ending in ("ing", "ed") and left[-1] not in "sl"
            return left[:-1] if is_doubled else left
    return word


def is_same(one: str, other: str) -> bool:
    """True if two words are forms of one."""
    return one == other or stem(one) == stem(other)
