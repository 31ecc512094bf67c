"""Parameters that take all that is left over: `takes variadic names`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Object
from codewitness.engine.verify.evidence import (
    NOTHING,
    EvidenceType,
    Finding,
    InWords,
    Proof,
    doubtful,
    found,
)
from codewitness.model.outline import Outline, Parameter

_SAID = re.compile(r"(?:variadic|varargs?|variable length)\b\s*(.*)")
_UNREAD = re.compile(r"\.\.\.|\bvararg\b|\bparams\b")


def taken_variadic(one: Object, given: Sequence[Parameter], outline: Outline) -> Finding | None:
    """What follows for a parameter that is said to be such a one; None if that is not said."""
    match = _SAID.fullmatch(one.text)
    if match is None:
        return None
    rest = [p for p in given if p.is_rest]
    names = re.findall(r"\w+", match[1])
    kept = [p for p in rest if not names or _stem(p.name) in map(_stem, names)]
    if kept:
        return found(
            Proof(EvidenceType.SIGNATURE, f"parameter {p.name}", outline, p.span) for p in kept
        )
    if rest or _UNREAD.search(outline.text.slice(outline.header_span)):
        return doubtful(InWords("the parameter is named in plain words only"))
    return NOTHING


def _stem(name: str) -> str:
    return name.strip("*&.$_").lower().removesuffix("s")
