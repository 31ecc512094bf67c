"""A choice that is returned by way of a variable, as if it were returned where it is made.

`const row = a ? x : y; return row` gives each arm under its condition, which stands beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from codewitness.engine.verify.code.alternatives import alternatives
from codewitness.model.outline import Assigned, Outline, Returned
from codewitness.model.text import Span

_NOTHING = re.compile(r"[\s;]*return\s*")
_CASES = re.compile(r"(?:switch|match|when|if|case)\b")


def returned_there(
    outline: Outline, known: Mapping[str, Assigned], used: dict[str, Assigned]
) -> dict[Span, Returned]:
    """By the span of a `return`, the one that says the same; the variables are put into `used`."""
    found: dict[Span, Returned] = {}
    for item in outline.returns:
        one = known.get(item.value)
        if one is None or not is_choice(one.value):
            continue
        between = Span(one.value_span.end, item.value_span.start)
        if between.start <= between.end and _NOTHING.fullmatch(outline.text.slice(between)):
            used[one.target] = one
            span = Span(one.target_span.start, one.value_span.end)
            found[item.span] = Returned(span, one.value, one.value_span)
    return found


def is_choice(value: str) -> bool:
    """True for a value that may be one or another."""
    return _CASES.match(value) is not None or len(alternatives(value)) > 1
