"""What is said of some alone, or of each once, which no single place denies."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Claim, Predicate
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.reading.spelled_short import in_words, is_spoken_in

_WHICH = re.compile(r"\? (?:that|which|whose|who|where)\b")
_ONCE_EACH = re.compile(r"\bonce (?:per|for (?:each|every|any)|a)\b")
_ORDINAL = re.compile(r"\b(?:the|its) (?P<which>first|last|final|second|third|next|previous) ")
_SHOWN = {
    "first": re.compile(r"(?i)first|head|front|begin|start|shift|lead|popleft|\b0\b|\bnext\b"),
    "last": re.compile(r"(?i)last|tail|\bend|final|pop|back|rear|newest|latest|-\s*1\b|trail"),
    "final": re.compile(r"(?i)last|tail|\bend|final|pop|back|-\s*1\b"),
    "second": re.compile(r"(?i)second|\b[12]\b"),
    "third": re.compile(r"(?i)third|\b[23]\b"),
    "next": re.compile(r"(?i)next|\+|follow|advance|peek"),
    "previous": re.compile(r"(?i)prev|last|old|-|before"),
}


def of_some_alone(claim: Claim, *, is_against: bool) -> list[str]:
    """`only resets those that …`, `computes it once per key`: what else is done denies neither."""
    if not is_against:
        return []
    if once := _ONCE_EACH.search(claim.text):
        return [once[0]]
    if not any(c.is_only and c.predicate is not Predicate.RETURNS for c in claim.clauses):
        return []
    return [words for words in claim.ignored if _WHICH.match(words)]


def of_another_place(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """`writes to the last path` of `paths[0]`: the lines say nothing of the last one."""
    done = (Predicate.WRITES, Predicate.READS, Predicate.ACTS)
    clauses = [one for one in claim.clauses if one.predicate in done]
    plain = " ".join(one.text for c in clauses for one in c.objects if not one.is_code)
    said = _ORDINAL.search(claim.text)
    if said is None or not proofs or said["which"] not in plain.split():
        return []
    lines = [one.outline.text.slice(one.outline.text.line_span(one.line)) for one in proofs]
    shown = _SHOWN[said["which"]]
    return [] if any(shown.search(line) for line in lines) else [said[0].strip()]


_HAVING = re.compile(r"\b(?:if|when|unless) .*\b(?:has|have|had) (?:no|an?|any) (?P<part>[a-z]+)$")


def of_unspoken_part(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """`if the stream has no mode`, of a function that speaks of no mode."""
    for clause in claim.clauses:
        said = _HAVING.search(clause.described)
        texts = [one.outline.text.slice(one.outline.span) for one in proofs]
        if said is not None and texts:
            told = " ".join(f"{text} {in_words(text)}" for text in texts).lower()
            if not is_spoken_in(said["part"], told):
                return [said["part"]]
    return []


_CAPITALS = re.compile(r"[A-Z][A-Z\d]+")
_EVEN = re.compile(r"\beven (?:if|when|though|while) ")
_OF_CLASS = re.compile(r"\breturns an? (?:new )?(?P<name>Map|Set|WeakMap|WeakSet)\b")
_ECMA = frozenset({"javascript", "typescript", "tsx"})
_IGNORING = re.compile(
    r"\bignores (?:an? |any |all )?"
    r"(?P<what>null|nil|none|undefined|empty|missing|unknown|invalid)\b"
)


def of_unwritten_name(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """`normalizes it to NFD`, where no NFD stands, and `a Map` of a plain object."""
    texts = " ".join(one.outline.text.slice(one.outline.span) for one in proofs)
    names = [
        one.text
        for clause in claim.clauses
        for one in clause.objects
        if clause.predicate is Predicate.ACTS
        and _CAPITALS.fullmatch(one.text)
        and re.search(rf"\b(?:to|into|as|in) {one.text}\b", claim.text)
    ]
    said = _OF_CLASS.search(claim.text)
    if said is not None and any(one.outline.language in _ECMA for one in proofs):
        names.append(said["name"])
    return [name for name in names if proofs and name.lower() not in texts.lower()]


def of_unread_spite(claim: Claim) -> list[str]:
    """`throws even if the view is known`, of which nobody has read the condition."""
    return [
        words
        for words in claim.ignored
        for found in _EVEN.finditer(claim.text)
        if claim.text[found.end() :].startswith(words.removeprefix("? "))
    ]


def of_ignored_value(claim: Claim, *, is_against: bool) -> list[str]:
    """`ignores a null root`, which is not denied by what is done with one that is there."""
    said = _IGNORING.search(claim.text) if is_against else None
    return [said[0]] if said is not None else []
