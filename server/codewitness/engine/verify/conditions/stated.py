"""`ensures that n is positive`: a call that ensures something shows it of no condition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.conditions.answered import is_answered
from codewitness.engine.verify.conditions.asked import coded, said
from codewitness.engine.verify.evidence import Proof

_STATED = re.compile(
    r"\b(?:ensur|validat|verif|check|requir|assert|guarante|confirm|log|warn)\w* (?:that|whether) "
    r"(?P<what>.+)$"
)
_LEFT = re.compile(r"[?&] ?(?:(?:that|whether|is|are|was|were|not|has|have|does)\b|\w+$)")
_GIVEN = re.compile(r"\(([^{}]*[=<>!][^{}]*)\)")  # not `validate(row)`


def stated_so(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """What is said to be so, if the code asks for nothing that can be compared with it."""
    match = _STATED.search(claim.text)
    left = [words for words in claim.ignored if _LEFT.match(words)]
    if match is None or not left:
        return []
    asked = list(said(f"if {match['what']}"))
    is_asked = len(asked) == 1 and any(
        is_answered(asked[0], one, proof.outline.language) is not None
        for proof in proofs
        for text in _conditions(proof)
        for one in coded(text)
    )
    return [] if is_asked else left[:1]


def _conditions(proof: Proof) -> Iterator[str]:
    """What the place asks, as it is written there or given to a call."""
    yield proof.detail
    text = proof.outline.text
    if (given := _GIVEN.search(text.slice(text.line_span(proof.line)))) is not None:
        yield given[1]
