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
    if len(claim.clauses) != 1 or _is_plain(claim):
        return ""
    for denial, instead in ((_NEVER, ""), (_NO, "a ")):
        if n_denied := len(denial.findall(claim.text)):
            return denial.sub(instead, claim.text) if n_denied == 1 else ""
    return ""


def _is_plain(claim: Claim) -> bool:
    """True for `never calls f`, of which what would show it is all that can."""
    clause = claim.clauses[0]
    is_alone = not (clause.described or clause.arguments or clause.given or claim.ignored)
    is_named = len(clause.objects) == 1 and (clause.objects[0].is_code or clause.detail == "call")
    is_read_so = clause.predicate is not Predicate.CALLS or clause.detail == "call"
    return clause.predicate in _PLAIN and is_alone and is_named and is_read_so
