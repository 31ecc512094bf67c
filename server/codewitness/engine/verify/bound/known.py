"""Whether a place of the code stands under what a condition in plain words asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.bound.answers import Place, is_so
from codewitness.engine.verify.bound.conditions import ALL, ANY, EMPTY, FAILS, THERE, Asked
from codewitness.engine.verify.bound.failing import failing
from codewitness.engine.verify.bound.things import is_that
from codewitness.engine.verify.bound.words import words_of
from codewitness.engine.verify.conditions.holding import decided_at
from codewitness.engine.verify.conditions.one_of_sides import Known
from codewitness.engine.verify.question import EITHER
from codewitness.engine.verify.subject import Part
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span


def shown_by(
    asked: Asked, part: Part, span: Span, *, is_led: bool = False, is_only: bool = False
) -> Sequence[Span] | None:
    """The conditions that tell that it is so at `span`; None if none does, or more is asked.

    is_led: by conditions that lead there alone, not by those behind which it was left before.
    is_only: that nothing else leads there, as `a or b` does where a is asked for.
    """
    outline = part.outline
    known = decided_at(outline, span)
    if is_only and asked.kind != ANY:
        known = [one for one in known if one.question.kind != EITHER]
    if is_led:
        known = [one for one in known if _holder(one.condition, outline, span) is not None]
    each = [
        _telling(one, part, span, known) for one in (asked.sides if asked.kind == ALL else (asked,))
    ]
    if not all(spans for spans, _ in each):
        return None
    shown = list(dict.fromkeys(span for spans, _ in each for span in spans))
    fitting = [one for _, told in each for one in told]
    more = [one for one in known if one.condition in shown and one not in fitting]
    if more or _is_asked_more(shown, outline, span):
        return None
    return shown


def _telling(
    asked: Asked, part: Part, span: Span, known: list[Known]
) -> tuple[list[Span], list[Known]]:
    """The conditions that tell one thing, and what they are known to say."""
    outline, place = part.outline, Place(part.outline, part.around)
    if asked.kind == FAILS:
        spans = failing(asked, part, span, known)
        return spans, [one for one in known if one.condition in spans]
    fitting = [
        one
        for one in known
        if is_so(asked, one.question, place)
        and not _is_of_blank(asked, outline.text.slice(one.condition))
    ]
    return [one.condition for one in fitting] or _handled(asked, outline, span), fitting


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
