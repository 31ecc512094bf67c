"""Which handlers see what a call raises: those of the innermost try that it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.errors.ancestry import Ancestry
from codewitness.engine.verify.evidence import NOTHING, Finding, Proof, doubtful
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_SOURCE = re.compile(
    r"\b(?:errors?|exceptions?|failures?|rejections?) (?:of|from|in|raised by|thrown by)"
    r" (?:the )?`?([\w.]+)`?$"
    r"|\b(?:swallow|ignor|suppress)\w+ (?:all |any |every )?`?([\w.]+)`? (?:error|exception)s?$"
)

# `the OSError of open`, `IOException from channel.close`, which may be a name in a module, too.
_ERROR_OF = re.compile(
    r"(?<![\w.])`?(?P<what>(?:[\w]+\.)*[A-Z]\w*(?:Error|Exception|Warning))s?`?"
    r" (?:from|of|in|out of) (?:an? |the )?(?:calls? (?:to|of) )?`?(?P<source>[\w.]+)`?"
)
_COMMENT = re.compile(r"(?://|#)[^\n]*|/\*.*?\*/", re.DOTALL)
_WORD = re.compile(r"\w")


def of_source(clause: Clause, subject: Subject) -> Clause:
    """`catches errors of f`, where `f` is a plain word, and is called: of what f raises."""
    if [one.text for one in clause.objects] in (["rejection"], ["rejections"]):
        clause = replace(clause, objects=())
    if clause.arguments:
        return _of_each(clause, subject)
    if (named := _ERROR_OF.search(clause.text)) is not None and len(clause.objects) == 1:
        is_called = _is_called(named["source"], subject)
        what = (Object(named["what"]),)
        return replace(clause, objects=what, arguments=(named["source"],)) if is_called else clause
    said = _SOURCE.search(clause.text)
    if said is None or any(one.is_code for one in clause.objects):
        return clause
    source = said[1] or said[2]
    of_it = replace(clause, objects=(), arguments=(source,))
    if _is_called(source, subject):
        return of_it
    of_each = _of_each(of_it, subject)
    return clause if of_each == of_it else of_each


def _of_each(clause: Clause, subject: Subject) -> Clause:
    """`errors of listeners`: of each `listener`, if that is called, or what is called on it."""
    source = clause.arguments[0]
    single = source.removesuffix("s")
    if single == source or _is_used(source, subject) or not _is_used(single, subject):
        return clause
    return replace(clause, arguments=(single, *clause.arguments[1:]))


def _is_used(source: str, subject: Subject) -> bool:
    """True if something is called that is named so, or on what is named so."""
    name = parts(source)[-1]
    return any(name in parts(call.text) for part in subject.parts for call in part.outline.calls)


def _is_called(source: str, subject: Subject) -> bool:
    name = parts(source)[-1]
    return any(call.name == name for part in subject.parts for call in part.outline.calls)


def of_unseen(clause: Clause, subject: Subject) -> Finding:
    """Of errors of what is called outside of any try, if it is called at all."""
    name = parts(clause.arguments[0])[-1]
    is_there = any(True for part in subject.parts for _ in part.outline.occurrences(name))
    is_plain = re.search(rf"\b(?:the|its) {re.escape(name)}\b", clause.text) is not None
    is_unsaid = not _is_used(name, subject) if is_there else is_plain
    if is_unsaid and any(p.outline.marked("handler") for p in subject.parts):
        return doubtful("whose errors are meant can't be told")
    return NOTHING


def held_to_source(source: str, finding: Finding) -> Finding:
    """What is left of handlers that were found: those that see what a call named so raises."""
    kept = tuple(one for one in finding.proofs if _sees(one, source))
    return finding if len(kept) == len(finding.proofs) else replace(finding, proofs=kept)


def _sees(proof: Proof, source: str) -> bool:
    """True in a handler of any try around the call, and of what a block around it suppresses."""
    outline = proof.outline
    places = _places_of(source, outline)
    if any(item.span.contains(proof.span) for item in outline.marked("handler")):
        seeing = (one for place in places for one in handlers_around(place, outline))
        return any(one.span.contains(proof.span) for one in seeing)
    blocks = [item.span for item in outline.marked("with") if item.span.contains(proof.span)]
    return not blocks or any(one.contains(place) for one in blocks for place in places)


def _places_of(source: str, outline: Outline) -> list[Span]:
    """Where what is named is called; where it is not, each place that speaks of it."""
    name = parts(source)[-1]
    calls = [call for call in outline.calls if call.name == name]
    wholly = [call for call in calls if parts(call.text)[-len(parts(source)) :] == parts(source)]
    if calls:
        return [call.name_span for call in wholly or calls]
    return [item.span for item in outline.occurrences(name)]


def is_taken_before(objects: Sequence[Object], handler: Item, classes: Ancestry) -> bool:
    """True if another handler of the same try stands before it, and is of all that is named."""
    outline = classes.part.outline
    handlers = sorted(outline.marked("handler"), key=lambda one: one.span.start)
    before = [one for one in handlers if one.span.end <= handler.span.start]
    end = handler.span.start
    for one in reversed(before):
        if _WORD.search(_COMMENT.sub("", outline.text.slice(Span(one.span.end, end)))):
            break
        end = one.span.start
        types = [item.text for item in own_types(one, outline)]
        if objects and all(_is_of(types, asked.text, classes) for asked in objects):
            return True
    return False


def _is_of(types: Sequence[str], wanted: str, classes: Ancestry) -> bool:
    return any(classes.covers(one, wanted) not in (Fit.NO, Fit.MAYBE) for one in types)


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


def handlers_around(place: Span, outline: Outline) -> Iterator[Item]:
    """Those of each try around a place."""
    tried = [one.span for one in outline.regions if one.around is Around.TRY]
    handlers = outline.marked("handler")
    others = [one for one in (*tried, *(h.span for h in handlers)) if not one.contains(place)]
    for own in tried:
        if own.contains(place):
            yield from _handlers_behind(own.end, others, outline)


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


def own_types(handler: Item, outline: Outline) -> list[Item]:
    """The types of a handler, without those of handlers inside."""
    inner = [
        one.span
        for one in outline.marked("handler")
        if handler.span.contains(one.span) and one.span != handler.span
    ]
    return [
        item
        for item in outline.handles
        if handler.span.contains(item.span) and not any(one.contains(item.span) for one in inner)
    ]
