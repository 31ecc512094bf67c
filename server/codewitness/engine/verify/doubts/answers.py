"""Whether a question that is known to be decided is the one that a claim's condition asks.

It has to share a word with what is said, and to be known to come out that way: with yes, or with no
if the claim denies it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from typing import NamedTuple

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.code.made_from import made_of
from codewitness.engine.verify.conditions.opposites import OPPOSITES
from codewitness.engine.verify.doubts.orders import is_ordered_so
from codewitness.engine.verify.doubts.plain_words import IDLE
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.names import type_of
from codewitness.engine.verify.question import EITHER, Question
from codewitness.engine.verify.reading.sides_said import How, joined

LEAD = re.compile(r"^(?:only )?(?P<lead>if|when|whenever|unless|while|until|once|in case) ")
JOINED = re.compile(r" (?:or|and|nor|but) ")
_BE = re.compile(r"\b(?:is|are|was|were|has|have|had|does|do|exists?|equals?)\b|[=!]=|[<>]")
TURNING = ("unless", "until")
NOT = re.compile(
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
    return returns returned gives gave yields call called someone somebody anyone anybody
"""
_OF_NO_THING = frozenset(_NO_THINGS.split())
_TO_DO = re.compile(r" to [a-z]+$")  # `safe to remove`
_IS_SO = re.compile(r"\b(?:is|are|was|were|has|have|had|does|do|been)\b")
_OF_PLACE = re.compile(
    r"\b(?:in|exists?|there|present|contains?|missing|already|has|absent|before|yet|once)\b"
)
_ADDING = re.compile(
    r"(?i)_*(?:try_?)?(?:add|insert|put|push|create|register)|compare_?and_?(?:set|swap)"
    r"|compare_?exchange"
)
_SHOWING = re.compile(r"(?i)null|nil|none|empty|blank|exist|has|contain|includ|some|any|is_?\w+$")
_OF_ERRORS = re.compile(r"err|fail|exc|throw|threw|rais")
PLAIN_WORD = re.compile(r"(?<![\w.`@$])(?:[a-z]+|N(?:one|ull|ULL|il)|False)(?![\w.(`\[])")


class Asked(NamedTuple):
    """What a claim's condition asks: of whom, what of it, and the words of the claim's class."""

    text: str
    who: Set[str]
    what: Set[str]
    is_turned: bool
    owners: Set[str]
    is_denied: bool = False


def sides_of_and(described: str) -> list[str]:
    """The conditions that `if a is set and b is not` asks for, each by itself; none if it is one.

    None as well for what is joined otherwise, or shares its verb: `if a and b are set`.
    """
    lead = LEAD.match(described)
    if lead is None or lead["lead"] in TURNING or " and " not in described:
        return []
    sides = described[lead.end() :].split(" and ")
    is_plain = not any("," in one or JOINED.search(f" {one} ") for one in sides)
    return [f"{lead[0]}{one}" for one in sides] if is_plain and all(map(_BE.search, sides)) else []


def sides_of_or(described: str) -> list[str]:
    """The conditions of which `if a or b is set` asks for one; none of what joins nothing so."""
    lead = LEAD.match(described)
    found = None if lead is None or lead["lead"] in TURNING else joined(described[lead.end() :])
    if lead is None or found is None or found.how is not How.ANY:
        return []
    return [f"{lead[0]}{readings[0]}" for readings in found.sides]


def asked_by(clause: Clause, lead: re.Match[str], owners: Set[str]) -> Asked:
    """What the condition of a clause asks, which begins with `lead`."""
    text = clause.described[lead.end() :]
    who, *what = _IS_SO.split(text, maxsplit=1)
    is_meant = bool(what) and text not in clause.text  # `it` is said, and was the object's name
    told = set() if is_meant else words_of(who) - IDLE - _OF_NO_THING
    asked = words_of(_TO_DO.sub("", " ".join(what))) - IDLE - _OF_NO_THING
    if not any(map(_is_plain, asked | told)):
        told = asked = set()
    is_turned = lead["lead"] in TURNING
    return Asked(text, told, asked, is_turned, owners, clause.is_negated)


def _is_plain(word: str) -> bool:
    return not (_OF_ORDER.fullmatch(word) or _DENYING.fullmatch(word))


_SETTING = re.compile(r"(?i)\.compare_?and_?(?:set|swap)|\.compare_?exchange")


def sides_of(question: Question) -> Iterator[Question]:
    """A question, or each that the sides of an `or` ask."""
    if question.kind != EITHER:
        yield question
    for side in question.sides:
        for one in side:
            yield from sides_of(one)


_OF_MORE = re.compile(r"&&|\|\||\b(?:and|or|if|unless)\b")


def answers(asked: Asked, known: Question, condition: str, proof: Proof) -> bool:
    """True if what is known, as a condition says it, is what is asked, and comes out that way."""
    own = words_of(f"{known.what} {known.value}")
    root = re.match(r"\w*", known.what)
    made = [*made_of(known.what, proof.outline), type_of(proof.outline, root[0] if root else "")]
    beside = "" if _OF_MORE.search(condition) else condition  # another operand, or what is done
    told = own | words_of(" ".join([known.called, known.raw, beside, *made])) | asked.owners
    if known.kind in ("above", "below") and not _is_of_none(known):
        return _is_of_that_order(asked, known, proof)
    if not _is_of_that(asked, own, told, known) or _is_what_was_done(asked, known):
        return False
    if not _is_all_told(asked, told, proof):
        return False
    if _is_left_by_adding(asked, known):
        return True
    names = words_of(" ".join(one.rpartition(".")[2] for one in (known.what, known.value)))
    plain = {one.lower() for one in PLAIN_WORD.findall(NOT.sub(" ", asked.text))}
    n_denied = len(NOT.findall(asked.text)) + len(denying(plain) - denying(own))
    said = denying(words_of(asked.text))
    is_so = _is_so(known) == (len(denying(names) - said) % 2 == 0)
    return ((n_denied % 2 == 0) != asked.is_turned) == is_so


def _is_of_that_order(asked: Asked, known: Question, proof: Proof) -> bool:
    """True if the order that is known is the one that is spoken of, or its name alone is said."""
    if " " not in asked.text:
        return True
    is_so = is_ordered_so(asked.text, known, proof.outline)
    return is_so is not None and is_so != asked.is_turned


# `half_open` is not open, and what should be closed is not yet so.
_LESS_THAN_SO = frozenset(
    {*("half", "semi", "partly", "partially", "partial", "nearly", "almost", "should", "pre")}
    | {*("can", "may", "must", "will", "want", "wants", "need", "needs", "was")}
)


def _is_of_that(asked: Asked, own: Set[str], told: Set[str], known: Question) -> bool:
    """True if what is asked there speaks of what a claim asks, or of the thing alone."""
    if any(one in own and not is_told(one, words_of(asked.text)) for one in _LESS_THAN_SO):
        return False
    plain = {one for one in asked.what if _is_plain(one)}
    if plain:
        is_whole = bool(asked.who) and all(is_told(one, own) for one in asked.who)
        return is_whole or any(is_told(one, told) for one in asked.what)
    if _is_of_another_call(asked, known):
        return False
    if asked.who:
        return any(is_told(one, told) for one in asked.who | asked.what)
    if _is_of_a_state(known, asked.text) and not _is_state_told(asked, own):
        return False
    is_bare = known.kind != "true" or not known.value or bool(words_of(asked.text) & own)
    return is_bare or _SHOWING.search(known.what) is not None


_EXISTS = re.compile(r"\bexists?$")
_LOOKING = re.compile(
    r"(?i)_*(?:exist|has|contain|includ|find|found|look_?up|stat|access|is_?file|is_?dir|get|know)"
)


def _is_of_another_call(asked: Asked, known: Question) -> bool:
    """True for `if the file exists` of `is_locked(file)`, which asks something else of it."""
    is_given = known.kind == "true" and bool(known.value)
    is_such = is_given and _EXISTS.search(asked.text) is not None
    return is_such and _LOOKING.match(known.what.rpartition(".")[2]) is None


# A member or an answer that says how a thing is, and not whether there is one: `reply.ok`.
_STATE = re.compile(
    r"(?i)[^.]*(?:valid|ok|open|ready|alive|busy|dirty|active|done|success|[a-z]{3}ed|able|ible|ing)$"
)


def _is_of_a_state(known: Question, said: str) -> bool:
    owner, _, tail = known.what.rpartition(".")
    is_state = known.kind == "true" and bool(owner) and _STATE.fullmatch(tail) is not None
    return is_state and _COMES_OUT.search(said) is None


_COMES_OUT = re.compile(r"\b(?:fail|succe|error|success|work|throw|rais)\w*")


# States that go by several names, and what says no more than that something is asked.
_ALIKE = (
    frozenset({"done", "finished", "ended", "completed", "complete", "closed", "settled"}),
    frozenset({"stopped", "closed", "terminated", "shutdown", "cancelled", "canceled"}),
    frozenset({"ok", "successful", "succeeded", "success", "valid", "fine"}),
)
_AS_IT_IS = frozenset({"needed", "necessary", "required", "possible", "applicable"})
_DENIED = re.compile(r"^(?:un|in|im|ir|dis|non)(?=[a-z]{4})")


def _is_state_told(asked: Asked, own: Set[str]) -> bool:
    """True if the state that is spoken of, or the thing alone, is in the question, or its contrary.

    `if the record has expired` is not told by `record.valid`.
    """
    *_, said = _IS_SO.split(asked.text, maxsplit=1)
    states = words_of(said) - IDLE
    plain = {_DENIED.sub("", one) for one in states}  # `invalid`, of `valid`
    told = any(is_told(one, own) for one in states | plain or words_of(asked.text) - IDLE)
    told = told or any(one & states and one & own for one in _ALIKE) or states <= _AS_IT_IS
    return told or any(OPPOSITES.get(one, frozenset()) & own for one in states)


def _is_all_told(asked: Asked, told: Set[str], proof: Proof) -> bool:
    """True if one question has all that is said; whose state it is, no other thing there may be."""
    heads = (item.text.split("\n", 1)[0] for item in proof.outline.marked("loop"))
    told = {*told, *(word for one in heads if words_of(one) & told for word in words_of(one))}
    if not all(is_told(one, told) for one in asked.what if _is_plain(one)):
        return False
    left = [one for one in asked.who if _is_plain(one) and not is_told(one, told)]
    if not left:
        return True
    body = words_of(proof.outline.text.slice(proof.outline.span))
    return any(map(_is_plain, asked.what)) and not any(is_told(one, body) for one in left)


def _is_what_was_done(asked: Asked, known: Question) -> bool:
    """True for `if it is in the map` where `map.tryAdd(…)` is true: it was not there before."""
    is_call = known.kind == "true" and bool(known.value or known.called) and known.holds
    is_adding = is_call and _ADDING.match(known.what.rpartition(".")[2]) is not None
    if not is_adding and _SETTING.search(known.what):  # `started.compareAndSet(false, true)`
        is_adding = known.kind == "true" and known.holds
    return is_adding and _OF_PLACE.search(asked.text) is not None


def _is_left_by_adding(asked: Asked, known: Question) -> bool:
    """True for `if it is there already`, where `set.add(…)` is false."""
    return _is_what_was_done(asked, known._replace(holds=True)) and not known.holds


def denying(words: Set[str]) -> set[str]:
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


def is_of_absence(asked: Asked) -> bool:
    """True for `if none is found`, which what is done behind a loop may be done for."""
    plain = {one.lower() for one in PLAIN_WORD.findall(NOT.sub(" ", asked.text))}
    n_denied = len(NOT.findall(asked.text)) + len(denying(plain))
    return (n_denied % 2 == 1) != asked.is_turned
