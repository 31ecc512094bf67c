"""`if purging is disabled` of `if options.DisablePurge`: a state that a name says word for word."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.conditions.one_of_sides import Known, Reached
from codewitness.engine.verify.name_words import letters_in

_LEAD = re.compile(r"^(?:only\s+)?(?:if|when|whenever|once|unless|as long as)\s+")
_DENYING = re.compile(r"\b(?:not|never|no longer|n't|isn't|aren't|wasn't)\b|n't\b")
_IDLE = frozenset(
    {*("the", "a", "an", "is", "are", "was", "were", "been", "be", "has", "have", "it", "its")}
    | {*("set", "true", "on", "already", "still", "currently", "of", "in", "option", "flag")}
    | {*("not", "never", "no", "longer", "yet", "to", "was", "get", "should", "can", "mode")}
)
_OPPOSITE = {"disabl": "enabl", "enabl": "disabl"}
_SEVERAL = 2


def in_named_state(described: str, known: Sequence[Known]) -> Reached | None:
    """Whether a place is reached as a claim says; None where no name has just these words."""
    if re.search(r"\b(?:and|or|than|more|less|by|with)\b", described):
        return None
    text = _LEAD.sub("", described.strip())
    is_denied = (_DENYING.search(text) is not None) != described.startswith("unless")
    asked = _stems(text)
    if len(asked) < _SEVERAL:
        return None
    for one in known:
        question = one.question
        if question.kind != "true" or question.value:
            continue
        named = _stems(re.split(r"[.:>(]+", question.what.rstrip("()"))[-1])
        turned = {_OPPOSITE.get(stem, stem) for stem in named}
        if asked == named or (asked == turned and turned != named):
            holds = question.holds == (asked == named)
            is_so = holds != is_denied
            return Reached(True, [one.condition]) if is_so else Reached(False)
    return None


def _stems(text: str) -> set[str]:
    words = letters_in(text)
    return {_stem(word) for word in words if word not in _IDLE}


def _stem(word: str) -> str:
    return re.sub(r"(?:ing|ed|es|e|s|d)$", "", word) or word
