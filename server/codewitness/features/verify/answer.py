"""The answer to a claim: verdict, evidence with lines that anyone can check again, and why."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.verdicts import Status
from codewitness.features.places import Place
from codewitness.features.verify.subjects import Subjects
from codewitness.model.freshness import Freshness
from codewitness.model.text import Span

MAX_EVIDENCE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One line. `line` is 1-based, `text` the line as it is, `sha256` that of its UTF-8 bytes."""

    type: str
    detail: str
    place: Place
    span: Span
    line: int
    text: str
    sha256: str
    supports: bool
    relevance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Indirect:
    """What a function does that the subject calls; `called_at` is a line of the subject's file."""

    place: Place
    called_at: int
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line that speaks of a claim, and proves nothing; 1-based, as it is."""

    place: Place
    span: Span
    line: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What follows for one claim.

    `place` is None if no definition fits, or several that give different answers: these are the
    `candidates` then. `searched` says what was looked at, `touched` (root and path) in which files.
    `indirect` is what is done one call away, of what the subject does not do itself, `to_read`
    where to look if the claim is left open.
    """

    claim: Claim
    status: Status
    confidence: float
    summary: str
    place: Place | None = None
    candidates: tuple[Place, ...] = ()
    suggestions: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    indirect: tuple[Indirect, ...] = ()
    to_read: tuple[Line, ...] = ()
    searched: tuple[str, ...] = ()
    touched: frozenset[tuple[str, str]] = frozenset()
    freshness: Freshness


def evidence_of(
    proofs: Iterable[Proof], subjects: Subjects, *, supports: bool
) -> tuple[Evidence, ...]:
    """Proofs as lines, one for each line and type, in order of place."""
    kept: dict[tuple[str, int, str], Evidence] = {}
    for proof in proofs:
        place = subjects.stands_at(proof.outline)
        text = proof.outline.source or proof.outline.text
        line = text.line_at(proof.span.start)
        line_span = text.line_span(line)
        key = (place.symbol.path, line, proof.type.value)
        if key in kept:
            continue
        raw = text.raw[line_span.start : line_span.end]
        kept[key] = Evidence(
            type=proof.type.value,
            detail=" ".join(proof.detail.split())[:200],
            place=place,
            span=Span(proof.span.start, max(proof.span.start, min(proof.span.end, line_span.end))),
            line=line + 1,
            text=raw.decode("utf-8", "replace"),
            sha256=hashlib.sha256(raw).hexdigest(),
            supports=supports,
            relevance=proof.relevance,
        )
    ordered = sorted(kept.values(), key=lambda one: (one.place.symbol.path, one.span))
    return tuple(ordered[:MAX_EVIDENCE])
