"""Adjectives that ask for something, `expired`, `unread`, and whether code asks for it anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.holding import deciding
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.name_words import letters_in
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.subject import Subject
from codewitness.model.text import Span

_STATES = frozenset(
    {*("valid", "invalid", "expired", "stale", "active", "inactive", "enabled", "disabled", "old")}
    | {*("unread", "unused", "duplicate", "duplicated", "pending", "failed", "failing", "idle")}
    | {*("broken", "dead", "hidden", "visible", "dirty", "corrupt", "corrupted", "blocked", "null")}
    | {*("allowed", "unknown", "unfinished", "finished", "completed", "incomplete", "selected")}
    | {*("matching", "changed", "unchanged", "unregistered", "orphaned", "outdated", "obsolete")}
    | {*("empty", "blank", "negative", "positive", "odd", "unexpired", "rejected")}
    | {*("overdue", "due", "expiring", "unsent", "unsaved", "deprecated", "malformed", "busy")}
)
_OPPOSITES = {
    **{f"in{word}": word for word in ("valid", "active", "complete", "correct", "visible")},
    "disabled": "enabled",
    "unread": "read",
    "hidden": "visible",
    "busy": "idle",
}


def said_also(word: str, *, holds: bool) -> Iterator[tuple[str, bool]]:
    """A quality in other words: `inactive` is not `active`."""
    yield word, holds
    if (other := _OPPOSITES.get(word)) is not None:
        yield other, not holds


def is_unseen(word: str, proof: Proof, subject: Subject) -> bool:
    """True for a state that nothing around the place asks for, and that no name there says."""
    if word not in _STATES:
        return False
    outline = proof.outline
    hit = Hit(proof.type, proof.detail, outline, proof.span, proof.span)
    if conditions_around(hit) or deciding(outline, proof.span):
        return False
    wanted = {*stems(word), *stems(_OPPOSITES.get(word, word)), word.removeprefix("un")}
    return not any(wanted & {*stems(one)} for one in _words(proof, subject))


def _words(proof: Proof, subject: Subject) -> Iterator[str]:
    """The words of all names that may tell what the items are."""
    outline = proof.outline
    text = outline.text
    line = text.line_span(text.line_at(proof.span.start))
    said = text.slice(Span(line.start, max(line.end, proof.span.end)))
    heads = [
        one.text.split("\n", 1)[0]
        for one in outline.marked("loop", "with", "handler")
        if one.span.contains(proof.span)
    ]
    named = set(re.findall(r"\w+", said))
    made = [one.value for one in outline.assigned if named & set(re.findall(r"\w+", one.target))]
    header = text.slice(outline.header_span)
    owner = subject.head.around.container
    for piece in (said, header, owner, subject.name, *heads, *made):
        yield from letters_in(piece)
