"""Sorts of parameters in plain words: `a pointer`, `a callback`, `an out parameter`."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof
from codewitness.engine.verify.subject import Subject

_FUNCTION = r"->|=>|\bfunc\b|\b(?:Func|Action)\b|\(\s*[*^]|\bFn(?:Mut|Once)?\b|\bCallable\b"
_NUMBER = r"\b(?:u?int\w*|long|short|[iu](?:size|\d+)|Integer|U?Int\d*|NSU?Integer|s?size_t)\b"
# A word for a sort of values, and what declares one.
_SORTS: dict[str, re.Pattern[str]] = {
    "pointer": re.compile(r"\*"),
    "reference": re.compile(r"&"),
    **dict.fromkeys(("callback", "function", "closure", "lambda", "block"), re.compile(_FUNCTION)),
    "string": re.compile(r"\b[sS]tr(?:ing)?\b|\bNSString\b|\bchar\s*\*|\bstring_view\b"),
    **dict.fromkeys(("integer", "int"), re.compile(_NUMBER)),
    "number": re.compile(rf"{_NUMBER}|\b(?:number|float|double|Float|Double|f32|f64)\b"),
    **dict.fromkeys(("boolean", "bool"), re.compile(r"\b(?:[bB]ool(?:ean)?|BOOL)\b")),
}
_SAID = re.compile(
    r"\b(?:has|takes?|accepts?|declares?) (?:an?|one|at least one)"
    r" `?(?P<kind>out|ref|inout|params|vararg)`? (?:parameter|argument)s?$"
)


def is_of_sort(word: str, written: str) -> bool:
    """True if a parameter that is declared so is what a plain word says."""
    sort = _SORTS.get(word)
    return sort is not None and sort.search(written) is not None


def rule_sort(clause: Clause, subject: Subject) -> Finding | None:
    """`has an out parameter`: what stands before its name, or its type."""
    said = _SAID.search(clause.text)
    is_such = clause.predicate in (Predicate.TAKES, Predicate.HAS, Predicate.BEYOND)
    if said is None or not is_such or subject.is_class:
        return None
    outline = subject.head.outline
    header = outline.text.slice(outline.header_span)
    found = re.search(rf"[(,:]\s*(?:\[[^\]]*\]\s*)*{said['kind']}\s+[\w\[]", header)
    if found is None:
        return None
    span = outline.text.part_of(outline.header_span, *found.span())
    return Finding(proofs=(Proof(EvidenceType.SIGNATURE, found[0].strip("(,: "), outline, span),))
