"""Which handlers see what a call raises: those of the innermost try that it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import NOTHING, Finding, doubtful
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_SOURCE = re.compile(
    r"\b(?:errors?|exceptions?|failures?|rejections?) (?:of|from|in|raised by|thrown by)"
    r" (?:the )?`?([\w.]+)`?$"
    r"|\b(?:swallow|ignor|suppress)\w+ (?:all |any |every )?`?([\w.]+)`? (?:error|exception)s?$"
)


def of_source(clause: Clause, subject: Subject) -> Clause:
    """`catches errors of f`, where `f` is a plain word, and is called: of what f raises."""
    if [one.text for one in clause.objects] in (["rejection"], ["rejections"]):
        clause = replace(clause, objects=())
    said = _SOURCE.search(clause.text)
    if said is None or clause.arguments or any(one.is_code for one in clause.objects):
        return clause
    source = said[1] or said[2]
    name = parts(source)[-1]
    if not any(call.name == name for part in subject.parts for call in part.outline.calls):
        return clause
    return replace(clause, objects=(), arguments=(source,))


def of_unseen(clause: Clause, subject: Subject) -> Finding:
    """Of errors of what is called outside of any try, if it is called at all."""
    name = parts(clause.arguments[0])[-1]
    is_there = any(True for part in subject.parts for _ in part.outline.occurrences(name))
    is_plain = re.search(rf"\b(?:the|its) {re.escape(name)}\b", clause.text) is not None
    if is_plain and not is_there and any(p.outline.marked("handler") for p in subject.parts):
        return doubtful("whose errors are meant can't be told")
    return NOTHING


def covering(source: str, outline: Outline) -> list[Item]:
    """The handlers of what calls named so raise."""
    places = [item.span for item in outline.occurrences(parts(source)[-1])]
    spans = {one.span for place in places for one in _handlers_of(place, outline)}
    return [one for one in outline.marked("handler") if one.span in spans]


def _handlers_of(place: Span, outline: Outline) -> Iterator[Item]:
    tried = [one.span for one in outline.regions if one.around is Around.TRY]
    around = [one for one in tried if one.contains(place)]
    if not around:
        return
    end = min(around, key=lambda one: one.end - one.start).end
    handlers = outline.marked("handler")
    others = [one for one in (*tried, *(h.span for h in handlers)) if not one.contains(place)]
    is_first = True
    for handler in sorted(handlers, key=lambda one: one.span.start):
        inner = any(one != handler.span and one.contains(handler.span) for one in others)
        if handler.span.start < end or inner:
            continue
        if not is_first and outline.text.raw[end : handler.span.start].strip():
            return  # of another try that comes behind
        yield handler
        is_first, end = False, handler.span.end
