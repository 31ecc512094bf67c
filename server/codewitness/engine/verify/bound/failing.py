"""That something fails: the handler of what does it, or a question that its result has failed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.bound.acts import calls_that
from codewitness.engine.verify.bound.conditions import Asked
from codewitness.engine.verify.bound.sentences import Said
from codewitness.engine.verify.bound.things import is_named
from codewitness.engine.verify.bound.verbs import call_words
from codewitness.engine.verify.bound.words import words_of
from codewitness.engine.verify.conditions.answered import has_failed
from codewitness.engine.verify.conditions.one_of_sides import Known
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.subject import Part
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_BROAD = re.compile(r"\b(?:Exception|BaseException|Throwable|StandardError)\b")
_OUTCOME = re.compile(r"\w*(?:[eE]rr|[eE]rror)\w*")


def failing(asked: Asked, part: Part, span: Span, known: list[Known]) -> list[Span]:
    """The conditions and handlers around `span` that tell that what is asked for has failed."""
    handler = _handled(asked, part, span)
    if handler is not None or (asked.thing.is_empty and not asked.value):
        return [handler] if handler is not None else []
    calls = list(_calls(asked, part))
    return [one.condition for one in known if _is_failure(one, calls, part.outline)]


def _calls(asked: Asked, part: Part) -> Iterator[Span]:
    """The calls that do what is said to fail: `parsing the row`, or `the parser` itself."""
    if not asked.value:
        for call in part.outline.calls:
            if is_named(asked.thing, words_of(call.name)) or call.name in asked.thing.names:
                yield call.whole
        return
    for verb in stems(asked.value):
        if asked.thing.is_empty:
            yield from _with_verb(verb, part)
        else:
            yield from (one.span for one in calls_that(Said(verb=verb, what=asked.thing), part))


def _with_verb(verb: str, part: Part) -> Iterator[Span]:
    """The calls with a verb in their names: `blocking_try_submit`."""
    words = call_words(verb)
    for call in part.outline.calls:
        if words & set(words_of(call.name)):
            yield call.whole


def _handled(asked: Asked, part: Part, span: Span) -> Span | None:
    """What handles it, if nothing else may have failed there."""
    outline = part.outline
    region = outline.innermost(span, Around.HANDLER)
    head = min(
        (one for one in outline.marked("handler") if region and one.span.contains(region)),
        key=lambda one: one.span.end - one.span.start,
        default=None,
    )
    tried = [
        one.span
        for one in outline.regions
        if region and one.around is Around.TRY and one.span.end <= region.start
    ]
    if region is None or head is None or not tried:
        return None
    handled = [one for one in outline.handles if head.span.contains(one.span)]
    shown = handled[0].span if handled else Span(head.span.start, region.start)
    if asked.thing.is_empty and not asked.value:
        is_broad = not handled or any(_BROAD.search(one.text) for one in handled)
        return shown if is_broad else None
    last = max(tried, key=lambda one: one.end)
    within = [one.whole for one in outline.calls if last.contains(one.whole)]
    outer = [one for one in within if not any(o != one and o.contains(one) for o in within)]
    asked_calls = [one for one in _calls(asked, part) if one in outer]
    return shown if asked_calls and len(outer) == len(asked_calls) else None


def _is_failure(known: Known, calls: list[Span], outline: Outline) -> bool:
    """True for `if err != nil` behind `err = parse(row)`, and for `if (!parse(row))`."""
    question = known.question
    if any(known.condition.contains(one) for one in calls):
        return has_failed(question, outline.language) is True
    is_error = question.kind == "null" and not question.holds and _OUTCOME.fullmatch(question.what)
    if not is_error:
        return False
    set_before = [
        one
        for one in outline.assigned
        if question.what in re.findall(r"\w+", one.target)
        and one.value_span.end <= known.condition.end
    ]
    last = max(set_before, key=lambda one: one.value_span.end, default=None)
    if last is None:
        return False
    arm = outline.innermost(last.value_span, Around.BRANCH, Around.ELSE)
    is_sure = arm is None or arm.contains(known.condition)
    return all(
        any(one.value_span.contains(call) for call in calls)
        for one in ([last] if is_sure else set_before)
    )
