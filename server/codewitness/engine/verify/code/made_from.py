"""What variables get their values from, and the words of what gave them these."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.reading.spelled_short import in_words
from codewitness.model.outline import Assigned, Outline

_NAME = re.compile(r"[A-Za-z_]\w*")
_OF_ERRORS = frozenset({"err", "error", "e", "ok", "_", "ex", "rc", "ret"})  # of any call
_VARIABLE = re.compile(r"(?<![\w.])[a-z_]\w*")
_MADE = re.compile(
    r"(?:await\s+|try[?!]?\s+|new\s+|&)*(?:[\w$]+(?:\.|::|->))*([A-Za-z_]\w*)(?:<[^()]*>)?\("
)


def given_values(text: str, outline: Outline) -> Iterator[Assigned]:
    """Where names that stand in `text` get a value, be it in the fields of a thing or in a list."""
    names = set(_NAME.findall(text))
    return (one for one in outline.assigned if names & set(_NAME.findall(one.target)))


def made_of(text: str, outline: Outline) -> Iterator[str]:
    """What the variables in `text` are set to."""
    return (outline.text.slice(one.value_span) for one in given_values(text, outline))


def made_by(text: str, outline: Outline) -> Iterator[str]:
    """The words of what gave variables in `text` their values: `open file` of `f = openFile()`."""
    names = set(_VARIABLE.findall(text)) - _OF_ERRORS
    for one in outline.assigned:
        if one.target.split()[-1].strip("*&") in names and (made := _MADE.match(one.value)):
            yield in_words(made[1])
