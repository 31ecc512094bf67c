"""`calls f even if x`, `regardless of x`: whether a place is one that is not come to where x is."""

from __future__ import annotations

import re

from codewitness.engine.verify.as_written import conditions_around
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.holding import is_as_said

_WHATEVER = re.compile(
    r"(?:regardless|irrespective|independent(?:ly)?) of (?:whether |the value of |what )?"
    r"`?([\w.@$]+)`?(?: is(?: set| true)?)?$"
)
_EVEN_IF = re.compile(r"\beven (?:if|when|though) (.+)$")


def is_out_of_question(hit: Hit, said: str) -> bool:
    """True if a place is not reached in the case that a claim says makes no difference."""
    if (found := _EVEN_IF.search(said)) is not None:
        case = f"if {found[1].strip()}"
        return is_as_said(case, hit.outline, hit.whole, is_only=False).is_so is False
    named = _WHATEVER.search(said)
    asked = [hit.outline.text.slice(span) for span in conditions_around(hit)]
    asked = [re.sub(r"[\s()]|^!|\bnot\b", "", text) for text in asked]
    return named is not None and named[1] in asked
