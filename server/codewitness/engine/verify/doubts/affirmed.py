"""The affirmative of a denial: `never closes x on return` does not hold where `closes x` does.

More ways are known to show that something is done than to tell that it is not: what is said in
plain words and found nowhere may be done in others. So the contrary is asked before a denial holds.
"""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Claim, Predicate

_PLAIN = frozenset({Predicate.CALLS, Predicate.READS, Predicate.WRITES, Predicate.IMPORTS})
_NEVER = re.compile(r"(?<= )never (?=[a-z]+s\b)")
_NO = re.compile(
    r"(?<= )no (?!(?:longer|more|one|less|fewer|other|use|mention|reference|need)\b)(?=[A-Za-z`])"
)


def affirmative(claim: Claim) -> str:
    """The sentence without its one denial; empty if it is of names alone, or denied otherwise."""
    ways = ((_NEVER, ""), (_NO, "a "))
    found = [(one, instead) for one, instead in ways if one.search(claim.text)]
    n_denied = sum(len(one.findall(claim.text)) for one, _ in found)
    if n_denied != 1 or len(claim.clauses) != 1 or _is_plain(claim):
        return ""
    (denial, instead), *_ = found
    return denial.sub(instead, claim.text)


def _is_plain(claim: Claim) -> bool:
    """True for `never calls f`, of which what would show it is all that can."""
    clause = claim.clauses[0]
    is_alone = not clause.described and not clause.arguments and not clause.given
    return clause.predicate in _PLAIN and bool(clause.objects) and is_alone
