"""What the idioms of a review speak of: numbers in words, units of time, what calls are given."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.nesting import split
from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span

_TO_TEN = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORDS = {
    **dict(zip(_TO_TEN, range(11), strict=True)),
    "twenty": 20,
    "thirty": 30,
    "sixty": 60,
    "hundred": 100,
    "a": 1,
    "an": 1,
    "half a": 0.5,
    "once": 1,
    "twice": 2,
}
NUMBER = (
    r"(?:\d[\d_]*(?:\.\d+)?|half an?|an?|zero|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|twenty|thirty|sixty|hundred)"
)
_UNITS = {
    **dict.fromkeys(("ms", "millisecond", "msec", "milli"), 0.001),
    **dict.fromkeys(("s", "sec", "second"), 1.0),
    **dict.fromkeys(("min", "minute"), 60.0),
    **dict.fromkeys(("h", "hour"), 3600.0),
}
UNIT = r"(?:milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|hours?|h)"


def amount_of(words: str) -> float:
    """The number that is said in words or figures."""
    plain = words.replace("half an", "half a").replace("_", "")
    return float(_WORDS[plain]) if plain in _WORDS else float(plain)


def seconds_of(words: str, unit: str) -> float:
    """How many seconds are said."""
    singular = unit if unit in _UNITS else unit.rstrip("s")
    return amount_of(words) * _UNITS[singular]


def third_person(verb: str) -> str:
    """`parses` of `parse`, `skips` of `skip`, `retries` of `retry`."""
    if re.search(r"(?:s|sh|ch|x|z|o)$", verb):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"


def calls_named(pattern: re.Pattern[str], subject: Subject) -> Iterator[tuple[Call, Part]]:
    """The calls of the subject's own code whose last name is one of these."""
    for part in subject.parts:
        for call in part.outline.calls:
            if pattern.fullmatch(call.name):
                yield call, part


def given_to(call: Call, outline: Outline) -> list[str]:
    """What a call is given, as written."""
    text = outline.text.slice(Span(call.span.end, call.whole.end)).strip()
    inside = re.fullmatch(r"\(?(.*?)\)?", text, re.DOTALL)
    return [one.strip() for one in split(inside[1], ",")] if inside and inside[1].strip() else []


def shown(call: Call, outline: Outline) -> Proof:
    """The call as what shows something."""
    return Proof(EvidenceType.CALL, call.text, outline, call.whole)
