"""`if needed`, `only when required`: under some condition, or under one that has such a name."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Around

_SAID = re.compile(
    r"(?:if|when|whenever) (necessary|needed|required|appropriate|applicable|possible)$"
)


def as_needed(clause: Clause, subject: Subject) -> Clause:
    """The clause, under any condition where nothing in the code is named so."""
    found = _SAID.match(clause.described)
    if found is None or clause.place is not Around.BRANCH or clause.condition:
        return clause
    if any(True for part in subject.parts for _ in part.outline.occurrences(found[1])):
        return clause
    return replace(clause, condition=None, described="")
