"""What is put off until a function is left: `defer f()`, `defer func() { … }()`, `defer { … }`.

What such a statement hands over is worked out where it stands; what it calls comes last.
"""

from __future__ import annotations

from collections.abc import Sequence

from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Outline
from codewitness.model.text import Span


def deferred_by(outline: Outline, span: Span) -> Span | None:
    """The statement that puts off what stands at `span`; None if it is done at once."""
    around = [item.span for item in outline.marked("deferred") if item.span.contains(span)]
    statement = min(around, key=lambda one: one.end - one.start, default=None)
    if statement is None or _is_in_function(outline, statement, span):
        return statement
    calls = [call for call in outline.calls if statement.contains(call.whole)]
    own = max(calls, key=lambda call: call.whole.end - call.whole.start, default=None)
    is_given = own is not None and Span(own.span.end, own.whole.end).contains(span)
    return None if is_given else statement


def _is_in_function(outline: Outline, statement: Span, span: Span) -> bool:
    return any(
        statement.contains(nested.span) and nested.span.contains(span) for nested in outline.nested
    )


def deferred_parts(subject: Subject) -> list[Part]:
    """The functions without a name that a subject of one part runs when it is left."""
    [part] = subject.parts
    spans = [item.span for item in part.outline.marked("deferred")]
    if not spans:
        return []
    return [
        inner
        for inner in subject.known.inside(part)
        if any(span.contains(inner.outline.span) for span in spans)
    ]


def as_of(outline: Outline, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The places as those of the function around."""
    return tuple(hit._replace(outline=outline) for hit in hits)


def comes_first(outline: Outline, one: Span, two: Span) -> bool | None:
    """Whether the first of two places is come to first; None if both are put off."""
    mine, yours = deferred_by(outline, one), deferred_by(outline, two)
    if mine is not None and yours is not None and mine != yours:
        return None
    if (mine is None) != (yours is None):
        return mine is None
    return (one.end, -one.start) < (two.end, -two.start)
