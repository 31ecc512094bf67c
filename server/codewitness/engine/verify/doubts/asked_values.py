"""Whether a condition asks for the value, the count or the member that a claim speaks of."""

from __future__ import annotations

import re

from codewitness.engine.verify.doubts.asked_there import (
    ARTICLE,
    TRUTH,
    Place,
    is_own,
    overlap,
    stems,
)
from codewitness.engine.verify.doubts.told_text import is_told
from codewitness.engine.verify.hit import has_word

_EQUAL = re.compile(
    r"(?P<a>\S.*?) (?:(?P<differs>(?:differs|is different|is other) (?:from|than))"
    rf"|(?:is|are|was|were|equals)(?P<no> not| no longer)?(?: equal to)?) {ARTICLE}(?P<v>\S.*)$"
)


def is_of_other_value(text: str, place: Place, is_turned: bool) -> bool:
    """True for `if it is connected` of `state != CONNECTED`."""
    said = _EQUAL.match(text)
    if said is None:
        return False
    wanted = (said["differs"] or said["no"]) is None
    wanted = wanted != is_turned
    value = stems(said["v"])
    if value in ({"true"}, {"false"}):
        return _is_of_other_truth(said["a"], ("true" in value) == wanted, place)
    if is_own(said["a"], place) and is_own(said["v"], place):
        return bool(place.known) and not all(has_word(place.asked, said[one]) for one in "av")
    named = [
        one for one in place.known if one.kind == "equals" and value and value <= stems(one.value)
    ]
    return bool(named) and all(one.holds != wanted for one in named)


_COUNTED = re.compile(  # a claim's `are waiting` is read as `do wait`
    r"(?P<none>no one|nobody|nothing|none|no [a-z]+)?.*? (?:is|are|does|do) (?:still |currently )?"
    r"(?P<no>not )?(?P<state>[a-z]+)$"
)


def is_of_other_count(text: str, place: Place, is_turned: bool) -> bool:
    """True for `if tasks are waiting` of `waiting == 0`, and `if no one is` of `waiting > 0`."""
    said = _COUNTED.match(text)
    if said is None:
        return False
    wanted = ((said["none"] or said["no"]) is None) != is_turned
    known = [
        one.holds == (one.kind == "above")
        for one in place.known
        if (one.kind, one.value) in _NONE_OR_SOME and is_told(said["state"], stems(one.what))
    ]
    return bool(known) and all(one != wanted for one in known)


_NONE_OR_SOME = frozenset({("equals", "0"), ("above", "0"), ("below", "1"), ("empty", "")})
_NAMED = re.compile(r"[\"'`]?[A-Z][\w.]*[\"'`]?$")
_NO_VALUES = frozenset({"none", "null", "nil", "true", "false", "undefined"})


def is_of_none_of_these(text: str, place: Place) -> bool:
    """True for `if the reason is Replaced` of `reason == Expired || reason == Removed`."""
    said = _EQUAL.match(text)
    if said is None or said["no"] or said["differs"] or not _NAMED.match(said["v"]):
        return False
    value, noun = stems(said["v"]), stems(said["a"])
    asked = [
        one
        for one in (*place.known, *place.either)
        if one.kind == "equals" and one.holds and noun <= stems(one.what)
    ]
    told = [stems(one.value) for one in asked if not re.match(r"[\d-]", one.value)]
    return bool(told) and not value & _NO_VALUES and not any(value & one for one in told)


_FILLED = re.compile(
    rf"{ARTICLE}(?P<a>\S.*?) (?:has|have|contains?|holds?) (?P<no>no )?(?:any )?"
    r"(?:entries|items|elements|values|rows|members|bytes|data|content|contents|children)$"
)


def is_of_emptiness(text: str, place: Place, is_turned: bool) -> bool:
    """True for `if the list has entries` of `list.isEmpty()`."""
    said = _FILLED.match(text)
    if said is None:
        return False
    return _is_of_other_truth(said["a"], (said["no"] is None) != is_turned, place)


def _is_of_other_truth(noun: str, wanted: bool, place: Place) -> bool:
    known = [
        (one.holds == TRUTH[one.kind])
        for one in place.known
        if one.kind in TRUTH and stems(noun) <= stems(one.what)
    ]
    return bool(known) and all(one != wanted for one in known)


_CONTAINED = re.compile(
    rf"{ARTICLE}(?P<c>\S+) (?P<lacks>does not (?:contain|include|have)|lacks)?"
    rf"(?(lacks)|(?:contains|includes|has)) {ARTICLE}(?P<x>\S+)$"
    rf"|{ARTICLE}(?P<y>\S+) is (?P<no>not |missing |absent )?(?:in|from) {ARTICLE}(?P<d>\S+)$"
)


def is_in_another(text: str, place: Place, is_turned: bool) -> bool:
    """True for `if the handlers contain the key` of `key not in self.cache`."""
    said = _CONTAINED.match(text)
    known = [one for one in place.known if one.kind == "in"]
    if said is None or not known:
        return False
    wanted = (said["lacks"] or said["no"]) is None
    wanted = wanted != is_turned
    item, holder = stems(said["x"] or said["y"]), stems(said["c"] or said["d"])
    of_it = [one for one in known if overlap(item, stems(one.what))]
    there = [one for one in of_it if overlap(holder, stems(one.value))]
    return bool(of_it) and not any(one.holds == wanted for one in there)
