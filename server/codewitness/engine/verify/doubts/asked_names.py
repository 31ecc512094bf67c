"""Whether a condition asks for the very name that a claim speaks of, and whether it is there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.code.made_from import made_of
from codewitness.engine.verify.conditions.asked import coded
from codewitness.engine.verify.doubts.asked_there import (
    ARTICLE,
    TRUTH,
    Place,
    is_own,
    stems,
)
from codewitness.engine.verify.doubts.told_text import GIVEN_AS, is_told, words_of
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.names import is_bound
from codewitness.engine.verify.question import Question
from codewitness.engine.verify.reading.spelled_short import in_words

_HOLDER = re.compile(
    rf"{ARTICLE}(?P<c>\w+) (?:contains|includes|has|lacks) |.* (?:in|from) {ARTICLE}(?P<d>\w+)$"
)
_NOUN = re.compile(
    rf"(?:there (?:is|are|was|were) (?:no|an?|any|already an?) (?P<there>[A-Za-z_]\w*(?: \w+)?)$)"
    rf"|(?:{ARTICLE}(?P<noun>[A-Za-z_][\w.]*(?: \w+){{0,2}}?) "
    r"(?:is|are|was|has|have|exceeds?|equals|differs|does|contains|fails?|failed|exists?)\b)"
)
_TAIL = re.compile(r"[A-Za-z_]\w*$")


def is_of_another_name(text: str, place: Place) -> bool:
    """True for `if there is no match` of `first_match is None`, where `match` is asked for, too."""
    found, holder = _NOUN.match(text), _HOLDER.match(text)
    names = [found["there"] or found["noun"]] if found else []
    names += [holder["c"] or holder["d"]] if holder else []
    if not place.known and not place.either:
        return False
    elsewhere = {
        tail.rpartition(".")[2].strip("_@")
        for item in place.outline.marked("condition")
        if item.span not in place.spans
        for one in coded(item.text)
        for tail in (one.what, one.value)
    }
    spelt = {in_words(one).lower(): one for one in elsewhere if one}
    named = (spelt.get(one, one) if " " in one else one for one in names)
    return any(one.rpartition(".")[2] in elsewhere and not _is_named(one, place) for one in named)


def _is_named(name: str, place: Place) -> bool:
    """True if the conditions there have the name; of a variable not as `other.name` alone."""
    is_variable = "." not in name and is_bound(place.outline, name)
    before, tail = r"(?<![\w$.>:])" if is_variable else r"(?<![A-Za-z\d$])", name.rpartition(".")[2]
    return re.search(rf"{before}{re.escape(tail)}(?![\w$])", place.called) is not None


_NO_NULL = re.compile(
    rf"{ARTICLE}(?P<noun>[A-Za-z_][\w. ]*?) "
    r"(?:fails|failed|errors|errored|is (?:empty|blank|full))$"
)


def is_but_absent(text: str, place: Place) -> bool:
    """True for `if the hook fails` of `hook is None`, which no call of that name has given."""
    said = _NO_NULL.match(text)
    noun = stems(said["noun"]) if said is not None else set()
    named = [one for one in place.known if one.kind in TRUTH and noun and noun <= stems(one.what)]
    if not named or any(one.called for one in named):
        return False
    if text.endswith("full"):
        return all(one.kind in ("null", "empty") for one in named)
    if text.endswith(("empty", "blank")):
        return all(one.kind == "null" for one in named)
    return not any(
        re.search(rf"\b{re.escape(one.what.rpartition('.')[2])}\s*\(", place.asked)
        or noun & stems(" ".join(_callees(one, place)))
        for one in named
    )


def _callees(known: Question, place: Place) -> Iterator[str]:
    """The names of what is called to make what is asked for."""
    for made in made_of(known.what, place.outline):
        yield from re.findall(r"(\w+)[!?]?\s*\(", made)


_PRESENT = re.compile(
    rf"(?:there (?:is|are) (?:no|an?|any) (?P<there>[A-Za-z_]\w*)"
    rf"|(?:not |no )?{ARTICLE}(?P<noun>[A-Za-z_][\w.]*)"
    r"(?: (?:is|are|was) (?:not |already |still )?(?:set|unset|given|missing|present|provided|null"
    r"|None|nil|NULL|nullptr|undefined|true|false|True|False|there|available|absent|passed))?)$"
)
_SET = r"(?:set|unset|given|passed|provided|specified|supplied|configured|defined|null|None|nil)"
_IS_THERE = re.compile(
    rf"(?:there (?:is|are) (?:no|an?|any) (?P<there>[a-z]+(?: [a-z]+)?)"
    rf"|(?:no )?{ARTICLE}(?P<noun>[a-z]+(?: [a-z]+)?) (?:is|are|was|were) (?:not )?{_SET})$"
)


def is_of_what_is_beside(text: str, place: Place) -> bool:
    """True for `if no cache is set` of `not lists`, where it is `lists` that are asked for.

    The code there speaks of a cache, too, and not in that condition.
    """
    said = _IS_THERE.match(text)
    noun = stems(said["there"] or said["noun"]) if said is not None else set()
    if not noun or not place.called.strip() or _OF_NO_NAME & noun:
        return False
    asked = words_of(GIVEN_AS.sub("", place.called))
    body = words_of(place.outline.text.slice(place.outline.span))
    return not any(is_told(one, asked) for one in noun) and all(one in body for one in noun)


_OF_NO_NAME = frozenset({"error", "errors", "exception", "value", "result", "variable", "one"})
_OF_PRESENCE = frozenset({"true", "null", "empty", "exists", "fails", "responds", "in", "is a"})


def is_not_asked_for(text: str, place: Place) -> bool:
    """True for `if buf is null` of `buf.length < 9`, which asks nothing such of it."""
    said = _PRESENT.match(text)
    name = (said["there"] or said["noun"]) if said is not None else ""
    asked = [*place.known, *place.either]
    if not asked or not is_own(name, place):
        return False
    return not any(_is_asked_of(name, one, place) for one in asked)


def _is_asked_of(name: str, known: Question, place: Place) -> bool:
    if known.kind not in _OF_PRESENCE and known.kind != "equals":
        return False
    if known.kind == "equals" and has_word(known.value, name):
        return True
    tail = _TAIL.search(known.what)
    if (tail is not None and tail[0] == name) or has_word(f"{known.value} {known.called}", name):
        return True
    return any(has_word(one, name) for one in made_of(known.what, place.outline))
