"""`compares the state with OPEN` of `this[STATE] === OPEN`, which stands in no condition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.code.values import is_value
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding, Proof, doubtful
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.reading.spelled_short import in_words, is_spoken_in
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Outline
from codewitness.model.text import Span

P = Predicate
_SAID = re.compile(
    r"\bcompar(?:es?|ing) (?:the |its |an? )?`?(?P<one>[^,;`]+?)`? (?:with|to|against)"
    r" (?:the |its |an? )?`?(?P<two>[^,;`]+?)`?$"
)
_OPERAND = r"[\w$@.\[\]>:?!-]*[\w$@\])]|\"[^\"]*\"|'[^']*'"
_COMPARISON = re.compile(
    rf"(?P<one>(?:{_OPERAND})(?:\([^()]*\))?)\s*(?:[!=]==?|[<>]=?(?![<>=])|\bis(?: not)?\b)\s*"
    rf"(?P<two>-?(?:{_OPERAND}))"
)


def rule_compared(clause: Clause, subject: Subject) -> Finding | None:
    """The comparisons of what is said; None if there are none."""
    said = _SAID.search(clause.text)
    is_plain = clause.predicate in (P.BRANCHES, P.CALLS) and not clause.is_only
    if said is None or not is_plain or clause.condition is not None:
        return None
    asked = (said["one"], said["two"])
    hits = (hit for part in subject.parts for hit in _compared(asked, part.outline))
    return shown_by(hits, clause)


_ONE = re.compile(
    r"\bcompar(?:es?|ing) (?:(?:only|just) )?(?:(?:with|to|against) )?(?:the |its |an? )?"
    r"`?(?P<one>[^,;`]+?)`?"
    r"(?: (?:with|to|against|and|before|after|in|inside|if|when|unless|by|using|for|on)\b.*)?$"
)
_BY_CALL = re.compile(r"(?i)(?:compar|equal|cmp|match|differ)")


def only_compared(clause: Clause, finding: Finding) -> Finding:
    """`finding` of `compares x`, by those places alone where x is a side of a comparison."""
    said = _ONE.search(clause.text)
    if clause.detail != "compare" or said is None or not finding.proofs:
        return finding
    kept = tuple(one for one in finding.proofs if _is_side(said["one"], one))
    if kept:
        return replace(finding, proofs=kept)
    return doubtful("what is compared with what can't be told")


def _is_side(words: str, proof: Proof) -> bool:
    """True if the line compares what is said, by an operator or by a call that is named so."""
    outline = proof.outline
    line = outline.text.slice(outline.text.line_span(proof.line))
    text = line if len(line) > len(proof.detail) else proof.detail
    sides = [side for found in _COMPARISON.finditer(text) for side in found.group("one", "two")]
    calls = [one for one in outline.calls if outline.text.line_at(one.span.start) == proof.line]
    sides += [
        outline.text.slice(Span(one.span.start, one.whole.end))
        for one in calls
        if _BY_CALL.search(one.name)
    ]
    if any(_is_said(words, side, outline.language) for side in sides):
        return True
    return any(word in words.split() for word in _ANYTHING) and bool(sides)


# Words that say nothing of what is compared.
_ANYTHING = ("anything", "something", "them", "it", "things", "two", "both")


def not_compared(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """What it is said to be compared with, if no line of what was found speaks of that."""
    said = _SAID.search(claim.text.rstrip(" .?"))
    if said is None or not proofs or any(clause.order for clause in claim.clauses):
        return []
    for one in proofs:
        text = one.outline.text
        line = text.slice(text.line_span(one.line))
        other = re.findall(rf"-?(?:{_OPERAND}|\d[\w.]*)", line)
        if any(_is_said(said["two"], operand, one.outline.language) for operand in (line, *other)):
            return []
    return [f"with {said['two']}"]


def _compared(asked: tuple[str, str], outline: Outline) -> Iterator[Hit]:
    kind = EvidenceType.CONDITIONAL
    for gap in outline.gaps:
        text = outline.text.slice(gap)
        for found in _COMPARISON.finditer(text):
            span = outline.text.part_of(gap, *found.span())
            is_silent = any(one.contains(span) for one in outline.silent)
            sides = (found["one"], found["two"])
            if not is_silent and any(
                all(_is_said(*pair, outline.language) for pair in zip(asked, both, strict=True))
                for both in (sides, sides[::-1])
            ):
                yield Hit(kind, found[0], outline, span, span, LOOSE)


def _is_said(words: str, written: str, language: str) -> bool:
    """True if what is written is the name or the value that is said, or has all its words."""
    if re.fullmatch(r"-?\d[\w.]*", words):
        return re.search(rf"(?<![-\w.]){re.escape(words)}(?![\w.])", written) is not None
    if is_value(written, words, language) or has_word(written, words):
        return True
    if not words.islower():
        return False
    text = in_words(written).lower()
    said = [word for word in words.lower().split() if word.isalpha()]
    return len(said) == len(words.split()) and all(is_spoken_in(word, text) for word in said)
