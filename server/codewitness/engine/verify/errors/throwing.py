"""What a header says may be thrown: `throws IOException`, `@Throws(IOException::class)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import (
    NOTHING,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.text import Span

_THROWS = re.compile(r"\bthrows\b([^{;=]*)")
_THROWING = re.compile(r"Throws\(([^)]*)\)")
_TYPE = re.compile(r"[A-Za-z_][\w.]*")
_OF_ALL = frozenset({"Exception", "Throwable"})
DECLARES = "declare"
BY_ITSELF = re.compile(r"\b(?:itself|directly|own body|by its own|of its own)\b")


def rule_declares(clause: Clause, subject: Subject) -> Finding:
    """`declares E`: it is in the header, or in what Kotlin has for it."""
    shown = {one.text: list(_declared(one.text, subject)) for one in clause.objects}
    if any(shown.values()) if clause.any_of or clause.is_negated else all(shown.values()):
        return found(proof for proofs in shown.values() for proof in proofs)
    return NOTHING


def is_declared(clause: Clause, subject: Subject) -> bool:
    """True if what is claimed to be thrown is declared to be, so that a call may throw it."""
    if not clause.objects:
        return any(True for part in subject.parts for _ in _types(part))
    if any(next(_declared(one.text, subject), None) for one in clause.objects):
        return True
    types = (parts(text)[-1] for part in subject.parts for text, _ in _types(part))
    return clause.is_negated and not _OF_ALL.isdisjoint(types)


def _declared(wanted: str, subject: Subject) -> Iterator[Proof]:
    for part in subject.parts:
        for text, span in _types(part):
            if part.around.fit(text, wanted, part.outline) not in (Fit.NO, Fit.MAYBE):
                yield Proof(EvidenceType.SIGNATURE, f"throws {text}", part.outline, span)


def _types(part: Part) -> Iterator[tuple[str, Span]]:
    outline = part.outline
    header = outline.text.slice(outline.header_span)
    said = _THROWS.search(header) if outline.language == "java" else None
    for one in _TYPE.finditer(header, *said.span(1)) if said else ():
        yield one[0], outline.text.part_of(outline.header_span, *one.span())
    for item in outline.marked("decorator"):
        for given in _THROWING.finditer(item.text):
            for one in _TYPE.finditer(given[1].replace("::class", "")):
                yield one[0], item.span


def of_calls(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """`finding`; but what is declared to be thrown may come of what is called."""
    is_own = BY_ITSELF.search(clause.text) is not None
    if finding != NOTHING or is_own or not is_declared(clause, subject):
        return finding
    return doubtful("it is declared to throw, by what it calls")
