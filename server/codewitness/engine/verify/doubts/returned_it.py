"""`opens the file and returns it`: whether what is given back is what was spoken of before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.evidence import Proof
from codewitness.model.outline import Returned

_IT = re.compile(r"(?:and )?(?:returns?|gives back) (?P<it>it|them)\b(?! (?:if|when|unless)\b)")


def returned_not_it(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`returns it` of what makes one thing and gives back another."""
    for before, clause in zip(claim.clauses, claim.clauses[1:], strict=False):
        said = _IT.match(clause.text)
        is_it = clause.predicate is Predicate.RETURNS and not clause.objects and said is not None
        if is_it and not clause.is_negated and not _is_it(before, proofs):
            yield clause.text


def _is_it(before: Clause, proofs: Sequence[Proof]) -> bool:
    return any(
        _is_of(before, item, one) for one in proofs for item in one.outline.returns if item.value
    )


def _is_of(before: Clause, given: Returned, proof: Proof) -> bool:
    """True if what is given back there is what the place shows, or bears its name."""
    if given.span.contains(proof.span) and not proof.span.contains(given.span):
        return True
    names = set(re.findall(r"[A-Za-z_@$]\w*", given.value))
    made = {
        one.target
        for one in proof.outline.assigned
        if one.value_span.contains(proof.span) or one.target_span.contains(proof.span)
    }
    if any(target in names or target in given.value for target in made):
        return True
    nouns = words_of(" ".join(one.text for one in before.objects))
    return any(is_told(noun, words_of(given.value)) for noun in nouns)
