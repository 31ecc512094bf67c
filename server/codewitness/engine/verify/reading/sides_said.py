"""Conditions of a claim that join several things: `a or b is null`, `neither a nor b`.

A verb at the end is said of what stands before it, too: both are, either is. Where it need not be
(`if forced or x is missing`), a side has two readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple


class How(Enum):
    """How many of the sides have to be as they say."""

    ALL = "and"
    ANY = "or"
    NONE = "nor"


class Joined(NamedTuple):
    """The sides of a condition, each with the readings that it may have."""

    how: How
    sides: tuple[tuple[str, ...], ...]


_LEAD = re.compile(r"(?P<lead>both|either|neither|(?:any|either|one) of|none of|all of) (?=\S)")
_LED = {
    "both": How.ALL,
    "all of": How.ALL,
    "either": How.ANY,
    "either of": How.ANY,
    "any of": How.ANY,
    "one of": How.ANY,
    "neither": How.NONE,
    "none of": How.NONE,
}
_BY = {
    How.ALL: re.compile(r"\s*,?\s+and\s+|\s*&&\s*|\s*,\s+"),
    How.ANY: re.compile(r"\s*,?\s+or\s+|\s*\|\|\s*|\s*,\s+"),
    How.NONE: re.compile(r"\s*,?\s+nor\s+|\s*,\s+"),
}
_AND, _OR = re.compile(r"\band\b|&&"), re.compile(r"\bor\b|\|\|")
_VERB = re.compile(
    r"\s(?P<verb>(?:is|are|was|were|has|have|does|do|equals?|exists?|holds?|fails?|succeeds?|returns"
    r"|exceeds?|contains?|starts|ends|can|could)\b.*)$"
)
_PLURAL = re.compile(r"(?:are|were|have|do|exist|hold|fail|succeed|equal|contain)\b")
_NAME = re.compile(r"(?:the |its |their |an? )?\S+")


def joined(text: str) -> Joined | None:
    """The sides of `text`, without its `if`; None if it joins nothing, or in two ways."""
    lead = _LEAD.match(text)
    how = _LED[lead["lead"]] if lead else None
    text = text[lead.end() :] if lead else text
    is_of = lead is not None and lead["lead"].endswith(" of")
    by = _BY[How.ALL] if is_of else None
    if by is None and _AND.search(text) and _OR.search(text):
        return None
    if how is None:
        how = How.ANY if _OR.search(text) else How.ALL
    pieces = [one.strip() for one in (by or _BY[how]).split(text)]
    if len(pieces) == 1 or not all(one and one.count("(") == one.count(")") for one in pieces):
        return None
    if how is How.ALL and not is_of and _AND.search(text) is None and "&&" not in text:
        return None  # `if x, which is rare`
    sides = _read(pieces, is_led=lead is not None)
    return Joined(how, tuple(one[::-1] if how is How.ALL else one for one in sides))


def _read(pieces: list[str], *, is_led: bool) -> Iterator[tuple[str, ...]]:
    """The readings of the pieces, the likelier first: a name alone is what the last one is."""
    verb = _VERB.search(pieces[-1])
    if verb is None:
        yield from ((one,) for one in pieces)
        return
    said = verb["verb"]
    is_shared = is_led or _PLURAL.match(said) is not None
    for one in pieces:
        is_alone = _NAME.fullmatch(one) is not None and one != pieces[-1]
        shared = f"{one} {said}"
        yield ((shared,) if is_shared else (shared, one)) if is_alone else (one,)
