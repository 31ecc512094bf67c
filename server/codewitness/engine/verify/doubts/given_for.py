"""`returns null for unknown keys`: what is said to be so of the thing has to be asked there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.bound.conditions import Asked, of_noun
from codewitness.engine.verify.bound.known import shown_by
from codewitness.engine.verify.claim import Claim, Predicate
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.subject import Part, Subject

P = Predicate
_FOR = re.compile(r"[?& ]*for (?:an? |any |all |the )?(?P<noun>[a-z]+ [a-z]+)$")
_CONTRARY = re.compile(r"(?:known|existing|present|positive|missing|absent|unset)\b")
_OF_OUTCOMES = frozenset({P.RETURNS, P.RAISES, P.FALLS_BACK, P.YIELDS, P.RETURNS_EARLY})


def given_for(claim: Claim, subject: Subject, proofs: Sequence[Proof]) -> list[str]:
    """The words, if the code asks for the contrary, or for none of what they can't be without."""
    if claim.clauses[0].predicate not in _OF_OUTCOMES:
        return []
    for words in claim.ignored:
        said = _FOR.match(words)
        places = [one for one in proofs if one.type is not EvidenceType.CONDITIONAL]
        if said is None or not places:
            continue
        parts = [(p, one) for p in subject.parts for one in places if one.outline is p.outline]
        asked = of_noun(said["noun"])
        if any(_is_shown(one, part, at) for one in asked for part, at in parts):
            continue
        others = [one._replace(holds=not one.holds) for one in asked]
        is_contrary = any(_is_shown(one, part, at) for one in others for part, at in parts)
        if is_contrary or _CONTRARY.match(said["noun"]):
            return [words]
    return []


def _is_shown(asked: Asked, part: Part, proof: Proof) -> bool:
    return bool(shown_by(asked, part, proof.span))
