"""Whether something that is asked where a thing was found is known to come out as a claim says.

Words alone can't tell that: `if the list is empty` shares one with `list.next == list.tail`, which
asks nothing of it. Some question there has to share a word with what is said, and be known to be
answered that way: with yes, or with no if the claim denies it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.asked import coded
from codewitness.engine.verify.conditions.holding import (
    decided_at,
    is_as_said,
    is_one_of_several,
)
from codewitness.engine.verify.control.until import goes_on_so
from codewitness.engine.verify.doubts.answers import (
    JOINED,
    LEAD,
    NOT,
    PLAIN_WORD,
    TURNING,
    Asked,
    answers,
    asked_by,
    denying,
    is_of_absence,
    sides_of,
    sides_of_and,
)
from codewitness.engine.verify.doubts.asked_there import is_place, whole
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.question import EITHER
from codewitness.model.facts import Item, Kind
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_PASSING = frozenset({"skip", "ignore", "omit", "exclude", "reject", "drop", "filter", "skips"})
_SUCH_AS = re.compile(r"[?& ]*(?:that|which|who) (?P<so>(?:is|are|was|were|has|have) .+)$")


def of_other_sort(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`that are in use`, where it is asked whether a thing is so, and it is not."""
    owners = words_of(claim.subject.name.rpartition(".")[0]) if claim.subject else set()
    for words in claim.ignored:
        said = _SUCH_AS.match(words)
        if said is None:
            continue
        for clause in claim.clauses:
            if clause.detail in _PASSING:
                continue  # what is done there is done with the others
            condition = f"if it {said['so']}"
            asked = replace(clause, described=condition, order=None, is_outside=False)
            places = [one for one in proofs if is_place(one)]
            is_asked = any(decided_at(one.outline, whole(one)) for one in places)
            if is_asked and not is_answered(asked, proofs, owners):
                yield words


def of_other_answer(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Conditions of a claim to which nothing that is asked there is the answer."""
    owners = words_of(claim.subject.name.rpartition(".")[0]) if claim.subject else set()
    for clause in claim.clauses:
        denied = [one for one in sides_of_and(clause.described) if NOT.search(one)]
        for side in denied or [clause.described]:
            if not is_answered(replace(clause, described=side), proofs, owners):
                yield side


_EVEN = re.compile(r"\beven (?:if|when|though) (?P<what>[^,;]+?)\.?$")


def of_the_excluded(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`even if it is invalid`, where it is known that it is not wherever that is reached."""
    said = _EVEN.search(claim.text)
    places = [one for one in proofs if is_place(one)]
    if said is None or not places or len(claim.clauses) != 1 or JOINED.search(said["what"]):
        return
    so, not_so = (
        _asked_so(f"{lead} {said['what']}", claim.clauses[0]) for lead in ("if", "unless")
    )
    if all(_is_told(not_so, one) and not _is_told(so, one) for one in places):
        yield said[0]


def _asked_so(said: str, clause: Clause) -> Asked | None:
    lead = LEAD.match(said)
    asked = replace(clause, described=said, text=said)
    return None if lead is None else asked_by(asked, lead, frozenset())


def _is_told(asked: Asked | None, proof: Proof) -> bool:
    """True if something that is known there is what is asked, and nothing less."""
    decided = decided_at(proof.outline, whole(proof))
    return asked is not None and any(
        answers(asked, one.question, proof.outline.text.slice(one.condition), proof)
        for one in decided
        if one.question.kind != EITHER
    )


def is_answered(clause: Clause, proofs: Sequence[Proof], owners: Set[str]) -> bool:
    """False if the condition of a clause has no answer at any of these places."""
    said = clause.described
    lead = LEAD.match(said)
    if lead is None or clause.is_outside or clause.order is not None or JOINED.search(said):
        return True
    asked = asked_by(clause, lead, owners)
    places = [one for one in proofs if is_place(one)]
    if clause.predicate is Predicate.LOOPS and lead["lead"] in ("while", "until"):
        return any(_is_head_so(clause, asked, one) for one in places)
    return not places or any(
        _is_answered_otherwise(clause, asked, one) or _answers_at(asked, one) for one in places
    )


def _is_head_so(clause: Clause, asked: Asked, proof: Proof) -> bool:
    """True if the head of a loop asks what is said of how long it goes on, or nothing."""
    outline = proof.outline
    loops = [item for item in outline.marked("loop") if item.span.contains(proof.span)]
    if not loops or goes_on_so(clause.described, outline, proof.span):
        return True
    loop = min(loops, key=lambda one: one.span.end - one.span.start)
    heads = [one for one in outline.marked("condition") if one.span == _head_of(loop, outline)]
    is_until = loop.text.startswith("until")
    return all(_ENDLESS.fullmatch(one.text) for one in heads) or any(
        answers(asked, side, one.text, proof)
        for one in heads
        for question in coded(one.text, holds=not is_until)
        for side in sides_of(question)
    )


_ENDLESS = re.compile(r"[( ]*(?:true|True|1|:;)[) ]*")


def _head_of(loop: Item, outline: Outline) -> Span | None:
    """The first condition in a loop, if it stands in the loop's own line."""
    own = [one.span for one in outline.marked("condition") if loop.span.contains(one.span)]
    first = min(own, key=lambda one: (one.start, -one.end), default=None)
    is_head = first is not None and outline.text.line_at(first.start) == outline.text.line_at(
        loop.span.start
    )
    return first if is_head else None


def _is_answered_otherwise(clause: Clause, asked: Asked, proof: Proof) -> bool:
    """True if it can be compared as it is said; what is caught there, other rules look at."""
    outline, span, said = proof.outline, whole(proof), clause.described
    return (
        (Around.HANDLER in outline.around(proof.span) and not _is_of_no_failure(said))
        or _is_in_select(proof)
        or _asks_itself(clause, asked, proof)
        or is_as_said(said, outline, span, is_only=clause.is_only_there).is_so is True
        or is_one_of_several(said, outline, span) is True
    )


def _is_of_no_failure(said: str) -> bool:
    """True for `when the file is not missing`, of a handler: a denial is denied."""
    plain = {one.lower() for one in PLAIN_WORD.findall(NOT.sub(" ", said))}
    n_denied = len(NOT.findall(said)) + len(denying(plain)) + said.startswith(TURNING)
    return n_denied > 1 and n_denied % 2 == 0


def _is_in_select(proof: Proof) -> bool:
    """True in an arm of Go's `select`, which waits for what it names."""
    outline = proof.outline
    if outline.language != "go":
        return False
    each = outline.marked("conditional")
    return any(one.span.contains(proof.span) and one.text.startswith("select") for one in each)


def _answers_at(asked: Asked, proof: Proof) -> bool:
    """True if something asked there is the answer, or what is asked can't be taken apart."""
    outline, span = proof.outline, whole(proof)
    decided = decided_at(outline, span)
    around = conditions_around(Hit(proof.type, proof.detail, outline, span, span))
    is_unread = outline.has_error or (not around and Around.BRANCH in outline.around(span))
    if not decided and not around and not is_unread:
        is_run_there = outline.kind is Kind.LAMBDA  # under what its function runs it
        return asked.is_denied or is_run_there or is_of_absence(asked)
    if not decided or is_unread or not {*around} <= {one.condition for one in decided}:
        return True
    if asked.is_denied and any(one.question.kind == EITHER for one in decided):
        return True  # another way leads there, too
    return any(
        answers(asked, question, outline.text.slice(one.condition), proof)
        for one in decided
        for question in sides_of(one.question)
        if one.condition in around or one.question.kind != EITHER
    )


_LITERAL = re.compile(
    r"(?:return\b\s*)?(?:-?[\d.]+\w*|[\"'].*|[A-Za-z_][\w.:]*|nil,.*|\[\]|\{\})?[;,]?\s*$"
)
_ASSERTING = re.compile(r"\s*(?:debug_)?(?:assert|precondition|require|check|ensure)\w*!?\b")
_COMING_OUT = re.compile(r"\b(?:fails?|failed|throws?|threw|raise[sd]?|succeeds?|succeeded)\b")


def _asks_itself(clause: Clause, asked: Asked, proof: Proof) -> bool:
    """True for `return state == DONE` and `assert x`, which ask themselves what is said."""
    text = proof.outline.text
    line = text.slice(text.line_span(proof.line)).strip()
    is_head = proof.type is EvidenceType.LOOP and clause.predicate is not Predicate.LOOPS
    if is_head or clause.predicate is Predicate.FALLS_BACK:
        return True
    if _COMING_OUT.search(clause.described):
        return _has_come_out(proof) and not _is_of_no_error(clause.described, proof)
    if clause.predicate is Predicate.RAISES:
        return _ASSERTING.match(line) is not None
    if clause.predicate is not Predicate.RETURNS or _LITERAL.match(line) is not None:
        return False
    said = asked.who | asked.what
    is_truth = not clause.objects or any(o.text.lower() in _TRUTHS for o in clause.objects)
    return is_truth or any(is_told(one, words_of(line)) for one in said)


_TRUTHS = frozenset({"true", "false", "yes", "no", "boolean", "bool"})
_RESULT = re.compile(
    r"(?i)\(|err|exc|fail|ok\b|succe|status|result|\bre?[ct]\b|code|null|nil|none|[<>=]"
)


def _has_come_out(proof: Proof) -> bool:
    """True if anything that is asked there may be what something has given."""
    outline = proof.outline
    text = outline.text
    asked = [text.slice(one.condition) for one in decided_at(outline, whole(proof))]
    return not asked or any(_RESULT.search(one) for one in asked)


_FAILING = re.compile(r"\b(?:fails?|failed|throws?|threw|raise[sd]?)\b")
_AN_ERROR = re.compile(r"(?i)(?:.*[._])?err(?:or)?\d?")


def _is_of_no_error(said: str, proof: Proof) -> bool:
    """True for `if it fails` where an error is asked for, and there is none: `if err == nil`."""
    asked = [one.question for one in decided_at(proof.outline, whole(proof))]
    asked = [one for one in asked if _AN_ERROR.fullmatch(one.what) and one.kind in ("null", "true")]
    is_wanted = _FAILING.search(said) is not None and not said.startswith(TURNING)
    is_wanted = is_wanted and NOT.search(said) is None
    return is_wanted and bool(asked) and not any((q.kind == "true") == q.holds for q in asked)
