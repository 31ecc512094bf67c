"""`always uses x`, of what no rule holds to each way: a way on which it is done has to be seen."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.conditions.asserted_before import failing
from codewitness.engine.verify.conditions.conditions import ANYHOW, REGARDLESS
from codewitness.engine.verify.conditions.every_way import is_on_every_way
from codewitness.engine.verify.conditions.under import is_reached_anyhow
from codewitness.engine.verify.control.loops import is_on_each_pass
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.hit import Hit
from codewitness.model.outline import Around

P = Predicate
_ALWAYS = re.compile(
    r"(?i)\b(?:always|invariably|unconditionally|no matter|whatever|without exception"
    r"|in (?:every|each|all|any) (?:cases?|event|modes?|states?|situations?|environments?)"
    r"|every (?:single )?time|under all circumstances)\b"
)
# Of these a condition around is what is asked for, or a rule has looked at each way.
_LOOKED_AT = frozenset(
    {P.CATCHES, P.SWALLOWS, P.RERAISES, P.TRIES, P.FINALLY, P.LOOPS, P.BRANCHES, P.HAS}
    | {P.CALLED_BY, P.INHERITS, P.DECORATED, P.TAKES, P.HAS_DEFAULT, P.IS_ASYNC}
    | {P.OVERRIDES, P.IMPORTS, P.DEFINES, P.MODIFIER, P.BEYOND, P.RETURNS_EARLY}
)


def not_in_every_case(claim: Claim, proofs: tuple[Proof, ...]) -> list[str]:
    """The word that says so, if no place is seen that is come to on each way."""
    word = _ALWAYS.search(claim.text)
    clauses = [one for one in claim.clauses if _is_open(one)]
    if word is None or len(claim.clauses) != 1 or not clauses:
        return []
    hits = [Hit(one.type, one.detail, one.outline, one.span, one.span) for one in proofs]
    if clauses[0].predicate is P.RAISES:  # an assertion does so where it fails
        hits = [hit._replace(whole=failing(hit.outline, hit.span) or hit.whole) for hit in hits]
    if not hits or any(hit.outline.kind.is_classlike for hit in hits):
        return []
    if clauses[0].place is Around.LOOP:
        return [] if any(map(is_on_each_pass, hits)) else [word[0]]
    is_there = clauses[0].place is not None and not clauses[0].is_outside
    is_so = is_there or is_on_every_way(hits) or any(map(is_reached_anyhow, hits))
    return [] if is_so else [word[0]]


def _is_open(clause: Clause) -> bool:
    if clause.is_negated or clause.predicate in _LOOKED_AT:
        return False
    if clause.predicate is P.RETURNS and clause.is_only:
        return False
    is_by_words = clause.predicate is P.USES and clause.detail == "words"
    return not clause.described or (clause.described in (ANYHOW, REGARDLESS) and is_by_words)
