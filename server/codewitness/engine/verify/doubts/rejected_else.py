"""`rejects empty rows with a ValueError`: it has to be raised of just such ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.bound.conditions import of_noun
from codewitness.engine.verify.bound.known import shown_by
from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.doubts.plain_words import FOR_CODE, STATES
from codewitness.engine.verify.errors.rejecting import is_raised_of
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.subject import Subject

_SAID = re.compile(
    r"\b(?:rejects|refuses|disallows|forbids) (?P<what>[^,;]+?)"
    r" (?:with|by (?:raising|throwing)) (?:an? )?`?[A-Z][\w.]*`?$"
)


def rejected_else(claim: Claim, subject: Subject, proofs: Sequence[Proof]) -> list[str]:
    """What is said to be rejected, if a state is said that is asked for at no place."""
    said = _SAID.search(claim.text.rstrip("."))
    raised = [one for one in proofs if one.type is EvidenceType.RAISE]
    if said is None or not raised:
        return []
    states = [one for one in said["what"].lower().split()[:-1] if one in FOR_CODE | STATES]
    parts = [(part, one) for part in subject.parts for one in raised if one.outline is part.outline]
    is_so = any(
        shown_by(asked, part, one.span, is_led=True)
        for part, one in parts
        for asked in of_noun(said["what"])
    )
    is_so = is_so or any(is_raised_of(said["what"], one) for one in raised)
    is_so = is_so or any(_is_told(one, states) for one in raised)
    return [said["what"]] if states and not is_so else []


def _is_told(proof: Proof, states: Sequence[str]) -> bool:
    """True if the message says so, and not of what there should be: `row is too long`."""
    text = proof.outline.text.line_text(proof.line).lower()
    return _DEMANDED.search(text) is None and all(one in text for one in states)


_DEMANDED = re.compile(r"\b(?:must|should|expected|only|required|needs?|has to|have to|not|n't)\b")
