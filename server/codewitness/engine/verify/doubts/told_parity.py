"""Whether something that is asked where a thing was found is known to come out as a claim says.

Words alone can't tell that: `if the list is empty` shares one with `list.next == list.tail`, which
asks nothing of it. Some question there has to share a word with what is said, and be known to be
answered that way: with yes, or with no if the claim denies it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.code.made_from import made_of
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.asked import coded
from codewitness.engine.verify.conditions.holding import (
    decided_at,
    is_as_said,
    is_one_of_several,
)
from codewitness.engine.verify.control.until import goes_on_so
from codewitness.engine.verify.doubts.asked_there import is_place, whole
from codewitness.engine.verify.doubts.orders import is_ordered_so
from codewitness.engine.verify.doubts.plain_words import IDLE
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.names import type_of
from codewitness.engine.verify.question import EITHER, Question
from codewitness.model.facts import Item, Kind
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

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
_PLAIN_WORD = re.compile(r"(?<![\w.`@$])(?:[a-z]+|N(?:one|ull|ULL|il)|False)(?![\w.(`\[])")


class _Asked(NamedTuple):
    """What a claim's condition asks: of whom, what of it, and the words of the claim's class."""

    text: str
    who: Set[str]
    what: Set[str]
    is_turned: bool
    owners: Set[str]
    is_denied: bool = False


def _asked(clause: Clause, lead: re.Match[str], owners: Set[str]) -> _Asked:
    text = clause.described[lead.end() :]
    who, *what = _IS_SO.split(text, maxsplit=1)
    is_meant = bool(what) and text not in clause.text  # `it` is said, and was the object's name
    told = set() if is_meant else words_of(who) - IDLE - _OF_NO_THING
    asked = words_of(_TO_DO.sub("", " ".join(what))) - IDLE - _OF_NO_THING
    if not any(map(_is_plain, asked | told)):
        told = asked = set()
    is_turned = lead["lead"] in _TURNING
    return _Asked(text, told, asked, is_turned, owners, clause.is_negated)


def _is_plain(word: str) -> bool:
    return not (_OF_ORDER.fullmatch(word) or _DENYING.fullmatch(word))


_SETTING = re.compile(r"(?i)\.compare_?and_?(?:set|swap)|\.compare_?exchange")
_PASSING = frozenset({"skip", "ignore", "omit", "exclude", "reject", "drop", "filter", "skips"})
_SUCH_AS = re.compile(r"[?& ]*(?:that|which|who) (?P<so>(?:is|are|was|were|has|have) .+)$")


def of_other_sort(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`that are in use`, where it is asked whether a thing is so, and it is not."""
    owners = words_of(claim.subject.name.rpartition(".")[0]) if claim.subject else set()
    for words in claim.ignored:
        said = _SUCH_AS.match(words)
        if said is None:
            continue
        for clause in claim.clauses:
            if clause.detail in _PASSING:
                continue  # what is done there is done with the others
            condition = f"if it {said['so']}"
            asked = replace(clause, described=condition, order=None, is_outside=False)
            places = [one for one in proofs if is_place(one)]
            is_asked = any(decided_at(one.outline, whole(one)) for one in places)
            if is_asked and not is_answered(asked, proofs, owners):
                yield words


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
    if clause.predicate is Predicate.LOOPS and lead["lead"] in ("while", "until"):
        return any(_is_head_so(clause, asked, one) for one in places)
    return not places or any(
        _is_answered_otherwise(clause, one) or _answers_at(asked, one) for one in places
    )


def _is_head_so(clause: Clause, asked: _Asked, proof: Proof) -> bool:
    """True if the head of a loop asks what is said of how long it goes on, or nothing."""
    outline = proof.outline
    loops = [item for item in outline.marked("loop") if item.span.contains(proof.span)]
    if not loops or goes_on_so(clause.described, outline, proof.span):
        return True
    loop = min(loops, key=lambda one: one.span.end - one.span.start)
    heads = [one for one in outline.marked("condition") if one.span == _head_of(loop, outline)]
    is_until = loop.text.startswith("until")
    return all(_ENDLESS.fullmatch(one.text) for one in heads) or any(
        _answers(asked, side, one.text, proof)
        for one in heads
        for question in coded(one.text, holds=not is_until)
        for side in _sides(question)
    )


_ENDLESS = re.compile(r"[( ]*(?:true|True|1|:;)[) ]*")


def _head_of(loop: Item, outline: Outline) -> Span | None:
    """The first condition in a loop, if it stands in the loop's own line."""
    own = [one.span for one in outline.marked("condition") if loop.span.contains(one.span)]
    first = min(own, key=lambda one: (one.start, -one.end), default=None)
    is_head = first is not None and outline.text.line_at(first.start) == outline.text.line_at(
        loop.span.start
    )
    return first if is_head else None


def _is_answered_otherwise(clause: Clause, proof: Proof) -> bool:
    """True if it can be compared as it is said; what is caught there, other rules look at."""
    outline, span, said = proof.outline, whole(proof), clause.described
    return (
        (Around.HANDLER in outline.around(proof.span) and not _is_of_no_failure(said))
        or _is_in_select(proof)
        or _asks_itself(clause, proof)
        or is_as_said(said, outline, span, is_only=clause.is_only_there).is_so is True
        or is_one_of_several(said, outline, span) is True
    )


def _is_of_no_failure(said: str) -> bool:
    """True for `when the file is not missing`, of a handler: a denial is denied."""
    plain = {one.lower() for one in _PLAIN_WORD.findall(_NOT.sub(" ", said))}
    n_denied = len(_NOT.findall(said)) + len(_denying(plain)) + said.startswith(_TURNING)
    return n_denied > 1 and n_denied % 2 == 0


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
    if not decided and not around and not is_unread:
        is_run_there = outline.kind is Kind.LAMBDA  # under what its function runs it
        return asked.is_denied or is_run_there or _is_of_absence(asked)
    if not decided or is_unread or not {*around} <= {one.condition for one in decided}:
        return True
    if asked.is_denied and any(one.question.kind == EITHER for one in decided):
        return True  # another way leads there, too
    return any(
        _answers(asked, question, outline.text.slice(one.condition), proof)
        for one in decided
        for question in _sides(one.question)
        if one.condition in around or one.question.kind != EITHER
    )


def _is_of_absence(asked: _Asked) -> bool:
    """True for `if none is found`, which what is done behind a loop may be done for."""
    plain = {one.lower() for one in _PLAIN_WORD.findall(_NOT.sub(" ", asked.text))}
    n_denied = len(_NOT.findall(asked.text)) + len(_denying(plain))
    return (n_denied % 2 == 1) != asked.is_turned


_LITERAL = re.compile(
    r"(?:return\b\s*)?(?:-?[\d.]+\w*|[\"'].*|[A-Za-z_][\w.:]*|nil,.*|\[\]|\{\})?[;,]?\s*$"
)
_ASSERTING = re.compile(r"\s*(?:debug_)?(?:assert|precondition|require|check|ensure)\w*!?\b")
_COMING_OUT = re.compile(r"\b(?:fails?|failed|throws?|threw|raise[sd]?|succeeds?|succeeded)\b")


def _asks_itself(clause: Clause, proof: Proof) -> bool:
    """True for `return state == DONE` and `assert x`, which ask themselves what is said."""
    text = proof.outline.text
    line = text.slice(text.line_span(proof.line)).strip()
    is_head = proof.type is EvidenceType.LOOP and clause.predicate is not Predicate.LOOPS
    if is_head or clause.predicate is Predicate.FALLS_BACK:
        return True
    if _COMING_OUT.search(clause.described):
        return not _is_of_no_error(clause.described, proof)
    if clause.predicate is Predicate.RAISES:
        return _ASSERTING.match(line) is not None
    return clause.predicate is Predicate.RETURNS and _LITERAL.match(line) is None


_FAILING = re.compile(r"\b(?:fails?|failed|throws?|threw|raise[sd]?)\b")
_AN_ERROR = re.compile(r"(?i)(?:.*[._])?err(?:or)?\d?")


def _is_of_no_error(said: str, proof: Proof) -> bool:
    """True for `if it fails` where an error is asked for, and there is none: `if err == nil`."""
    asked = [one.question for one in decided_at(proof.outline, whole(proof))]
    asked = [one for one in asked if _AN_ERROR.fullmatch(one.what) and one.kind in ("null", "true")]
    is_wanted = _FAILING.search(said) is not None and not said.startswith(_TURNING)
    is_wanted = is_wanted and _NOT.search(said) is None
    return is_wanted and bool(asked) and not any((q.kind == "true") == q.holds for q in asked)


def _sides(question: Question) -> Iterator[Question]:
    """A question, or each that the sides of an `or` ask."""
    if question.kind != EITHER:
        yield question
    for side in question.sides:
        for one in side:
            yield from _sides(one)


_OF_MORE = re.compile(r"&&|\|\||\b(?:and|or|if|unless)\b")


def _answers(asked: _Asked, known: Question, condition: str, proof: Proof) -> bool:
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
    plain = {one.lower() for one in _PLAIN_WORD.findall(_NOT.sub(" ", asked.text))}
    n_denied = len(_NOT.findall(asked.text)) + len(_denying(plain) - _denying(own))
    said = _denying(words_of(asked.text))
    is_so = _is_so(known) == (len(_denying(names) - said) % 2 == 0)
    return ((n_denied % 2 == 0) != asked.is_turned) == is_so


def _is_of_that_order(asked: _Asked, known: Question, proof: Proof) -> bool:
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


def _is_of_that(asked: _Asked, own: Set[str], told: Set[str], known: Question) -> bool:
    """True if what is asked there speaks of what a claim asks, or of the thing alone."""
    if any(one in own and not is_told(one, words_of(asked.text)) for one in _LESS_THAN_SO):
        return False
    plain = {one for one in asked.what if _is_plain(one)}
    if plain:
        is_whole = bool(asked.who) and all(is_told(one, own) for one in asked.who)
        return is_whole or any(is_told(one, told) for one in asked.what)
    if asked.who:
        return any(is_told(one, told) for one in asked.who | asked.what)
    is_bare = known.kind != "true" or not known.value or bool(words_of(asked.text) & own)
    return is_bare or _SHOWING.search(known.what) is not None


def _is_all_told(asked: _Asked, told: Set[str], proof: Proof) -> bool:
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


def _is_what_was_done(asked: _Asked, known: Question) -> bool:
    """True for `if it is in the map` where `map.tryAdd(…)` is true: it was not there before."""
    is_call = known.kind == "true" and bool(known.value or known.called) and known.holds
    is_adding = is_call and _ADDING.match(known.what.rpartition(".")[2]) is not None
    if not is_adding and _SETTING.search(known.what):  # `started.compareAndSet(false, true)`
        is_adding = known.kind == "true" and known.holds
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
