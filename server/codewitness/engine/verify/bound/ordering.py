"""`before sending it`, `after it writes`: which of two acts comes first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from codewitness.engine.verify.bound.acts import Act, calls_named
from codewitness.engine.verify.bound.sentences import Said, taken_apart
from codewitness.engine.verify.bound.verbs import lemma
from codewitness.engine.verify.control.locks import is_lock, is_locked
from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.subject import Part, Subject

_ORDER = re.compile(
    r"(?P<how>before|after) (?:it (?:has )?)?"
    r"(?P<verb>[a-z]+(?: (?:up|out|off|down|back|over)(?= ))?)(?P<rest> .+)?$"
)
_TAKES = frozenset({"take", "acquire", "grab", "enter", "obtain"})
_LEAVES = frozenset({"release", "leave", "drop", "give up"})
_A_LOCK = re.compile(r"(?:the|its|a) (?:lock|mutex|critical section)$")

Finder = Callable[[Said, Subject], Sequence[Act]]


def in_order(said: Said, acts: Sequence[Act], subject: Subject, find: Finder) -> list[Act]:
    """The acts that come before, or after, what the sentence names then, and that; else none."""
    found = _ORDER.fullmatch(said.tail)
    if found is None or any(mark in said.tail for mark in (" if ", " when ", " unless ")):
        return []
    others = _others(found, said, subject, find)
    is_before = found["how"] == "before"
    for one in acts:
        for other in others:
            early, late = (one, other) if is_before else (other, one)
            is_held = other.detail == "with" and is_locked(one.outline, one.span)
            is_ordered = _precedes(early, late) and (not is_before or _is_first(late, others))
            if is_ordered and not is_held:
                return [one, other]
    return []


def _others(found: re.Match[str], said: Said, subject: Subject, find: Finder) -> Sequence[Act]:
    rest = (found["rest"] or "").strip()
    verb = found["verb"]
    if _A_LOCK.match(rest) and (locks := list(_of_lock(found["how"], verb, subject))):
        return locks
    if rest in ("", "it", "them"):
        if verb in ("returning", "returns"):
            return [act for part in subject.parts for act in _returns(part)]
        named = [act for part in subject.parts for act in calls_named(lemma(verb), part)]
        whole = Said(verb=verb, what=said.what)
        return (list(find(whole, subject)) or named) if rest else named
    is_of_it = rest.startswith(("it ", "them "))
    told = taken_apart(f"{verb} {rest.partition(' ')[2] if is_of_it else rest}")
    if is_of_it and len(told) == 1 and told[0].lead:
        beside = (told[0].lead, told[0].what)
        told = [replace(told[0], what=said.what, things=(beside, *told[0].things), lead="")]
    elif is_of_it:
        return []
    return list(find(told[0], subject)) if len(told) == 1 else []


def _of_lock(how: str, verb: str, subject: Subject) -> Iterator[Act]:
    """The blocks that hold a lock, for what is done before one begins or after it ends."""
    base, _, particle = verb.partition(" ")
    verbs = {f"{one} {particle}".strip() for one in stems(base)}
    if not verbs & (_TAKES if how == "before" else _LEAVES):
        return
    for part in subject.parts:
        for item in part.outline.marked("with"):
            if is_lock(re.split(r"\n|\{", item.text, maxsplit=1)[0]):
                yield Act(EvidenceType.CALL, "with", part, item.span, "")


def _returns(part: Part) -> Iterator[Act]:
    for one in part.outline.returns:
        yield Act(EvidenceType.SIGNATURE, "return", part, one.span, "")


def _precedes(early: Act, late: Act) -> bool:
    """True if what comes late is not come to but by way of the other."""
    outline = early.outline
    if outline is not late.outline or early.span.end > late.span.start:
        return False
    if any(
        one.span.contains(act.span) for one in outline.marked("deferred") for act in (early, late)
    ):
        return False
    around = [one.span for one in outline.regions if one.span.contains(early.span)]
    return all(one.contains(late.span) for one in around)


def _is_first(act: Act, others: Sequence[Act]) -> bool:
    return all(one.outline is not act.outline or act.span.start <= one.span.start for one in others)
