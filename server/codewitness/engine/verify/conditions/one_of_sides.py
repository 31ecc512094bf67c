"""What an `or` tells of a claim's condition, of which one side at least has come true.

`only if a` does not hold of `(a or b) and c`: it is reached where `b` alone is so. It holds of
`(a and x) or (a and y)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from codewitness.engine.verify.conditions.answered import is_answered
from codewitness.engine.verify.conditions.comparing import Relation, compared
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.question import EITHER, Question
from codewitness.model.outline import Outline
from codewitness.model.text import Span


class Known(NamedTuple):
    """A question that is decided, and the condition that decides it."""

    question: Question
    condition: Span


class Reached(NamedTuple):
    """Whether code is reached as a claim's condition says, and the conditions that tell so.

    is_so: None if that can't be told. is_other: the same value is compared, with another one.
    is_certain: and so that it can be reached where it is not as said, by numbers or literals.
    """

    is_so: bool | None
    shown: Sequence[Span] = ()
    is_other: bool = False
    is_certain: bool = False


def told_by_sides(
    asked: Sequence[Question], known: Sequence[Known], outline: Outline
) -> Reached | None:
    """Whether it is reached only as asked, by each `or` that speaks of it; None if none does."""
    told = [reached for one in asked if (reached := _told(one, known, outline)) is not None]
    for one in told:
        if one.is_so is False:
            return one
    if told and len(told) == len(asked) and all(one.is_so for one in told):
        return Reached(True, [span for one in told for span in one.shown])
    return Reached(None, is_other=True) if told else None


def excludes(asked: Sequence[Question], known: Question, language: str) -> bool:
    """True if what is asked all holds where no side of an `or` that has come true does."""
    return bool(known.sides) and all(
        any(is_answered(one, other, language) is False for one in asked for other in side)
        for side in known.sides
    )


def is_at_odds(asked: Sequence[Question], known: Question, language: str) -> bool:
    """True if one side of an `or` says the opposite of what is asked, and none says the same."""
    answers = {
        is_answered(one, other, language) for one in asked for s in known.sides for other in s
    }
    return False in answers and True not in answers


def told_of_either(
    asked: Sequence[Sequence[Question]], known: Sequence[Known], outline: Outline, *, is_only: bool
) -> Reached:
    """Whether it is reached if one of several is so, or only then; each may have readings.

    All of them at once, and one of them alone, is less than that.
    """
    language = outline.language
    plain = [one for one in known if one.question.kind != EITHER]
    shown = [k.condition for side in asked for k in plain if _is_so(side, [k.question], language)]
    if is_only and shown:
        return Reached(True, shown[:1])
    for one in known:
        sides = one.question.sides
        mine = [any(_is_so(side, other, language) for other in sides) for side in asked]
        yours = [any(_is_so(side, other, language) for side in asked) for other in sides]
        if any(mine) and (all(yours) if is_only else all(mine)):
            return Reached(True, (one.condition,))
        if any(mine) or any(is_at_odds(side, one.question, language) for side in asked):
            return Reached(None, is_other=True)
    if all(_is_denied(side, plain, language) for side in asked):
        return Reached(False)
    return Reached(None, is_other=bool(shown))


def _is_denied(readings: Sequence[Question], known: Sequence[Known], language: str) -> bool:
    """True if what is known says that none of the readings is so."""
    return all(
        any(is_answered(one, k.question, language) is False for k in known)
        or compared(one, [k.question for k in known]) is Relation.EXCLUDED
        for one in readings
    )


def _is_so(readings: Sequence[Question], known: Sequence[Question], language: str) -> bool:
    """True if one of the readings is so.

    The name alone, of `forced or x is null`, is a flag then: what is no null has none.
    """
    flags = [one for one in known if one.kind != "null"] if len(readings) > 1 else known
    return any(
        _of_side(one, flags if one.kind == "true" else known, language) is True for one in readings
    )


def _told(asked: Question, known: Sequence[Known], outline: Outline) -> Reached | None:
    root = _root(asked)
    speaking = [
        one for one in known if one.question.kind == EITHER and has_word(one.question.raw, root)
    ]
    for one in speaking:
        if _says(asked, one.question, outline.language):
            return Reached(True, (one.condition,))
    if not speaking:
        return None
    first = speaking[0]
    is_free = _says(asked, first.question, outline.language) is False
    if is_free and len(speaking) == 1 and not _is_asked_else(root, first, outline):
        return Reached(False)
    return Reached(None, is_other=True)


def _root(asked: Question) -> str:
    return asked.what.removeprefix("self.").removeprefix("this.").split(".")[0].split("(")[0]


def _is_asked_else(root: str, one: Known, outline: Outline) -> bool:
    """True if what is asked for is asked for in another condition, too, or beside the `or`."""
    others = [c for c in outline.marked("condition") if c.span != one.condition]
    apart = [c for c in others if not one.condition.contains(c.span)]
    texts = [c.text for c in apart if not c.span.contains(one.condition)]
    own = outline.text.slice(one.condition)
    own = own.replace(one.question.raw, "", 1) if one.question.raw in own else ""
    return any(has_word(text, root) for text in (*texts, own))


def _says(asked: Question, known: Question, language: str) -> bool | None:
    """True if all sides say that it is as asked; False if one need not, and speaks of it not."""
    told = [_of_side(asked, side, language) for side in known.sides]
    if all(told):
        return True
    return False if False in told else None


def _of_side(asked: Question, side: Sequence[Question], language: str) -> bool | None:
    """True if a side says that it is as asked; False if it is not, or the side is of others."""
    if compared(asked, side) in (Relation.IMPLIED, Relation.WIDER):
        return True
    plain = [one for one in side if one.kind != EITHER]
    answers = [is_answered(asked, one, language) for one in plain]
    answers += [_says(asked, one, language) or None for one in side if one.kind == EITHER]
    if True in answers:
        return True
    if False in answers or compared(asked, side) is Relation.EXCLUDED:
        return False
    root = _root(asked)
    is_spoken = any(has_word(f"{one.what} {one.value} {one.raw}", root) for one in side)
    return None if is_spoken or not side else False
