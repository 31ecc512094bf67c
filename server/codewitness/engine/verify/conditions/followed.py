"""What a variable says that a condition asks, by the one value it is set to: `ok = a and b`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.conditions.asked import decided
from codewitness.engine.verify.conditions.one_of_sides import Known
from codewitness.model.outline import Assigned, Outline

_NAME = re.compile(r"[A-Za-z_]\w*")
_JOINED = re.compile(r"&&|\|\||\b(?:and|or|not)\b|!(?!=)|[=!<>]=|[<>]")
_ENDS = "; \t\n"


def followed(outline: Outline, known: Sequence[Known]) -> Iterator[Known]:
    """What is known of the value of a variable that is known to be true or not."""
    for one in known:
        asked = one.question
        if asked.kind != "true" or asked.value or not _NAME.fullmatch(asked.what):
            continue
        made = _only_made(outline, asked.what)
        if made is None or made.value_span.end > one.condition.start:
            continue
        if _JOINED.search(made.value) and _is_as_then(outline, made, one):
            for question in decided(made.value.strip(_ENDS), holds=asked.holds):
                yield Known(question, one.condition)


def _only_made(outline: Outline, name: str) -> Assigned | None:
    """What a variable is set to, if that is done in one place."""
    made = [one for one in outline.assigned if name in _NAME.findall(one.target)]
    return made[0] if len(made) == 1 and _NAME.findall(made[0].target)[-1:] == [name] else None


def _is_as_then(outline: Outline, made: Assigned, asking: Known) -> bool:
    """True if it is set wherever it is asked for, and nothing that it was made of is set since."""
    around = [r.span for r in outline.regions if r.span.contains(made.value_span)]
    if not all(one.contains(asking.condition) for one in around):
        return False
    names = set(_NAME.findall(made.value))
    since = [
        one
        for one in outline.assigned
        if made.value_span.end <= one.target_span.start < asking.condition.start
    ]
    return not any(names & set(_NAME.findall(one.target)) for one in since)
