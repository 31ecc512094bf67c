"""Read `ignores the result of f`, `discards what f returns`, `uses the return value of f`."""

from __future__ import annotations

from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.reading.cursor import Cursor
from codewitness.engine.verify.reading.objects import read_objects, with_objects
from codewitness.engine.verify.reading.polarity import Polarity

DROPPED = "dropped"  # the detail of a clause about a result that is not used
USED = "used"
PLAIN = "plain word"  # the noun of what may be a name, and may be none
_VERBS = {
    **dict.fromkeys(("ignores", "ignore", "ignoring", "ignored"), DROPPED),
    **dict.fromkeys(("discards", "discard", "discarding", "discarded"), DROPPED),
    **dict.fromkeys(("drops", "drop", "dropping", "dropped"), DROPPED),
    **dict.fromkeys(("disregards", "disregard", "disregarding", "disregarded"), DROPPED),
    **dict.fromkeys(("uses", "use", "using", "used"), USED),
}
_VERBS_OF_SEVERAL = {
    **dict.fromkeys(("throws away", "throw away", "throwing away"), DROPPED),
    **dict.fromkeys(("makes use of", "make use of", "making use of"), USED),
}
_RESULTS = tuple(
    f"{article}{result} {of}{calling}"
    for article in ("", "the ")
    for result in (
        *("result", "results", "return value", "return values", "returned value", "value"),
        *("output", "outcome"),
    )
    for of in ("of", "from", "returned by", "returned from")
    for calling in ("", " calling", " a call to", " the call to", " a call of", " calls to")
)


def resulting(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`ignores the return value of f`, `uses what f returns`."""
    verb = cursor.take(*_VERBS_OF_SEVERAL)
    detail = _VERBS_OF_SEVERAL[verb] if verb else _VERBS.get(cursor.next().word)
    if detail is None:
        return None
    is_what = bool(cursor.take("what", "whatever"))
    if not is_what and not cursor.take(*_RESULTS):
        return None
    objects = read_objects(cursor)
    if not objects.items or not all(one.is_code or _is_word(one) for one in objects.items):
        return None
    if is_what and not cursor.take("returns", "gives", "gives back", "returned", "has returned"):
        return None
    named = tuple(one if one.is_code else Object(one.text, noun=PLAIN) for one in objects.items)
    return replace(
        with_objects(Clause(predicate=Predicate.USES, detail=detail), objects), objects=named
    )


def _is_word(one: Object) -> bool:
    """True for `fopen`, which may be a name."""
    return one.text.isidentifier() and one.text.islower() and not one.noun
