"""What is returned by way of a variable, given to a call, or called on one: `log = self.log`."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping

from codewitness.engine.verify.code.alternatives import arms_of
from codewitness.engine.verify.retold.set_once import (
    CONSTANTS,
    NAME,
    PATH,
    between,
    is_changed,
    reaches,
)
from codewitness.model.outline import Assigned, Outline, Returned
from codewitness.model.text import Span

_FUNCTION = re.compile(r"\b(?:lambda|function|func|yield)\b|=>|->")
_OWNER = re.compile(rb"([A-Za-z_$][\w$]*)(?=(?:\.|->|\?\.)[A-Za-z_#])")
_ONE_OF_SEVERAL = re.compile(rb"(?:^|(?<=[,(\[{\s]))\s*(?P<name>[A-Za-z_$][\w$]*)(?=\s*(?:,|$))")
# What is worked out of names, numbers and operators alone, wherever that stands.
_WORKED_OUT = re.compile(
    r"(?!.*\b(?:if|else|for|in|lambda|await|yield|new|function|as|is|try)\b)"
    r"(?=.*[\w)])[\w\s.$@+*/%<>=!&|()-]+"
)
_CALLED = re.compile(r"[\w$\])>]\s*\(|[-+]{2}|(?<![=!<>])=(?!=)|=>|->\s*\{")
_ARGUMENT = re.compile(rb"(?<=[(,=:])\s*(?P<name>[A-Za-z_$][\w$]*)(?=\s*[,)])")


def given_values(
    outline: Outline,
    known: Mapping[str, Assigned],
    used: dict[str, Assigned],
    moved: Container[Span] = (),
) -> Iterator[tuple[Span, str]]:
    """What stands in the places of variables outside of conditions; these are put into `used`.

    moved: the `return` statements that are told as a whole.
    """
    for item, span in _given_back(outline):
        one = None if item.span in moved else known.get(outline.text.slice(span))
        if one is not None and _is_just_returned(one, item, span, outline):
            used[one.target] = one
            yield span, " ".join(one.value.split())
    for span, is_argument in (
        *((span, False) for span in _owners(outline)),
        *((span, True) for span in _arguments(outline)),
    ):
        one = known.get(outline.text.slice(span))
        if one is None or not reaches(one, span, outline):
            continue
        is_same = _is_other_name(one.value) and not _is_set_between(one, span, outline)
        if is_same or (is_argument and _is_worked_out(one, span, outline)):
            used[one.target] = one
            yield span, " ".join(one.value.split())


def _given_back(outline: Outline) -> Iterator[tuple[Returned, Span]]:
    """The names that are returned, also several of them: `return nil, wrapped`."""
    for item in outline.returns:
        start, end = item.value_span.start, item.value_span.end
        if "(" not in item.value:
            for match in _ONE_OF_SEVERAL.finditer(outline.text.raw, start, end):
                yield item, Span(*match.span("name"))


def _is_just_returned(one: Assigned, item: Returned, span: Span, outline: Outline) -> bool:
    """True if nothing is done with the variable but to give it back, and it is no choice."""
    is_plain = _FUNCTION.search(one.value) is None and not arms_of(one.value)
    if not is_plain or not reaches(one, item.span, outline):
        return False
    since = Span(one.value_span.end, span.start)
    return not any(since.contains(found.span) for found in outline.occurrences(one.target))


def _is_set_between(one: Assigned, span: Span, outline: Outline) -> bool:
    """True for `old = self.state`, `self.state = new`, `tell(old)`: it names another by then."""
    places = between(one, span, outline)
    return any(
        any(place.contains(other.target_span) for place in places)
        and f"{one.value}.".startswith(f"{other.target}.")
        for other in outline.assigned
    )


def _is_worked_out(one: Assigned, span: Span, outline: Outline) -> bool:
    """True for `wait = 2 * SECOND`, `at = &self->lock`, `ok = n > 0`, if it comes to the same."""
    value = one.value
    if _WORKED_OUT.fullmatch(value) is None or _CALLED.search(value) or value in CONSTANTS:
        return False
    roots = {match[0].decode() for match in NAME.finditer(value.encode())}
    return not any(is_changed(outline, place, roots) for place in between(one, span, outline))


def _owners(outline: Outline) -> Iterator[Span]:
    """The variables on which something is called, or of which an attribute is read or set."""
    spans = [one.span for one in outline.calls]
    spans += [one.span for one in (*outline.attribute_reads, *outline.attribute_writes)]
    for span in dict.fromkeys(spans):
        if (owner := _OWNER.match(outline.text.raw, span.start, span.end)) is not None:
            yield Span(*owner.span())


def _arguments(outline: Outline) -> Iterator[Span]:
    """The variables that calls are given."""
    for call in outline.calls:
        for match in _ARGUMENT.finditer(outline.text.raw, call.span.end, call.whole.end):
            yield Span(*match.span("name"))


def _is_other_name(value: str) -> bool:
    return PATH.fullmatch(value) is not None and value not in CONSTANTS
