"""Words that may stand for those of a query: *retrieve* where it asks to *fetch*.

The list comes with the package, see `tools/make_near_words.py`. A text that has such a word and
not the one that was asked for counts as if it had that, less by how near the two are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files

from codewitness.engine.rank.form import says_nothing
from codewitness.engine.rank.spelling import other_spelling
from codewitness.storage.stems import indexed

LIST = "near_words.txt"  # beside this file
Near = tuple[
    tuple[str, float], ...
]  # words, and how near each is: 1 is the same, spelled otherwise
_FEWEST = 3  # words of a query that is a question; fewer are what somebody looks for as it stands


def near_words(words: Sequence[str]) -> tuple[Near, ...]:
    """What is near to each of the words of a query, nothing of what it says itself; or nothing.

    Of one or two words it is but their other spelling.
    """
    own = {indexed(word) for word in words}
    of_each = near_to if len(own) >= _FEWEST else _spelled
    near = tuple(tuple(one for one in of_each(w) if indexed(one[0]) not in own) for w in words)
    return near if any(near) else ()


@lru_cache(maxsize=10_000)
def near_to(word: str) -> Near:
    """What is near to one word in lower case, the nearest first."""
    if says_nothing(word):
        return ()
    same = _spelled(word)
    lines = _lines()
    keys = [word, indexed(word), *(key for one, _ in same for key in (one, indexed(one)))]
    parts = next((line for key in keys if (line := lines.get(key))), "").split()
    return (*same, *zip(parts[1::2], map(float, parts[2::2]), strict=True))


def _spelled(word: str) -> Near:
    return ((other, 1.0),) if (other := other_spelling(word)) else ()


@cache
def _lines() -> dict[str, str]:
    text = (files(__package__) / LIST).read_text("utf-8")
    return {line.partition(" ")[0]: line for line in text.splitlines()}
