"""`the getter of x takes the lock`: what is found has to stand in that accessor of a property."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.evidence import Proof
from codewitness.model.text import Span

_SAID = re.compile(r"\b(?P<which>getter|setter)\b")
_ACCESSOR = re.compile(
    r"\b(?P<which>get|set|init|willSet|didSet)\b\s*(?:\(\s*\w*\s*\)\s*)?(?:\{|=>|=)"
)
_HEADED = re.compile(r"^\s*(?:[a-z]+\s+)*?(?P<which>get|set)\s+[\w$#\[]")
_DECORATED = re.compile(r"@(?:\w+\.)*(?P<which>property|getter|setter|cached_property)\b")
_OF = {
    "getter": ("get", "property", "getter", "cached_property"),
    "setter": ("set", "init", "setter"),
}


def of_other_accessor(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """The word for the accessor, if some of what was found stands in another one."""
    said = _SAID.search(claim.text)
    if said is None or not proofs:
        return []
    stands = [_accessor(one) for one in proofs]
    return [said["which"]] if any(one and one not in _OF[said["which"]] for one in stands) else []


def _accessor(proof: Proof) -> str:
    """In which accessor of a property a place stands; empty if it is in none."""
    outline = proof.outline
    before = outline.text.slice(Span(outline.span.start, proof.span.start))
    found = [one["which"] for one in _ACCESSOR.finditer(before)]
    if outline.language == "python":
        marks = (_DECORATED.search(item.text) for item in outline.marked("decorator"))
        return next((one["which"] for one in marks if one is not None), "")
    headed = _HEADED.match(outline.text.slice(outline.header_span))
    if headed is not None and outline.language in ("javascript", "typescript", "tsx"):
        return headed["which"]
    return found[-1] if found else ""
