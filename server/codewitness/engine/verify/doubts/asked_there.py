"""A place that was found by a claim, and what is asked by the conditions that decide there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from codewitness.engine.verify.code.made_from import made_of
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.holding import decided_at
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.names import is_bound
from codewitness.engine.verify.question import EITHER, Question
from codewitness.engine.verify.reading.spelled_short import in_words
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_LEAVING = ("return", "raise", "throw", "break", "continue", "exit")
ARTICLE = r"(?:the |its |an? |this |that )?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place that was found, and what is decided there.

    known: what has come true. either: what is asked by the sides of an `or`. spans: the conditions
    that decide. asked: the texts of these, with what their variables are set to. called: the same,
    of what is set with calls alone.
    """

    outline: Outline
    spans: frozenset[Span]
    known: Sequence[Question]
    either: Sequence[Question]
    asked: str
    called: str


def is_place(proof: Proof) -> bool:
    """False for a condition alone, which is no place where something is done."""
    is_condition = proof.type is EvidenceType.CONDITIONAL
    return not is_condition or proof.outline.text.slice(proof.span).startswith(_LEAVING)


def whole(proof: Proof) -> Span:
    """All of the call that was found, `x?.f()`, which tells that there is an `x`."""
    calls = (one for one in proof.outline.calls if proof.span in (one.name_span, one.span))
    return next((one.whole for one in calls), proof.span)


def place_of(proof: Proof) -> Place:
    """Where it was found, with what is decided there."""
    outline, text = proof.outline, proof.outline.text
    decided = decided_at(outline, whole(proof))
    hit = Hit(proof.type, proof.detail, outline, proof.span, whole(proof))
    spans = frozenset({*conditions_around(hit), *(one.condition for one in decided)})
    handlers = (one for one in outline.marked("handler") if one.span.contains(proof.span))
    asked = " ".join([*map(text.slice, spans), *(one.text for one in handlers)])
    made = [*made_of(asked, outline)]
    called = " ".join([asked, *(one for one in made if "(" in one)])
    asked = " ".join([asked, *made])
    known = [one.question for one in decided if one.question.kind != EITHER]
    sides = [*_sides(one.question for one in decided)]
    return Place(
        outline=outline, known=known, either=sides, spans=spans, asked=asked, called=called
    )


def _sides(questions: Iterable[Question]) -> Iterator[Question]:
    """What each side of an `or` asks."""
    for one in questions:
        for side in one.sides:
            yield from (asked for asked in side if asked.kind != EITHER)
            yield from _sides(side)


ORDERED = ("above", "below")


def is_of_it(a: str, b: str, known: Question) -> bool:
    """True if what is known speaks of `a` or of `b`."""
    return bool(stems(f"{a} {b}") & stems(f"{known.what} {known.value}"))


def is_own(name: str, place: Place) -> bool:
    """True for a variable of the function."""
    return re.fullmatch(r"[A-Za-z_]\w*", name) is not None and is_bound(place.outline, name)


def stems(text: str) -> set[str]:
    """Its words without articles, and without the `s` of more than one."""
    return {
        re.sub(r"(?<=\w\w)s$", "", one)
        for one in in_words(text.replace("number of ", "")).lower().split()
    } - _ARTICLES


_ARTICLES = frozenset({"the", "a", "an", "its", "it", "self", "this", "of"})


def overlap(some: set[str], others: set[str]) -> float:
    """The share of the words of both that both have, 0 to 1."""
    return len(some & others) / len(others | some) if others else 0


TRUTH = {"true": True, "null": False, "empty": False}
