"""Whether a condition asks for an error where a claim says that there is one, or none."""

from __future__ import annotations

import re

from codewitness.engine.verify.doubts.asked_there import Place
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.reading.actions import ACTION_FORMS, ACTIONS

_ERROR = re.compile(r"there (?:is|was|are) (?P<no>no|an?|any) (?:error|exception|failure)s?$")
_OF_ERROR = re.compile(r"(?i)err|exc|fail|(?<![a-z])e\d?(?![a-z])|errno|panic")
_OF_SUCCESS = re.compile(r"(?i)(?<![a-z])ok(?![a-z])|success|valid")


def is_of_no_error(text: str, place: Place, is_turned: bool) -> bool:
    """True for `if there is no error` of `!ok`, and of what asks for no error at all."""
    said = _ERROR.match(text)
    if said is None or not place.known or _OF_ERROR.search(place.asked):
        return said is not None and bool(place.known) and _is_failing(said, place, is_turned)
    return _is_failing(said, place, is_turned) or not _OF_SUCCESS.search(place.asked)


_DOING = re.compile(r"(?P<doing>[a-z]{4,}ing)(?: \S+){0,4}? (?:fails|failed|succeeds|succeeded)$")


def is_of_other_doing(text: str, place: Place) -> bool:
    """True for `if deleting it fails` where it is asked what another call has given.

    Something else in that function is called so.
    """
    said = _DOING.match(text)
    if said is None or not (place.known or place.either):
        return False
    doing = said["doing"]
    named = {doing, *ACTIONS.get(ACTION_FORMS.get(doing, doing), ())}
    called = words_of(" ".join(one.name for one in place.outline.calls))
    asked = words_of(place.asked)
    return any(is_told(one, called) for one in named) and not any(
        is_told(one, asked) for one in named
    )


def _is_failing(said: re.Match[str], place: Place, is_turned: bool) -> bool:
    is_there = (said["no"] != "no") != is_turned
    known = [one for one in place.known if one.kind in ("true", "null")]
    told = [
        one.holds != (one.kind == "true")
        for one in known
        if _OF_SUCCESS.search(one.what.rpartition(".")[2])
    ]
    told += [
        one.holds == (one.kind == "true")
        for one in known
        if _OF_ERROR.search(one.what.rpartition(".")[2])
    ]
    return bool(told) and all(one != is_there for one in told)
