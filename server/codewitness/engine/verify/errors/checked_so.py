"""`checks that n is positive`: what is so behind the conditions that leave where it is not.

`if n > 0: raise` asks the same, and lets through the opposite. Of `checks whether` it is enough
that it is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from codewitness.engine.verify.claim import Claim, Clause
from codewitness.engine.verify.conditions.answered import is_answered
from codewitness.engine.verify.conditions.asked import coded, said
from codewitness.engine.verify.conditions.came_to import holders
from codewitness.engine.verify.conditions.comparing import Relation, compared
from codewitness.engine.verify.conditions.left_behind import left_before
from codewitness.engine.verify.errors.asserted_conditions import asserted
from codewitness.engine.verify.evidence import EvidenceType, Finding, doubtful, found
from codewitness.engine.verify.hit import ENDING, Hit
from codewitness.engine.verify.question import EITHER, Question
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_THAT = re.compile(
    r"^(?:(?:never|not|always|also|first|does|do) )*"
    r"(?:check|test|verif|validat|ensur|confirm|guarante|requir)\w* "
    r"(?P<how>that|whether|if) (?:the |its )?(?P<what>\S+ .+)$"
)
_EITHER_WAY = "it is asked there, and what is done where it is not so can't be told"


def without_checked(claim: Claim, subject: Subject) -> Claim:
    """The claim without the words on what is checked, where the rule below has seen each."""
    texts = [one.text for one in claim.clauses if rule_checks_that(one, subject) is not None]
    checked = " ".join(texts)
    left = tuple(w for w in claim.ignored if w.lstrip("?& ").replace("`", "") not in checked)
    return replace(claim, ignored=left) if checked else claim


def rule_checks_that(clause: Clause, subject: Subject) -> Finding | None:
    """What follows; None if no condition is said that can be compared, or none speaks of it."""
    match = _THAT.match(clause.text)
    asked = _asked_by(clause)
    if match is None or not asked:
        return None
    places = list(_places(subject))
    is_that = match["how"] == "that" and not clause.is_negated
    told = [_told(one, is_that, places, subject.language) for one in asked]
    findings = [one for one in told if one is not None]
    if len(findings) < len(told):
        return None
    if (open_ := next((one for one in findings if one.doubt), None)) is not None:
        return open_
    if against := tuple(proof for one in findings for proof in one.against):
        return Finding(against=against)
    return found(dict.fromkeys(proof for one in findings for proof in one.proofs))


def _asked_by(clause: Clause) -> Sequence[Question]:
    match = _THAT.match(clause.text)
    return () if match is None else said(f"if {match['what']}")


class _Place(NamedTuple):
    """A condition, and what is so behind it; is_sure: else it ends in an error."""

    hit: Hit
    known: Sequence[Question]
    is_sure: bool


def _told(
    asked: Question, is_that: bool, places: Sequence[_Place], language: str
) -> Finding | None:
    """Whether what is asked is so behind a place; None if none speaks of it."""
    answer = _answer if is_that else _answer_either_way
    answers = [(one, answer(asked, one, language)) for one in places]
    told = [(one, is_so) for one, is_so in answers if is_so is not None]
    if not told:
        return None
    if fitting := [one.hit for one, is_so in told if is_so or not is_that]:
        return found(hit.proof() for hit in fitting)
    if all(one.is_sure for one, _ in told):
        return Finding(against=tuple(one.hit.proof() for one, _ in told))
    return doubtful(_EITHER_WAY)


def _answer(asked: Question, place: _Place, language: str) -> bool | None:
    for one in place.known:
        if (is_so := is_answered(asked, one, language)) is not None:
            return is_so
    relation = compared(asked, [one for one in place.known if one.kind != EITHER])
    return {Relation.IMPLIED: True, Relation.EXCLUDED: False}.get(relation) if relation else None


def _answer_either_way(asked: Question, place: _Place, language: str) -> bool | None:
    """The answer of what asks that very thing, so that it tells either way."""
    opposite = [one._replace(holds=not one.holds) for one in place.known]
    told = _answer(asked, place, language)
    return None if _answer(asked, place._replace(known=opposite), language) is None else told


def _places(subject: Subject) -> Iterator[_Place]:
    for part in subject.parts:
        for condition in part.outline.marked("condition"):
            yield _place(condition, part.outline)
    for hit, text in asserted(subject):
        yield _Place(hit, list(coded(text)), is_sure=True)


def _place(condition: Item, outline: Outline) -> _Place:
    hit = Hit(EvidenceType.CONDITIONAL, condition.text, outline, condition.span, condition.span)
    around = [h.span for h in holders(outline) if h.span.contains(condition.span)]
    holder = min(around, key=lambda one: one.end - one.start, default=None)
    if holder is not None:
        behind = Span(holder.end, holder.end)
        left = [one for one in left_before(outline, behind) if one.condition == condition.span]
        if left:
            known = [one.question for one in left]
            return _Place(hit, known, is_sure=_fails(outline, holder))
    return _Place(hit, list(coded(condition.text)), is_sure=False)


def _fails(outline: Outline, holder: Span) -> bool:
    """True if it is left with an error."""
    errors = [*(one.span for one in outline.raises), *(i.span for i in outline.marked("raised"))]
    errors += [one.whole for one in outline.calls if one.name.rstrip("!") in ENDING]
    return any(holder.contains(one) for one in errors)
