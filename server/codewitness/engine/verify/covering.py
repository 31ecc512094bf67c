"""Which handlers see what a call raises: those of the innermost try that it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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

_COMMENT = re.compile(r"(?://|#)[^\n]*|/\*.*?\*/", re.DOTALL)
_WORD = re.compile(r"\w")


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
    """Those of the innermost try that has any: what has but a `finally` lets errors pass."""
    tried = [one.span for one in outline.regions if one.around is Around.TRY]
    around = [one for one in tried if one.contains(place)]
    handlers = outline.marked("handler")
    others = [one for one in (*tried, *(h.span for h in handlers)) if not one.contains(place)]
    for own in sorted(around, key=lambda one: one.end - one.start):
        if found := list(_handlers_behind(own.end, others, outline)):
            yield from found
            return


def _handlers_behind(end: int, others: Sequence[Span], outline: Outline) -> Iterator[Item]:
    """The handlers of the try whose body ends there."""
    for handler in sorted(outline.marked("handler"), key=lambda one: one.span.start):
        inner = any(one != handler.span and one.contains(handler.span) for one in others)
        if handler.span.start < end or inner:
            continue
        if _WORD.search(_COMMENT.sub("", _between(end, handler.span.start, others, outline))):
            return  # of another try, that comes behind or stands in its `finally`
        yield handler
        end = handler.span.end


def _between(start: int, end: int, others: Sequence[Span], outline: Outline) -> str:
    """The text without what is tried as well, as each statement of Ruby's methods is."""
    said = ""
    for one in sorted(others, key=lambda one: one.start):
        if start <= one.start < end:
            said += outline.text.slice(Span(start, one.start))
            start = max(start, one.end)
    return said + outline.text.slice(Span(start, max(start, end)))
