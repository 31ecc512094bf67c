"""What a subject does not do itself, but what it calls does: told beside the verdict.

Only the subject's own code counts (`f raises E` is a raise in `f`), so that a verdict never depends
on how far somebody looks. Who reads `f never raises E` as SUPPORTED should yet know of the helper
that does. What is done one call away changes no verdict and no confidence.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

from codewitness.engine.graph.edges import Resolution
from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.judging import judge
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.verdicts import Status
from codewitness.features.call_graph import call_graph
from codewitness.features.places import Place, Reading
from codewitness.features.verify.answer import Answer, Indirect, evidence_of
from codewitness.features.verify.found import Found, NotThere
from codewitness.features.verify.known import KnownHere
from codewitness.features.verify.subjects import Subjects
from codewitness.model.outline import Around, whole_word
from codewitness.model.text import Span

MAX_CALLEES = 16
MAX_SHOWN = 3
SECONDS = 0.5  # for the edges of the subject; they are known unless nobody has asked yet
NOT_ALL = "not all functions that it calls were looked at"
P = Predicate
_DONE = frozenset({P.CALLS, P.INSTANTIATES, P.RAISES, P.CATCHES, P.LOOPS, P.ACTS})
_WITH_WHAT = frozenset({P.READS, P.WRITES, P.SUBSCRIPTS, P.USES})  # that must be the same there
_OWN = frozenset({"self", "this", "cls"})
_CONSTANT = re.compile(r"[A-Z][A-Z\d]*(?:_[A-Z\d]+)+")


def with_indirect(answer: Answer, reading: Reading) -> Answer:
    """The same answer, with what the subject's callees do of the claim if it does not itself."""
    clause = _asked(answer)
    if clause is None or answer.place is None:
        return answer
    subjects = Subjects(reading)
    callees, are_all = _callees(answer.place, subjects)
    judged = (
        _done_by(callee, site, clause, answer, subjects)
        for callee, site in callees
        if _may_do(clause, callee, answer.place)
    )
    shown = list(islice((one for one in judged if one is not None), MAX_SHOWN))
    told = answer if are_all else replace(answer, searched=(*answer.searched, NOT_ALL))
    return replace(_with(told, shown), freshness=reading.freshness()) if shown else told


def _asked(answer: Answer) -> Clause | None:
    """What may be done one call away, as a plain statement; None if that can't be asked."""
    claim = answer.claim
    is_lacking = answer.status is Status.NOT_SUPPORTED and not claim.is_negated
    is_absent = answer.status is Status.SUPPORTED and claim.is_negated and not answer.evidence
    is_plain = len(claim.clauses) == 1 and claim.members is None and not claim.is_alone
    if not is_plain or not (is_lacking or is_absent) or claim.each:
        return None
    [clause] = claim.clauses
    # What is said of where and how often it is done holds for the subject's own code alone.
    is_elsewhere = clause.place not in (None, Around.BRANCH) or clause.is_outside
    is_placed = is_elsewhere or clause.beside or clause.of_loop or clause.is_each or clause.step
    is_bound = clause.count or clause.order or clause.is_only or clause.arguments or clause.given
    if is_placed or is_bound:
        return None
    return replace(clause, is_negated=False, place=None, condition=None, described="", text="")


def _callees(place: Place, subjects: Subjects) -> tuple[list[tuple[Place, Span]], bool]:
    """The functions that a subject surely calls, each with its first call, and if these are all."""
    if not place.symbol.kind.is_callable or not place.folder.is_complete:
        return [], True  # what is not read yet is told as such
    found: list[tuple[Span, Place]] = []
    with call_graph(subjects.reading, place.folder, SECONDS) as graph:
        scope = graph.scope_of(place)
        for related in graph.callees(scope, Resolution.INHERITED) if scope is not None else ():
            callee = related.place
            if callee is not None and callee.symbol.kind.is_callable and not related.is_implicit:
                found.append((min(related.sites), callee))
        are_all = graph.is_complete and len(found) <= MAX_CALLEES
    first = sorted(found, key=lambda one: one[0])[:MAX_CALLEES]
    own = place.symbol.qualified_name
    return [(one, site) for site, one in first if one.symbol.qualified_name != own], are_all


def _may_do(clause: Clause, callee: Place, subject: Place) -> bool:
    """False for what can't be, seen by names alone: most callees are not worth a judgement."""
    named = [one.text for one in clause.objects if one.is_code]
    if clause.predicate in _WITH_WHAT:
        if not named or not all(_is_the_same(one, callee, subject) for one in named):
            return False
    elif clause.predicate not in _DONE:
        return False
    raw = callee.text.raw[callee.symbol.span.start : callee.symbol.span.end]
    return all(whole_word(parts(one)[-1]).search(raw) for one in named)


def _is_the_same(text: str, callee: Place, subject: Place) -> bool:
    """True for what is one thing in both: `self.x`, `@x` of a class, `MAX_TRIES` of a file."""
    if text.startswith("@") or parts(text)[0] in _OWN:
        return callee.symbol.container == subject.symbol.container
    return callee.symbol.path == subject.symbol.path and _CONSTANT.fullmatch(text) is not None


def _done_by(
    callee: Place, site: Span, clause: Clause, answer: Answer, subjects: Subjects
) -> Indirect | None:
    found = Found(places=(callee,))
    known = KnownHere(subjects, found)
    try:
        subject = known.judging(subjects.read(found, known))
    except NotThere:
        return None
    verdict = judge(Claim(text="", subject=answer.claim.subject, clauses=(clause,)), subject)
    if verdict.status is not Status.SUPPORTED or not verdict.proofs:
        return None
    assert answer.place is not None  # whose callees these are
    return Indirect(
        place=callee,
        called_at=answer.place.text.line_at(site.start) + 1,
        evidence=evidence_of(verdict.proofs, subjects, supports=True),
    )


def _with(answer: Answer, shown: list[Indirect]) -> Answer:
    first, *others = shown
    line = first.evidence[0]
    also = f", and {len(others)} more" if others else ""
    also += "; on what condition was not looked at" if answer.claim.clauses[0].place else ""
    summary = (
        f"{answer.summary}; but `{first.place.symbol.name}`, which it calls in line"
        f" {first.called_at}, does ({line.place.symbol.path}:{line.line}){also}"
    )
    return replace(answer, summary=summary, indirect=tuple(shown))
