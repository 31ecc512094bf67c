"""What a query looks like: which of its words name something, and which only ask."""

from __future__ import annotations

import re
from dataclasses import dataclass

from codewitness.engine.rank.stems import stems

_WORD = re.compile(r"[^\W\d]\w*|\d+")
_NAME = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::|#|->)[^\W\d][\w$]*)*")
_SEPARATOR = re.compile(r"\.|::|#|->")
_CAMEL = re.compile(r"[a-z][A-Z]")
_CAPITALISED = re.compile(r"[A-Z][a-z]+")

# Words that ask, join or point. They stay in the words of full-text search, whose weights know how
# rare a word is; names of symbols and files have no such weights.
_EMPTY_WORDS = """
a an and are as at be between by can code define defined defines definition did do does for from
handle handled handles handling how i if implement implementation implemented implements in into is
it its my no not of on or over should than that the then there these this those to under use used
uses using via was we were what when where which who will with work working works would you
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryForm:
    """A query's stems, and the names in it that are written as code writes them.

    `words` are all its words in lower case. `symbols` maps the last part of a name to what stands
    before it, both in lower case (`filter` to `queryset` in `QuerySet.filter`), or to nothing.
    `names` are those last parts as they were typed. `sole` is the last part of a query that is
    nothing but one name as only code writes it, else empty.
    """

    words: frozenset[str]
    stems: frozenset[str]
    symbols: dict[str, str]
    names: tuple[str, ...]
    sole: str = ""

    @classmethod
    def of(cls, text: str) -> QueryForm:
        """The form of a query's text."""
        found: set[str] = set()
        for word in _WORD.findall(text):
            if word.lower() not in _EMPTY:
                found |= stems(word)
        is_one = len(text.split()) == 1
        written = [name for name in _NAME.findall(text) if is_one or _is_code(name)]
        split = [_SEPARATOR.split(name) for name in written]
        return cls(
            words=frozenset(word.lower() for word in _WORD.findall(text)),
            stems=frozenset(found),
            symbols={
                parts[-1].lower(): parts[-2].lower() if len(parts) > 1 else "" for parts in split
            },
            names=tuple(dict.fromkeys(parts[-1] for parts in split)),
            sole=_sole(text.strip()),
        )


def _sole(text: str) -> str:
    return _SEPARATOR.split(text)[-1] if _NAME.fullmatch(text) and _is_code(text) else ""


def _is_code(name: str) -> bool:
    return (
        "_" in name.strip("_")
        or _CAMEL.search(name) is not None
        or _SEPARATOR.search(name) is not None
        or _CAPITALISED.fullmatch(name) is not None
    )
