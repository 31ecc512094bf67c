"""What empties something: `x.clear()`, `x = []`, `del x[:]`, and what may do so bit by bit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Object
from codewitness.engine.verify.code.mutating import zeroing
from codewitness.engine.verify.evidence import LOOSE, EvidenceType
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.state.data import FITTING, fit_item, hit_of, write_hits
from codewitness.engine.verify.state.turning import is_cut, is_plain
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Around, Call, Outline
from codewitness.model.text import Span

T = EvidenceType
_EMPTY = ("null", "undefined", "an empty list", "an empty map", "an empty set", "zero", "false")
_EMPTIES = re.compile(r"(?i)(?:clear|reset|empty|remove_?all|truncate|purge)(?!\w*for\b)")
_NOTHING = re.compile(r"\[\]|\(\)|list\(\)|\"\"|''")
_BLANK = re.compile(r"None|null|nil|NULL|nullptr|undefined|0|''|\"\"|false|False|\[\]|\{\}")
_TAKING = re.compile(r"(?i)(?:pop|remove|delete|discard|erase|shift|take|poll|dequeue)")


def emptied(one: Object | None, subject: Subject) -> Hits:
    """`x.clear()`, `x = []`, `x = null`."""
    hits: list[Hit] = []
    for part in subject.parts:
        outline = part.outline
        hits += [
            hit_of(T.ATTRIBUTE_WRITE, item, outline)
            for item in outline.marked("deleted")
            if one is not None and re.sub(r"\s", "", item.text).endswith(f"{one.text}[:]")
        ]
        for call in outline.calls:
            receiver = call.text[: -len(call.name)].rstrip(".?!:->")
            arguments = outline.text.slice(Span(call.span.end, call.whole.end))
            is_on = one is None or (
                (receiver and fit_item(part, receiver, one.text) in FITTING)
                or has_word(arguments, one.text)
            )
            if _EMPTIES.match(call.name) and is_on:
                hits.append(call_hit(call, part, LOOSE))
        if one is not None:
            hits += [call_hit(c, part, LOOSE) for c in zeroing(one.text, part, fit_item)]
    if one is not None:
        hits += [
            hit
            for value in _EMPTY
            for hit in write_hits(one, subject, "set", (value,)).fitting
            if is_plain(hit)
        ]
        hits += [hit for hit in write_hits(one, subject, "set").fitting if is_cut(hit, one.text)]
        length = Object(f"{one.text}.length", one.is_code)
        hits += write_hits(length, subject, "set", ("zero",)).fitting
    if one is not None:
        hits += [hit for part in subject.parts for hit in _sliced(one.text, part)]
    if hits or one is None:
        return Hits(tuple(hits))
    if any(_is_made_empty(one.text, part.outline) for part in subject.parts):
        return Hits(doubt=f"`{one.text}` is empty in an object that is made there")
    left = (_taken_out(one.text, part) for part in subject.parts)
    return Hits(doubt=next(filter(None, left), ""))


def _is_made_empty(name: str, outline: Outline) -> bool:
    """True for `{ ...state, rows: [] }`."""
    key = rf"(?<![\w.]){re.escape(name)}[\"']?\s*[:=]\s*(?:\[\]|\{{\}}|\"\"|''|null|None|nil)"
    return any(re.search(key, outline.text.slice(gap)) for gap in outline.gaps)


def _sliced(name: str, part: Part) -> Iterator[Hit]:
    """`x[:] = []`."""
    for item in part.outline.assigned:
        if _same(item.target, f"{name}[:]") and _NOTHING.fullmatch(item.value.strip()):
            span = item.target_span
            yield Hit(T.SUBSCRIPT_ACCESS, item.target, part.outline, span, span)


def _taken_out(name: str, part: Part) -> str:
    """Why it may be empty in the end: a loop takes out, or blanks, one element after the other."""
    outline = part.outline
    spans = [item.span for item in outline.marked("deleted") if _same(item.text, f"{name}[", 0)]
    spans += [
        item.target_span
        for item in outline.assigned
        if _same(item.target, f"{name}[", 0) and _BLANK.fullmatch(item.value.strip())
    ]
    spans += [call.whole for call in outline.calls if _takes_out(name, call, part)]
    for span in spans:
        if Around.LOOP in outline.around(span):
            line = outline.text.line_at(span.start) + 1
            return f"line {line} may empty it, one element after the other"
    return ""


def _takes_out(name: str, call: Call, part: Part) -> bool:
    receiver = call.text[: -len(call.name)].rstrip(".?!:->")
    given = part.outline.text.slice(Span(call.span.end, call.whole.end))
    is_on = bool(receiver) and fit_item(part, receiver, name) in FITTING
    return _TAKING.match(call.name) is not None and (is_on or has_word(given, name))


def _same(written: str, wanted: str, end: int | None = None) -> bool:
    """True if it is written so, by itself or as an attribute; `end` of 0: it begins so."""
    plain = re.sub(r"\s", "", written)
    at = plain.find(wanted)
    is_whole = at == 0 or (at > 0 and plain[at - 1] == ".")
    return is_whole and (end == 0 or plain.endswith(wanted))
