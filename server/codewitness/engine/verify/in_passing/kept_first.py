"""`returns the cached value if there is one`: what is kept is given back before it is made anew."""

from __future__ import annotations

import re

from codewitness.engine.verify.conditions.holding import known_at
from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof
from codewitness.engine.verify.subject import Subject

_SAID = re.compile(
    r"returns (?:the |its |an? |any )?(?:cached|memoi[sz]ed|stored|saved|existing|already computed"
    r"|previously computed)(?: [a-z]+){0,2} (?:if|when) (?:there is one|(?:it is )?"
    r"(?:present|available|there|set|cached|already set|already there)|one exists|it exists)"
)
_THERE = {"true": True, "null": False, "empty": False}


def rule_kept_first(said: str, subject: Subject) -> Finding | None:
    """By a return of what is asked for whether it is there, and is set behind it."""
    if _SAID.fullmatch(said) is None:
        return None
    for part in subject.parts:
        outline = part.outline
        for item in outline.returns:
            asked = [
                one
                for one in known_at(outline, item.span)
                if one.kind in _THERE and one.holds == _THERE[one.kind] and not one.value
            ]
            name = re.sub(r"^(?:self|this)\.", "", item.value.strip())
            is_asked = any(re.sub(r"^(?:self|this)\.", "", one.what) == name for one in asked)
            is_set = any(
                one.target_span.start > item.span.end
                and re.sub(r"^(?:self|this)\.", "", one.target.strip()) == name
                for one in outline.assigned
            )
            if is_asked and is_set:
                proof = Proof(EvidenceType.SIGNATURE, item.value, outline, item.span)
                return Finding(proofs=(proof,))
    return None
