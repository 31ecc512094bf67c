"""Whether a thing is there, empty, closed or full, as it is said or known; and its words."""

from __future__ import annotations

from typing import NamedTuple

from codewitness.engine.verify.name_words import letters_in

THERE, EMPTY, CLOSED, FULL = "there", "empty", "closed", "full"


class State(NamedTuple):
    """Whether what the words name is there, empty, or closed, as it is said or known.

    head: the words of which one, of a claim the last, has to be the same. place: of a claim, where
    that is. is_any: of a claim, that it names what can be looked up anywhere; else that it is
    something that was looked up.
    """

    kind: str
    words: frozenset[str]
    holds: bool
    head: frozenset[str] = frozenset()
    place: frozenset[str] = frozenset()
    is_any: bool = False


LEAST = 3  # letters of a short form


def words_of(text: str) -> list[str]:
    """The words of names and plain words, without endings of the plural."""
    return [_stem(word) for word in letters_in(text)]


def _stem(word: str) -> str:
    if word.endswith("ies") and len(word) > LEAST + 1:
        return word[:-3] + "y"
    is_plural = word.endswith("s") and not word.endswith("ss") and len(word) > LEAST
    return word[:-1] if is_plural else word
