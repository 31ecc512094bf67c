"""`returns true if the list is empty` of `return items.length == 0`: what is returned asks that."""

from __future__ import annotations

from collections.abc import Sequence

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.conditions.answered import is_answered
from codewitness.engine.verify.conditions.asked import decided, said
from codewitness.engine.verify.conditions.comparing import Relation, compared
from codewitness.engine.verify.conditions.one_of_sides import Known
from codewitness.engine.verify.conditions.states import in_states
from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof
from codewitness.engine.verify.question import EITHER, Question
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_TRUTHS = {"true": True, "false": False, "yes": True, "no": False}


def by_boolean(
    clause: Clause, ways: Sequence[tuple[Outline, Span, str]], language: str
) -> Finding | None:
    """What follows for `returns true if x` from the one condition that is returned."""
    value = _TRUTHS.get(clause.objects[0].text.lower()) if len(clause.objects) == 1 else None
    if value is None or len(ways) != 1 or not clause.described or clause.is_outside:
        return None
    outline, span, text = ways[0]
    text = text.strip().removeprefix("return ").strip().rstrip(";")
    if sum(one.target.split()[-1] == text for one in outline.assigned) > 1:
        return None  # a variable, of which nobody knows what it holds by then
    questions = list(decided(text, holds=True))
    if len(questions) != 1 or questions[0].kind == EITHER:
        return None
    is_so = _is_asked(clause, questions[0], outline, span, language)
    if is_so is None:
        return None
    proof = Proof(EvidenceType.SIGNATURE, text, outline, span)
    return Finding(proofs=(proof,)) if is_so == value else Finding(against=(proof,))


def _is_asked(
    clause: Clause, given: Question, outline: Outline, span: Span, language: str
) -> bool | None:
    """True if what is returned is true just where a claim's condition holds, False if not so."""
    asked, is_only = said(clause.described), clause.is_only_there
    if len(asked) == 1:
        for question, is_so in ((given, True), (given._replace(holds=not given.holds), False)):
            if _follows(question, asked[0], language, is_only=is_only):
                return is_so
    told = in_states(clause.described, [Known(given, span)], outline, span)
    return None if told is None else told.is_so


_SO = (Relation.IMPLIED, Relation.WIDER)


def _follows(given: Question, asked: Question, language: str, *, is_only: bool) -> bool:
    """True if what is given follows from what is asked; if `only` then, the other way, too."""
    forward, back = compared(given, [asked]), compared(asked, [given])
    if forward is not None or back is not None:
        return forward in _SO and (back in _SO or not is_only)
    is_kin = asked.kind == given.kind or {asked.kind, given.kind} <= {"null", "true"}
    return is_kin and is_answered(asked, given, language) is True
