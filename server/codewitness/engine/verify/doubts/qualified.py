"""What is said of the things something is done to, `pushes expired items`, `sets strict to true`.

It is not so where the condition around, or what has left before, says the opposite of the item, and
where the call is given the opposite value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.conditions.holding import known_at
from codewitness.engine.verify.conditions.qualities import is_unseen, said_also
from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof, doubtful
from codewitness.engine.verify.question import Question
from codewitness.engine.verify.subject import Subject
from codewitness.model.names import segments
from codewitness.model.text import Span

# What is done makes it so: `caches loaded modules` need not find them loaded.
_MAKING = re.compile(
    r"(?:creat|mak|build|mark|set|load|initial|generat|comput|cach|regist|produc|turn|flag|declar"
    r"|enabl|disabl|activ|deactiv|check|test|ensur|assert|valid|reset|restor)"
)
_BEHIND = re.compile(r"\b(?:if|when|unless|while|until|before|after|unlike|except|instead)\b")
_SAID_OF = (
    re.compile(r"\b(?P<no>not |non |un)?(?P<word>[a-z]{3,}) [a-z]{3,}s\b"),
    re.compile(r"\b(?:an?|any) (?P<no>not |non |un)?(?P<word>[a-z]{3,}) [a-z]{3,}\s*$"),
    re.compile(r"\b(?:that|which|who) (?:are|is) (?P<no>not |non |un)?(?P<word>[a-z]{4,})\b"),
)
_ITSELF = frozenset({"self", "this", "@", "super"})
_STATES = frozenset({"is", "has", "are", "was"})
_GIVEN = re.compile(r"\(\s*(?:\w+\s*[=:]\s*)?(?P<yes>true|True|YES|1)?(?:false|False|NO|0)?\s*\)$")
_TO = re.compile(r"\bto (?P<yes>true)?(?:false)?$", re.IGNORECASE)


def qualified(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """The finding without what is done to other things than is said, or by another value."""
    if not finding.proofs:
        return finding
    if clause.condition is not None:
        return _of_these(clause, finding)
    if clause.predicate is Predicate.WRITES and (value := _TO.search(clause.text)) is not None:
        kept = [one for one in finding.proofs if _is_given(one) in (None, bool(value["yes"]))]
        return _left(finding, kept)
    if not _is_done(clause):
        return finding
    said = list(_qualities(clause))
    if not said:
        return finding
    told = [(one, _is_so(one, said)) for one in finding.proofs]
    if all(how is None for _, how in told):
        return doubtful("what is asked before is not asked of the items that are spoken of")
    for word in _adjectives(clause):
        if all(is_unseen(word, one, subject) for one in finding.proofs):
            return doubtful(f"nothing there asks whether they are {word}")
    return _left(finding, [one for one, how in told if how is not False])


def _of_these(clause: Clause, finding: Finding) -> Finding:
    """The finding, of what is done under a condition: not of items that are said to be others."""
    said = list(_qualities(clause)) if _is_done(clause) else []
    done = [one for one in finding.proofs if one.type is not EvidenceType.CONDITIONAL]
    others = [one for one in done if said and _is_so(one, said) is False]
    return Finding(against=tuple(done)) if done and len(others) == len(done) else finding


def _is_done(clause: Clause) -> bool:
    is_done = clause.predicate in (Predicate.ACTS, Predicate.WRITES)
    return is_done and not _MAKING.match(clause.detail)


def _left(finding: Finding, kept: list[Proof]) -> Finding:
    if len(kept) == len(finding.proofs):
        return finding
    return Finding(proofs=tuple(kept)) if kept else Finding(against=finding.proofs)


def _qualities(clause: Clause) -> Iterator[tuple[str, bool]]:
    """The adjectives that a clause says of what it speaks of, and whether they hold."""
    text = _BEHIND.split(clause.text.lower(), maxsplit=1)[0]
    first = text.split()[0] if text else ""
    for pattern in _SAID_OF:
        for found in pattern.finditer(text):
            if found["word"] != first:
                yield from said_also(found["word"], holds=not found["no"])
            if found["no"] == "un":
                yield from said_also(f"un{found['word']}", holds=True)


def _adjectives(clause: Clause) -> Iterator[str]:
    """As they are said, `unread` and not what it denies."""
    text = _BEHIND.split(clause.text.lower(), maxsplit=1)[0]
    for pattern in _SAID_OF:
        for found in pattern.finditer(text):
            yield ("un" if found["no"] == "un" else "") + found["word"]


def _is_so(proof: Proof, said: list[tuple[str, bool]]) -> bool | str | None:
    """False where the opposite is known of an item, None where of the object itself."""
    for question in known_at(proof.outline, proof.span):
        for word, holds in said:
            if question.kind == "true" and _is_named(question, word) and question.holds != holds:
                return False if _is_of_item(question) else None
    return "not denied"


def _is_named(question: Question, word: str) -> bool:
    *_, last = segments(question.what) or [""]
    words = [one.lower() for one in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", last)]
    return [one for one in words if one not in _STATES] == [word]


def _is_of_item(question: Question) -> bool:
    """True for `c.expired` and `this.isExpired(c)`; not for `this.expired`."""
    return bool(question.value) or segments(question.what)[0] not in _ITSELF


def _is_given(proof: Proof) -> bool | None:
    """The truth value that the call there is given alone; None for anything else."""
    outline = proof.outline
    for call in outline.calls:
        if call.name_span.start <= proof.span.start < call.whole.end or proof.span == call.whole:
            given = outline.text.slice(Span(call.name_span.end, call.whole.end))
            if found := re.fullmatch(_GIVEN, given):
                return None if given.strip("() ") == "" else bool(found["yes"])
    return None
