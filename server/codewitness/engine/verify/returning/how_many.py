"""`returns two values`, `returns twice`: what is counted is not how many returns there are."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import Finding, doubtful

_VALUES = re.compile(
    r"\b(?:returns?|gives? back) (?:[\w-]+ ){0,4}?(?:return )?(?:values?|results?|things)$"
)
_TIMES = re.compile(r"\breturns? (?:exactly |at least |only )?(?:twice|thrice|\w+ times)$")


def rule_how_many(clause: Clause) -> Finding | None:
    """A doubt about a number of values, or of times; None if a clause asks no such thing."""
    if clause.count is None or clause.objects:
        return None
    if _TIMES.search(clause.text):
        return doubtful("it comes back once each time; how many returns it has may be meant")
    if _VALUES.search(clause.text):
        return doubtful("how many values it gives back at once is not counted")
    return None
