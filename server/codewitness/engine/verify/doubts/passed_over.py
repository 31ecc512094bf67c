"""`skips hidden files`, of `if f.hidden: continue`: what is asked for to be passed over is used."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.evidence import Proof
from codewitness.model.text import Span

_SKIPS = re.compile(r"(?<!never )\b(?:skips|leaves out|omits|excludes) (?!\w+ing\b)[^,;]+")
_LEAVING = re.compile(r"[\s){:]*(?:then\s+)?(?:continue|next|return|break)\b")


def passes_over(claim: Claim, proofs: Sequence[Proof]) -> str:
    """What is said to be skipped, if a condition there asks for it and leaves; else empty."""
    said = _SKIPS.search(claim.text)
    return said[0] if said is not None and any(map(_leaves, proofs)) else ""


def _leaves(proof: Proof) -> bool:
    outline = proof.outline
    return any(
        _LEAVING.match(outline.text.slice(Span(one.span.end, outline.span.end))) is not None
        for one in outline.marked("condition")
        if one.span.contains(proof.span)
    )
