"""`returns true if the lock is stale` of `return age > lock.stale`: by words that are there."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import WEAK, EvidenceType, Finding, Proof
from codewitness.engine.verify.reading.spelled_short import in_words, is_spoken_in
from codewitness.engine.verify.subject import Subject

_CONDITION = re.compile(r"(?:if|when) (?P<said>[\w '`.$@>-]+)$")
_IDLE = frozenset(
    {"the", "a", "an", "its", "it", "is", "are", "was", "were", "has", "have", "been", "this"}
)
_IDLE |= {"already", "currently", "in", "of", "to", "there", "still", "given"}
_DENIES = re.compile(
    r"(?i)\b(?:not|no|never|without|none|null|nil|un\w+|in(?:valid|active|complete)|lacks?|missing|empty"
    r"|same|different|other|another|less|more|greater|before|after|older|newer|than|all|any|only)\b|n't\b"
)
_OPEN = re.compile(
    r"(?i)!|&&|\|\||\?|\b(?:not|and|or|false|no|none|null|nil|undefined|unless|if)\b"
)


def rule_returned(clause: Clause, subject: Subject) -> Finding | None:
    """What the one value that is returned shows by its words, with those of the subject's name."""
    told = [one.text.lower() for one in clause.objects]
    said = _CONDITION.match(clause.described.strip())
    if clause.predicate is not Predicate.RETURNS or told != ["true"] or said is None:
        return None
    if clause.is_negated or clause.is_only or clause.is_outside or _DENIES.search(said["said"]):
        return None
    outline = subject.head.outline
    given = outline.returns
    if subject.is_class or len(given) != 1 or _OPEN.search(given[0].value):
        return None
    value = f"{given[0].value} {in_words(given[0].value)}".lower()
    name = in_words(f"{subject.name} {subject.head.around.container}").lower()
    words = [w for w in re.findall(r"[A-Za-z]+", said["said"]) if w.lower() not in _IDLE]
    parts = [w for word in words for w in in_words(word).lower().split()]
    is_told = bool(parts) and all(is_spoken_in(w, f"{value} {name}") for w in parts)
    if not is_told or not is_spoken_in(parts[-1], value):
        return None
    return Finding(
        proofs=(Proof(EvidenceType.SIGNATURE, given[0].value, outline, given[0].span, WEAK),)
    )
