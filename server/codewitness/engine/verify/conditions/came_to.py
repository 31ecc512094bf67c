"""What a condition has come to where a place is reached that stands in one of its arms."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.code.choosing import chosen
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

ARMS = (Around.BRANCH, Around.ELSE, Around.LOOP)
CHOOSING = re.compile(r"(?:switch|match|case|when|select)\b")
INVERTING = (b"unless", b"until")
_BETWEEN = re.compile(r"[\s(){}:;,]*(?:then|do|=>|->|\?)?[\s(){}]*")
_LETTING = re.compile(r"[^{}\n]*\{?\s*")


def holders(outline: Outline) -> Sequence[Item]:
    """What asks conditions, and has arms."""
    return outline.marked("conditional", "loop", "comprehension")


def came_to(outline: Outline, condition: Span, span: Span) -> bool | None:
    """What a condition has come to where `span` is reached; None if that is not seen."""
    if (is_so := chosen(outline, condition, span)) is not None:
        return is_so
    around = [one for one in holders(outline) if one.span.contains(condition)]
    holder = min(around, key=lambda one: one.span.end - one.span.start, default=None)
    if holder is None or not holder.span.contains(span) or condition.contains(span):
        return None
    is_choice = CHOOSING.match(holder.text) is not None
    return None if is_choice else holds_at(outline, holder, condition, span)


_FAR = 80  # blanks that a line may begin with


def is_asked_inverted(outline: Outline, condition: Span) -> bool:
    """True for what stands behind `unless` or `until`, on the same line or the next."""
    before = outline.text.raw[max(condition.start - _FAR, 0) : condition.start]
    return before.rstrip(b" \t\r\n\\(").endswith(INVERTING)


def is_modified(outline: Outline, condition: Span, span: Span) -> bool:
    """True for the `raise E` of Ruby's `raise E if x`, however many lines it takes."""
    if outline.language != "ruby" or condition.start < span.end:
        return False
    arms = (r.span for r in outline.regions if r.around in ARMS and r.span.contains(span))
    own = [one for one in arms if one.end <= condition.start]
    text = outline.text
    return any(
        _MODIFYING.fullmatch(text.slice(Span(one.end, condition.start))) is not None for one in own
    )


_MODIFYING = re.compile(r"[\s)]*\b(?:if|unless|while|until)[\s(\\]+")


def holds_at(outline: Outline, holder: Item, condition: Span, span: Span) -> bool | None:
    """What a condition has come to where `span` is reached, if it is reached by it."""
    is_inverted = is_asked_inverted(outline, condition)
    if condition.start >= span.end:
        return not is_inverted if is_modified(outline, condition, span) else None
    own = own_arm(outline, holder, condition)
    if own is None:
        return None
    arm, is_otherwise = own
    if arm.contains(span):
        return is_otherwise == is_inverted
    is_beside = any(
        r.around in ARMS
        and r.span.start >= arm.end
        and r.span.contains(span)
        and holder.span.contains(r.span)
        for r in outline.regions
    )
    return (is_otherwise != is_inverted) if is_beside else None


def own_arm(outline: Outline, holder: Item, condition: Span) -> tuple[Span, bool] | None:
    """What is done where a condition holds, or, if that is nothing, where it does not."""
    regions = [
        r
        for r in outline.regions
        if r.around in ARMS and r.span.start >= condition.end and holder.span.contains(r.span)
    ]
    if not regions:
        return None
    start = min(r.span.start for r in regions)
    first = max((r.span for r in regions if r.span.start == start), key=lambda one: one.end)
    between = outline.text.slice(Span(condition.end, start))
    is_let = outline.language in ("swift", "rust") and _LETTING.fullmatch(between)
    if not is_let and not _BETWEEN.fullmatch(_unsaid(outline, Span(condition.end, start), between)):
        return None
    is_fallback = any(item.span == first for item in outline.marked("fallback"))
    is_else = any(r.around is Around.ELSE and r.span == first for r in regions)
    return first, is_else or is_fallback


def _unsaid(outline: Outline, span: Span, text: str) -> str:
    """The text without its comments."""
    for silent in outline.silent:
        if span.contains(silent):
            text = text.replace(outline.text.slice(silent), "")
    return text
