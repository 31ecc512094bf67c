"""Whether what a claim's condition asks is asked at all of what decides where something is found.

The words of a condition may all stand there, and it may still ask for something else: `if the size
exceeds the limit` of `size < limit`, `if it is connected` of `state != CONNECTED`, `if there is no
match` of `first_match is None`, where `match` is asked for in another place, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from codewitness.engine.verify.claim import Claim, Clause
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.asked import coded
from codewitness.engine.verify.conditions.holding import decided_at, is_as_said
from codewitness.engine.verify.doubts.told_text import GIVEN_AS, is_told, words_of
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.names import is_bound
from codewitness.engine.verify.question import EITHER, Question
from codewitness.engine.verify.reading.spelled_short import in_words
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_LEAD = re.compile(r"^(?:only )?(?P<lead>if|when|whenever|unless|while|until|once|in case) ")
_JOINED = re.compile(r" (?:or|and|nor|but) ")
_LEAVING = ("return", "raise", "throw", "break", "continue", "exit")
_ARTICLE = r"(?:the |its |an? |this |that )?"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A place that was found, and what is decided there.

    known: what has come true. either: what is asked by the sides of an `or`. spans: the conditions
    that decide. asked: the texts of these, with what their variables are set to. called: the same,
    of what is set with calls alone.
    """

    outline: Outline
    spans: frozenset[Span]
    known: Sequence[Question]
    either: Sequence[Question]
    asked: str
    called: str


def unasked(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Conditions of a claim that ask for another thing wherever something was found."""
    for clause in claim.clauses:
        said = clause.described
        lead = _LEAD.match(said)
        if lead is None or clause.is_outside or _JOINED.search(said):
            continue
        text = said[lead.end() :]
        places = [one for one in proofs if _is_place(one)]
        each = [
            (not clause.is_negated and _is_of_another_name(text, where))
            or _is_but_absent(text, where)
            or (
                not _is_so(said, one, is_only=clause.is_only_there)
                and _is_else(clause, text, where)
            )
            for one, where in ((one, _place(one)) for one in places)
        ]
        if each and all(each):
            yield said


def _is_place(proof: Proof) -> bool:
    is_condition = proof.type is EvidenceType.CONDITIONAL
    return not is_condition or proof.outline.text.slice(proof.span).startswith(_LEAVING)


def _is_so(said: str, proof: Proof, *, is_only: bool) -> bool:
    return is_as_said(said, proof.outline, _whole(proof), is_only=is_only).is_so is True


def _whole(proof: Proof) -> Span:
    """All of the call that was found, `x?.f()`, which tells that there is an `x`."""
    calls = (one for one in proof.outline.calls if proof.span in (one.name_span, one.span))
    return next((one.whole for one in calls), proof.span)


def _place(proof: Proof) -> _Place:
    outline, text = proof.outline, proof.outline.text
    decided = decided_at(outline, _whole(proof))
    hit = Hit(proof.type, proof.detail, outline, proof.span, _whole(proof))
    spans = frozenset({*conditions_around(hit), *(one.condition for one in decided)})
    asked = " ".join(text.slice(span) for span in spans)
    asked += " ".join(
        one.text for one in outline.marked("handler") if one.span.contains(proof.span)
    )
    made = [*_made_of(asked, outline)]
    called = " ".join([asked, *(one for one in made if "(" in one)])
    asked = " ".join([asked, *made])
    known = [one.question for one in decided if one.question.kind != EITHER]
    sides = [*_sides(one.question for one in decided)]
    return _Place(
        outline=outline, known=known, either=sides, spans=spans, asked=asked, called=called
    )


def _made_of(text: str, outline: Outline) -> Iterator[str]:
    names = set(re.findall(r"[A-Za-z_]\w*", text))
    for one in outline.assigned:
        if names & set(re.findall(r"[A-Za-z_]\w*", one.target)):
            yield outline.text.slice(one.value_span)


def _sides(questions: Iterable[Question]) -> Iterator[Question]:
    """What each side of an `or` asks."""
    for one in questions:
        for side in one.sides:
            yield from (asked for asked in side if asked.kind != EITHER)
            yield from _sides(side)


def _is_else(clause: Clause, text: str, place: _Place) -> bool:
    is_turned = clause.described.removeprefix("only ").startswith(("unless", "until"))
    rules = () if clause.is_negated else (_is_not_asked_for, _is_of_what_is_beside)
    if any(rule(text, place) for rule in rules):
        return True
    if _is_of_none_of_these(text, place) or _is_no_limit(text, place):
        return True
    if any(_words(one.what) & _words(text) for one in place.either):
        return False
    return any(rule(text, place, is_turned) for rule in _RULES)


_HOLDER = re.compile(
    rf"{_ARTICLE}(?P<c>\w+) (?:contains|includes|has|lacks) |.* (?:in|from) {_ARTICLE}(?P<d>\w+)$"
)
_NOUN = re.compile(
    rf"(?:there (?:is|are|was|were) (?:no|an?|any|already an?) (?P<there>[A-Za-z_]\w*(?: \w+)?)$)"
    rf"|(?:{_ARTICLE}(?P<noun>[A-Za-z_][\w.]*(?: \w+){{0,2}}?) "
    r"(?:is|are|was|has|have|exceeds?|equals|differs|does|contains|fails?|failed|exists?)\b)"
)
_TAIL = re.compile(r"[A-Za-z_]\w*$")


def _is_of_another_name(text: str, place: _Place) -> bool:
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


def _is_named(name: str, place: _Place) -> bool:
    """True if the conditions there have the name; of a variable not as `other.name` alone."""
    is_variable = "." not in name and is_bound(place.outline, name)
    before, tail = r"(?<![\w$.>:])" if is_variable else r"(?<![A-Za-z\d$])", name.rpartition(".")[2]
    return re.search(rf"{before}{re.escape(tail)}(?![\w$])", place.called) is not None


_NO_NULL = re.compile(
    rf"{_ARTICLE}(?P<noun>[A-Za-z_][\w. ]*?) "
    r"(?:fails|failed|errors|errored|is (?:empty|blank|full))$"
)


def _is_but_absent(text: str, place: _Place) -> bool:
    """True for `if the hook fails` of `hook is None`, which no call of that name has given."""
    said = _NO_NULL.match(text)
    noun = _words(said["noun"]) if said is not None else set()
    named = [one for one in place.known if one.kind in _TRUTH and noun and noun <= _words(one.what)]
    if not named or any(one.called for one in named):
        return False
    if text.endswith("full"):
        return all(one.kind in ("null", "empty") for one in named)
    if text.endswith(("empty", "blank")):
        return all(one.kind == "null" for one in named)
    return not any(
        re.search(rf"\b{re.escape(one.what.rpartition('.')[2])}\s*\(", place.asked)
        or noun & _words(" ".join(_callees(one, place)))
        for one in named
    )


def _callees(known: Question, place: _Place) -> Iterator[str]:
    """The names of what is called to make what is asked for."""
    for made in _made_of(known.what, place.outline):
        yield from re.findall(r"(\w+)[!?]?\s*\(", made)


_MORE = (
    r"(?:more|greater|larger|longer|bigger|higher|older|later|deeper|wider) than|above|over"
    r"|at least|no (?:less|fewer|smaller) than"
)
_LESS = (
    r"(?:less|fewer|smaller|shorter|lower|younger|earlier) than|below|under"
    r"|at most|no (?:more|greater|larger) than"
)
_MUCH = r"too (?:large|long|big|many|high|great|deep|much|wide|old)"
_LITTLE = r"too (?:small|short|few|low|little|shallow|narrow|young)"
_ORDER = re.compile(
    rf"(?P<a>\S.*?) (?:(?:(?:is|are|was|were|has|have) )?(?P<no>not |no longer )?"
    rf"(?:(?P<more>{_MORE}|{_MUCH})"
    rf"|(?P<less>{_LESS}|{_LITTLE}))|(?P<exceeds>(?P<never>does not )?exceeds?))(?: (?P<b>.+))?$"
)
_ORDERED = ("above", "below")


def _is_of_other_order(text: str, place: _Place, is_turned: bool) -> bool:
    """True for `if a is greater than b` of `a < b`, and of another limit than b."""
    said = _ORDER.match(text)
    if said is None:
        return False
    is_more = (said["more"] or said["exceeds"]) is not None
    is_denied = (said["no"] or said["never"]) is not None
    wanted = is_more != (is_denied != is_turned)
    orders = [one for one in place.known if one.kind in _ORDERED]
    known = [one for one in orders if _is_of_it(said["a"], said["b"] or "", one)]
    if not known:
        return bool(orders) and _is_own(said["a"], place)
    answers = {_is_ordered(said["a"], said["b"] or "", one, wanted, place) for one in known}
    return answers == {False}


def _is_of_it(a: str, b: str, known: Question) -> bool:
    return bool(_words(f"{a} {b}") & _words(f"{known.what} {known.value}"))


def _is_ordered(a: str, b: str, known: Question, wanted: bool, place: _Place) -> bool | None:
    """Whether what is known is as is said of `a` and `b`; None if it can't be told."""
    sides = [_words(known.what), _words(known.value)]
    mine = [_overlap(_words(a), one) for one in sides]
    if mine[0] == mine[1] and b:
        mine = [_overlap(_words(b), one) for one in reversed(sides)]
    if mine[0] == mine[1]:
        return None
    other = known.value if mine[0] > mine[1] else known.what
    if b and _is_own(b, place) and not has_word(other, b) and not other.strip("-").isdigit():
        return False
    is_above = (known.kind == "above") == known.holds
    return (is_above == (mine[0] > mine[1])) == wanted


def _is_own(name: str, place: _Place) -> bool:
    return re.fullmatch(r"[A-Za-z_]\w*", name) is not None and is_bound(place.outline, name)


def _words(text: str) -> set[str]:
    return {
        re.sub(r"(?<=\w\w)s$", "", one)
        for one in in_words(text.replace("number of ", "")).lower().split()
    } - _ARTICLES


_ARTICLES = frozenset({"the", "a", "an", "its", "it", "self", "this", "of"})


def _overlap(some: set[str], others: set[str]) -> float:
    return len(some & others) / len(others | some) if others else 0


_EQUAL = re.compile(
    r"(?P<a>\S.*?) (?:(?P<differs>(?:differs|is different|is other) (?:from|than))"
    rf"|(?:is|are|was|were|equals)(?P<no> not| no longer)?(?: equal to)?) {_ARTICLE}(?P<v>\S.*)$"
)


def _is_of_other_value(text: str, place: _Place, is_turned: bool) -> bool:
    """True for `if it is connected` of `state != CONNECTED`."""
    said = _EQUAL.match(text)
    if said is None:
        return False
    wanted = (said["differs"] or said["no"]) is None
    wanted = wanted != is_turned
    value = _words(said["v"])
    if value in ({"true"}, {"false"}):
        return _is_of_other_truth(said["a"], ("true" in value) == wanted, place)
    if _is_own(said["a"], place) and _is_own(said["v"], place):
        return bool(place.known) and not all(has_word(place.asked, said[one]) for one in "av")
    named = [
        one for one in place.known if one.kind == "equals" and value and value <= _words(one.value)
    ]
    return bool(named) and all(one.holds != wanted for one in named)


_COUNTED = re.compile(  # a claim's `are waiting` is read as `do wait`
    r"(?P<none>no one|nobody|nothing|none|no [a-z]+)?.*? (?:is|are|does|do) (?:still |currently )?"
    r"(?P<no>not )?(?P<state>[a-z]+)$"
)


def _is_of_other_count(text: str, place: _Place, is_turned: bool) -> bool:
    """True for `if tasks are waiting` of `waiting == 0`, and `if no one is` of `waiting > 0`."""
    said = _COUNTED.match(text)
    if said is None:
        return False
    wanted = ((said["none"] or said["no"]) is None) != is_turned
    known = [
        one.holds == (one.kind == "above")
        for one in place.known
        if (one.kind, one.value) in _NONE_OR_SOME and is_told(said["state"], _words(one.what))
    ]
    return bool(known) and all(one != wanted for one in known)


_NONE_OR_SOME = frozenset({("equals", "0"), ("above", "0"), ("below", "1"), ("empty", "")})
_NAMED = re.compile(r"[\"'`]?[A-Z][\w.]*[\"'`]?$")
_NO_VALUES = frozenset({"none", "null", "nil", "true", "false", "undefined"})


def _is_of_none_of_these(text: str, place: _Place) -> bool:
    """True for `if the reason is Replaced` of `reason == Expired || reason == Removed`."""
    said = _EQUAL.match(text)
    if said is None or said["no"] or said["differs"] or not _NAMED.match(said["v"]):
        return False
    value, noun = _words(said["v"]), _words(said["a"])
    asked = [
        one
        for one in (*place.known, *place.either)
        if one.kind == "equals" and one.holds and noun <= _words(one.what)
    ]
    told = [_words(one.value) for one in asked if not re.match(r"[\d-]", one.value)]
    return bool(told) and not value & _NO_VALUES and not any(value & one for one in told)


_LIMIT = re.compile(rf"{_ARTICLE}(?P<a>\S.*?) (?:is|was|has been|gets) (?:exceeded|surpassed)$")


def _is_no_limit(text: str, place: _Place) -> bool:
    """True for `if the limit is exceeded` of `limit == 0`."""
    said = _LIMIT.match(text)
    asked = [*place.known, *place.either]
    ordered = (one for one in asked if one.kind in _ORDERED)
    return (
        said is not None
        and bool(asked)
        and not any(_is_of_it(said["a"], "", one) for one in ordered)
    )


_TRUTH = {"true": True, "null": False, "empty": False}


_FILLED = re.compile(
    rf"{_ARTICLE}(?P<a>\S.*?) (?:has|have|contains?|holds?) (?P<no>no )?(?:any )?"
    r"(?:entries|items|elements|values|rows|members|bytes|data|content|contents|children)$"
)


def _is_of_emptiness(text: str, place: _Place, is_turned: bool) -> bool:
    """True for `if the list has entries` of `list.isEmpty()`."""
    said = _FILLED.match(text)
    if said is None:
        return False
    return _is_of_other_truth(said["a"], (said["no"] is None) != is_turned, place)


def _is_of_other_truth(noun: str, wanted: bool, place: _Place) -> bool:
    known = [
        (one.holds == _TRUTH[one.kind])
        for one in place.known
        if one.kind in _TRUTH and _words(noun) <= _words(one.what)
    ]
    return bool(known) and all(one != wanted for one in known)


_CONTAINED = re.compile(
    rf"{_ARTICLE}(?P<c>\S+) (?P<lacks>does not (?:contain|include|have)|lacks)?"
    rf"(?(lacks)|(?:contains|includes|has)) {_ARTICLE}(?P<x>\S+)$"
    rf"|{_ARTICLE}(?P<y>\S+) is (?P<no>not |missing |absent )?(?:in|from) {_ARTICLE}(?P<d>\S+)$"
)


def _is_in_another(text: str, place: _Place, is_turned: bool) -> bool:
    """True for `if the handlers contain the key` of `key not in self.cache`."""
    said = _CONTAINED.match(text)
    known = [one for one in place.known if one.kind == "in"]
    if said is None or not known:
        return False
    wanted = (said["lacks"] or said["no"]) is None
    wanted = wanted != is_turned
    item, holder = _words(said["x"] or said["y"]), _words(said["c"] or said["d"])
    of_it = [one for one in known if _overlap(item, _words(one.what))]
    there = [one for one in of_it if _overlap(holder, _words(one.value))]
    return bool(of_it) and not any(one.holds == wanted for one in there)


_PRESENT = re.compile(
    rf"(?:there (?:is|are) (?:no|an?|any) (?P<there>[A-Za-z_]\w*)"
    rf"|(?:not |no )?{_ARTICLE}(?P<noun>[A-Za-z_][\w.]*)"
    r"(?: (?:is|are|was) (?:not |already |still )?(?:set|unset|given|missing|present|provided|null"
    r"|None|nil|NULL|nullptr|undefined|true|false|True|False|there|available|absent|passed))?)$"
)
_SET = r"(?:set|unset|given|passed|provided|specified|supplied|configured|defined|null|None|nil)"
_IS_THERE = re.compile(
    rf"(?:there (?:is|are) (?:no|an?|any) (?P<there>[a-z]+(?: [a-z]+)?)"
    rf"|(?:no )?{_ARTICLE}(?P<noun>[a-z]+(?: [a-z]+)?) (?:is|are|was|were) (?:not )?{_SET})$"
)


def _is_of_what_is_beside(text: str, place: _Place) -> bool:
    """True for `if no cache is set` of `not lists`, where it is `lists` that are asked for.

    The code there speaks of a cache, too, and not in that condition.
    """
    said = _IS_THERE.match(text)
    noun = _words(said["there"] or said["noun"]) if said is not None else set()
    if not noun or not place.called.strip() or _OF_NO_NAME & noun:
        return False
    asked = words_of(GIVEN_AS.sub("", place.called))
    body = words_of(place.outline.text.slice(place.outline.span))
    return not any(is_told(one, asked) for one in noun) and all(one in body for one in noun)


_OF_NO_NAME = frozenset({"error", "errors", "exception", "value", "result", "variable", "one"})
_OF_PRESENCE = frozenset({"true", "null", "empty", "exists", "fails", "responds", "in", "is a"})


def _is_not_asked_for(text: str, place: _Place) -> bool:
    """True for `if buf is null` of `buf.length < 9`, which asks nothing such of it."""
    said = _PRESENT.match(text)
    name = (said["there"] or said["noun"]) if said is not None else ""
    asked = [*place.known, *place.either]
    if not asked or not _is_own(name, place):
        return False
    return not any(_is_asked_of(name, one, place) for one in asked)


def _is_asked_of(name: str, known: Question, place: _Place) -> bool:
    if known.kind not in _OF_PRESENCE and known.kind != "equals":
        return False
    if known.kind == "equals" and has_word(known.value, name):
        return True
    tail = _TAIL.search(known.what)
    if (tail is not None and tail[0] == name) or has_word(f"{known.value} {known.called}", name):
        return True
    return any(has_word(one, name) for one in _made_of(known.what, place.outline))


_ERROR = re.compile(r"there (?:is|was|are) (?P<no>no|an?|any) (?:error|exception|failure)s?$")
_OF_ERROR = re.compile(r"(?i)err|exc|fail|(?<![a-z])e\d?(?![a-z])|errno|panic")
_OF_SUCCESS = re.compile(r"(?i)(?<![a-z])ok(?![a-z])|success|valid")


def _is_of_no_error(text: str, place: _Place, is_turned: bool) -> bool:
    """True for `if there is no error` of `!ok`, and of what asks for no error at all."""
    said = _ERROR.match(text)
    if said is None or not place.known or _OF_ERROR.search(place.asked):
        return said is not None and bool(place.known) and _is_failing(said, place, is_turned)
    return _is_failing(said, place, is_turned) or not _OF_SUCCESS.search(place.asked)


def _is_failing(said: re.Match[str], place: _Place, is_turned: bool) -> bool:
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


_RULES: tuple[Callable[[str, _Place, bool], bool], ...] = (
    _is_of_other_order,
    _is_of_other_value,
    _is_of_other_count,
    _is_of_emptiness,
    _is_in_another,
    _is_of_no_error,
)
