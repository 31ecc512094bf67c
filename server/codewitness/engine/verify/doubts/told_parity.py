"""Whether something that is asked where a thing was found is known to come out as a claim says.

Words alone can't tell that: `if the list is empty` shares one with `list.next == list.tail`, which
asks nothing of it. Some question there has to share a word with what is said, and be known to be
answered that way: with yes, or with no if the claim denies it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from codewitness.engine.verify.claim import Claim, Clause
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.holding import (
    decided_at,
    is_as_said,
    is_one_of_several,
)
from codewitness.engine.verify.doubts.asked_there import is_place, made_of, whole
from codewitness.engine.verify.doubts.plain_words import IDLE
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.question import EITHER, Question
from codewitness.model.outline import Around

_LEAD = re.compile(r"^(?:only )?(?P<lead>if|when|whenever|unless|while|until|once|in case) ")
_JOINED = re.compile(r" (?:or|and|nor|but) ")
_TURNING = ("unless", "until")
_NOT = re.compile(
    r"\b(?:not|no|none|never|nothing|nobody|neither|cannot|without|lacks?|fails? to)\b|n't\b"
)
# What denies without saying `not`, unless the code names it so as well.
_DENYING = re.compile(
    r"(?i)(?:missing|absent|empty|blank|null|nil|none|undefined|unset|fail\w*|err(?:or)?s?|off"
    r"|disabled?|closed|invalid|incorrect|inactive|incomplete|false|falsy|differs?|different|gone"
    r"|removed|deleted|mismatch\w*|unknown|unavailable|unsupported|exc|exception|throws?|threw"
    r"|raises?|raised|zero|changed|modified|bad|wrong|malformed|not|no|non|un\w{4,}ed|stopped|done|finished|busy)$"
)
_OF_ORDER = re.compile(
    r"\b(?:long|short|big|large|small|high|low|old|young|deep|great|wide|much|little|more|less|fewer|greater|larger|smaller|longer|shorter|higher|lower|older|younger|bigger"
    r"|later|earlier|above|below|over|under|exceed\w*|at (?:least|most)|too|past|future|passed"
    r"|elapsed|expired?|before|after|maximum|max|minimum|min|limit\w*|full|negative|positive"
    r"|reach\w*|enough|last|first|left|remain\w*|times? out|timed out|capacity|room|space|end"
    r"|exhausted|many|few|within|in range|bounds?|between|size|count|number|several|single|one)\b"
)
# What is said of whatever is meant: `if none is given`, `if it exists`.
_NO_THINGS = """
    given passed provided set found exist exists none nothing no null nil missing present available
    specified supplied true false match matches matched differ differs nonzero changed self list
    array map collection value input argument parameter result data key item element entry entries
    elements items node number record object string text needed necessary required possible arg
"""
_OF_NO_THING = frozenset(_NO_THINGS.split())
_IS_SO = re.compile(r"\b(?:is|are|was|were|has|have|had|does|do|been)\b")
_OF_PLACE = re.compile(r"\b(?:in|exists?|there|present|contains?|missing|already|has|absent)\b")
_ADDING = re.compile(r"(?i)_*(?:try_?)?(?:add|insert|put|push|create|register)")
_SHOWING = re.compile(r"(?i)null|nil|none|empty|blank|exist|has|contain|includ|some|any|is_?\w+$")
_OF_ERRORS = re.compile(r"err|fail|exc|throw|threw|rais")
_PLAIN_WORD = re.compile(r"(?<![\w.`@$])(?:[a-z]+|N(?:one|ull|ULL|il)|False)(?![\w.(`\[])")


class _Asked(NamedTuple):
    """What a claim's condition asks: of whom, what of it, and the words of the claim's class."""

    text: str
    who: Set[str]
    what: Set[str]
    is_turned: bool
    owners: Set[str]


def _asked(clause: Clause, lead: re.Match[str], owners: Set[str]) -> _Asked:
    text = clause.described[lead.end() :]
    who, *what = _IS_SO.split(text, maxsplit=1)
    is_meant = bool(what) and text not in clause.text  # `it` is said, and was the object's name
    told = set() if is_meant else words_of(who) - IDLE - _OF_NO_THING
    asked = words_of(" ".join(what)) - IDLE - _OF_NO_THING
    if not any(map(_is_plain, asked | told)):
        told = asked = set()
    return _Asked(text, told, asked, lead["lead"] in _TURNING, owners)


def _is_plain(word: str) -> bool:
    return not (_OF_ORDER.fullmatch(word) or _DENYING.fullmatch(word))


def of_other_answer(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Conditions of a claim to which nothing that is asked there is the answer."""
    owners = words_of(claim.subject.name.rpartition(".")[0]) if claim.subject else set()
    for clause in claim.clauses:
        if not is_answered(clause, proofs, owners):
            yield clause.described


def is_answered(clause: Clause, proofs: Sequence[Proof], owners: Set[str]) -> bool:
    """False if the condition of a clause has no answer at any of these places."""
    said = clause.described
    lead = _LEAD.match(said)
    if lead is None or clause.is_outside or clause.order is not None or _JOINED.search(said):
        return True
    asked = _asked(clause, lead, owners)
    places = [one for one in proofs if is_place(one)]
    return not places or any(
        _is_answered_otherwise(clause, one) or _answers_at(asked, one) for one in places
    )


def _is_answered_otherwise(clause: Clause, proof: Proof) -> bool:
    """True if it can be compared as it is said; what is caught there, other rules look at."""
    outline, span, said = proof.outline, whole(proof), clause.described
    return (
        Around.HANDLER in outline.around(proof.span)
        or _is_in_select(proof)
        or is_as_said(said, outline, span, is_only=clause.is_only_there).is_so is True
        or is_one_of_several(said, outline, span) is True
    )


def _is_in_select(proof: Proof) -> bool:
    """True in an arm of Go's `select`, which waits for what it names."""
    outline = proof.outline
    if outline.language != "go":
        return False
    each = outline.marked("conditional")
    return any(one.span.contains(proof.span) and one.text.startswith("select") for one in each)


def _answers_at(asked: _Asked, proof: Proof) -> bool:
    """True if something asked there is the answer, or what is asked can't be taken apart."""
    outline, span = proof.outline, whole(proof)
    decided = decided_at(outline, span)
    around = conditions_around(Hit(proof.type, proof.detail, outline, span, span))
    is_unread = outline.has_error or (not around and Around.BRANCH in outline.around(span))
    if not decided or is_unread or not {*around} <= {one.condition for one in decided}:
        return True
    return any(
        _answers(asked, question, outline.text.slice(one.condition), proof)
        for one in decided
        for question in _sides(one.question)
    )


def _sides(question: Question) -> Iterator[Question]:
    """A question, or each that the sides of an `or` ask."""
    if question.kind != EITHER:
        yield question
    for side in question.sides:
        for one in side:
            yield from _sides(one)


def _answers(asked: _Asked, known: Question, condition: str, proof: Proof) -> bool:
    own = words_of(f"{known.what} {known.value}")
    made = made_of(known.what, proof.outline)
    told = own | words_of(" ".join([known.called, condition, *made])) | asked.owners
    if not _is_of_that(asked, own, told, known) or _is_what_was_done(asked, known):
        return False
    if _is_left_by_adding(asked, known):
        return True
    if known.kind in ("above", "below") and not _is_of_none(known):
        return " " not in asked.text or _OF_ORDER.search(asked.text) is not None
    names = words_of(" ".join(one.rpartition(".")[2] for one in (known.what, known.value)))
    plain = {one.lower() for one in _PLAIN_WORD.findall(_NOT.sub(" ", asked.text))}
    n_denied = len(_NOT.findall(asked.text)) + len(_denying(plain) - _denying(own))
    said = _denying(words_of(asked.text))
    is_so = _is_so(known) == (len(_denying(names) - said) % 2 == 0)
    return ((n_denied % 2 == 0) != asked.is_turned) == is_so


def _is_of_that(asked: _Asked, own: Set[str], told: Set[str], known: Question) -> bool:
    """True if what is asked there speaks of what a claim asks, or of the thing alone."""
    plain = {one for one in asked.what if _is_plain(one)}
    if plain:
        is_whole = bool(asked.who) and all(is_told(one, own) for one in asked.who)
        return is_whole or any(is_told(one, told) for one in asked.what)
    if asked.who:
        return any(is_told(one, told) for one in asked.who | asked.what)
    is_bare = known.kind != "true" or not known.value or bool(words_of(asked.text) & own)
    return is_bare or _SHOWING.search(known.what) is not None


def _is_what_was_done(asked: _Asked, known: Question) -> bool:
    """True for `if it is in the map` where `map.tryAdd(…)` is true: it was not there before."""
    is_call = known.kind == "true" and bool(known.value or known.called) and known.holds
    is_adding = is_call and _ADDING.match(known.what.rpartition(".")[2]) is not None
    return is_adding and _OF_PLACE.search(asked.text) is not None


def _is_left_by_adding(asked: _Asked, known: Question) -> bool:
    """True for `if it is there already`, where `set.add(…)` is false."""
    return _is_what_was_done(asked, known._replace(holds=True)) and not known.holds


def _denying(words: Set[str]) -> set[str]:
    """Those that deny something, each in the one form that names have of it."""
    denying = (one for one in words if _DENYING.match(one))
    return {"error" if _OF_ERRORS.match(one) else re.sub(r"e?[ds]$", "", one) for one in denying}


def _is_of_none(known: Question) -> bool:
    return (known.kind, known.value) in (("above", "0"), ("below", "1"), ("above", "-1"))


def _is_so(known: Question) -> bool:
    """Whether there is, or holds, what is asked for; `x == null` says that there is no `x`."""
    is_none = known.kind in ("null", "empty") or (known.kind == "below" and known.value == "1")
    is_none = is_none or (known.kind == "equals" and known.value in ("0", "-1", ""))
    return known.holds != is_none
