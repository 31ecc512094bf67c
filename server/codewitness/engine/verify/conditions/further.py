"""Whether more decides of a place than the conditions that a claim's one is shown by."""

from __future__ import annotations

from collections.abc import Sequence

from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.asserted_before import failed_at
from codewitness.engine.verify.conditions.came_to import came_to, holders
from codewitness.engine.verify.hit import Hit
from codewitness.model.text import Span


def is_narrowed(hit: Hit, shown: Sequence[Span]) -> bool:
    """True if a condition around decides of it that is none of these, which have left before."""
    passed = {span for span in shown if came_to(hit.outline, span, hit.whole) is False}
    around = {*conditions_around(hit)} - passed
    if passed:  # what stands around that one, too, decides of both
        around = {one for one in around if all(one.start > span.start for span in passed)}
    around |= {one.condition for one in failed_at(hit.outline, hit.whole)}
    return bool(around) and not around & set(shown)


def is_behind(hit: Hit, shown: Sequence[Span]) -> bool:
    """True if what is shown has been left before the hit, or passed by: `if … elsif …`."""
    around = [one.span for one in holders(hit.outline) if one.span.contains(hit.whole)]
    return bool(shown) and not any(
        one.contains(span) and came_to(hit.outline, span, hit.whole) is not False
        for one in around
        for span in shown
    )
