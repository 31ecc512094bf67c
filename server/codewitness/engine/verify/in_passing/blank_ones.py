"""`skips blank lines`: a pass of a loop that is left where what it goes over has nothing in it."""

from __future__ import annotations

import re

from codewitness.engine.verify.conditions.holding import decided_at
from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof
from codewitness.engine.verify.question import Question
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Around

_SAID = re.compile(r"(?:skips|ignores|passes over) (?:any |all |the )?(?:blank|empty) [a-z]+s")
_FIELD = re.compile(r"\.(?:blank|empty)\b(?![?(])")  # a field of that name may say anything
_TRUTH = frozenset({"python", "ruby", "javascript", "typescript", "tsx", "php"})


def rule_blank_ones(said: str, subject: Subject) -> Finding | None:
    """By `continue` where a name by itself is known to be empty, or no truth."""
    if _SAID.fullmatch(said) is None:
        return None
    for part in subject.parts:
        outline = part.outline
        for item in outline.occurrences("next" if outline.language == "ruby" else "continue"):
            is_there = Around.LOOP in outline.around(item.span)
            known = decided_at(outline, item.span) if is_there else []
            asked = (
                one.question
                for one in known
                if not _FIELD.search(outline.text.slice(one.condition))
            )
            if any(_is_blank(one, outline.language) for one in asked):
                return Finding(proofs=(Proof(EvidenceType.LOOP, item.text, outline, item.span),))
    return None


def _is_blank(asked: Question, language: str) -> bool:
    if not asked.what.isidentifier() or asked.value:
        return False
    is_falsy = asked.kind == "true" and not asked.holds and language in _TRUTH
    return is_falsy or (asked.kind == "empty" and asked.holds)
