"""Which words that were not understood may change what a claim says."""

from __future__ import annotations

import re

from codewitness.engine.verify.reading.counts import HOW_OFTEN, OFTEN

ELSEWHERE = frozenset({"nested", "inner", "closure", "lambda", "callback", "outside", "arrow"})
ELSEWHERE |= {"goroutine", "thread", "indirectly", "helper", "transitively", "local"}
_PLACING = frozenset(
    {"transaction", "loop", "loops", "iteration", "try", "catch", "except", "handler", "rescue"}
)
_PLACING |= {"branch", "conditional", "conditionally", "finally", "only", "condition", "once"}
_ORDERING = frozenset({"first", "last", "afterwards", "later", "finally", "beforehand", "second"})
_TIME = re.compile(r"\b(?:first|second|last|next) time\b")
_WHICH = re.compile(
    r"(?:(?:\? )?|.*\b)(?:on|at|upon|with) (?:the )?(?:very )?(?:first|last|second|next|final)\b"
    r"|.*\b(?:first|last|beforehand|afterwards)$"  # `to the ring first`
)

_EACH = re.compile(r"(?:\? )?(?:every|each|all) (?!the time\b|time\b|of this\b)\w")

# What is asked, or compared: `whether it is set`, `the data is over self.limit`.
_ASKED = re.compile(
    r"\? (?:whether |.*\bexceeds?\b"
    r"|.*\b(?:is|are|was|were|stays?|remains?) (?:still |not |no )?(?:under|over|above|below|beyond"
    r"|within|less|greater|more|fewer|bigger|smaller|larger|shorter|longer|at (?:most|least))\b)"
)

# `a function that calls f`: what is said of what is given.
_SAID_OF_IT = re.compile(
    r"(?:\? )?(?:that|which) (?:then |also |in turn |only |never |always )*"
    r"(?!is\b|was\b|has\b|does\b|this\b|its\b)[a-z]+s\b"
)


def may_matter(words: str, *, is_told: bool) -> bool:
    """True if what was not understood names code or an order, so that it may narrow the claim.

    is_told: there is but one loop, so that it does not matter which one is meant.
    """
    if words == "? which one it is" and not is_told:
        return True
    if (
        _SAID_OF_IT.match(words)
        or _ASKED.match(words)
        or _WHICH.match(words)
        or _TIME.search(words)
    ):
        return True
    said = set(words.removeprefix("? ").split())
    if _EACH.match(words):
        return True
    if words.removeprefix("? ") in OFTEN or said & HOW_OFTEN:
        return True
    if words.startswith(("? before ", "? after ")):
        return True
    if (
        words.startswith(("? until ", "until "))
        or said <= _ORDERING
        or said & (ELSEWHERE | _PLACING)
    ):
        return True
    if words.startswith("as ") and said & _ORDERING:
        return True
    return "`" in words and not words.startswith(("so ", "because ", "since ", "in order "))
