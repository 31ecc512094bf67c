"""A condition in plain words, held to what is known to be asked where a place of the code stands.

`if the key is missing` is `key not in rows`, `rows.get(key) is None` and the handler of a
`KeyError`; `if the job is done` is `job.done`, `job.is_done()` and `isDone(job)`. What is asked for
more than is said, at the place, leaves it open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from codewitness.engine.verify.bound.things import Thing, thing_said
from codewitness.engine.verify.bound.words import plain


class Asked(NamedTuple):
    """That `thing` is so, or is not: there, empty, of a state, of a type, equal to a value.

    sides: of the kinds ALL and ANY, what all has to be so, or one of which.
    """

    kind: str
    thing: Thing
    value: str
    holds: bool
    how: str = ""
    sides: tuple[Asked, ...] = ()


THERE, STATE, TYPE, VALUE, EMPTY = "there", "state", "type", "value", "empty"
AMOUNT, STARTS, HAS, IN = "amount", "starts", "has", "in"
LIMIT, FAILS, ALL, ANY = "limit", "fails", "all", "any"
_LEAD = re.compile(r"(?P<lead>if|when|once|unless|as soon as|in case) (?P<said>.+)$")
_BE = r"(?:is|are|was|were|has been|have been|gets|got|had been|being)"
_NO = r"(?P<no> not| no longer|n't| never)?"
_BY_NOW = r"(?: already| still| yet| now| currently| really)*"
_IS = rf"{_BE}{_NO}{_BY_NOW}"
_DOES = r"(?:does(?P<no> not|n't) |do(?P<no2> not|n't) )?"
_THERE_WORDS = (
    r"(?:there|set|given|present|found|known|provided|available|defined|specified|supplied|passed"
    r"|configured|requested|truthy)"
)
_MISSING_WORDS = r"(?:missing|absent|unset|unknown|gone|falsy|omitted|unavailable|unspecified)"
_NONE = r"(?:None|null|nil|NULL|undefined|nullptr)"
_VALUE = r"(?:-?\d+|\"[^\"]*\"|'[^']*'|`[^`]+`|[A-Z][A-Z_\d]+|true|false|True|False|zero|NaN)"
_THING = r"(?P<thing>.+?)"
_PATTERNS: tuple[tuple[str, str], ...] = (
    (
        rf"there {_BE} (?P<how>more than|at least|less than|fewer than|exactly) (?P<value>\w+)"
        r" (?P<thing>.+)",
        AMOUNT,
    ),
    (
        rf"{_THING} {_BE} (?P<how>more than|greater than|larger than|above|over|below|under"
        r"|less than|smaller than|at least|at most) (?P<value>.+)",
        AMOUNT,
    ),
    (
        rf"{_THING} {_BE}{_BY_NOW} (?P<value>reached|hit|exceeded)",
        LIMIT,
    ),
    (rf"{_THING} (?P<how>reaches|hits|exceeds) (?P<value>.+)", AMOUNT),
    (r"(?P<verb>[a-z]+ing) (?P<thing>.+?) (?:fails|failed|errors|throws|raises)", FAILS),
    (rf"{_THING} (?:can|could)(?: not|not|n't|'t) be (?P<verb>(?!found\b)[a-z]+)", FAILS),
    (r"(?P<verb>[a-z]+ing)(?P<thing>) (?:fails|failed|throws|raises)", FAILS),
    (r"(?P<thing>(?:any|some)thing|an?y? error) (?:goes wrong|fails|occurs|happens)", FAILS),
    (rf"{_THING} (?:fails|failed|throws|raises|errors)(?: an? (?:error|exception))?", FAILS),
    (rf"there {_BE} (?P<no>none|no (?:such )?one) ?(?P<thing>){_BY_NOW}", THERE),
    (rf"there {_BE}(?P<no> no| not an?)? (?P<thing>.+)", THERE),
    (rf"(?P<no>no|none) ?(?P<thing>.*?) ?{_BE} {_THERE_WORDS}", THERE),
    (rf"(?P<thing>one) {_BE} {_THERE_WORDS}", THERE),
    (rf"{_THING} (?:could|can)(?P<no> not|not|n't|'t)? be found", THERE),
    (rf"{_THING} {_IS} {_THERE_WORDS}(?: at all)?", THERE),
    (rf"{_THING} {_BE}{_BY_NOW} (?P<no>{_MISSING_WORDS})", THERE),
    (rf"{_THING} {_DOES}(?P<value>exist)s?{_BY_NOW}", THERE),
    (rf"{_THING} {_IS} (?P<state>{_NONE})", VALUE),
    (rf"{_THING} {_IS} empty", EMPTY),
    (rf"{_THING} {_IS} (?P<how>positive|negative)", AMOUNT),
    (rf"{_THING} {_IS} (?P<value>{_VALUE})", VALUE),
    (rf"{_THING} (?:equals|matches) (?P<value>{_VALUE})", VALUE),
    (rf"{_THING} {_IS} (?:an? |an instance of (?:an? )?)(?P<value>[\w.`]+)", TYPE),
    (rf"{_THING} {_DOES}(?:start|begin)s? with (?P<value>.+)", STARTS),
    (rf"{_THING} {_IS} (?:in|among|part of) (?P<value>.+)", IN),
    (rf"{_THING} {_DOES}contains? (?P<value>.+)", HAS),
    (rf"{_THING} {_DOES}(?:has|have) (?P<no3>no )?(?:an? |any |the )?(?P<value>.+)", HAS),
    (rf"{_THING} {_IS} (?P<state>[a-z]+(?:[- ][a-z]+)?)", STATE),
    (rf"{_THING} (?P<state>[a-z]+[a-rt-z]s(?: out| up| down)?)", STATE),
)
_COMPILED = tuple((re.compile(pattern), kind) for pattern, kind in _PATTERNS)
_FOR = re.compile(r"for (?:an? |the |any )?(?P<noun>.+)$")
_OF_VALUE = re.compile(rf"(?P<noun>[a-z]+) (?P<value>{_VALUE})")
_PRONOUNS = frozenset({"it", "one", "they", "none", "them", ""})
_SEVERAL = re.compile(r"\b(?:and|or|but|all|every|both|neither|nor|either)\b")


def asked_for(tail: str, what: Thing | None) -> Asked | None:
    """What a condition asks; None if it is said in no form that is known.

    what: what the sentence speaks of before, which `it` and `none` may stand for.
    """
    found = _LEAD.fullmatch(tail.strip())
    if (of := _FOR.fullmatch(tail.strip())) is not None:
        return next(iter(of_noun(of["noun"])), None)
    if found is None or _SEVERAL.search(found["said"]):
        return None
    is_unless = found["lead"] == "unless"
    for pattern, kind in _COMPILED:
        said = pattern.fullmatch(found["said"])
        if said is not None:
            return _asked(said, kind, what, is_unless=is_unless)
    return None


def _asked(said: re.Match[str], kind: str, what: Thing | None, *, is_unless: bool) -> Asked | None:
    groups = said.groupdict()
    if kind == FAILS:
        is_any = _ANY_ERROR.match(groups["thing"]) is not None
        verb = groups.get("verb") or ""
        is_any = is_any or (bool(verb) and groups["thing"] in _PRONOUNS)
        of_what = thing_said(groups["thing"]) if groups["thing"] and not is_any else Thing(())
        is_told = of_what is not None and not is_unless
        return Asked(kind, of_what, verb, True) if is_told and of_what is not None else None
    denied = any(groups.get(name) for name in ("no", "no2", "no3"))
    named = groups["thing"].strip().removeprefix("yet ")
    thing = what if named in _PRONOUNS else thing_said(named)
    if thing is None or thing.is_each:
        return None
    value = groups.get("value") or groups.get("state") or ("0" if kind == AMOUNT else "")
    return Asked(kind, thing, value, denied == is_unless, groups.get("how") or "")


_ANY_ERROR = re.compile(r"(?:any|some)thing$|an?y? error$")


def state_words(state: str) -> tuple[str, ...]:
    """The words of a state in plain forms."""
    return tuple(plain(one) for one in re.split(r"[- ]", state))


_ABSENT = re.compile(r"(?:an? |the |any )?(?:missing|absent|unset) (?P<noun>\w+)")
_WHICH = re.compile(r"(?P<noun>.+?),? (?:that|which|who) (?P<said>.+)$")
_WHOSE = re.compile(r"(?P<noun>\w+),? whose (?P<said>.+)$")
_WITHOUT = re.compile(r"(?P<noun>\w+) (?P<how>without|with) (?:an? |any )?(?P<value>.+)$")


def of_noun(text: str) -> Sequence[Asked]:
    """What `empty keys` and `files that do not exist` ask: that it is empty, that it is there."""
    if (which := _WHICH.fullmatch(text)) is not None:
        noun = thing_said(which["noun"])
        asked = asked_for(f"if it {which['said']}", noun) if noun is not None else None
        return (asked,) if asked is not None else ()
    if (whose := _WHOSE.fullmatch(text)) is not None:
        asked = asked_for(f"if the {whose['said']}", None)
        return (asked,) if asked is not None else ()
    if (having := _WITHOUT.fullmatch(text)) is not None:
        noun = thing_said(having["noun"])
        is_with = having["how"] == "with"
        return (Asked(HAS, noun, having["value"], is_with),) if noun is not None else ()
    if (absent := _ABSENT.fullmatch(text)) is not None:
        noun = thing_said(absent["noun"])
        return (Asked(THERE, noun, "", False),) if noun is not None else ()
    if (valued := _OF_VALUE.fullmatch(text)) is not None:
        noun = thing_said(valued["noun"])
        return (Asked(VALUE, noun, valued["value"], True),) if noun is not None else ()
    thing = thing_said(text)
    return _of_thing(thing) if thing is not None and not thing.is_each else ()


def _of_thing(thing: Thing) -> Sequence[Asked]:
    if thing.names:
        is_alone = not thing.words
        one = (Asked(VALUE, _ANYTHING, thing.names[0], True),)
        return (*one, Asked(TYPE, _ANYTHING, thing.names[0], True)) if is_alone else ()
    *before, head = thing.words
    if not before:
        return (Asked(TYPE, _ANYTHING, head, True), Asked(STATE, _ANYTHING, head, True))
    rest = Thing((head,))
    if len(before) > 1:
        return ()
    if before[0] in ("empty", "blank"):
        return (Asked(EMPTY, rest, before[0], True),)
    if before[0] in ("nil", "null", "none", "undefined"):
        return (Asked(VALUE, rest, before[0], True),)
    if before[0] in ("missing", "unknown", "unset", "absent", "known", "existing", "present"):
        return (Asked(THERE, rest, "", before[0] in ("known", "existing", "present")),)
    if before[0] in ("positive", "negative"):
        return (Asked(AMOUNT, rest, "0", True, before[0]),)
    return (Asked(STATE, rest, before[0], True),)


_ANYTHING = Thing(())
