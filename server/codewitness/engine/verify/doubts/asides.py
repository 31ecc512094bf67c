"""Words of a claim that are not looked at, and that may deny it all the same."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.plain_verbs.effects import says_effect
from codewitness.engine.verify.reading.actions import ACTIONS
from codewitness.engine.verify.reading.lexicon import NEGATIONS

_TAKING_BACK = NEGATIONS | {"comment", "comments", "docstring", "dead", "unreachable", "string"}
MEANWHILE = re.compile(
    r"\bwhile (?:it (?:is )?)?\w+ing\b|\bwhile it (?!does\b|is\b|has\b)\w+s\b"
)  # `releases x while sleeping`: both, but when?
_UNTRUE = re.compile(r"\? (?:\(|-|is|was|are) ?(?:an? )?(?:false|untrue|lie|wrong|incorrect)\b")


def taken_back(claim: Claim) -> str:
    """`in none of them`, `is a lie`, `in a comment`: words not looked at that may deny it all."""
    unread = (words for words in claim.ignored if words.startswith("? "))
    return next(
        (
            one
            for one in unread
            if _TAKING_BACK & set(re.findall(r"\w+", one)) or _UNTRUE.match(one)
        ),
        "",
    )


def denied_aside(claim: Claim) -> str:
    """`: its token has no default`, which is not looked at, and denies something."""
    asides = (words for words in claim.ignored if words.lstrip("? ")[:1] in (":", ","))
    return next((words for words in asides if NEGATIONS & set(words.split())), "")


def compared_else(claim: Claim) -> list[str]:
    """`deletes pings older than a year`: which ones are meant is not looked at."""
    return [words for words in claim.ignored if re.match(r"[?& ]*than\b", words)]


def required_so(claim: Claim) -> list[str]:
    """`requires x to be positive`: that x is a parameter does not show it."""
    is_required = any(
        one.predicate is Predicate.TAKES and one.detail == "require" for one in claim.clauses
    )
    return [words for words in claim.ignored if is_required and _TO_BE.match(words)]


_SORT = re.compile(
    r"[?& ]*as (?:an? |its )?(?:positional|keyword|named|optional|required|mandatory|variadic|rest"
    r"|output|labell?ed)\b"
)


def taken_so(claim: Claim) -> list[str]:
    """`takes x as a positional argument`: that it is a parameter does not show of which sort."""
    is_taken = any(one.predicate is Predicate.TAKES for one in claim.clauses)
    return [words for words in claim.ignored if is_taken and _SORT.match(words)]


_AS_ANOTHER = re.compile(r"[?& ]*(?:as|wrapped in|wrapped as|inside|within) (?:an? |the )?`?\w")


def raised_as(claim: Claim) -> list[str]:
    """`re-raises it as a NotFound`: that it is raised again does not show as what."""
    is_again = any(one.predicate is Predicate.RERAISES for one in claim.clauses)
    return [words for words in claim.ignored if is_again and _AS_ANOTHER.match(words)]


_TO_BE = re.compile(r"[?& ]*to \w")
_OF_SOME = re.compile(r"(?:\? )?(?:(?:that|which|who|whose)\b|for [a-z ]+$)")


def denied_of_some(claim: Claim, *, is_against: bool) -> list[str]:
    """`never releases a runner that was passed in`: that one is released speaks not against it."""
    is_denied = is_against and len(claim.clauses) == 1 and claim.clauses[0].is_negated
    return [words for words in claim.ignored if is_denied and _OF_SOME.match(words)]


_EXCEPTED = re.compile(
    r"\b(?:for|on|in|of|with) (?:every|all|each|any) [^,;]*?"
    r"\b(?:but|except|excepting|save|besides|other than|apart from)(?: for)?"
    r" (?!when\b|if\b|it\b).+"
)
_ALL_ALONG = re.compile(
    r"\b(?:during|over|across|for|through) (?:the |its |all of (?:the |its )?)?"
    r"(?:whole|entire|full|complete)\b.*|\bthroughout\b.*"
)
_WAYS = re.compile(
    r"\b(?:every|each|all|any) (?:(?:code |execution )?paths?|ways?|exits?|returns?|branch(?:es)?)"
    r" (?:(?:that|which|where|who|on which|in which) .+)"
)


def excepted(claim: Claim) -> list[str]:
    """`for every version but 1`, `on every path that returns`: of which it is said is not seen."""
    told = next(
        filter(None, (one.search(claim.text) for one in (_EXCEPTED, _WAYS, _ALL_ALONG))), None
    )
    is_of_callers = any(one.predicate is Predicate.CALLED_BY for one in claim.clauses)
    return [told[0]] if told is not None and not is_of_callers else []


def awaited_else(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """`for the queue`, of which nothing that is waited for speaks; `for all`, where one will do."""
    shown = " ".join(one.detail.lower() for one in proofs)
    for words in claim.ignored if any(one.detail == "wait" for one in claim.clauses) else ():
        if not words.removeprefix("? ").startswith("for "):
            continue
        nouns = [w.rstrip("s") for w in re.findall(r"[a-z]{3,}", words) if w not in _FOR_WHAT]
        is_any = re.search(r"\b(?:race|any|select)\b", shown) and "all" in words.split()
        if is_any or (nouns and not any(noun in shown for noun in nouns)):
            return [words]
    return []


_FOR_WHAT = frozenset({"for", "the", "its", "all", "each", "every", "any", "both", "them", "that"})
_FOR_WHAT |= {"while", "bit", "moment", "second", "seconds", "time", "some", "something", "long"}


_ON_A_SYSTEM = re.compile(
    r"\bon (?:(?:all|most|some|older|newer|modern) )?"
    r"(?:windows|linux|unix|posix|mac(?:os)?|os x|darwin|ios|android|freebsd|bsd|wasm|arm|x86)\b",
    re.IGNORECASE,
)
_THROWN = frozenset({Predicate.RAISES, Predicate.CATCHES, Predicate.RERAISES})
_OTHER_LOCK = re.compile(r"\bsynchronized\s*\((?!\s*this\b)")
_NO_OBJECT = re.compile(
    r"(?:\w+ly|it|them|itself|themselves|that|anything|something|too|again|also|just"
    r"|(?:on|in|for|by|with|at|when|to|from|as|of|after|before|if|while|because|since|so|and|or|but"
    r"|out|up|down|off|early|back|instead|immediately|without|under|over|until|once|upon) .*)$"
)


_SUCH = re.compile(r"(?:(?:that|which|who) )?(?:are|is|were|was) \w+")
_IN_ORDER = re.compile(r"\bin (?:order|sequence)$")


def _is_of_such(words: str, claim: Claim) -> bool:
    """True for the `are None` of `prints values that are None`, of which only `prints` is read."""
    is_bare = any(one.predicate is Predicate.ACTS and not one.objects for one in claim.clauses)
    return is_bare and _SUCH.fullmatch(words) is not None


def _turned_over(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """`in order`, of a loop over what is `reversed`."""
    is_said = any(
        one.predicate is Predicate.LOOPS and _IN_ORDER.search(one.text) for one in claim.clauses
    )
    lines = [one.outline.text.slice(one.outline.text.line_span(one.line)) for one in proofs]
    return ["in order"] if is_said and any("revers" in line.lower() for line in lines) else []


def unread_there(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """`throws the first error`, of which nothing but `throws` is looked at; `on Windows`."""
    unread = [words.lstrip("?& ") for words in claim.ignored]
    left = [words for words in unread if _ON_A_SYSTEM.search(words)]
    for clause in claim.clauses:
        behind = clause.text.partition(" ")[2]
        is_such = clause.predicate in _THROWN and not clause.objects
        if is_such and behind in unread and not _NO_OBJECT.match(behind):
            left.append(behind)
        if clause.predicate is Predicate.DECORATED and not clause.objects:
            left += unread  # `is marked …`, and what with is not understood
        if clause.predicate is Predicate.ACTS and clause.detail.startswith("prefer"):
            left += [words for words in unread if _RATHER.match(words)]
    left += [words for words in unread if _names_others(words, proofs)]
    left += [words for words in unread if _is_of_such(words, claim)]
    left += _turned_over(claim, proofs)
    if any(map(_is_of_one_return, claim.clauses)) and _return_is_one_of_several(proofs):
        left += [words for words in unread if _THEN.match(words)]
    if "this" in unread and proofs and all(map(_locks_another, proofs)):
        left.append("this")
    return left


_RATHER = re.compile(r"(?:to|over|than|rather than|instead of) ")  # `prefers x to y`
_THEN = re.compile(r"(?:at|on|during|upon|after|before) (?:the |an? )?[a-z]")
_NAME = re.compile(r"\b(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+(?:_[a-z0-9]+)+|[a-z]+[A-Z]\w*)\b")


def _is_of_one_return(clause: Clause) -> bool:
    return clause.predicate is Predicate.RETURNS and not clause.is_negated


def _return_is_one_of_several(proofs: Sequence[Proof]) -> bool:
    """True of what gives different values, of which words may say when it gives this."""
    returns = [item.value for one in proofs[:1] for item in one.outline.returns]
    return len(set(returns)) > 1


def _names_others(words: str, proofs: Sequence[Proof]) -> bool:
    """True for `on SOME_ERROR`, a name that the code in question does not have."""
    text = "\n".join(one.outline.text.slice(one.outline.span) for one in proofs[:1])
    return bool(text) and any(not has_word(text, name) for name in _NAME.findall(words))


def _locks_another(proof: Proof) -> bool:
    """True of `synchronized (rows)`, which does not lock `this`."""
    text = proof.outline.text
    return _OTHER_LOCK.search(text.slice(text.line_span(proof.line))) is not None


def half_read(claim: Claim) -> str:
    """`while reading`, a verb that no list has with a condition, or without what it is done to."""
    if len(claim.clauses) > 1 and (said := MEANWHILE.search(claim.text)):
        return said[0]
    untold = (
        one.detail
        for one in claim.clauses
        if one.predicate is Predicate.ACTS
        and one.detail not in ACTIONS
        and (one.described or not one.objects)
        and not says_effect(one.text)
    )
    return next(untold, "")
