"""Words of a claim that no rule took: how, of what, what for and why, each to be seen in the lines.

`uses the client to get the token` is not shown by what the client is used for else, nor `raises E
because the key is stale` by what is raised where it is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from codewitness.engine.verify.claim import Claim, Predicate
from codewitness.engine.verify.doubts.plain_words import FOR_CODE, IDLE, STATES
from codewitness.engine.verify.doubts.told_lines import Told, telling, told_of
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.reading.actions import ACTION_FORMS, ACTIONS
from codewitness.model.outline import Around

P = Predicate
# What has lines of its own, but no statement that would have the words of its clause.
_OF_CONSTRUCTS = frozenset(
    {P.CATCHES, P.SWALLOWS, P.LOOPS, P.BRANCHES, P.TRIES, P.FINALLY, P.RECURSES, P.CACHES}
)
_PURPOSE = re.compile(
    r"[?& ]*(?:in order to|so as to|to) (?!(?:the|an?|its|be|at|in|on|of|it|them|all|each|one)\b)"
    r"(?P<verb>[a-z]+)\b(?P<rest> .+)"
)
_REASON = re.compile(r"[?& ]*(?:so(?: that)?|because(?: of)?|since|due to|thanks to|owing to)\b")
_AS = re.compile(r"[?& ]*as (?:an? |the |its )?(?P<what>\w+)$")
_FOR_DOING = re.compile(r"[?& ]*for (?:writing|reading|appending)$")
_NUMBERED = re.compile(
    r"[?& ]*(?:in|with|by|as|using) (?:one|a single|two|three|both) (?!places|times|lines)[a-z]+"
)
_OF = re.compile(r"[?& ]*of ")
_SUCH_AS = re.compile(
    r"[?& ]*(?:that|which|who) (?:is|are|was|were|has|have) "
    r"(?!(?:been )?(?:passed|given|handed|supplied|provided|returned|found|used|needed|made)\b)"
)
_FOR_EACH = re.compile(r"\w [^?&]*\bfor (?:every|each|all) \w")


def untold_beside(
    claim: Claim, told: Told, idle: Set[str], *, is_opened: bool = False
) -> Iterator[str]:
    """Those words that the lines do not have; `idle` say no more than the verb does."""
    said = claim.text.lower()
    for words in claim.ignored:
        if _REASON.match(words) or _PURPOSE.match(words):
            yield from _unreasoned(words, told)
            continue
        if (as_what := _AS.match(words)) is not None:
            yield from _not_as(as_what["what"], claim, told)
        is_for = not is_opened and _FOR_DOING.match(words) is not None
        each = telling(words, is_for=is_for) - STATES - idle
        yield from (one for one in _untold(words, each, told) if one in said)


def untold_of_constructs(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """The same of loops, handlers and conditionals."""
    if (
        proofs
        and not claim.is_negated
        and {one.predicate for one in claim.clauses} & _OF_CONSTRUCTS
    ):
        yield from untold_beside(claim, told_of(claim, proofs), frozenset())


def _unreasoned(words: str, told: Told) -> Iterator[str]:
    """`to get the token`, `because it is stale`: what is not told of that, all of it."""
    purpose = _PURPOSE.match(words)
    rest = purpose["rest"] if purpose is not None else words
    left = words_of(rest) - IDLE - _SAYING_WHY
    known = told.around | told.owners
    if not left <= FOR_CODE or purpose is None:
        left -= FOR_CODE
    verb = purpose["verb"] if purpose is not None else ""
    is_got = verb in _GETTING and bool(left) and all(is_told(one, told.results) for one in left)
    is_done = not verb or is_got or _is_done(verb, known)
    if not is_done or not all(is_told(one, known) for one in left) or not (left or verb):
        yield words.lstrip("?& ")


def _not_as(what: str, claim: Claim, told: Told) -> Iterator[str]:
    """`as JSON`, `as the default`, of lines that have no such word."""
    is_default = what == "default" and not any(one.predicate in _GIVING for one in claim.clauses)
    left = {what} if is_default else words_of(what) - IDLE - FOR_CODE
    if left and not any(is_told(one, told.around | told.owners) for one in left):
        yield f"as {what}"


_GIVING = frozenset({P.RETURNS, P.FALLS_BACK, P.YIELDS, P.RETURNS_EARLY})
_SAYING_WHY = frozenset({"so", "that", "because", "since", "due", "thanks", "owing", "order"})


def _is_done(verb: str, known: Set[str]) -> bool:
    lemma = ACTION_FORMS.get(verb, verb)
    named = {verb, *_OF_GETTING} if verb in _OF_GETTING else {verb, *ACTIONS.get(lemma, ())}
    return any(is_told(one, known) for one in named)


_OF_GETTING = frozenset({"get", "fetch", "obtain", "retrieve", "read", "load", "receive", "find"})
_GETTING = frozenset(
    {*("get", "fetch", "obtain", "retrieve", "read", "load", "receive", "find", "acquire")}
    | {*("make", "create", "build", "compute", "determine", "produce", "calculate", "generate")}
)


def of_the_others(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """`for lists`, of what is done in an `else`, where it is no list."""
    places = [one for one in proofs if one.type is not EvidenceType.CONDITIONAL]
    if not all(Around.ELSE in one.outline.around(one.span) for one in places):
        return []
    said = [words.lstrip("?& ") for words in claim.ignored if re.match(r"[?& ]*for \w", words)]
    return [words for words in said if not _OTHERS.search(words)]


_OTHERS = re.compile(r"\b(?:un\w+|others?|invalid|missing|non|not|no|else|each|every|all|any)\b")


def _untold(words: str, each: Set[str], told: Told) -> Iterator[str]:
    """Of words that no rule took: all, where none of them is told.

    Whose it is has to be told wholly; and how many, and that it is for each, no line tells.
    """
    if _NUMBERED.match(words) or _FOR_EACH.search(words):
        yield words.lstrip("?& ").lower()
    elif _SUCH_AS.match(words):
        such = words_of(words) - IDLE - FOR_CODE
        yield from (one for one in such if not is_told(one, told.bare))
    elif _OF.match(words):
        yield from (w for w in each if not is_told(w, told.around) and w not in told.owners)
    elif not any(
        is_told(one, told.around | told.owners) for one in words_of(words) - IDLE - FOR_CODE
    ):
        yield from each
