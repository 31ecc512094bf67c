"""Whether one question that code asks, with its answer, is what plain words ask for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from codewitness.engine.verify.bound.conditions import (
    AMOUNT,
    ANY,
    EMPTY,
    HAS,
    IN,
    LIMIT,
    STARTS,
    STATE,
    THERE,
    TYPE,
    VALUE,
    Asked,
    state_words,
)
from codewitness.engine.verify.bound.things import (
    Thing,
    is_just_that,
    is_that,
    namings,
    thing_said,
)
from codewitness.engine.verify.bound.words import is_same, words_of
from codewitness.engine.verify.code.families import ECMA
from codewitness.engine.verify.names import Surroundings
from codewitness.engine.verify.question import EITHER, Question
from codewitness.model.outline import Outline


class Place(NamedTuple):
    """Where a question is asked: the definition, and what names mean in it."""

    outline: Outline
    around: Surroundings


def is_so(asked: Asked, question: Question, place: Place) -> bool:
    """True if a question is answered as is asked."""
    if asked.kind == ANY:
        return _is_either(asked, question, place)
    if question.kind == EITHER:
        return question.holds and any(
            len(side) == 1 and is_so(asked, side[0], place) for side in question.sides
        )
    test = _TESTS.get(asked.kind)
    return test is not None and test(asked, question, place)


def _is_either(asked: Asked, question: Question, place: Place) -> bool:
    """True of `a or b`, of which each side is one that is asked for."""
    if question.kind != EITHER or not question.holds or len(question.sides) != len(asked.sides):
        return False
    told = [side[0] for side in question.sides if len(side) == 1]
    pairs = (zip(asked.sides, one, strict=False) for one in permutations(told))
    return len(told) == len(asked.sides) and any(
        all(is_so(mine, other, place) for mine, other in pair) for pair in pairs
    )


def _is_there(asked: Asked, question: Question, place: Place) -> bool:
    if _presence(question) is not asked.holds:
        return False
    if question.kind == "in":
        is_on_disk = asked.value == "exist" and asked.thing.words[-1:] in _ON_DISK
        return not is_on_disk and is_that(asked.thing, question.what, place.outline)
    is_it = _is_asked_of(asked.thing, question, place.outline)
    return is_it or _is_looked_up(asked.thing, question, place.outline)


_ON_DISK = (("path",), ("file",), ("directory",), ("folder",))
_SENTINEL = re.compile(
    r"(?:\w+\.)*_?(?:ENOVAL|MISSING|UNSET|NOT_?FOUND|NotFound|missing|sentinel|-1|[A-Z_]*MARKER)"
)
_ASKS = re.compile(r"(?i)_?(?:has|contains|exists|is_?set)\w*")


def _presence(question: Question) -> bool | None:
    """Whether a question is answered so that something is there."""
    if question.kind in ("null", "empty"):
        return not question.holds
    if question.kind in ("exists", "in"):
        return question.holds
    if question.kind == "true":
        last = re.split(r"[.:>]", question.what)[-1]
        return question.holds if not question.value or _ASKS.fullmatch(last) else None
    is_sentinel = question.kind == "equals" and _SENTINEL.fullmatch(question.raw)
    return not question.holds if is_sentinel else None


def _is_asked_of(thing: Thing, question: Question, outline: Outline) -> bool:
    """True if it is asked of just that: `max_files` is another thing than `the files`."""
    return any(is_just_that(thing, one, outline) for one in (question.value, question.what) if one)


_LOOKS = re.compile(
    r"(?:await )?(?:[\w.@>:-]+?[.>:])?_?(?:get|find|look_?up|fetch|search|index_?of|match|resolve"
    r"|Load|Lookup|Get|Find)\w*\((?P<given>.*)\)$|[\w.@]+\[(?P<key>[^\[\]]+)\]$",
    re.DOTALL,
)


def _is_looked_up(thing: Thing, question: Question, outline: Outline) -> bool:
    """True of what a call or an index gave for the thing: `value = rows.get(key)`."""
    value = _set_to(question.what, outline)
    found = _LOOKS.fullmatch(value)
    if found is None:
        return False
    return is_that(thing, found["key"] or found["given"].split(",")[0], outline)


def _set_to(name: str, outline: Outline) -> str:
    """What a variable is set to, if that is done once."""
    values = [
        one.value.strip() for one in outline.assigned if name in re.findall(r"[\w@.]+", one.target)
    ]
    return values[0] if len(values) == 1 else ""


def _is_in_state(asked: Asked, question: Question, place: Place) -> bool:
    wanted = state_words(asked.value)
    if question.kind in ("in", "null") or (question.kind == "true" and not question.value):
        is_there = _is_there(asked._replace(kind=THERE), question, place)
        if is_there and _is_kept_there(wanted, question, place):
            return True
    if question.kind != "true":
        return False
    for naming in namings(question.what, place.outline):
        is_it, is_opposite = _is_state(wanted, naming.words, asked.thing)
        holds = question.holds is not is_opposite
        if (is_it or is_opposite) and holds is asked.holds and _owns(asked.thing, question, place):
            return True
    return False


_ASKING = frozenset({"is", "has", "was", "are", "be", "been", "did", "can", "should", "check", "m"})


def _is_state(wanted: Sequence[str], words: Sequence[str], thing: Thing) -> tuple[bool, bool]:
    """Whether a name is a state, and whether its opposite: `unsafe`, `not_safe`.

    What the name says besides has to be the thing: `half_open` is another state than `open`.
    """
    bare = [one for one in words if one not in _ASKING]
    n = len(wanted)
    if not bare or not wanted:
        return False, False
    before, tail = bare[:-n], bare[-n:]
    is_denied = "not" in before
    if not all(one == "not" or any(is_same(one, w) for w in thing.words) for one in before):
        return False, False
    if len(tail) == n and all(is_same(a, b) for a, b in zip(tail, wanted, strict=True)):
        return not is_denied, is_denied
    is_opposite = n == 1 and tail[0] in (f"un{wanted[0]}", f"in{wanted[0]}", f"dis{wanted[0]}")
    return False, is_opposite and not is_denied


def _owns(thing: Thing, question: Question, place: Place) -> bool:
    """True if the state is asked of what is spoken of."""
    if thing.is_empty or (question.value and is_that(thing, question.value, place.outline)):
        return True
    told = re.sub(r"[.>:-]+#?\w+$", "", question.what)
    if told != question.what and is_that(thing, told, place.outline):
        return True
    words = words_of(question.what)
    if thing.words and all(any(is_same(one, other) for other in words) for one in thing.words):
        return True
    own = words_of(place.around.container)
    is_own = told in ("self", "this", "cls", place.around.receiver or "self", question.what)
    return bool(is_own and len(thing.words) == 1 and own and is_same(thing.words[0], own[-1]))


_CONTAINER = re.compile(r"\.get\w*\(|\.[Ll]o\w+\(|\[")


def _is_kept_there(wanted: Sequence[str], question: Question, place: Place) -> bool:
    """`if the path is not watched`, of what is not in the `watches`, by name or by class."""
    if len(wanted) != 1:
        return False
    if question.kind == "in":
        return any(is_same(one, wanted[0]) for one in words_of(question.value))
    container = _CONTAINER.split(_set_to(question.what, place.outline))[0]
    words = (*words_of(container), *words_of(place.around.container))
    return bool(container) and any(is_same(one, wanted[0]) for one in words)


_NOTHING = re.compile(r"(?i)none|null|nil|undefined|nullptr")


def _is_value(asked: Asked, question: Question, place: Place) -> bool:
    value = asked.value.strip("`")
    if question.holds is not asked.holds:
        return False
    if value == "NaN" and re.search(r"(?i)isnan$", question.what):
        return asked.thing.is_empty or is_that(asked.thing, question.value, place.outline)
    if not asked.thing.is_empty and not is_that(asked.thing, question.what, place.outline):
        return False
    if _NOTHING.fullmatch(value):
        # Where `null` and `undefined` are two, which of them is asked is told by other rules.
        return question.kind == "null" and place.outline.language not in ECMA
    value = {"zero": "0"}.get(value, value).strip("\"'")
    told = question.raw.strip("\"'`")
    return question.kind == "equals" and told.rpartition(".")[2] == value.rpartition(".")[2]


_SIZE = re.compile(r"\.(?:length|size|count)$")


def _is_empty(asked: Asked, question: Question, place: Place) -> bool:
    is_falsy = question.kind == "true" and place.outline.language == "python"
    if question.kind != "empty" and not is_falsy:
        return False
    holds = question.holds is not is_falsy
    what = _SIZE.sub("", question.what)
    return holds is asked.holds and is_that(asked.thing, what, place.outline)


def _is_of_type(asked: Asked, question: Question, place: Place) -> bool:
    if question.holds is not asked.holds:
        return False
    thing, value = asked.thing, asked.value.strip("`")
    is_it = thing.is_empty or is_that(thing, question.what, place.outline)
    if question.kind == "is a":
        told = question.value.strip("\"'").rpartition(".")[2]
        is_word = value.islower() and words_of(told)[-1:] == words_of(value)
        return is_it and (told.lower() == value.lower() or is_word)
    last = words_of(re.split(r"[.:>]", question.what)[-1])
    is_asking = question.kind == "true" and last[:1] == ("is",) and last[1:] == words_of(value)
    return is_asking and (is_it or _is_asked_of(thing, question, place.outline))


def _starts(asked: Asked, question: Question, place: Place) -> bool:
    if question.kind != "starts" or question.holds is not asked.holds:
        return False
    is_it = asked.thing.is_empty or is_that(asked.thing, question.what, place.outline)
    thing = thing_said(asked.value)
    is_text = question.raw.strip("\"'") == asked.value.strip("`\"'")
    is_named = thing is not None and is_that(thing, question.raw, place.outline)
    return is_it and (is_text or is_named)


def _has(asked: Asked, question: Question, place: Place) -> bool:
    thing = thing_said(asked.value)
    if question.holds is not asked.holds:
        return False
    if question.kind == "responds":
        is_it = is_that(asked.thing, question.what, place.outline)
        return is_it and question.value == asked.value.strip("`\"'")
    return (
        question.kind == "in"
        and thing is not None
        and is_that(thing, question.what, place.outline)
        and is_that(asked.thing, question.value, place.outline)
    )


def _is_in(asked: Asked, question: Question, place: Place) -> bool:
    container = thing_said(asked.value)
    if question.kind != "in" or question.holds is not asked.holds or container is None:
        return False
    is_it = is_that(asked.thing, question.what, place.outline)
    return is_it and is_that(container, question.value, place.outline)


_NUMBERS = {"zero": "0", "one": "1", "two": "2", "three": "3"}
_HOW = {
    **dict.fromkeys(("more than", "greater than", "larger than", "above", "over"), ("above", True)),
    **dict.fromkeys(("less than", "fewer than", "smaller than", "below", "under"), ("below", True)),
    "positive": ("above", True),
    "negative": ("below", True),
    **dict.fromkeys(("at least", "reaches", "hits"), ("below", False)),
    "exceeds": ("above", True),
    "at most": ("above", False),
}


def _is_as_many(asked: Asked, question: Question, place: Place) -> bool:
    kind, is_over = _HOW.get(asked.how, ("", True))
    if question.kind != kind or (question.holds is is_over) is not asked.holds:
        return False
    if not is_that(asked.thing, _SIZE.sub("", question.what), place.outline):
        return False
    value = _NUMBERS.get(asked.value, asked.value.strip("`"))
    if re.fullmatch(r"-?[\d.]+", value):
        return question.value == value
    thing = thing_said(value)
    return thing is not None and is_that(thing, question.value, place.outline)


_LIMITS = frozenset({"limit", "maximum", "capacity", "threshold", "quota", "most"})
_OVER = {("below", False): False, ("above", True): True, ("equals", True): False}


def _is_at_limit(asked: Asked, question: Question, _: Place) -> bool:
    """`count >= limit` of a limit that is reached, and `>` of one that is exceeded."""
    is_beyond = _OVER.get((question.kind, question.holds))
    if not asked.holds or is_beyond is None or (asked.value == "exceeded" and not is_beyond):
        return False
    words = words_of(question.value)
    if not set(words) & _LIMITS:
        return False
    told = {*words, *words_of(question.what)}
    return all(
        any(is_same(one, other) for other in told) or one in _LIMITS for one in asked.thing.words
    )


_TESTS: Mapping[str, Callable[[Asked, Question, Place], bool]] = {
    THERE: _is_there,
    STATE: _is_in_state,
    VALUE: _is_value,
    EMPTY: _is_empty,
    TYPE: _is_of_type,
    STARTS: _starts,
    HAS: _has,
    IN: _is_in,
    AMOUNT: _is_as_many,
    LIMIT: _is_at_limit,
}
