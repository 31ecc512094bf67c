"""`clears the old cookies`, of `clear_old_headers()`: the name of the call says another thing.

One word of several is shared, and not the one that says what it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.doubts.plain_words import ALSO_WRITTEN, FOR_CODE
from codewitness.engine.verify.reading.spelled_short import in_words, is_spoken_in

_LEAST = 3  # words of a name that has a verb, what it is and which
_JOINING = re.compile(r"(?:to|of|for|from|by|with|in|on|at|and|or|if|all|as|is)\Z")


def is_of_another(words: Sequence[str], name: str, text: str) -> bool:
    """True if a name shares a word with what is said, and ends in another than what it is."""
    named = in_words(name).lower().split()
    if len(words) < _LEAST - 1 or len(named) < _LEAST or any(map(_JOINING.match, named)):
        return False
    head = words[-1]
    if head in FOR_CODE or is_spoken_in(head, text):
        return False
    also = ALSO_WRITTEN.get(head, ())
    shares = any(is_spoken_in(word, " ".join(named[1:])) for word in words[:-1])
    return shares and not set(also) & set(in_words(text).lower().split())
