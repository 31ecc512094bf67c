"""Whether code speaks of what a plain word says: `conn` of a connection, `s` of a socket."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.hit import has_word

_WORD = re.compile(r"[A-Za-z][a-z\d]*|[A-Z]+(?![a-z])|\d+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_LEAST = 4  # letters of a part of a word
_SHORTENED = frozenset({"value", "key", "entry", "element", "index"})  # `free(v)`, `k.downcase!`
# What names of code make of words, where that is no beginning of four letters.
SHORT: dict[str, tuple[str, ...]] = {
    "directory": ("dir",),
    "message": ("msg",),
    "request": ("req",),
    "response": ("resp",),
    "error": ("err",),
    "exception": ("exc",),
    "buffer": ("buf",),
    "context": ("ctx",),
    "address": ("addr",),
    "pointer": ("ptr",),
    "argument": ("arg",),
    "destination": ("dst",),
    "source": ("src",),
    "temporary": ("tmp",),
    "database": ("db",),
    "transaction": ("tx", "txn"),
    "descriptor": ("fd", "desc"),
    "callback": ("cb",),
    "function": ("fn", "func"),
}


def is_spoken_in(word: str, text: str) -> bool:
    """True if a word, or what it may be shortened to, stands in `text`."""
    if word.replace(".", "").isdigit():
        return has_word(text, word)
    if any(one in text for one in _singulars(word)):
        return True
    least = 1 if word in _SHORTENED else _LEAST
    found = {part.lower() for part in _WORD.findall(text)}
    if any(short in found for one in _singulars(word) for short in SHORT.get(one, ())):
        return True
    return any(word.startswith(one.rstrip("s")) for one in found if len(one) >= least)


def _singulars(word: str) -> Iterator[str]:
    """`famil` for `family`, too, of which `families` are several."""
    yield word.rstrip("s")
    if word.endswith("ies"):
        yield word.removesuffix("ies") + "y"
    elif word.endswith("y") and len(word) > _LEAST:
        yield word.removesuffix("y") + "ies"


def in_words(text: str) -> str:
    """The words that names are made of: `on reject emitter emit` of `onRejectEmitter.emit`."""
    return " ".join(_PART.findall(text))


def are_told(said: str, operand: str) -> bool:
    """True if an operand is named, or its names have all words that are said."""
    plain = said.replace("`", "").strip()
    if not plain or not operand:
        return not plain
    words = [word for word in plain.split() if word.lower() not in _IDLE]
    words = [word for word in words if word not in _SORTS] or words
    if plain.endswith("current time") and _CLOCK.search(operand):
        return True
    text = f"{operand} {in_words(operand)}".lower()
    return bool(words) and all(
        has_word(operand, word)
        or (word.isalpha() and word.islower() and len(word) > 2 and is_spoken_in(word, text))
        for word in words
    )


_IDLE = frozenset(
    {"the", "a", "an", "its", "of", "each", "every", "value", "amount", "from", "to", "this", "at"}
)
_SORTS = frozenset({"time", "number", "count", "value", "amount", "total"})  # `the elapsed time`
_CLOCK = re.compile(r"(?i)now\b|nano_?time|current_?time|\btime\(\)|time\.time|clock")
