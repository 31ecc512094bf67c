"""Whether it is errors that conditions ask for, and whether each error is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import Finding, Proof, doubtful
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_EVERY = re.compile(r"\b(?:every|each|all|always|in all cases)\b")
_ERRORS = re.compile(
    r"\b(?:check|test|look)\w* (?:for )?(?:(?:an?|any|the|every|each|all|possible) )*errors?\b"
)
_SPEAKING = re.compile(
    r"(?i)err|fail|exception|(?<!\w)(?:ok|rc|ret|status)(?!\w)|-1|<\s*0|null|nil"
)
_NAME = re.compile(r"(?i)\w*err(?:or)?\d?")


def asked_of_errors(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """`checks every error`, `always checks err`: held to the conditions, and to each error."""
    if not finding.proofs:
        return finding
    if not clause.objects and _ERRORS.search(clause.text):
        proofs = tuple(one for one in finding.proofs if _SPEAKING.search(_asked(one)))
        if not proofs:
            return doubtful("what is asked need not be an error")
        finding = Finding(proofs=proofs, note=finding.note)
    names = {word for one in clause.objects for word in re.findall(r"\w+", one.text)}
    is_of_errors = _ERRORS.search(clause.text) or any(map(_NAME.fullmatch, names))
    if not clause.is_negated and is_of_errors and _EVERY.search(clause.text):
        for part in subject.parts:
            for name, line in _left(part.outline):
                return doubtful(f"`{name}` is set in line {line} and not asked for there")
    return finding


def _asked(proof: Proof) -> str:
    """What a branch asks; the line that it begins in if that is not known."""
    conditions = (one for one in proof.outline.marked("condition"))
    behind = [one for one in conditions if one.span.end > proof.span.start]
    if behind:
        return min(behind, key=lambda one: one.span).text
    return proof.outline.text.slice(proof.outline.text.line_span(proof.line))


def _left(outline: Outline) -> Iterator[tuple[str, int]]:
    """The errors that are set and not spoken of before they are set anew, and in which line."""
    made = [
        (name, one.target_span, one.value_span.end)
        for one in outline.assigned
        for name in re.findall(r"\w+", one.target)
        if _NAME.fullmatch(name) and "(" in one.value
    ]
    for name, target, end in made:
        later = [span.start for other, span, _ in made if other == name and span.start >= end]
        until = min(later, default=outline.span.end)
        window = Span(end, until)
        if not any(window.contains(item.span) for item in outline.occurrences(name)):
            yield name, outline.text.line_at(target.start) + 1
