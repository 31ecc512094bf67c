"""Whether an order that is known at a place is the one that a claim's condition speaks of.

`a < b` answers `if a is below b`, `if b exceeds a` and `if there is room`, and no other question:
not `if a is greater than b`, and not of another limit than b.
"""

from __future__ import annotations

import re
from collections.abc import Set

from codewitness.engine.verify.code.made_from import made_of
from codewitness.engine.verify.conditions.words_of_order import (
    AT_LEAST,
    AT_MOST,
    LESS,
    MORE,
    TOO_LITTLE,
    TOO_MUCH,
)
from codewitness.engine.verify.doubts.asked_there import (
    ARTICLE,
    ORDERED,
    Place,
    is_of_it,
    is_own,
    overlap,
    stems,
)
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.question import Question
from codewitness.model.outline import Outline

_BE = r"(?:is|are|was|were|has|have|had|does|do|has been|have been|gets?|becomes?)"
_MORE = rf"{MORE}|beyond|{AT_LEAST}|exceeds?|exceeded"
_LESS = rf"{LESS}|within|{AT_MOST}|does not exceed"
_COMPARED = re.compile(
    rf"(?:{ARTICLE}(?P<a>\S.*?) )?(?:{_BE} )?(?P<no>not |no longer )?"
    rf"(?:(?P<less>{_LESS})|(?P<more>{_MORE})) {ARTICLE}(?P<b>\S.*)$"
)
_AMOUNT = re.compile(
    rf"{ARTICLE}(?P<a>\S.*?) (?:{_BE} )?(?P<no>not |no longer )?"
    rf"(?:(?P<more>{TOO_MUCH})|(?P<less>{TOO_LITTLE}))$"
)


def is_of_other_order(text: str, place: Place, is_turned: bool) -> bool:
    """True for `if a is greater than b` of `a < b`, and of another limit than b."""
    said = _COMPARED.match(text) or _AMOUNT.match(text)
    if said is None or not said["a"]:
        return False
    wanted = (said["more"] is not None) != ((said["no"] is not None) != is_turned)
    a, b = said["a"], said.groupdict().get("b") or ""
    orders = [one for one in place.known if one.kind in ORDERED]
    known = [one for one in orders if is_of_it(a, b, one)]
    if not known:
        return bool(orders) and is_own(a, place)
    answers = {_is_ordered(a, b, one, wanted, place) for one in known}
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


_MUCH = re.compile(
    rf"\b(?:{TOO_MUCH}|large|long|big|old|deep|high"
    r"|full|exceed(?:ed|s)?|reached|exhausted|over|enough|at capacity|overflows?|several|many"
    r"|multiple|positive|maximum|max|past)\b"
)
_LITTLE = re.compile(
    rf"\b(?:{TOO_LITTLE}|small|short|low|young"
    r"|room|space|left|remain\w*|free|negative|few)\b"
)
_SPENT = re.compile(
    r"\b(?:elapsed|expire[ds]?|passed|past|timed out|times out|ran out|over|overdue|due|stale"
    r"|late)\b"
)
_TO_COME = re.compile(r"\b(?:future|upcoming|ahead|yet to come|early)\b")
_NOW = re.compile(
    r"(?i)now|clock|today|elapsed|waited|\bage\b|since|current|monotonic|time\(\)|tick"
)
# What is a bound by its name, and what may be one beside something that is no size.
_BOUNDS = (
    re.compile(r"(?i)max|limit|cap(?:acity)?|threshold|quota|bound|most|allowed"),
    re.compile(r"(?i)size|length|total|deadline|timeout"),
)
_NUMBER = re.compile(r"-?\d[\d_.]*\w?$")


def is_ordered_so(text: str, known: Question, outline: Outline) -> bool | None:
    """Whether what is known is the order that is spoken of; None if that can't be told."""
    is_above = (known.kind == "above") == known.holds
    if (said := _COMPARED.match(text)) is not None:
        side = _side(said["a"] or "", said["b"], known, outline)
        if side is None:
            return None
        is_more = (said["more"] is not None) != (said["no"] is not None)
        return is_more == (is_above == (side == 0))
    return _is_timely(text, known, is_above=is_above)


def _side(a: str, b: str, known: Question, outline: Outline) -> int | None:
    """Which side of what is known `a` is, 0 or 1, where `b` is the other; None if neither."""
    sides = [_told(one, outline) for one in (known.what, known.value)]
    names = (known.what, known.value)
    fits = [_is_that(b, names[other], sides[other]) for other in (1, 0)]
    for mine, other in ((0, 1), (1, 0)):
        if fits[mine] and (not fits[other] or _is_there(a, sides[mine], sides[other])):
            return mine
    return None


def _told(name: str, outline: Outline) -> set[str]:
    return words_of(" ".join([name, *made_of(name, outline)]))


def _is_there(said: str, told: Set[str], others: Set[str]) -> bool:
    words = stems(said) - {"one"}
    mine = sum(is_told(one, told) for one in words)
    return not words or mine > sum(is_told(one, others) for one in words) or mine == len(words)


_IN_WORDS = {"zero": "0", "one": "1", "two": "2", "three": "3"}


def _is_that(said: str, name: str, told: Set[str]) -> bool:
    """True if all that is said of the other side is in its name, or it is the same number."""
    plain = re.sub(rf"^{ARTICLE}", "", said)
    number = _IN_WORDS.get(plain.partition(" ")[0], plain.partition(" ")[0])
    if _NUMBER.match(number) and _NUMBER.match(name):
        return number == name or abs(int(re.sub(r"\D", "", number) or 0)) < _FEW
    words = {one for one in stems(re.sub(r"'s\b", "", said)) if len(one) > 1}
    return bool(words) and all(is_told(one, told) or one in _OF_BOUNDS for one in words)


_FEW = 3  # `more than one` is also `> 0` of what is left, `>= 2`
_OF_BOUNDS = frozenset({"allowed", "configured", "given", "specified", "permitted", "current"})


def _is_timely(text: str, known: Question, *, is_above: bool) -> bool | None:
    """The same of `if it has expired`, `if it is full`, where one side alone is spoken of."""
    is_denied = re.search(r"\b(?:not|no|never|none|nothing|cannot)\b|n't\b", text) is not None
    is_first = _is_first(known.what, known.value, _NOW)
    for words, is_spent in ((_SPENT, True), (_TO_COME, False)):
        if words.search(text) and is_first is not None:
            return (is_above == is_first) == (is_spent != is_denied)
    told = (_is_first(known.value, known.what, one) for one in _BOUNDS)
    is_number = _NUMBER.match(known.value) is not None
    is_value = next((one for one in told if one is not None), is_number)
    for words, is_much in ((_LITTLE, False), (_MUCH, True)):
        if words.search(text):
            return (is_above == is_value) == (is_much != is_denied)
    return None


def _is_first(one: str, other: str, sort: re.Pattern[str]) -> bool | None:
    """True if the one alone is of that sort, False if the other is; None if both or neither are."""
    mine, yours = sort.search(one) is not None, sort.search(other) is not None
    return mine if mine != yours else None
