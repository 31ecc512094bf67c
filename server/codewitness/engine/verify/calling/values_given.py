"""`calls f with deep true`: what is said beside a claim, held to the values in its places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.doubts.left_over import is_met, narrows
from codewitness.engine.verify.evidence import Proof

_LABELLED = re.compile(
    r"\? (?:with|having|passing) (?:the |its |an? )?(?P<name>[A-Za-z_]\w*)"
    r"(?: ?:| ?=| set to| being| as| of)? ?"
    r"(?P<value>true|false|none|null|nil|zero|enabled|disabled|-?\d+)$",
    re.IGNORECASE,
)
_ASSIGNED = re.compile(r"\? (?P<value>[-+*/|&]?=(?!=) ?.+)$")
_WRITTEN = {"zero": "0", "enabled": "true", "disabled": "false"}


def given_else(claim: Claim, proofs: Sequence[Proof], *, is_against: bool) -> list[str]:
    """The words of a claim that its places do not bear out: another value, or one not named so.

    is_against: they speak against it. `never calls f at night` is not contradicted by a call of
    `f` at whatever time.
    """
    if is_against and claim.is_negated:
        asked = [one for one in claim.ignored if one.startswith("?") and not is_met(one, proofs)]
        return [
            one
            for one in asked
            if _is_unlike(one, claim, proofs)
            or (narrows(one.lstrip("? ")) and not _says_a_value(one))
        ]
    return [words for words in claim.ignored if _is_unlike(words, claim, proofs)]


def _says_a_value(words: str) -> bool:
    return _LABELLED.match(words) is not None or _ASSIGNED.match(words) is not None


def _is_unlike(words: str, claim: Claim, proofs: Sequence[Proof]) -> bool:
    if not proofs:
        return False
    if (assigned := _ASSIGNED.match(words)) is not None:
        wanted = _bare(assigned["value"])
        shown = [wanted in _bare(line) for line in _lines_of(proofs)]
        return not (all(shown) if claim.is_negated else any(shown))
    if (found := _LABELLED.match(words)) is None:
        return False
    written = _WRITTEN.get(found["value"].lower(), found["value"])
    value = rf"(?<![\w-]){re.escape(written)}\b"
    named = rf"(?i)\b{found['name']}\s*[:=]\s*"
    given = re.compile(named + value)
    texts = list(_calls_of(proofs))
    if claim.is_negated:
        return not all(map(given.search, texts))
    return not any(
        given.search(text) or (not re.search(named, text) and re.search(f"(?i){value}", text))
        for text in texts
    )


def _bare(text: str) -> str:
    return re.sub(r"[\s`;]", "", text)


def _lines_of(proofs: Sequence[Proof]) -> Iterator[str]:
    for proof in proofs:
        text = proof.outline.text
        yield text.slice(text.line_span(text.line_at(proof.span.start)))


def _calls_of(proofs: Sequence[Proof]) -> Iterator[str]:
    for proof in proofs:
        around = [c.whole for c in proof.outline.calls if c.whole.contains(proof.span)]
        own = min(around, key=lambda one: one.end - one.start, default=proof.span)
        yield proof.outline.text.slice(own)
