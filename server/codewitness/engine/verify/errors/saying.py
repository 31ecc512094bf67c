"""Texts that a claim quotes, held to the call or the raise itself: `raises E with "too big"`."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.model.text import Span

P = Predicate
_QUOTED = re.compile(r"\"([^\"]+)\"|(?<![\w`])'([^']{2,})'(?!\w)|“([^”]{2,})”")
_LITERAL = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`\n]*`")
_HOLDING = frozenset({P.RAISES, P.ACTS, P.CALLS, P.INSTANTIATES})
_DONE = frozenset({EvidenceType.CALL, EvidenceType.RAISE})
# A message in plain words: `with a message that names the file`.
_MESSAGE = re.compile(
    r"(?:with|carrying|having)\b.*\b(?:message|text|reason)\b|whose message\b|(?:saying|stating)\b"
)
_IDLE = frozenset(
    {*("with", "that", "message", "text", "reason", "carrying", "having", "whose", "saying")}
    | {*("which", "says", "contains", "containing", "includes", "including", "mentions", "error")}
    | {*("names", "naming", "mentioning", "stating", "states", "tells", "describes", "the", "its")}
    | {*("clear", "helpful", "there", "this", "what", "about", "descriptive", "custom", "reads")}
)


def texts_of(claim: Claim, clause: Clause) -> list[str]:
    """What the claim quotes of what is done in this clause, not of when."""
    found = [next(filter(None, groups)) for groups in _QUOTED.findall(claim.text)]
    is_named = clause.predicate in (P.RETURNS, P.CALLS, P.INSTANTIATES)
    told = [one.text for one in clause.objects] if is_named else []
    told += [claim.subject.name] if claim.subject is not None else []
    told += [clause.described, clause.order.other.text if clause.order else ""]
    return [
        text
        for text in found
        if (text in clause.text or len(claim.clauses) == 1)
        and not any(text in words for words in told)
    ]


def proofs_with(texts: list[str], clause: Clause, proofs: tuple[Proof, ...]) -> tuple[Proof, ...]:
    """Those of which the statement has all texts; what shows no call or raise shows no text."""
    written = {one: statement_of(one) for one in proofs if _is_held(one, clause)}
    if not written:
        return proofs
    if len(clause.objects) > 1:  # `raises E with "a" and F with "b"`
        is_told = all(any(_has(one, text) for one in written.values()) for text in texts)
        kept = [
            one
            for one, said in written.items()
            if len(texts) < len(clause.objects) or any(_has(said, text) for text in texts)
        ]
        kept = kept if is_told else []
    else:
        kept = [one for one, said in written.items() if all(_has(said, text) for text in texts)]
    return tuple(one for one in proofs if one in kept or one not in written) if kept else ()


def _is_held(proof: Proof, clause: Clause) -> bool:
    if clause.predicate is P.RETURNS:
        return proof.type is not EvidenceType.CONDITIONAL
    return clause.predicate in _HOLDING and proof.type in _DONE


def _has(written: str, text: str) -> bool:
    return text.lower() in written.lower()


def may_have(proofs: tuple[Proof, ...]) -> bool:
    """True if a text may come of what is no literal: a variable, or one with places to fill."""
    return any(_is_filled(statement_of(one)) for one in proofs)


def unsaid(claim: Claim, proofs: tuple[Proof, ...]) -> list[str]:
    """What is said of a message in plain words that no statement has."""
    if not any(one.predicate is P.RAISES for one in claim.clauses):
        return []
    written = " ".join(map(statement_of, proofs)).lower()
    return [
        words
        for words in claim.ignored
        if _MESSAGE.match(words.removeprefix("? ")) and not _speaks_of(written, words)
    ]


def _speaks_of(written: str, words: str) -> bool:
    asked = [word for word in re.findall(r"[a-z]{3,}", words.lower()) if word not in _IDLE]
    return all(word.rstrip("s") in written for word in asked)


def statement_of(proof: Proof) -> str:
    """The call, raise or return that a proof shows."""
    outline = proof.outline
    spans: list[Span] = [one.whole for one in outline.calls if one.name_span == proof.span]
    around = [item.span for item in outline.marked("raised")]
    around += [item.span for item in outline.returns]
    around += [one.whole for one in outline.calls]
    spans += [span for span in around if span.contains(proof.span)]
    if proof.type is EvidenceType.RAISE:
        spans = [span for span in spans if span in around] or spans
        raised = [i.span for i in outline.marked("raised") if i.span.contains(proof.span)]
        spans = raised or spans
    if not spans:
        return outline.text.slice(proof.span)
    return outline.text.slice(min(spans, key=lambda one: one.end - one.start))


def _is_filled(written: str) -> bool:
    """True if there is more between the brackets than literals without places to fill."""
    literals = _LITERAL.findall(written)
    if not literals or any(re.search(r"[{%]|#\{|\\\(|\$\w", one) for one in literals):
        return True
    behind = written.partition("(")[2] or written
    return re.search(r"[A-Za-z_]", _LITERAL.sub("", behind)) is not None


def held_to_texts(
    claim: Claim, clause: Clause, proofs: tuple[Proof, ...]
) -> tuple[tuple[Proof, ...], str]:
    """The proofs that have what is quoted, and why it is left open whether others have it."""
    texts = texts_of(claim, clause)
    if not texts or not proofs:
        return proofs, ""
    kept = proofs_with(texts, clause, proofs)
    if kept or not may_have(proofs):
        return kept, ""
    return (), "what text it is given can't be seen"
