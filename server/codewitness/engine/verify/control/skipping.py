"""`skips directories`: a pass of a loop that is left under a condition which asks for these."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.conditions import shares_word
from codewitness.engine.verify.conditions.parity import goes_other_way
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.reading.spelled_short import in_words, is_spoken_in
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_SAID = re.compile(r"\bskip(?:s|ped|ping)? (?:over |past )?(?P<what>[\w '-]+)$")
_PLACED = re.compile(
    r"\b(?:if|when|unless|while|until|in a|inside|within|before|after|by|using|to)\b"
)
_IDLE = frozenset(
    {"the", "a", "an", "its", "any", "all", "every", "each", "with", "that", "which", "are"}
)
_IDLE |= {
    "is",
    "was",
    "were",
    "have",
    "has",
    "of",
    "value",
    "values",
    "another",
    "other",
    "different",
}
_OTHER = re.compile(r"\b(?:another|other|different)\b")
_UNLIKE = re.compile(r"!=|\bis not\b|\bnot in\b|!~|<>")


def rule_skipped(clause: Clause, subject: Subject) -> Finding | None:
    """What `continue` shows of things that are skipped; None if that is nothing."""
    said = _SAID.search(clause.text)
    if said is None or clause.is_only or _PLACED.search(said["what"]):
        return None
    what = said["what"].lower()
    words = [word for word in re.findall(r"[a-z]+", what) if word not in _IDLE]
    hits = tuple(hit for part in subject.parts for hit in _skipped(what, words, part.outline))
    return shown_by(hits, clause) if words else None


def _skipped(what: str, words: list[str], outline: Outline) -> Iterator[Hit]:
    for item in outline.occurrences("next" if outline.language == "ruby" else "continue"):
        loop = outline.innermost(item.span, Around.LOOP)
        hit = Hit(EvidenceType.LOOP, item.text, outline, item.span, item.span, LOOSE)
        asked = [one for one in conditions_around(hit) if loop is not None and loop.contains(one)]
        if len(asked) != 1 or not _asks_for(what, words, asked[0], outline):
            continue
        yield Hit(EvidenceType.CONDITIONAL, "condition", outline, asked[0], asked[0], LOOSE)
        yield hit


_SIDES = re.compile(r"\|\||\bor\b")
_TURNED = re.compile(rb"\b(?:unless|else)\b[^\n;{}]*$")


def _asks_for(what: str, words: list[str], condition: Span, outline: Outline) -> bool:
    """True if one side of the condition speaks of all words, and asks for no opposite."""
    text = outline.text.slice(condition)
    raw = outline.text.raw
    is_joined = re.search(r"&&|\band\b", text) is not None
    if is_joined or _TURNED.search(raw[max(condition.start - 40, 0) : condition.start]):
        return False
    return any(_is_of(what, words, side) for side in _SIDES.split(text))


def _is_of(what: str, words: list[str], side: str) -> bool:
    told = f"{side} {in_words(side)}".lower()
    is_denied = _DENIED.match(side) is not None
    opposite = [word for word in words if is_denied and _is_opposite_in(word, told)]
    if not all(word in opposite or is_spoken_in(word, told) for word in words):
        return False
    asked = _predicate(side)
    asked = f"{asked} {in_words(asked)}".lower()
    if not any(is_spoken_in(word, asked) or _is_opposite_in(word, asked) for word in words):
        return False  # `if row.hidden` speaks of rows, and does not skip all of them
    is_other = _OTHER.search(what) is not None
    if _UNLIKE.search(side) or is_other:
        return is_other and _UNLIKE.search(side) is not None and not is_denied
    is_turned = is_denied != (bool(opposite) or _DENYING.search(what) is not None)
    said = f"if it is {what}"
    return not is_turned and (
        bool(opposite) or not goes_other_way(said, side, shares_word, is_inverted=False)
    )


_COMPARED = re.compile(
    r"(?:[!=]==?|(?<!-)[<>]=?|\bis not\b|\bis\b|\bnot in\b|\bin\b|=~)\s*(?P<value>.+)$"
)
_MEMBER = re.compile(
    r"(?P<owner>.+?)(?:\.|->|::)(?:has|contains?|includes?|key|has_?key|containsKey|exists?)\??\("
)


def _predicate(side: str) -> str:
    """What is asked there: `hidden` of `row.hidden`, `seen` of `key in seen`, `seen.has(key)`."""
    if compared := _COMPARED.search(side):
        return compared["value"]
    if member := _MEMBER.search(side):
        return member["owner"]
    bare = re.sub(r"\([^()]*\)\W*$", "", side.strip())
    return re.split(r"\.|->|::", bare)[-1]


def _is_opposite_in(word: str, told: str) -> bool:
    """True for `invalid` of `row.valid`, and for `uncompressed` of `f.compressed`."""
    found = _OPPOSITE.fullmatch(word)
    return found is not None and re.search(rf"\b(?:is_?)?{found[1]}\b", told) is not None


_OPPOSITE = re.compile(r"(?:un|in|im|non|dis)(\w{3,})")
_DENIED = re.compile(r"\s*\(*\s*(?:!(?!=)|not\b)")
_DENYING = re.compile(r"\b(?:not|no|non|without|missing)\b")
