"""`stores the range`: what a function is given, put into a field or an element."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import LOOSE, NOTHING, EvidenceType, Finding
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.names import is_bound
from codewitness.engine.verify.subject import Subject

_TO = re.compile(r"\b(?:in|into|to|at|on|under|as)\b")


def stored(clause: Clause, subject: Subject) -> Finding:
    """Where the one parameter that is named is the value of something that outlives the call."""
    names = [one.text for one in clause.objects]
    given = {p.name for p in subject.head.outline.parameters}
    if len(names) != 1 or names[0] not in given or clause.arguments or _TO.search(clause.text):
        return NOTHING
    hits = [
        Hit(
            EvidenceType.ATTRIBUTE_WRITE,
            f"{one.target} = {one.value}",
            part.outline,
            one.target_span,
            one.target_span,
            LOOSE,
        )
        for part in subject.parts
        for one in part.outline.assigned
        if one.value.strip() == names[0] and not is_bound(part.outline, one.target.strip())
    ]
    return judged(clause, lambda _: Hits(tuple(hits))) if hits else NOTHING
