"""`stores the data in cache` of `cache[path] = data` and `cache.put(path, data)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.subject import Part, Subject

_SAID = re.compile(
    r"\b(?:stor|sav|keep|put|record|writ|plac|assign)\w* (?:the |its |an? |this |that |each )?"
    r"`?(?P<what>[\w.]+)`? (?:in|into|inside|to|under) (?:the |its |an? |this )?"
    r"`?(?P<where>[\w.@]+)`?$"
)
_PUTTING = re.compile(r"(?i)_*(?:put|set|insert|add|store|save|append|push|write|record|emplace)")


def rule_stored_there(clause: Clause, subject: Subject) -> Finding | None:
    """Where what is named is put into what is named; None if nothing says so."""
    said = _SAID.search(clause.text)
    is_such = clause.predicate in (Predicate.WRITES, Predicate.ACTS, Predicate.CACHES)
    if said is None or not is_such or clause.is_only or clause.order is not None:
        return None
    hits = [hit for part in subject.parts for hit in _put(said["what"], said["where"], part)]
    return shown_by(hits, clause)


def _put(what: str, where: str, part: Part) -> Iterator[Hit]:
    outline = part.outline
    for one in outline.assigned:
        owner, _, key = one.target.partition("[")
        if key and _is_there(parts(owner), where) and has_word(one.value, what):
            kind, span = EvidenceType.ATTRIBUTE_WRITE, one.target_span
            yield Hit(kind, one.target, outline, span, span, LOOSE)
    for call in outline.calls:
        owners = parts(call.text)[:-1]
        if owners and _is_there(owners, where) and _PUTTING.match(call.name):
            hit = call_hit(call, part, LOOSE)
            if has_word(hit.arguments or "", what):
                yield hit


_ITSELF = frozenset({"self", "this", ""})


def _is_there(written: tuple[str, ...], where: str) -> bool:
    """True if it is the place that is said: `rows` is anybody's, `other.rows` not one's own."""
    mine = [one.strip("@$") for one in written]
    said = [one.strip("@$") for one in parts(where)]
    if mine[-1] != said[-1]:
        return False
    if len(said) == 1 or mine[-len(said) :] == said:
        return True
    return said[-2] in _ITSELF and (len(mine) == 1 or mine[-2] in _ITSELF)
