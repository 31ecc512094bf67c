"""What a name is asked of: the words before it that lead to one another."""

from __future__ import annotations

import re

_SEPARATOR = re.compile(rb"(?:\s*[?!]?(?<!\.)\.|::|\s*->)\s*\Z")
_WORD = re.compile(rb"[\w$@]+\Z")
_FAR = 200  # bytes that are looked through


def receiver(raw: bytes, at: int) -> list[str] | None:
    """`["self", "options"]` before the last word of `self.options.strict`; None if nothing is.

    The first is "" if they are asked of something else than a name: what a call gives, an element.
    """
    low = max(0, at - _FAR)
    words: list[str] = []
    while (separator := _SEPARATOR.search(raw, low, at)) is not None:
        word = _WORD.search(raw, low, separator.start())
        words.insert(0, word[0].decode("utf-8", "replace") if word is not None else "")
        if word is None:
            break
        at = word.start()
    if words and at == low and low > 0:
        words.insert(0, "")  # it goes on further away
    return words or None
