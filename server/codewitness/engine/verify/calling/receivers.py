"""How a method takes what it is called on: `&mut self`, by value, or by Go's pointer."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import NOTHING, EvidenceType, Finding, Proof, doubtful
from codewitness.engine.verify.subject import Subject
from codewitness.model.text import Span

# As `plainer` has it, in back-ticks; the ways of a header that fit.
_WAYS = {
    "&self": frozenset({"&self"}),
    "&mut self": frozenset({"&mut self"}),
    "self by reference": frozenset({"&self", "&mut self"}),
    "self by value": frozenset({"self"}),
    "a pointer receiver": frozenset({"*"}),
    "a value receiver": frozenset({""}),
}
_RUST = re.compile(r"\(\s*(&)?\s*(?:'\w+\s+)?(mut\s+)?self\b\s*(?::\s*(&?)[^,)]*)?")
_GO = re.compile(r"^func\s*\(\s*(?:\w+\s+)?(\*?)")


def rule_receiver(clause: Clause, subject: Subject) -> Finding | None:
    """What its header says; None if another thing is asked."""
    if [one.text for one in clause.objects] == ["self"] and not (
        clause.is_only or subject.is_class
    ):
        return _of_self(subject)
    ways = _WAYS.get(clause.objects[0].text) if len(clause.objects) == 1 else None
    if ways is None:
        return None
    outline = subject.head.outline
    header = outline.text.slice(outline.header_span)
    is_of_go = not ways.isdisjoint({"*", ""})
    if outline.language != ("go" if is_of_go else "rust"):
        return doubtful("its language has no such ways to take what it is called on")
    proof = Proof(EvidenceType.SIGNATURE, header.strip()[:80], outline, _first_line(subject))
    if is_of_go:
        found = _GO.match(header.strip())
        way = None if found is None or not subject.head.around.container else found[1]
    else:
        way = _of_rust(header)
    return Finding(proofs=(proof,)) if way in ways else Finding(against=(proof,))


def _of_self(subject: Subject) -> Finding | None:
    """`takes self`, however; None in languages that do not write it."""
    outline = subject.head.outline
    header = outline.text.slice(outline.header_span)
    if outline.language not in ("rust", "python"):
        return None
    first = outline.parameters[0].name if outline.parameters else ""
    is_so = first == "self" if outline.language == "python" else _of_rust(header) is not None
    proof = Proof(EvidenceType.SIGNATURE, header.strip()[:80], outline, _first_line(subject))
    return Finding(proofs=(proof,)) if is_so else NOTHING


def _of_rust(header: str) -> str | None:
    if (found := _RUST.search(header)) is None:
        return None
    is_reference = found[1] or found[3]
    return ("&mut self" if found[2] else "&self") if is_reference else "self"


def _first_line(subject: Subject) -> Span:
    outline = subject.head.outline
    line = outline.text.line_span(outline.text.line_at(outline.name_span.start))
    return Span(max(line.start, outline.span.start), outline.name_span.end)
