"""Whether the sides of a condition stand as a claim has them: `a in b` is not `b in a`.

Other rules ask which names a condition has, and whether it comes out so; here each side is held to
the one that it is most alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.conditions.words_of_order import AT_LEAST, AT_MOST, LESS, MORE
from codewitness.engine.verify.doubts.asked_there import ORDERED, is_place, place_of, stems
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.question import Question
from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span

Sides = tuple[str, str]  # what is in which, or what is more than which

_WHEN = re.compile(r"\b(?P<lead>if|when|whenever|unless|while|until|once|in case) (?P<asked>.+)$")
_JOINED = re.compile(r" (?:or|and|nor|but) |,")
_BE = r"(?:is|are|was|were|does|do|did|be|has|have)"
_DENIED = r"(?P<no>(?: not|n't))?"
_STILL = r"(?: already| still)?"
_HOLDS = r"(?:contains?|includes?|has|have)"
_IN = re.compile(rf"(?P<x>.+?) {_BE}{_DENIED}{_STILL} (?:in|inside|among) (?P<c>.+)$")
_HAS = re.compile(rf"(?P<c>.+?)(?: {_BE}{_DENIED})?{_STILL} {_HOLDS} (?P<x>.+)$")
_MORE = rf"(?P<more>{MORE}|{AT_LEAST}|exceeds?|>=?)"
_LESS = rf"(?P<less>{LESS}|{AT_MOST}|<=?)"
_ORDER = re.compile(rf"(?P<a>.+?)(?: {_BE})?{_DENIED}(?: exactly)? (?:{_MORE}|{_LESS}) (?P<b>.+)$")
_TURNING = ("unless", "until")


def turned_around(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """The condition of a claim whose sides stand the other way around wherever it was found."""
    found = _WHEN.search(claim.text)
    if found is None or _JOINED.search(found["asked"]):
        return
    said = _said(found["asked"], is_turned=found["lead"] in _TURNING)
    places = [one for one in proofs if is_place(one)]
    if said and places and all(_is_turned(said, one) for one in places):
        yield found[0]


def _said(text: str, *, is_turned: bool) -> tuple[str, Sides] | None:
    if (order := _ORDER.match(text)) is not None:
        is_more = (order["more"] is not None) != ((order["no"] is not None) != is_turned)
        sides = (order["a"], order["b"])
        return "order", sides if is_more else sides[::-1]
    held = _IN.match(text) or _HAS.match(text)
    return ("in", (held["x"], held["c"])) if held is not None else None


def _is_turned(said: tuple[str, Sides], proof: Proof) -> bool:
    place = place_of(proof)
    sort, (a, b) = said
    asked = [sides for one in (*place.known, *place.either) if (sides := _asked(one, sort))]
    turned = [
        _likeness(a, other) + _likeness(b, one) > _likeness(a, one) + _likeness(b, other)
        for one, other in asked
        if _likeness(a, other) and _likeness(b, one)
    ]
    return bool(turned) and all(turned)


def _asked(known: Question, sort: str) -> Sides | None:
    if sort == "in":
        return (known.what, known.value) if known.kind == "in" else None
    if known.kind not in ORDERED:
        return None
    sides = (known.what, known.value)
    return sides if (known.kind == "above") == known.holds else sides[::-1]


_PUT = re.compile(
    r"\b(?:stores?|adds?|appends?|inserts?|push(?:es)?|puts?|enqueues?|prepends?|registers?"
    r"|removes?|deletes?|drops?|discards?|pops?) (?P<x>.+?) (?:in|into|to|onto|on|from) (?P<c>.+)$"
)
_CAPPED = re.compile(r"\b(?:caps?|limits?|clamps?) (?P<a>.+?) (?:at|to) (?P<b>.+)$")
_BOUND = frozenset({"max", "maximum", "limit", "cap", "most", "min", "minimum", "ceiling", "floor"})


def put_the_other_way(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`adds the rows to the row` of `rows.append(row)`, and `caps the limit at the size`."""
    said = _PUT.search(_WHEN.sub("", claim.text).strip(" ,"))
    calls = [
        (call, one.outline)
        for one in proofs
        for call in one.outline.calls
        if one.span in (call.name_span, call.span, call.whole)
    ]
    ways = [_ways_put(said, *one) for one in calls] if said is not None else []
    if said is not None and ways and max(a for a, _ in ways) > max(s for _, s in ways):
        yield said[0]
    capped = _CAPPED.search(claim.text)
    if capped is not None and _BOUND & stems(capped["a"]) and not _BOUND & stems(capped["b"]):
        yield capped[0]


_MADE_ANOTHER = re.compile(
    r"\b(?:converts?|turns?|translates?|maps?|transforms?|wraps?) (?:an? |the |any )?"
    r"`?(?P<a>[\w.]+)`? (?:in)?(?:to|in|as) (?:an? |the )?`?(?P<b>[\w.]+)`?"
)


def raised_the_other(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`converts MapError to Exception`, where it is the MapError that is raised."""
    said = _MADE_ANOTHER.search(claim.text)
    raised = [one.detail for one in proofs if one.type is EvidenceType.RAISE]
    if said is None or any(said["b"] in one for one in raised):
        return
    if any(said["a"] in one for one in raised):
        yield said[0]


def _ways_put(said: re.Match[str], call: Call, outline: Outline) -> tuple[int, int]:
    """How well the sides fit if they are exchanged, 0 unless both do; and as they are."""
    item, holder = said["x"], said["c"]
    receiver = outline.text.slice(Span(call.whole.start, call.name_span.start)).rstrip(".->?!:")
    given = outline.text.slice(Span(call.name_span.end, call.whole.end)).strip("() ;").split(",")
    if not receiver and len(given) > 1:  # `delete(rows, key)`
        receiver, *given = given
    straight = max(_likeness(item, one) for one in given), _likeness(holder, receiver)
    turned = _likeness(item, receiver), max(_likeness(holder, one) for one in given)
    is_around = bool(receiver) and min(turned) > 0
    return sum(turned) if is_around else 0, sum(straight)


_NOT_ITS_NAME = re.compile(r"^(?:the|an?|its|this|that) |^(?:self|this|@)\.?|\(\)|[`'\"]|'s\b")


def _likeness(said: str, code: str) -> int:
    """3 of the same name, 2 of one that is the tail of the other, 1 of a word in common, else 0."""
    mine, yours = (_NOT_ITS_NAME.sub("", one.strip()).strip() for one in (said, code))
    if mine == yours:
        return 3
    if mine and yours and (mine.endswith(f".{yours}") or yours.endswith(f".{mine}")):
        return 2
    return int(bool(stems(mine) & stems(yours)))
