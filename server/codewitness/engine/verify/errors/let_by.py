"""`ignores ENOENT errors` of `if (err.code !== 'ENOENT') throw err`: all others are passed on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Outline

_SAID = re.compile(
    r"\b(?:ignor|swallow|tolerat|suppress|disregard)\w* (?:the |any |an? |all )?"
    r"`?(?P<code>[A-Z][A-Z\d_]{2,})`? (?:errors?|failures?|codes?)$"
)
_PASSING_ON = re.compile(r"\b(?:return|throw|raise|panic|reject)\b|\bcallback\(|\bcb\(|\bnext\(")


def rule_let_by(clause: Clause, subject: Subject) -> Finding | None:
    """What a condition shows that passes on all errors but one; None if there is none."""
    said = _SAID.search(clause.text)
    if said is None or clause.predicate is not Predicate.SWALLOWS or clause.is_only:
        return None
    hits = tuple(hit for part in subject.parts for hit in _but(said["code"], part.outline))
    return shown_by(hits, clause)


def _but(code: str, outline: Outline) -> Iterator[Hit]:
    other = re.compile(rf"!={{1,2}}\s*[\"'`]?(?:[\w.]+(?:\.|::))?{re.escape(code)}\b")
    for item in outline.marked("condition"):
        if other.search(item.text) is None or "||" in item.text:
            continue
        holders = [
            one.span for one in outline.marked("conditional") if one.span.contains(item.span)
        ]
        own = min(holders, key=lambda one: one.end - one.start, default=None)
        if own is not None and _PASSING_ON.search(outline.text.slice(own)):
            yield Hit(EvidenceType.CONDITIONAL, item.text, outline, item.span, item.span, LOOSE)
