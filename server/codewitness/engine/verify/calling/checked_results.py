"""`checks the result of f`: what `f` gives is asked for, there or by the variable that keeps it."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hits
from codewitness.engine.verify.calling.results import rule_results
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.evidence import EvidenceType, Finding
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.reading.results_said import DROPPED
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Item

_OF_RESULT = re.compile(
    r"\b(?:results?|return(?:ed)? values?|outcome|status|errors?|return code|what) "
    r"(?:of|from|returned by|that)\b"
)


def rule_checks_results(clause: Clause, subject: Subject) -> Finding | None:
    """What follows; None if no result is spoken of, or nothing named so is called."""
    clause = _with_callees(clause)
    is_asked = _OF_RESULT.search(clause.text) or _FAILED.search(clause.text)
    if not clause.objects or not is_asked:
        return None
    if not any(call_hits(one, subject).fitting for one in clause.objects):
        return None
    finding = judged(
        clause,
        lambda one: Hits(
            tuple(asked for hit in call_hits(one, subject).fitting for asked in _asked(hit))
        ),
    )
    if finding.proofs or finding.against:
        return finding
    dropped = rule_results(
        Clause(predicate=clause.predicate, objects=clause.objects, detail=DROPPED), subject
    )
    return Finding(against=dropped.proofs) if dropped.proofs else finding


_FAILED = re.compile(r"\b(?:whether|if|that) (\w+) (?:failed|fails|succeeded|succeeds|worked)\b")


def _with_callees(clause: Clause) -> Clause:
    """`checks whether malloc failed`, `checks the result of it`, of plain words that are called."""
    failed = _FAILED.search(clause.text)
    names = [failed[1]] if failed else [one.text for one in clause.objects]
    return replace(clause, objects=tuple(map(Object, names)))


def _asked(hit: Hit) -> list[Hit]:
    """The conditions that ask for what a call gives."""
    outline = hit.outline
    conditions = outline.marked("condition")
    around = [item for item in conditions if item.span.contains(hit.whole)]
    if not around:
        kept = [one for one in outline.assigned if one.value_span.contains(hit.whole)]
        names = {name for one in kept for name in re.findall(r"[A-Za-z_]\w*", one.target)}
        later = [item for item in conditions if item.span.start >= hit.whole.end]
        around = [item for item in later if any(has_word(item.text, name) for name in names)][:1]
    return [_hit(item, hit) for item in around]


def _hit(item: Item, hit: Hit) -> Hit:
    return Hit(EvidenceType.CONDITIONAL, item.text, hit.outline, item.span, hit.whole)
