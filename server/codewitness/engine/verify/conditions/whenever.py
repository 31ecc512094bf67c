"""`always calls f if a`: wherever `a` holds, so that nothing else may decide it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.code.jumping import jumps_over
from codewitness.engine.verify.conditions.answered import is_answered
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.asked import coded, either, said
from codewitness.engine.verify.conditions.comparing import compared
from codewitness.engine.verify.conditions.holding import deciding, known_at
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.hit import Hit
from codewitness.model.outline import Around
from codewitness.model.text import Span

_ALWAYS = re.compile(r"(?i)\balways\b|\bin (?:every|each|all) cases?\b|\bevery time\b|\bwhenever\b")


def not_always(claim: Claim, proofs: tuple[Proof, ...]) -> list[str]:
    """The word that says so, if a place is not seen to be reached wherever the condition holds."""
    word = _ALWAYS.search(claim.text)
    if _is_always_there(claim) and any(_is_decided(one, _names(claim)) for one in proofs):
        return ["always"]
    clauses = [one for one in claim.clauses if one.described and not one.is_outside]
    if word is None or len(clauses) != 1 or clauses[0].is_negated:
        return []
    places = [one for one in proofs if one.type is not EvidenceType.CONDITIONAL]
    is_so = any(_is_wherever(clauses[0], one) for one in places)
    return [] if is_so or not places else [word[0]]


def _is_always_there(claim: Claim) -> bool:
    """True of `always wraps errors in E`: whatever else is asked in that handler."""
    is_there = all(one.place and not one.described for one in claim.clauses)
    return is_there and "always" in claim.ignored and claim.clauses[0].predicate is Predicate.RAISES


def _names(claim: Claim) -> list[str]:
    return [one.text for clause in claim.clauses for one in clause.objects]


def _is_decided(proof: Proof, names: Sequence[str]) -> bool:
    """True if a condition around decides it, or chooses what is named in it."""
    outline = proof.outline
    own = (one for name in names for one in outline.occurrences(name))
    spans = [proof.span, *(one.span for one in own if proof.span.contains(one.span))]
    hits = [Hit(proof.type, proof.detail, outline, one, one) for one in spans]
    return any(deciding(outline, one.span) or conditions_around(one) for one in hits)


def _is_wherever(clause: Clause, proof: Proof) -> bool:
    outline = proof.outline
    hit = Hit(proof.type, proof.detail, outline, proof.span, proof.span)
    asked = said(clause.described)
    known = known_at(outline, proof.span)
    for one in known:
        if not any(is_answered(a, one, outline.language) or compared(a, [one]) for a in asked):
            return False
    conditions = {*deciding(outline, proof.span), *conditions_around(hit)}
    told = all(_is_told(outline.text.slice(span)) for span in conditions)
    return told and bool(asked) and not _may_be_left(hit, conditions)


def _is_told(condition: str) -> bool:
    """True if all that a condition asks is known."""
    return bool(either(condition) or [*coded(condition), *coded(condition, holds=False)])


def _may_be_left(hit: Hit, conditions: set[Span]) -> bool:
    """True if it has been left before under another condition, or a handler is around."""
    outline = hit.outline
    exits = [item.span for item in (*outline.returns,)]
    exits += [item.span for item in outline.marked("raised")]
    exits += jumps_over(outline, hit.whole)
    before = [one for one in exits if one.end <= hit.whole.start and not one.contains(hit.whole)]
    holders = [item.span for item in outline.marked("conditional")]
    decided = [span for span in holders if any(span.contains(one) for one in conditions)]
    is_left = any(not any(span.contains(one) for span in decided) for one in before)
    return is_left or Around.HANDLER in outline.around(hit.whole)
