"""What is returned by way of a variable, given to a call, or called on one: `log = self.log`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codewitness.engine.verify.code.alternatives import alternatives
from codewitness.engine.verify.retold.set_once import CONSTANTS, PATH, between, reaches
from codewitness.model.outline import Assigned, Outline, Returned
from codewitness.model.text import Span

_FUNCTION = re.compile(r"\b(?:lambda|function|func|yield)\b|=>|->")
_OWNER = re.compile(rb"([A-Za-z_$][\w$]*)(?=(?:\.|->|\?\.)[A-Za-z_#])")
_ARGUMENT = re.compile(rb"(?<=[(,=])\s*(?P<name>[A-Za-z_$][\w$]*)(?=\s*[,)])")


def given_values(
    outline: Outline, known: Mapping[str, Assigned], used: dict[str, Assigned]
) -> Iterator[tuple[Span, str]]:
    """What stands in the places of variables outside of conditions; these are put into `used`."""
    for item in outline.returns:
        one = known.get(item.value)
        if one is not None and _is_just_returned(one, item, outline):
            used[one.target] = one
            yield item.value_span, " ".join(one.value.split())
    for span in (*_owners(outline), *_arguments(outline)):
        one = known.get(outline.text.slice(span))
        if one is None or not _is_other_name(one.value) or not reaches(one, span, outline):
            continue
        if not _is_set_between(one, span, outline):
            used[one.target] = one
            yield span, one.value


def _is_just_returned(one: Assigned, item: Returned, outline: Outline) -> bool:
    """True if nothing is done with the variable but to give it back, and it is no choice."""
    is_chosen = len(list(alternatives(one.value))) > 1
    if is_chosen or _FUNCTION.search(one.value) or not reaches(one, item.span, outline):
        return False
    since = Span(one.value_span.end, item.value_span.start)
    return not any(since.contains(found.span) for found in outline.occurrences(one.target))


def _is_set_between(one: Assigned, span: Span, outline: Outline) -> bool:
    """True for `old = self.state`, `self.state = new`, `tell(old)`: it names another by then."""
    places = between(one, span, outline)
    return any(
        any(place.contains(other.target_span) for place in places)
        and f"{one.value}.".startswith(f"{other.target}.")
        for other in outline.assigned
    )


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
