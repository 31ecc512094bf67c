"""Whether a place of the code stands under what a condition in plain words asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.bound.answers import Place, is_so
from codewitness.engine.verify.bound.conditions import EMPTY, FAILS, THERE, Asked
from codewitness.engine.verify.bound.things import is_named, is_that
from codewitness.engine.verify.bound.verbs import call_words, lemma
from codewitness.engine.verify.bound.words import words_of
from codewitness.engine.verify.conditions.holding import decided_at
from codewitness.engine.verify.conditions.one_of_sides import Known
from codewitness.engine.verify.in_passing.phrases import given_to
from codewitness.engine.verify.subject import Part
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Call, Outline
from codewitness.model.text import Span


def shown_by(
    asked: Asked, part: Part, span: Span, *, is_led: bool = False
) -> Sequence[Span] | None:
    """The conditions that tell that it is so at `span`; None if none does, or more is asked.

    is_led: by conditions that lead there alone, not by those behind which it was left before.
    """
    outline, place = part.outline, Place(part.outline, part.around)
    known = decided_at(outline, span)
    if is_led:
        known = [one for one in known if _holder(one.condition, outline, span) is not None]
    fitting = [
        one
        for one in known
        if is_so(asked, one.question, place)
        and not _is_of_blank(asked, outline.text.slice(one.condition))
    ]
    shown = [one.condition for one in fitting] or _handled(asked, outline, span)
    shown = shown or failed_there(asked, known, outline, span)
    more = [one for one in known if one.condition in shown and one not in fitting]
    if not shown or more or _is_asked_more(shown, outline, span):
        return None
    return shown


def _is_of_blank(asked: Asked, text: str) -> bool:
    """True for `row.blank` where it is said to be empty, which is less."""
    return asked.kind == EMPTY and asked.value != "blank" and "blank" in text.lower()


def _is_asked_more(shown: Sequence[Span], outline: Outline, span: Span) -> bool:
    """True if something else around the place has come true: more is asked for than is said."""
    for holder in outline.marked("conditional"):
        if not holder.span.contains(span) or any(holder.span.contains(one) for one in shown):
            continue
        arms = [
            one.span
            for one in outline.regions
            if one.around is Around.ELSE and holder.span.contains(one.span)
        ]
        if not any(one.contains(span) for one in arms):
            return True
    handler = outline.innermost(span, Around.HANDLER)
    return handler is not None and not any(one.end <= handler.start for one in shown)


def _holder(condition: Span, outline: Outline, span: Span) -> Span | None:
    """What asks a condition, if the place is in one of its arms."""
    holders = (
        item.span
        for item in outline.marked("conditional")
        if item.span.contains(condition) and item.span.contains(span)
    )
    return min(holders, key=lambda one: one.end - one.start, default=None)


_ABSENT = re.compile(
    r"\b(?:KeyError|AttributeError|IndexError|LookupError|DoesNotExist|NotFound|NoSuch\w+"
    r"|\w+NotFound(?:Error|Exception)?)\b"
)


def _handled(asked: Asked, outline: Outline, span: Span) -> list[Span]:
    """The handler of a lookup that fails, where something is said to be missing."""
    if asked.kind != THERE or asked.holds:
        return []
    tried, heads = _tried_before(outline, span)
    text = tried.strip()
    is_lookup = "\n" not in text and is_that(asked.thing, text, outline, words_of(text))
    return [one.span for one in heads if _ABSENT.search(one.text)][:1] if is_lookup else []


def _tried_before(outline: Outline, span: Span) -> tuple[str, Sequence[Item]]:
    """What was tried before the handler around a place, and what that handles."""
    region = outline.innermost(span, Around.HANDLER)
    tried = [
        one.span
        for one in outline.regions
        if one.around is Around.TRY and region is not None and one.span.end <= region.start
    ]
    if region is None or not tried:
        return "", ()
    last = max(tried, key=lambda one: one.end)
    heads = [one for one in outline.handles if last.end <= one.span.start <= region.start]
    return outline.text.slice(last), heads


def failed_there(asked: Asked, known: Sequence[Known], outline: Outline, span: Span) -> list[Span]:
    """The handler, or `if err != nil`, of the one call that is said to fail."""
    if asked.kind != FAILS:
        return []
    words = call_words(lemma(asked.value))
    region = outline.innermost(span, Around.HANDLER)
    if region is not None:
        tried = [one.span for one in outline.regions if one.around is Around.TRY]
        before = [one for one in tried if one.end <= region.start]
        place = max(before, key=lambda one: one.end, default=None)
        calls = [one for one in outline.calls if place is not None and place.contains(one.whole)]
        _, heads = _tried_before(outline, span)
        is_it = len(calls) == 1 and _is_call_of(asked, calls[0], words, outline)
        return [one.span for one in heads][:1] if is_it else []
    for one in known:
        question = one.question
        if question.kind == "null" and not question.holds and _ERR.fullmatch(question.what):
            before = [
                item.value_span
                for item in outline.assigned
                if question.what in re.split(r",\s*", item.target)
                and item.target_span.start < one.condition.start + 200
                and item.target_span.start <= one.condition.end
            ]
            last = max(before, key=lambda it: it.start, default=None)
            calls = [it for it in outline.calls if last is not None and last.contains(it.whole)]
            if calls and _is_call_of(asked, calls[0], words, outline):
                return [one.condition]
    return []


_ERR = re.compile(r"\w*[eE]rr")


def _is_call_of(asked: Asked, call: Call, words: frozenset[str], outline: Outline) -> bool:
    """True if a call does what is said to fail, to what is said."""
    named = words_of(call.name)
    if not named or (named[0] not in words and "".join(named[:2]) not in words):
        return False
    if asked.thing.is_empty or is_that(asked.thing, call.text, outline, named):
        return True
    if is_named(asked.thing, named[1:]):
        return True
    return any(is_that(asked.thing, one, outline) for one in given_to(call, outline))
