"""Whether the lines that were found have all words of a claim: a part of it shows no whole.

What is done to which thing has to stand in the statement that was found, or in what its names were
set to; when it is done, in the conditions around it, too. Words for code itself (`in a loop`), and
those that say no more than that something is there, other rules look at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.conditions import ON_SUCCESS
from codewitness.engine.verify.conditions.holding import is_as_said, known_at
from codewitness.engine.verify.doubts.plain_words import FOR_RESULTS, STATES
from codewitness.engine.verify.doubts.told_beside import of_the_others, untold_beside
from codewitness.engine.verify.doubts.told_lines import (
    Told,
    header_of,
    hit_of,
    telling,
    told_of,
)
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.evidence import EvidenceType, Proof

P = Predicate
# What a header, a caller or a construct shows is no statement that would have the words.
_OF_STATEMENTS = frozenset(
    {
        *(P.ACTS, P.WRITES, P.CALLS, P.INSTANTIATES, P.RETURNS, P.RAISES, P.RERAISES, P.READS),
        *(P.USES, P.PASSES, P.FALLS_BACK, P.YIELDS, P.AWAITS),
        *(P.RETURNS_EARLY, P.SUBSCRIPTS),
    }
)
_DOING = frozenset({P.ACTS, P.WRITES, P.INSTANTIATES})
_WHEN = re.compile(
    r"\b(?:if|when|whenever|unless|while|until|once|before|after|as (?:long|soon) as|even|in case"
    r"|because|since|that|regardless|no matter)\b"
)
_IS_SO = re.compile(r"\b(?:is|are|was|were|has|have|had|does|do)\b")
_FAILING = re.compile(r"\b(?:fails?|failed|throws?|threw|raise[sd]?|errors|succeeds?|succeeded)\b")
_DENIED_TWICE = re.compile(r"(?:never|not|does|do|did|cannot|can|at no|no|always) ")
_OF_CONDITIONS = frozenset({P.RAISES, P.RETURNS_EARLY, P.RERAISES})


def untold(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Words of a claim that neither the lines found nor what stands around them have."""
    clauses = [one for one in claim.clauses if one.predicate in _OF_STATEMENTS]
    is_mixed = len({one.is_negated for one in claim.clauses}) > 1
    if not proofs or is_mixed or len(clauses) < len(claim.clauses):
        return
    if claim.is_negated and not all(map(_is_done, clauses)):
        return
    for group in _groups(clauses, proofs):
        left = [*_untold_by(claim, clauses, group), *of_the_others(claim, group)]
        if not left:
            return
    yield from left


_MOST = 8  # places that are looked at one by one


def _groups(clauses: Sequence[Clause], proofs: Sequence[Proof]) -> Iterator[Sequence[Proof]]:
    """What has to have all words: of one thing that is done, a single place where it is."""
    places = [one for one in proofs if one.type is not EvidenceType.CONDITIONAL]
    is_one = len(clauses) == 1 and clauses[0].order is None and len(clauses[0].objects) <= 1
    is_one = is_one and len({one.detail for one in places}) == 1  # else a part of it each
    if not is_one or not 1 < len(places) <= _MOST or clauses[0].count is not None:
        yield proofs
        return
    others = [one for one in proofs if one.type is EvidenceType.CONDITIONAL]
    yield from ([one, *others] for one in places)


def _untold_by(claim: Claim, clauses: Sequence[Clause], proofs: Sequence[Proof]) -> Iterator[str]:
    told = told_of(claim, proofs)
    said = claim.text.lower()
    for clause in clauses:
        if _DENIED_TWICE.match(clause.text) is None:
            yield from (one for one in _untold_of(clause, claim, told, proofs) if one in said)
    if _ONLY.search(claim.text) and not any(map(_is_only, claim.clauses)):
        yield "only"
    beside = {word for one in clauses for word in _idle_beside(one)}
    is_opened = any(one.detail == "open" for one in clauses)  # other rules know of its mode
    yield from untold_beside(claim, told, beside, is_opened=is_opened)


_ONLY = re.compile(r"(?<!to )(?<!calls )(?<!`)\bonly$")


def _is_only(clause: Clause) -> bool:
    is_only = clause.is_only and clause.order is None  # where it stands, no order tells
    return is_only or clause.is_only_there or clause.count is not None


def _untold_of(clause: Clause, claim: Claim, told: Told, proofs: Sequence[Proof]) -> Iterator[str]:
    """The words of a clause: what is done, and when."""
    found = _WHEN.search(clause.text)
    at = found.start() if found is not None else len(clause.text)
    idle = _idle_beside(clause) | _idle_under(proofs)
    idle |= {word for words in claim.ignored for word in words_of(words)}
    if " by " in clause.text and claim.subject is not None:
        idle |= words_of(claim.subject.name)
    place = told.around if clause.predicate in _OF_CONDITIONS else told.there
    main = telling(clause.text[:at]) - idle
    if clause.order is not None:
        place = told.around | words_of(" ".join(map(header_of, proofs)))
    yield from (one for one in main if not is_told(one, place | told.owners))
    yield from _of_another_such(clause.text[:at], told.around | told.owners, proofs)
    yield from _untold_when(clause, clause.text[at:], told.around | told.owners, proofs)


_PARTICIPLE = re.compile(r"(?<![\w.`])(?:the|an?|its) (?P<such>[a-z]{4,}ed) [a-z]+")


def _of_another_such(said: str, told: set[str], proofs: Sequence[Proof]) -> Iterator[str]:
    """`the jittered delay`, where the code there jitters another one."""
    for found in _PARTICIPLE.finditer(said):
        such = found["such"]
        bodies = (one.outline.text.slice(one.outline.span) for one in proofs)
        if not is_told(such, told) and all(is_told(such, words_of(body)) for body in bodies):
            yield such


def _is_done(clause: Clause) -> bool:
    return clause.predicate in _DOING and not clause.text.startswith(_LEAVING)


_LEAVING = ("leave", "let", "keep")
_LOGGING = frozenset(
    {"log", "print", "warn", "emit", "debug", "dispatch", "fire", "trigger", "publish"}
)
_ENDS = frozenset({"end", "start", "beginning", "front", "top", "bottom", "head", "tail"})


def _idle_beside(clause: Clause) -> set[str]:
    """What says no more than the verb: the message that is logged, `at the end`."""
    idle = words_of(f"{clause.text.partition(' ')[0]} {clause.detail} {' '.join(clause.given)}")
    if clause.predicate is P.CALLS:
        idle |= words_of(" ".join(one.text for one in clause.objects))
    idle |= FOR_RESULTS if clause.predicate is P.RETURNS else frozenset()
    idle |= {"success"} if clause.described == ON_SUCCESS else frozenset()
    istelling = clause.detail in _LOGGING or clause.predicate is P.RAISES
    idle |= _MESSAGES if istelling else frozenset()
    idle |= _UNITS if clause.detail in _LASTING else frozenset()
    return idle | (_ENDS if clause.step or clause.detail in _PUTTING else frozenset())


_LASTING = frozenset(
    {"spawn", "start", "spawns", "run", "sleep", "wait", "delay", "pause", "allocate", "leak"}
)
_UNITS = frozenset({"second", "seconds", "milliseconds", "ms", "minutes", "attempts", "task"})
_UNITS |= {"thread", "process"}
_PUTTING = frozenset({"append", "push", "insert", "add", "move", "put", "prepend", "enqueue"})


def _idle_under(proofs: Sequence[Proof]) -> frozenset[str]:
    """`creates missing maps`, `rejects negative ones`: a condition asks for that."""
    conditions = (hit_of(one) for one in proofs)
    return _ASKED_FOR if any(map(conditions_around, conditions)) else frozenset()


_ASKED_FOR = frozenset({"missing", "negative", "positive", "invalid", "valid", "unknown", "absent"})


_MESSAGES = frozenset({"message", "messages", "line", "event", "events"})


def _is_timely(word: str, proofs: Sequence[Proof]) -> bool:
    """True for `in the future`, where what is compared with now is known to be above it."""
    if word not in ("future", "past"):
        return False
    return any(_is_later(one) == (word == "future") for one in proofs if _is_later(one) is not None)


_NOW = re.compile(r"(?i)now|\btime\b|clock|today")


def _is_later(proof: Proof) -> bool | None:
    """Whether what is compared with now is above it where something is done."""
    for one in known_at(proof.outline, proof.span):
        if one.kind in ("above", "below"):
            is_above = (one.kind == "above") == one.holds
            if _NOW.search(one.value):
                return is_above
            if _NOW.search(one.what):
                return not is_above
    return None


def _untold_when(
    clause: Clause, said: str, around: set[str], proofs: Sequence[Proof]
) -> Iterator[str]:
    """Of a condition that shares a word with the code, and that is not told to hold, the others.

    Which call is said to fail, other rules look for.
    """
    if clause.is_outside:
        return  # whatever is so
    *subject, asked = _IS_SO.split(said, maxsplit=1)
    elsewhere = _elsewhere(proofs)
    words = telling(asked) - _idle_beside(clause) - STATES
    words = words or telling(" ".join(subject)) - STATES
    told = {one for one in telling(said) if is_told(one, around)}
    if told >= words or _FAILING.search(said) or _is_known(clause, proofs):
        return
    left = [one for one in words - told if not _is_timely(one, proofs)]
    if told or clause.order is not None:
        yield from left
    elif not _OF_ANY.search(said):
        yield from (one for one in left if is_told(one, elsewhere))


_OF_ANY = re.compile(r"\ball\b|\(")


def _elsewhere(proofs: Sequence[Proof]) -> set[str]:
    """The words of all conditions there: of two things another one is asked for."""
    outlines = {id(one.outline): one.outline for one in proofs}.values()
    asked = [item.text for one in outlines for item in one.marked("condition")]
    return words_of(" ".join(asked))


def _is_known(clause: Clause, proofs: Sequence[Proof]) -> bool:
    """True if it is known that the condition holds wherever something is done."""
    places = [one for one in proofs if one.type is not EvidenceType.CONDITIONAL]
    return bool(clause.described and places) and all(
        is_as_said(clause.described, one.outline, one.span, is_only=clause.is_only_there).is_so
        for one in places
    )
