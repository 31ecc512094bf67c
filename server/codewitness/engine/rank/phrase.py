"""What a query has word for word: a message that was seen, a line of code, what is quoted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from codewitness.engine.rank.form import QueryForm, defined_name, says_nothing
from codewitness.engine.rank.tokens import WORD, without_tags, words

_LEAST = 4  # words; fewer are hardly ever meant as they stand
_LEAST_OF_CODE = 3  # of those that tell something, in what only code has: `return nil, ErrClosed`
_OF_CODE = re.compile(r"[=(){}\[\];:<>*&|$@#\"`\\/+]|\w_\w|[a-z][A-Z]")
# Unless it says so itself, as quotes do, or what joins the words of `retry-after`, `--dry-run` and
# `/users/:id`.
_LITERAL = re.compile(r"""(["'`]).+\1|“.+”|„.+“|«.+»|[-/]*+\w++[-/:{}<*]++\w\S*+""", re.DOTALL)
_LEAST_LITERAL = 2
# What is put before a message where it is shown: `ErrClosed: `. What has all of it has the rest.
_SHOWN_BEFORE = re.compile(r"(?:[\w.$]+:[ \t]+)+(?=\S)")
_LEAST_SHOWN = 3
# A message is shown with values where its text has holes: `no field a` of `no field %s`.
_LEAST_RUN, _LEAST_TELLING = 3, 2  # words that stand one behind the other, and those that tell
_OF_VALUES = re.compile(r"[\d:=/\\\[\](){}<>\"'`@#]|\w\.\w")
_QUESTION = re.compile(r"\s*(?:how|what|when|where|which|who|why)\b", re.IGNORECASE)
# Words of the longest run, and how much of the query all runs must be: if it looks as if values
# were in it, and if it does not.
_WITH_VALUES, _WITHOUT = (4, 0.5), (5, 0.6)


def phrase(text: str) -> tuple[str, ...]:
    """The words of a query, each as the full-text column has it; none if they may stand apart."""
    own = without_tags(text)
    if (before := _SHOWN_BEFORE.match(own)) is not None:
        message = own[before.end() :]
        if "\n" not in message and len(WORD.findall(message)) >= _LEAST_SHOWN:
            return _indexed(message)
    found = WORD.findall(own)
    is_literal = len(found) >= _LEAST_LITERAL and _LITERAL.fullmatch(own.strip()) is not None
    if is_literal or len(found) >= _LEAST or _is_code(own, found):
        return _indexed(own)
    return ()


def phrase_of(text: str, form: QueryForm) -> tuple[str, ...]:
    """The same, of a query that may be one name: that is looked for where it is defined.

    Of definitions of one name a line that is pasted tells which; a call with all that it is given
    is looked for where it stands.
    """
    is_name = bool(form.sole) and form.of_class is None
    if is_name and (defined_name(text) or len(WORD.findall(text)) < _LEAST):
        return ()
    return phrase(text)


def least_of(text: str) -> tuple[int, float] | None:
    """What `share_in` must find of a query that may be a message with values in its holes."""
    if _QUESTION.match(text) is not None:
        return None
    return _WITHOUT if _OF_VALUES.search(text) is None else _WITH_VALUES


def share_in(asked: tuple[str, ...], said: str, least: tuple[int, float]) -> float:
    """How much of a phrase is in a text, as runs of words that stand there as they were asked for.

    0 if that is less than `least`, or if no run of so many words tells what it is about.
    """
    text, n_found, is_telling, at = f" {said} ", 0, False, 0
    if not any(run in text for run in _runs(asked, least[0])):
        return 0.0
    while at + _LEAST_RUN <= len(asked):
        end = at + _LEAST_RUN
        if f" {' '.join(asked[at:end])} " not in text:
            at += 1
            continue
        while end < len(asked) and f" {' '.join(asked[at : end + 1])} " in text:
            end += 1
        n_telling = sum(not says_nothing(word) for word in asked[at:end])
        is_telling |= n_telling >= _LEAST_TELLING and end - at >= least[0]
        n_found += end - at
        at = end
    share = n_found / len(asked) if is_telling else 0.0
    return share if share >= least[1] else 0.0


@lru_cache(maxsize=16)
def _runs(asked: tuple[str, ...], size: int) -> tuple[str, ...]:
    """All runs of so many words, as they stand in a text with blanks around it."""
    return tuple(f" {' '.join(asked[at : at + size])} " for at in range(len(asked) - size + 1))


def _indexed(text: str) -> tuple[str, ...]:
    return tuple(" ".join(words(one)) for one in WORD.findall(text))


def _is_code(text: str, words_in_it: Sequence[str]) -> bool:
    n_telling = sum(not says_nothing(word.lower()) for word in words_in_it)
    return n_telling >= _LEAST_OF_CODE and _OF_CODE.search(text) is not None
