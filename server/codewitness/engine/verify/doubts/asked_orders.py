"""Whether an order that a claim's condition speaks of is the one that is asked for there."""

from __future__ import annotations

import re

from codewitness.engine.verify.doubts.asked_there import (
    ARTICLE,
    ORDERED,
    Place,
    is_of_it,
    is_own,
    overlap,
    stems,
)
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.question import Question

_MORE = (
    r"(?:more|greater|larger|longer|bigger|higher|older|later|deeper|wider) than|above|over"
    r"|at or (?:above|over|past)|at least|no (?:less|fewer|smaller) than"
)
_LESS = (
    r"(?:less|fewer|smaller|shorter|lower|younger|earlier) than|below|under"
    r"|at or (?:below|under)|at most|no (?:more|greater|larger) than"
)
_MUCH = r"too (?:large|long|big|many|high|great|deep|much|wide|old)"
_LITTLE = r"too (?:small|short|few|low|little|shallow|narrow|young)"
_ORDER = re.compile(
    rf"(?P<a>\S.*?) (?:(?:(?:is|are|was|were|has|have) )?(?P<no>not |no longer )?"
    rf"(?:(?P<more>{_MORE}|{_MUCH})"
    rf"|(?P<less>{_LESS}|{_LITTLE}))|(?P<exceeds>(?P<never>does not )?exceeds?))(?: (?P<b>.+))?$"
)


def is_of_other_order(text: str, place: Place, is_turned: bool) -> bool:
    """True for `if a is greater than b` of `a < b`, and of another limit than b."""
    said = _ORDER.match(text)
    if said is None:
        return False
    is_more = (said["more"] or said["exceeds"]) is not None
    is_denied = (said["no"] or said["never"]) is not None
    wanted = is_more != (is_denied != is_turned)
    orders = [one for one in place.known if one.kind in ORDERED]
    known = [one for one in orders if is_of_it(said["a"], said["b"] or "", one)]
    if not known:
        return bool(orders) and is_own(said["a"], place)
    answers = {_is_ordered(said["a"], said["b"] or "", one, wanted, place) for one in known}
    return answers == {False}


def _is_ordered(a: str, b: str, known: Question, wanted: bool, place: Place) -> bool | None:
    """Whether what is known is as is said of `a` and `b`; None if it can't be told."""
    sides = [stems(known.what), stems(known.value)]
    mine = [overlap(stems(a), one) for one in sides]
    if mine[0] == mine[1] and b:
        mine = [overlap(stems(b), one) for one in reversed(sides)]
    if mine[0] == mine[1]:
        return None
    texts = (known.what, known.value)
    own, other = texts if mine[0] > mine[1] else texts[::-1]
    bare = re.sub(rf"^{ARTICLE}", "", b)
    if is_own(bare, place) and not has_word(other, bare) and not other.strip("-").isdigit():
        return False
    if b and (_is_another(a, own) or _is_another(b, other)):
        return False
    is_above = (known.kind == "above") == known.holds
    return (is_above == (mine[0] > mine[1])) == wanted


_PLAIN = re.compile(r"[a-z]+")
_MEASURED = re.compile(r"(?i)len|size|count|length")  # a claim may say what it is of
# What any number may be called.
_WHATEVER = frozenset(
    {*("value", "number", "size", "length", "count", "amount", "total", "sum", "index", "position")}
    | {*("limit", "maximum", "minimum", "max", "min", "threshold", "bound", "capacity", "range")}
    | {*("result", "input", "argument", "they", "that", "these", "zero", "one", "allowed", "most")}
    | {*("time", "age", "now", "timeout", "deadline", "today", "level", "width", "height")}
)
_STEM = 4  # letters that names for one thing share


def _is_another(said: str, side: str) -> bool:
    """True for a plain noun beside a plain name: `the price` of `quota < limit`."""
    words, names = stems(said), stems(re.split(r"\.|->|::", side)[-1])
    if len(words) != 1 or not names or words & _WHATEVER or _MEASURED.search(side):
        return False
    word = next(iter(words))
    return (
        _PLAIN.fullmatch(word) is not None
        and all(_PLAIN.fullmatch(one) and len(one) >= _STEM - 1 for one in names)
        and not any(word[:_STEM] == one[:_STEM] or one in word or word in one for one in names)
    )


_LIMIT = re.compile(rf"{ARTICLE}(?P<a>\S.*?) (?:is|was|has been|gets) (?:exceeded|surpassed)$")


def is_no_limit(text: str, place: Place) -> bool:
    """True for `if the limit is exceeded` of `limit == 0`."""
    said = _LIMIT.match(text)
    asked = [*place.known, *place.either]
    ordered = (one for one in asked if one.kind in ORDERED)
    return (
        said is not None
        and bool(asked)
        and not any(is_of_it(said["a"], "", one) for one in ordered)
    )
