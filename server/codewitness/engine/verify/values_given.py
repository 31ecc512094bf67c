"""`calls f with deep true`: what the labelled arguments of a call say of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.evidence import Proof

_LABELLED = re.compile(
    r"\? (?:with|having|passing) (?:the |its )?(?P<name>[A-Za-z_]\w*)"
    r"(?: ?:| ?=| set to| being| as| of)? ?"
    r"(?P<value>true|false|none|null|nil|zero|-?\d+)$",
    re.IGNORECASE,
)


def given_else(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """The words of a claim that its places do not bear out: another value, or one not named so."""
    return [words for words in claim.ignored if _is_unlike(words, claim, proofs)]


def _is_unlike(words: str, claim: Claim, proofs: Sequence[Proof]) -> bool:
    if (found := _LABELLED.match(words)) is None or not proofs:
        return False
    value = "0" if found["value"].lower() == "zero" else re.escape(found["value"])
    named = rf"(?i)\b{found['name']}\s*[:=]\s*"
    given = re.compile(rf"{named}{value}\b")
    texts = list(_calls_of(proofs))
    if claim.is_negated:
        return not all(map(given.search, texts))
    return not any(given.search(text) or not re.search(named, text) for text in texts)


def _calls_of(proofs: Sequence[Proof]) -> Iterator[str]:
    for proof in proofs:
        around = [c.whole for c in proof.outline.calls if c.whole.contains(proof.span)]
        own = min(around, key=lambda one: one.end - one.start, default=proof.span)
        yield proof.outline.text.slice(own)
