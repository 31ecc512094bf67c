"""Whether a condition in plain words comes out that way where something is done.

`if no message arrives` and `if message:` share a word, and ask for the opposite; `if it is a file`
is not asked by `exists(file)`, nor `if it is a Socket` by `x instanceof ServerSocket`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.conditions.conditions import shares_word
from codewitness.engine.verify.conditions.holding import decided_at, is_as_said, known_at
from codewitness.engine.verify.conditions.opposites import (
    opposed,
    signs_known,
    signs_said,
    words_of_states,
)
from codewitness.engine.verify.doubts.answers import sides_of_and, sides_of_or
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.question import Question

_OF_PRESENCE = frozenset({"true", "null", "empty", "fails"})
_ABSENT = frozenset({"null", "empty", "fails"})
_DENYING = re.compile(
    r"(?i)\b(?:not|no|nothing|none|nobody|neither|never|cannot|without|missing|absent|empty|unset"
    r"|null|nil|undefined|false|off|lacks?|fails?|failed|disabled|denied|in(?:valid|complete|active)"
    r"|incorrect|un(?:known|available|defined|initiali[sz]ed|supported))\b|n't\b"
)
_IN_NAME = re.compile(
    r"(?i)(?:^|[._])(?:not?|non|un|in|dis|im|is_?not?|has_?no)(?=[_A-Z])|empty|missing|null|none"
    r"|nil|fail|err|absent|closed|stopped|without|dis[a-z]+ed|un[a-z]+ed|invalid|unless|old|exc"
)
_TURNING = ("unless", "until")
_RETURNING = re.compile(
    r"^(?P<lead>if|when|unless) `?(?P<who>[\w.]+)`?(?: ?\( ?\))? (?:returns|gives|returned|yields) "
    r"`?(?P<no>false|null|nil|None|False|undefined|true|True)`?$"
)
_JOINED = re.compile(r" (?:or|and) ")
_LEAD = re.compile(r"^(?:only )?(?:if|when|whenever|unless|while|until|once|in case)\b")
_CAPITAL = re.compile(
    r"(?<![\w.`])(?:[A-Z][a-z]+(?:[A-Z][a-z]*)*|[A-Z][A-Z\d]*(?:_[A-Z\d]+)*)\b(?![.(])"
)
_NO_TYPES = frozenset(
    {"None", "True", "False", "Null", "Nil", "NULL", "TRUE", "FALSE", "NO", "YES"}
)
_OF_SORT = re.compile(r"\b(?:is|are|was) (?:not )?an? (?P<sort>[a-z]{3,})$")
_ASKING_SORT = re.compile(r"instanceof|isinstance|typeof|type|kind|is_a\?|\bas\??\b|\bis\b")


def turned_conditions(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Conditions of a claim that come out otherwise wherever something was found."""
    places = [one for one in proofs if _is_place(one)]
    each = [
        (clause, said)
        for clause in claim.clauses
        for said in sides_of_and(clause.described) or [clause.described]
    ]
    for clause in claim.clauses if places else ():
        either = [replace(clause, described=one) for one in sides_of_or(clause.described)]
        if either and all(_is_else(side, one) for side in either for one in places):
            yield clause.described
    for clause, said in each:
        if not places or clause.is_outside or not _LEAD.match(said) or _JOINED.search(said):
            continue
        is_raised = clause.predicate is Predicate.RAISES
        if is_raised and all(_is_one_of_two(said, one) for one in places):
            yield said
        elif any(_is_so(said, one, is_only=clause.is_only_there) for one in places):
            continue
        if all(_is_else(replace(clause, described=said), one) for one in places):
            yield said


_LEAVING = ("return", "raise", "throw", "break", "continue", "exit")


def _is_place(proof: Proof) -> bool:
    """True for what is done under a condition, and not for the condition."""
    is_condition = proof.type is EvidenceType.CONDITIONAL
    return not is_condition or proof.outline.text.slice(proof.span).startswith(_LEAVING)


def _is_else(clause: Clause, proof: Proof) -> bool:
    said = clause.described
    if _is_turned(said, proof) or _is_of_another_sort(said, proof) or _is_null(said, proof):
        return True
    return clause.predicate is Predicate.RAISES and _asserts_else(said, proof)


def _is_one_of_two(said: str, proof: Proof) -> bool:
    """True for `if x is null` of `x == null && y == null`, which asks both parameters for it."""
    given = {one.name for one in proof.outline.parameters}
    asked = [
        one
        for one in decided_at(proof.outline, proof.span)
        if one.question.kind in ("null", "empty") and one.question.what in given
    ]
    named = [one for one in asked if has_word(said, one.question.what)]
    return len(named) == 1 and any(
        one.condition == named[0].condition
        and one.question.what != named[0].question.what
        and (one.question.kind, one.question.holds)
        == (named[0].question.kind, named[0].question.holds)
        for one in asked
    )


_THING_FAILS = re.compile(r"^(?:if|when|once) (?:an?|the) (?P<what>[a-z_]+) (?:fails|failed)$")


def _is_null(said: str, proof: Proof) -> bool:
    """True for `when a task fails` of `task is None`: it is not there, and has not failed."""
    found = _THING_FAILS.match(said)
    return found is not None and any(
        one.kind == "null" and one.what.rpartition(".")[2] == found["what"]
        for one in known_at(proof.outline, proof.span)
    )


_ASSERTING = re.compile(r"\s*(?:debug_)?(?:assert|precondition)\w*!?[\s(]")


def _asserts_else(said: str, proof: Proof) -> bool:
    """True for `raises an error if it is closed` of what is asserted there of another thing."""
    text = proof.outline.text
    line = re.split(r"#|//", text.slice(text.line_span(proof.line)))[0]
    named = [word for word in re.findall(r"[A-Za-z_]\w*", said) if word not in _NO_NAMES]
    is_shared = shares_word(said, line) or any(has_word(line, word) for word in named)
    return _ASSERTING.match(line) is not None and not is_shared


_NO_NAMES = frozenset({"if", "is", "a", "an", "the", "unless", "only", "when", "not", "None"})


def _is_so(said: str, proof: Proof, *, is_only: bool) -> bool:
    return is_as_said(said, proof.outline, proof.span, is_only=is_only).is_so is True


def _is_turned(said: str, proof: Proof) -> bool:
    """True if all that is known of what is spoken of is the opposite of what is said."""
    known = known_at(proof.outline, proof.span)
    if (given := _RETURNING.match(said)) is not None:
        return _is_given_else(given, known, proof)
    if _is_of_other_sign(said, known) or _is_opposite(said, known):
        return True
    is_denied = (len(_DENYING.findall(said)) % 2 == 1) != said.startswith(_TURNING)
    answers = {
        _is_there(one) == (not is_denied)
        for one in known
        if one.kind in _OF_PRESENCE
        and _IN_NAME.search(one.what.rpartition(".")[2]) is None
        and shares_word(said, one.what)
    }
    return answers == {False}


def _is_of_other_sign(said: str, known: Sequence[Question]) -> bool:
    """True for `if the duration is zero` of `durationMs > 0`."""
    wanted = signs_said(said)
    had = [signs_known(one) for one in known if wanted and shares_word(said, one.what)]
    had = [one for one in had if one]
    return bool(had) and not any(one & wanted for one in had)


def _is_opposite(said: str, known: Sequence[Question]) -> bool:
    """True for `if the circuit is closed` of `circuit.open`, which is known to be so."""
    states = [one for one in words_of_states(said) if one not in ("on", "in", "first", "last")]
    is_denied = re.search(r"\b(?:not|no longer|never)\b", said) is not None
    is_denied = is_denied != said.startswith(_TURNING)
    asked = [one for one in known if one.kind in ("true", "equals") and opposed(states, one)]
    return bool(asked) and all(one.holds != is_denied for one in asked)


def _is_there(question: Question) -> bool:
    return question.holds != (question.kind in _ABSENT)


def _is_given_else(said: re.Match[str], known: Sequence[Question], proof: Proof) -> bool:
    """True for `if f returns false`, where what `f` gave is known to be true."""
    wants = said["no"].lower() == "true"
    wants = wants != said["lead"].startswith(_TURNING)
    name = said["who"].rpartition(".")[2]
    answers = {
        _is_there(one) == wants
        for one in known
        if one.kind in ("true", "null") and _is_made_by(name, one.what, proof)
    }
    return answers == {False}


def _is_made_by(name: str, what: str, proof: Proof) -> bool:
    if what.rpartition(".")[2] == name:
        return True
    return any(
        one.target.split()[-1:] == [what] and re.search(rf"\b{re.escape(name)}\s*\(", one.value)
        for one in proof.outline.assigned
    )


def _is_of_another_sort(said: str, proof: Proof) -> bool:
    """True for `if it is a Socket`, where all that is asked is whether it is a `ServerSocket`."""
    outline = proof.outline
    asked = " ".join(item.text for item in outline.marked("condition", "conditional", "handler"))
    asked += outline.text.slice(outline.text.line_span(proof.line))
    known = known_at(outline, proof.span)
    is_denied = (len(_DENYING.findall(said)) % 2 == 1) != said.startswith(_TURNING)
    for name in _CAPITAL.findall(_LEAD.sub("", said)):
        answers = {one.holds != is_denied for one in known if has_word(one.value, name)}
        if name not in _NO_TYPES and answers == {False}:
            return True
    sort = _OF_SORT.search(said)
    return sort is not None and not _asks_sort(sort["sort"], asked)


def _asks_sort(sort: str, asked: str) -> bool:
    is_named = re.search(rf"(?i)is_?{sort}|{sort}\?|\b_?{sort}\b", asked) is not None
    return is_named or _ASKING_SORT.search(asked) is not None
