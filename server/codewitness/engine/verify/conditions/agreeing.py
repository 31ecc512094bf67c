"""Whether a condition goes the way that a claim says, told by words where it can't be compared."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.conditions.answered import is_answered
from codewitness.engine.verify.conditions.asked import is_either, said, said_in_part
from codewitness.engine.verify.conditions.conditions import says_no, shares_word
from codewitness.engine.verify.conditions.holding import decided_at, known_at
from codewitness.engine.verify.conditions.one_of_sides import is_at_odds
from codewitness.engine.verify.conditions.words_of_order import LESS, MORE
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.name_words import letters_in
from codewitness.engine.verify.question import Question

_OF_TEXTS = frozenset({"starts", "ends"})  # what with, words may say: `an underscore`
_ABSENT = frozenset({"null", "empty", "fails"})
_DENYING = re.compile(r"\b(?:not|no|never|without|cannot)\b")
_NOTHING = re.compile(r"\b(?:nothing|nobody|none|neither|nowhere|out of)\b")
_LEAST = 4


def is_opposed(described: str, hit: Hit) -> bool:
    """True if a condition asks for what is said by the same verb, and it comes out the other way.

    `name does not start with a digit`, where it is reached if `name.startswith("_")`.
    """
    stems = [word.rstrip("s") for word in re.findall(r"[a-z]+", described.lower())]
    stems = [stem for stem in stems if len(stem) >= _LEAST or stem == "end"]
    is_denied = (_DENYING.search(described) is not None) != described.startswith("unless")
    answers = set()
    sized, presence = _sized(described), _PRESENCE.search(described)
    for question in known_at(hit.outline, hit.whole):
        name = re.split(r"[.:>(]", question.what)[-1]
        if question.kind == "true" and any(_is_verb_of(stem, name) for stem in stems):
            is_so = question.holds != ("not" in letters_in(name))
            answers.add(is_so != is_denied)
        for one in said(described):
            if one.kind == question.kind in _OF_TEXTS and one.what == question.what:
                answers.add(one.holds == question.holds)
        if presence is not None and question.kind == "null" and _LOOKED_UP.search(question.what):
            is_absent = (presence["lacking"] is not None) != (presence["no"] is not None)
            answers.add(question.holds == (is_absent != described.startswith("unless")))
        if sized is not None and _is_compared(sized, question):
            answers.add(_is_less(sized) == _is_less(question))
    return answers == {False}


def is_opposed_in_part(described: str, hit: Hit) -> bool:
    """True if one side of `if a and b` is known to be otherwise: `if not (a and b)`."""
    language = hit.outline.language
    known = [one.question for one in decided_at(hit.outline, hit.whole)]
    return any(
        is_answered(side, one, language) is False or is_at_odds([side], one, language)
        for side in said_in_part(described)
        for one in known
    )


def is_joined_otherwise(described: str, conditions: Sequence[str]) -> bool:
    """True of `if a or b` where both are asked for at once, and of a side that none speaks of."""
    if is_either(described):
        both = [text for text in conditions if _BOTH.search(text)]
        return bool(both) and not any(_EITHER.search(text) for text in conditions)
    spoken = " ".join(conditions)
    return bool(conditions) and not all(
        any(has_word(spoken, word) for word in re.findall(r"\w+", side.what))
        for side in said_in_part(described)
    )


_BOTH, _EITHER = re.compile(r"\band\b|&&"), re.compile(r"\bor\b|\|\|")


_PRESENCE = re.compile(
    r"\b(?:is|are|was|were) (?P<no>not )?(?:(?P<lacking>missing|absent)|found|present|there|known)$"
)
_LOOKED_UP = re.compile(r"(?i)(?:^|[._:>])(?:get|find|look_?up|fetch|load|entry|first)\w*[(]")
_SIZED = re.compile(
    rf"\b(?:(?:is|are|was|were) (?P<no>not )?(?:(?P<less>{LESS})|{MORE})"
    r"|(?P<not>does not )?exceeds?)"
    r" (?:the |its )?(?P<value>\S+)$"
)


def is_sized(described: str) -> bool:
    """True for `x exceeds n`, which `is_opposed` compares."""
    return _sized(described) is not None


def _sized(described: str) -> Question | None:
    """What is said to be more or less than a value, whatever it is."""
    if (found := _SIZED.search(described)) is None:
        return None
    is_denied = bool(found["no"] or found["not"]) != described.startswith("unless")
    return Question("", "below" if found["less"] else "above", found["value"], not is_denied)


def _is_compared(asked: Question, known: Question) -> bool:
    """True if both are compared with one value, whatever they are: `a field`, `length`."""
    kinds = {asked.kind, known.kind}
    values = (re.split(r"[.:>]", one.value.rstrip("()"))[-1] for one in (asked, known))
    return kinds <= _COMPARED and len(set(values)) == 1


_COMPARED = frozenset({"above", "below"})


def _is_less(question: Question) -> bool:
    return (question.kind == "below") == question.holds


def _is_verb_of(stem: str, name: str) -> bool:
    """True for `start` and `startswith`, `valid` and `isValid`; `valid` alone is a name."""
    words = letters_in(name)
    return any(w.startswith(stem) and (w != stem or len(words) > 1) for w in words)


def may_be_left_so(described: str, hit: Hit, names: Sequence[str]) -> bool:
    """True if what has left before it leaves `x is not found` for a denial, and `x` for none."""
    is_unless = described.startswith("unless")
    is_denied = says_no(described) if _NOTHING.search(described) is None else not is_unless
    asked = [
        question
        for question in known_at(hit.outline, hit.whole)
        if any(has_word(f"{question.what} {question.value}", name) for name in names)
    ]
    if not asked and not names:
        asked = [
            question
            for question in known_at(hit.outline, hit.whole)
            if shares_word(described, f"{question.what} {question.value}")
        ]
        if not asked:
            return not (is_unless and _NOTHING.search(described))
        return any(_is_there(question) != is_denied for question in asked)
    if not asked:
        return is_denied
    return any(_is_there(question) != is_denied for question in asked)


def _is_there(question: Question) -> bool:
    return question.holds != (question.kind in _ABSENT)
