"""Plain words for what guards: a read lock or a write lock, and what is checked for null."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.subject import Subject

_LOCK = re.compile(
    r"\b(?:tak(?:es?|ing)|acquir\w+|grab\w*|hold\w*|obtain\w*|lock\w*) (?:the |an? |its )?"
    r"(?P<kind>read|reader|shared|write|writer|exclusive)[- ]?(?:er )?lock$"
)
_READ = re.compile(
    r"(?i)(?:.*(?:\.|->|::))?(?:_?r(?:ead(?:er)?)?_?lock(?:\.lock\w*)?|lock_?(?:shared|read)|enter_?read_?lock"
    r"|\w*_rdlock|read)"
)
_WRITE = re.compile(
    r"(?i)(?:.*(?:\.|->|::))?(?:_?w(?:rite(?:r)?)?_?lock(?:\.lock\w*)?|lock_?(?:exclusive|write)"
    r"|enter_?write_?lock|\w*_wrlock|write)"
)
_SHARED = re.compile(r"\bshared_lock\b")
_UNIQUE = re.compile(r"\b(?:unique_lock|lock_guard|scoped_lock)\b")


def rule_sort_of_lock(clause: Clause, subject: Subject) -> Finding | None:
    """`takes the read lock`: by calls that take it; the other one contradicts it."""
    said = _LOCK.search(clause.text)
    if said is None or clause.is_only:
        return None
    is_read = said["kind"] in ("read", "reader", "shared")
    own, other = (list(_taken(subject, is_read=one)) for one in (is_read, not is_read))
    if own:
        return shown_by(own, replace(clause, text=clause.detail))
    if other and not clause.is_negated:
        return Finding(against=tuple(one.proof() for one in other))
    return None


def _taken(subject: Subject, *, is_read: bool) -> Iterator[Hit]:
    for part in subject.parts:
        for call in part.outline.calls:
            is_of_go = part.outline.language == "go"
            is_plain = is_of_go and call.name == "Lock" and not is_read
            named = _READ if is_read else _WRITE
            is_lock = "lock" in call.text.lower()
            is_named = is_lock and named.fullmatch(call.text) is not None
            guard = _SHARED if is_read else _UNIQUE
            if is_plain or is_named or guard.search(call.text):
                yield call_hit(call, part, LOOSE)


_GUARD = re.compile(
    r"\b(?:guards?|protects?|defends?)(?: itself)? against (?:an? |any )?"
    r"(?:null|nil|none|undefined|missing|absent) `?(?P<what>[\w.]+)`?"
    r"(?: values?| arguments?| parameters?)?$"
    r"|\bchecks? (?:the |its )?`?(?P<checked>[\w.]+)`?(?: for (?:null|nil|none|undefined))?$"
)
_NOT_NULL = re.compile(
    r"(?i)(?:require|check|ensure|assert|verify|throw_?if|is|arg\w*)?_?(?:not_?)?(?:non_?)?"
    r"(?:null|nil|none)"
)
_NULL = r"(?:null|nil|None|undefined|NULL|nullptr)"


def rule_guarded(clause: Clause, subject: Subject) -> Finding | None:
    """`guards against a null listener` of `notNull(listener)`, and of `if (listener == null)`."""
    said = _GUARD.search(clause.text)
    if said is None or clause.is_only:
        return None
    what = said["what"] or said["checked"]
    is_of_null = bool(said["what"]) or said[0].split()[-2] == "for"
    hits = tuple(_asking_for_null(what, subject, is_of_null=is_of_null))
    return shown_by(hits, clause)


def _asking_for_null(what: str, subject: Subject, *, is_of_null: bool) -> Iterator[Hit]:
    name = re.escape(what)
    asked = re.compile(
        rf"(?<![\w.]){name}\s*(?:[!=]==?|\bis(?: not)?)\s*{_NULL}\b|{_NULL}\s*[!=]==?\s*{name}\b"
        rf"|(?:!|\bnot\s+){name}(?![\w.(\[])"
    )
    for part in subject.parts:
        outline = part.outline
        for call in outline.calls:
            hit = call_hit(call, part, LOOSE)
            if _NOT_NULL.fullmatch(call.name) and has_word(hit.arguments or "", what):
                yield hit
        for item in outline.marked("condition") if is_of_null else ():
            if asked.search(item.text):
                kind = EvidenceType.CONDITIONAL
                yield Hit(kind, item.text, outline, item.span, item.span, LOOSE)
