"""What a query has word for word: a message that was seen, a line of code, what is quoted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.rank.form import QueryForm, defined_name, says_nothing
from codewitness.engine.rank.tokens import WORD, without_tags, words

_LEAST = 4  # words; fewer are hardly ever meant as they stand
_LEAST_OF_CODE = 3  # of those that tell something, in what only code has: `return nil, ErrClosed`
_OF_CODE = re.compile(r"[=(){}\[\];:<>*&|$@#\"`\\/+]|\w_\w|[a-z][A-Z]")
# Unless it says so itself, as quotes do, or the hyphens of `retry-after`.
_LITERAL = re.compile(r"""(["'`]).+\1|“.+”|„.+“|«.+»|\w+(?:-\w+)+""", re.DOTALL)
_LEAST_LITERAL = 2
# What is put before a message where it is shown: `ErrClosed: `. What has all of it has the rest.
_SHOWN_BEFORE = re.compile(r"(?:[\w.$]+:[ \t]+)+(?=\S)")
_LEAST_SHOWN = 3


def phrase(text: str) -> str:
    """The words of a query as the full-text column has them; empty if they may stand apart."""
    own = without_tags(text)
    if (before := _SHOWN_BEFORE.match(own)) is not None:
        message = own[before.end() :]
        if "\n" not in message and len(WORD.findall(message)) >= _LEAST_SHOWN:
            return " ".join(words(message))
    found = WORD.findall(own)
    is_literal = len(found) >= _LEAST_LITERAL and _LITERAL.fullmatch(own.strip()) is not None
    if is_literal or len(found) >= _LEAST or _is_code(own, found):
        return " ".join(words(own))
    return ""


def phrase_of(text: str, form: QueryForm) -> str:
    """The same, of a query that may be one name: that is looked for where it is defined.

    Of definitions of one name a line that is pasted tells which; a call with all that it is given
    is looked for where it stands.
    """
    is_name = bool(form.sole) and form.of_class is None
    if is_name and (defined_name(text) or len(WORD.findall(text)) < _LEAST):
        return ""
    return phrase(text)


def _is_code(text: str, words_in_it: Sequence[str]) -> bool:
    n_telling = sum(not says_nothing(word.lower()) for word in words_in_it)
    return n_telling >= _LEAST_OF_CODE and _OF_CODE.search(text) is not None
