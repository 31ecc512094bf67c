"""A sentence that says two things, each judged by itself: `closes the file and renames it`.

A condition counts for both, since it may be meant so, and what is said first has to be done first.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from codewitness.engine.verify.bound.sentences import without_tail
from codewitness.engine.verify.bound.verbs import lemma
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.reading.actions import ACTIONS
from codewitness.engine.verify.reading.lexicon import VERBS
from codewitness.engine.verify.verdicts import Status, Verdict, joined

_TWO = re.compile(
    r"(?P<one>[a-z-]+s .+?),? (?:and then|and|then)"
    r" (?P<other>(?!is\b|has\b|does\b|was\b|its\b|this\b)(?P<verb>[a-z-]+s)\b.*)"
)
_MORE = re.compile(r"[,;:(]| and | or |\b(?:not|never|only|without|both|either|each|every)\b")


def two_facts(text: str) -> tuple[str, str] | None:
    """The sentences of one that has two verbs; None of any other."""
    found = _TWO.fullmatch(text)
    if found is None or not _is_verb(found["verb"]):
        return None
    one, other = found["one"], found["other"]
    if _MORE.search(one) or _MORE.search(other):
        return None
    (body, tail), (rest, end) = without_tail(one), without_tail(other)
    if bool(tail) == bool(end):
        return one, other
    return f"{body} {tail or end}", f"{rest} {tail or end}"


def _is_verb(word: str) -> bool:
    known = (*VERBS, *ACTIONS)
    base = word.removeprefix("re-")
    return word in known or base in known or lemma(base) in known or word in _FURTHER


_FURTHER = frozenset({"re-raises", "rethrows", "reraises", "forgets", "remembers", "notifies"})


def both(text: str, judge: Callable[[str], Verdict | None]) -> Verdict | None:
    """SUPPORTED if both hold, in the order in which they are said."""
    facts = two_facts(text)
    verdicts = [judge(one) for one in facts or ()]
    told = [one for one in verdicts if one is not None and one.status is Status.SUPPORTED]
    if facts is None or len(told) != len(facts) or not _are_in_order(told[0], told[1]):
        return None
    return joined(told, any_of=False)


def _are_in_order(one: Verdict, other: Verdict) -> bool:
    return any(
        early.outline.shares_text(late.outline) and early.span.start < late.span.start
        for early in _acts(one)
        for late in _acts(other)
    )


def _acts(verdict: Verdict) -> list[Proof]:
    return [one for one in verdict.proofs if one.type is not EvidenceType.CONDITIONAL]
