"""Lines of a subject that speak of a claim which is left open: where to look, and no proof.

Of the words of the claim those that few lines have count most, as in the inverse document frequency
of K. Spärck Jones, A statistical interpretation of term specificity (1972).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.doubts.told_lines import words_that_tell
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.subject import Part
from codewitness.engine.verify.verdicts import Status
from codewitness.features.places import Place, Reading
from codewitness.features.verify.answer import Answer, Line
from codewitness.features.verify.found import Found, NotThere
from codewitness.features.verify.known import KnownHere
from codewitness.features.verify.subjects import Subjects
from codewitness.model.outline import Outline
from codewitness.model.text import Span, Text

MAX_SHOWN = 3
_MARKS = ("condition", "loop", "handler", "raised", "with", "deferred", "yield", "fallback")


def with_lines_to_read(answer: Answer, reading: Reading) -> Answer:
    """The same answer; if it is open and shows no line, with those that speak of the claim."""
    if answer.status is not Status.INCONCLUSIVE or answer.evidence:
        return answer
    subjects = Subjects(reading)
    place = answer.place or _said(answer.claim, subjects)
    if place is None:
        return answer
    found = Found(places=(place,))
    known = KnownHere(subjects, found)
    try:
        subject = known.judging(subjects.read(found, known))
    except NotThere:
        return answer
    words = words_that_tell(answer.claim.text, words_of(place.symbol.qualified_name))
    lines = [
        Line(place=place, span=span, line=number + 1, text=text.line_text(number))
        for number, span, text in _lines(subject.parts, words)
    ]
    if not lines:
        return answer
    return replace(answer, to_read=tuple(lines), freshness=reading.freshness())


def _said(claim: Claim, subjects: Subjects) -> Place | None:
    """The one definition that a claim is about which is not understood."""
    if claim.subject is None or not claim.problem:
        return None
    try:
        found = subjects.find(claim.subject)
    except NotThere:
        return None
    places = [place for one in found for place in one.places]
    return places[0] if len(places) == 1 else None


def _lines(parts: tuple[Part, ...], words: set[str]) -> list[tuple[int, Span, Text]]:
    """The lines with most of the words, in their order, of the parts that stand in one file."""
    there: dict[int, tuple[set[str], Span, Text]] = {}
    first = parts[0].outline
    for outline in (one.outline for one in parts if one.outline.shares_text(first)):
        text = outline.source or outline.text
        for number in {text.line_at(span.start) for span in _spans(outline)}:
            there[number] = (words_of(text.line_text(number)), text.line_span(number), text)
    every = {one for told, *_ in there.values() for one in told}
    telling = {word: {one for one in every if is_told(word, {one})} for word in words}
    having = {
        n: {w for w, forms in telling.items() if forms & told} for n, (told, *_) in there.items()
    }
    n_lines = Counter(word for said in having.values() for word in said)
    worth = {n: sum(1 / n_lines[word] for word in said) for n, said in having.items() if said}
    best = sorted(worth, key=lambda n: (-worth[n], n))[:MAX_SHOWN]
    return [(n, *there[n][1:]) for n in sorted(best)]


def _spans(outline: Outline) -> Iterator[Span]:
    """Where code does something: no comment, and no text alone."""
    yield from (one.span for one in outline.calls)
    yield from (one.target_span for one in outline.assigned)
    yield from (one.span for one in outline.returns)
    yield from (one.span for one in outline.marked(*_MARKS))
    yield from (one.span for one in outline.subscripts)
    yield from (one.span for one in (*outline.attribute_reads, *outline.attribute_writes))
