"""`cancels the timer if there is one`: a condition that asks for what is then made use of."""

from __future__ import annotations

import re

from codewitness.engine.verify.conditions.holding import decided_at
from codewitness.engine.verify.conditions.one_of_sides import Reached
from codewitness.engine.verify.hit import Hit, has_word

_SAID = re.compile(
    r"\b(?:if|when) (?:there (?:is|are) (?:already )?(?P<some>one|any|some|none|no such)"
    r"|(?P<one>one|any|it|they) exists?)$"
)
_PRESENT = {"null": False, "empty": False, "true": True, "exists": True}


def reached_if_there(said: str, hit: Hit) -> Reached | None:
    """Whether it is reached if what it is done with is there; None if another thing is said."""
    found = _SAID.search(said.strip())
    if found is None:
        return None
    is_none = found["some"] in ("none", "no such")
    text = hit.outline.text.slice(hit.whole)
    for one in decided_at(hit.outline, hit.whole):
        question = one.question
        is_its = question.kind in _PRESENT and has_word(text, question.what.rpartition(".")[2])
        if is_its and not question.value:
            is_there = question.holds == _PRESENT[question.kind]
            return Reached(is_there != is_none, (one.condition,))
    return Reached(None)
