"""Whether an order that is known at a place is the one that a claim's condition speaks of.

`a < b` answers `if a is below b`, `if b exceeds a` and `if there is room`, and no other question.
"""

from __future__ import annotations

import re
from collections.abc import Set

from codewitness.engine.verify.doubts.asked_there import ARTICLE, made_of, stems
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.question import Question
from codewitness.model.outline import Outline

_BE = r"(?:is|are|was|were|has|have|had|does|do|has been|have been|gets?|becomes?)"
_MORE = (
    r"(?:more|greater|larger|longer|bigger|higher|older|later|deeper|wider) than|above|over|beyond"
    r"|at least|no (?:less|fewer|smaller) than|exceeds?|exceeded"
)
_LESS = (
    r"(?:less|fewer|smaller|shorter|lower|younger|earlier) than|below|under|within"
    r"|at most|no (?:more|greater|larger) than|does not exceed"
)
_COMPARED = re.compile(
    rf"(?:{ARTICLE}(?P<a>\S.*?) )?(?:{_BE} )?(?P<no>not |no longer )?"
    rf"(?:(?P<less>{_LESS})|(?P<more>{_MORE})) {ARTICLE}(?P<b>\S.*)$"
)
_MUCH = re.compile(
    r"\b(?:too (?:large|long|big|many|high|great|deep|much|wide|old)|large|long|big|old|deep|high"
    r"|full|exceed(?:ed|s)?|reached|exhausted|over|enough|at capacity|overflows?|several|many"
    r"|multiple|positive|maximum|max|past)\b"
)
_LITTLE = re.compile(
    r"\b(?:too (?:small|short|few|low|little|shallow|narrow|young|early)|small|short|low|young"
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
