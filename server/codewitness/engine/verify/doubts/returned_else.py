"""Whether it is the thing that a claim names which is given back there, and not another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim, Predicate
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.hit import has_word

_THE = re.compile(r"(?:returns?|gives back) (?:the|its|that) (?P<what>[a-z]\w*)(?: |$)")
_ARGUMENTS = re.compile(r"\([^()]*\)")


def returned_else(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`returns the value if x`, where a variable `value` is returned elsewhere, and not there."""
    for clause in claim.clauses:
        said = _THE.match(clause.text)
        if clause.predicate is not Predicate.RETURNS or clause.objects or said is None:
            continue
        name = said["what"]
        there = [(one, item) for one in proofs for item in one.outline.returns]
        if not any(item.value == name for _, item in there):
            continue
        given = [item for one, item in there if item.span.contains(one.span)]
        if given and not any(has_word(_ARGUMENTS.sub("", item.value), name) for item in given):
            yield f"the {name}"
