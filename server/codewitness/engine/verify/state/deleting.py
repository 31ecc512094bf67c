"""What is deleted, and taken out of what: `deletes x`, `removes k from x`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.deleted import deleted_members, is_special
from codewitness.engine.verify.code.keys import is_in_literal, taken_by_key
from codewitness.engine.verify.evidence import (
    LOOSE,
    NOTHING,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
)
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.state.data import (
    FITTING,
    as_a_string,
    fit_item,
    hit_of,
    unless_plain,
)
from codewitness.engine.verify.state.removing import of_that_thing, removes_another_sort
from codewitness.engine.verify.state.taking_out import taken_out
from codewitness.engine.verify.subject import Subject
from codewitness.model.text import Span

T = EvidenceType
DELETING = frozenset({"delete", "remove"})


FROM_WHAT = re.compile(r"\bfrom (?:the |its |his )?([\w.]+)$")


def _speaks_of(proof: Proof, name: str) -> bool:
    """True if what is done there is done with what is named, and not on it by `x.removePrefix`."""
    outline = proof.outline
    calls = [call for call in outline.calls if call.whole.contains(proof.span)]
    own = min(calls, key=lambda call: call.whole.end - call.whole.start, default=None)
    if own is None:
        return has_word(outline.text.slice(outline.text.line_span(proof.line)), name)
    return has_word(outline.text.slice(Span(own.span.end, own.whole.end)), name)


def from_that(clause: Clause, acted: Finding, subject: Subject) -> Finding:
    """`acted`; of `deletes from x`, where a place is there that names `x`."""
    if clause.detail in DELETING and (other := removes_another_sort(clause.text, acted)):
        return doubtful(f"`{other}` removes another sort of thing")
    if clause.detail in DELETING:
        acted = of_that_thing(clause.text, acted, subject)
    said = FROM_WHAT.search(clause.text) if clause.detail in DELETING else None
    if said is None or not acted.proofs:
        return acted
    named = replace(clause, objects=(Object(said[1]),))
    finding = judged(named, lambda one: deletions(one, subject, clause.text))
    if finding.proofs:
        return finding
    kept = [one for one in acted.proofs if _speaks_of(one, said[1])]
    if kept:
        return replace(acted, proofs=tuple(kept))
    return doubtful(f"whether that removes it from `{said[1]}` can't be told")


def deletes(clause: Clause, subject: Subject) -> Finding:
    """`deletes x`, `removes from x`."""
    finding = judged(clause, lambda one: deletions(one, subject, clause.text))
    if finding == NOTHING and len(clause.objects) == 1 and _FROM.search(clause.text):
        asked = replace(clause, objects=(Object(f"{clause.objects[0].text}.entry"),))
        finding = judged(asked, lambda one: deletions(one, subject))
    if finding == NOTHING and len(clause.objects) == 1:
        finding = _entry_of(clause, subject)
    if finding == NOTHING and all(one.is_code for one in clause.objects):
        finding = judged(clause, lambda one: _taken_as_given(one, subject))
    is_named = all(is_special(one.text) for one in clause.objects)
    if is_named and subject.is_class and subject.language == "cpp":
        return finding
    return unless_key(clause, unless_plain(clause, finding, "deleted"), subject)


_TAKING_OUT = re.compile(r"(?i)_?(?:delete|remove|reject|drop|erase|unlink|evict|discard)")


def _taken_as_given(one: Object | None, subject: Subject) -> Hits:
    """`removes the row` of `rows.reject! { |r| r == row }`, which is given it."""
    calls = ((call, p) for p in subject.parts for call in p.outline.calls if one is not None)
    hits = (call_hit(call, part, LOOSE) for call, part in calls if _TAKING_OUT.match(call.name))
    return Hits(tuple(hit for hit in hits if one and has_word(hit.arguments or "", one.text)))


def _entry_of(clause: Clause, subject: Subject) -> Finding:
    """`deletes item.id from self.items`: what is taken out there by that very name."""
    said = FROM_WHAT.search(clause.text)
    if said is None:
        return NOTHING
    asked = replace(clause, objects=(Object(f"{said[1]}.entry"),))
    finding = judged(asked, lambda one: deletions(one, subject))
    kept = [one for one in finding.proofs if _speaks_of(one, clause.objects[0].text)]
    return replace(finding, proofs=tuple(kept)) if kept else NOTHING


_FROM = re.compile(r"\b(?:deletes?|removes?|deleting|removing) from\b")


def unless_key(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """`finding`; but what is a string there may be the key under which it is written."""
    doubts = [as_a_string(one, subject) for one in clause.objects]
    doubts += [
        f"`{one.text}` is given a value in an object that is made there"
        for one in clause.objects
        if is_in_literal(one.text, subject)
    ]
    return doubtful(next(filter(None, doubts))) if finding == NOTHING and any(doubts) else finding


def deletions(one: Object | None, subject: Subject, said: str = "") -> Hits:
    """`del x`, `delete x`, and calls that take something out of it."""
    hits: list[Hit] = []
    for part in subject.parts:
        hits += [
            hit_of(T.ATTRIBUTE_WRITE, item, part.outline)
            for item in part.outline.marked("deleted")
            if one is None
            or _is_it(item.text, one)
            or fit_item(part, item.text, one.text) in FITTING
        ]
        if one is not None:
            hits += taken_out(one.text, part, said)
            hits += taken_by_key(one.text, part)
    if one is not None:
        hits += deleted_members(one.text, subject)
    if one is not None and not hits and len(parts(one.text)) > 1:
        hits += _taken_from(one, subject)
    return Hits(tuple({(id(hit.outline), hit.span): hit for hit in hits}.values()))


def is_in_owner(one: Object) -> bool:
    """True for `x.name` of `removes the name from x`."""
    return not one.is_code and "." in one.text


def removed(clause: Clause, subject: Subject) -> Finding:
    """For what is described, and taken out of what is named."""
    finding = judged(clause, lambda one: deletions(one, subject))
    owners = [parts(one.text)[-2] for one in clause.objects]
    is_there = any(
        True for owner in owners for part in subject.parts for _ in part.outline.occurrences(owner)
    )
    return doubtful("what is deleted is described") if finding == NOTHING and is_there else finding


# What may be said of anything that is in a container.
_THINGS = frozenset({"item", "element", "entry", "key", "value", "record", "node", "one", "object"})


def _taken_from(one: Object, subject: Subject) -> Iterator[Hit]:
    """`removes the name from x`: `del x[name]`, `x.pop(name)`, `delete(x, name)`."""
    said, _, thing = one.text.rpartition(".")
    owner = Object(said)
    named = [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", thing)]
    words = [word.rstrip("s") for word in named]
    is_any = bool(named) and not _THINGS.isdisjoint(stems(named[-1]))
    for part in subject.parts:
        outline = part.outline
        given = [
            call_hit(call, part, LOOSE)
            for call in outline.calls
            if call.name in DELETING and len(parts(call.text)) == 1
        ]
        first = re.compile(rf"\(\s*{re.escape(owner.text)}\s*,")
        hits = [hit for hit in given if first.match(hit.arguments or "")]
        hits += deletions(owner, replace(subject, parts=(part,))).fitting
        for hit in hits:
            text = outline.text.slice(hit.whole).lower()
            if is_any or all(word in text for word in words):
                yield hit._replace(relevance=LOOSE)


def _is_it(name: str, one: Object) -> bool:
    """True for an element, and for `frontToken` of `deletes the tokens`: it ends in that word."""
    if one.is_code:
        return name.startswith(f"{one.text}[")
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", parts(name)[-1])
    last = words[-1].lower() if words else name
    return one.text.split()[-1] in (last, f"{last}s")
