"""Words that mean the opposite of each other, and what is said of a number's sign."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.question import Question
from codewitness.engine.verify.reading.spelled_short import in_words

_PAIRS = (
    *(("open", "closed"), ("opened", "closed"), ("open", "close"), ("started", "stopped")),
    *(("running", "stopped"), ("running", "idle"), ("active", "inactive"), ("busy", "idle")),
    *(("locked", "unlocked"), ("alive", "dead"), ("connected", "disconnected"), ("on", "off")),
    *(("visible", "hidden"), ("enabled", "disabled"), ("success", "failure"), ("done", "pending")),
    *(("finished", "pending"), ("finished", "running"), ("clean", "dirty"), ("first", "last")),
    *(("empty", "full"), ("paused", "running"), ("paused", "resumed"), ("public", "private")),
    *(("readable", "writable"), ("secure", "insecure"), ("known", "unknown"), ("in", "out")),
    *(("accepted", "rejected"), ("resolved", "rejected"), ("succeeded", "failed")),
)
OPPOSITES: dict[str, frozenset[str]] = {
    word: frozenset(b if a == word else a for a, b in _PAIRS if word in (a, b))
    for pair in _PAIRS
    for word in pair
}


def opposed(words: Sequence[str], question: Question) -> bool:
    """True if a name or text that is asked for is the opposite of a word, and none is the word."""
    named = question.what.rpartition(".")[2]
    told = {*in_words(named).lower().split(), *in_words(question.value).lower().split()}
    return any(OPPOSITES.get(word, frozenset()) & told for word in words) and not set(words) & told


_SIGNS = (
    ("zero", re.compile(r"\b(?:is|are|equals) (?:not )?(?:zero|0)$")),
    ("above", re.compile(r"\b(?:is|are) (?:not )?positive$")),
    ("below", re.compile(r"\b(?:is|are) (?:not )?negative$")),
)
_ALL = frozenset({"zero", "above", "below"})


def signs_said(said: str) -> frozenset[str]:
    """Which signs a number may have by what is said; empty if nothing is said of that."""
    is_denied = (re.search(r"\bnot\b", said) is not None) != said.startswith("unless")
    for sign, asked in _SIGNS:
        if asked.search(said):
            return _ALL - {sign} if is_denied else frozenset({sign})
    return frozenset()


def signs_known(question: Question) -> frozenset[str]:
    """Which signs the number may have that is asked for; empty if it is compared with another."""
    kinds = {("above", "0"): "above", ("below", "0"): "below", ("equals", "0"): "zero"}
    sign = kinds.get((question.kind, question.value))
    if sign is None:
        return frozenset()
    return frozenset({sign}) if question.holds else _ALL - {sign}


def words_of_states(said: str) -> Iterator[str]:
    """The words of a condition that have an opposite."""
    yield from (word for word in re.findall(r"[a-z]+", said.lower()) if word in OPPOSITES)
