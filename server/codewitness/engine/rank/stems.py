"""Names and questions in the same words: identifiers cut into parts, parts without their endings.

`DatabaseRouter.routes` and "routing of a database" share the stems `database` and `rout`. Ranking
compares names by stems; it needs speed and the same answer each time more than linguistics.
"""

from __future__ import annotations

import re
from functools import lru_cache

_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_A-Za-z]+")
_MIN_STEM = 3

# Endings with what takes their place, longest first: of `-ation` and its kin the verb remains.
_ENDINGS = (
    *(("ization", "ize"), ("ations", "ate"), ("ation", "ate"), ("ators", "ate"), ("ator", "ate")),
    *(("ating", "ate"), ("ated", "ate"), ("ities", "ity"), ("ies", "y"), ("ements", "")),
    *(("ement", ""), ("ments", ""), ("ment", ""), ("sses", "ss"), ("ing", ""), ("ers", "")),
    *(("ors", ""), ("ions", ""), ("ion", ""), ("able", ""), ("ed", ""), ("er", ""), ("or", "")),
    *(("es", ""), ("ly", ""), ("s", ""), ("e", "")),
)


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The lower-case word without its ending; not a word of its own, only good for comparing."""
    word = word.lower()
    for ending, instead in _ENDINGS:
        is_long = len(word) - len(ending) + len(instead) >= _MIN_STEM
        if word.endswith(ending) and is_long and not (ending == "s" and word.endswith("ss")):
            word = word[: -len(ending)] + instead
            break
    if len(word) > _MIN_STEM and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]  # `mapp`, of mapping
    if len(word) > _MIN_STEM and word.endswith("e"):
        word = word[:-1]
    return word[:-1] + "i" if len(word) > _MIN_STEM and word.endswith("y") else word


@lru_cache(maxsize=50_000)
def stems(name: str) -> frozenset[str]:
    """The stems of an identifier's parts; single letters say nothing."""
    return frozenset(
        stem(part) for part in _PART.findall(name) if len(part) > 1 or not part.isascii()
    )
