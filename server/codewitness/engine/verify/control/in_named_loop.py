"""`loops over rows and calls f`: that `f` is called in that loop, and not somewhere else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.verdicts import Status, Verdict
from codewitness.model.text import Span

P = Predicate
_DONE = frozenset({P.CALLS, P.ACTS, P.AWAITS, P.INSTANTIATES, P.RAISES, P.YIELDS})
_ELSEWHERE = re.compile(r"\b(?:outside|afterwards?|later|at (?:the )?(?:end|last)|then|finally)\b")


def in_its_loop(clauses: Sequence[Clause], verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts, those on what is done besides by what stands in the loop that is named."""
    kept = list(verdicts)
    loops: list[tuple[Proof, Span]] = []
    for at, one in enumerate(clauses):
        if at and (_ELSEWHERE.search(one.text) or one.predicate not in _DONE):
            loops = []
        is_bare = one.place is None and one.order is None and not (one.is_negated or one.step)
        if loops and is_bare and kept[at].status is Status.SUPPORTED:
            kept[at] = _held(kept[at], loops)
        loops = _loops(one, verdicts[at]) or loops
    return kept


def _loops(clause: Clause, verdict: Verdict) -> list[tuple[Proof, Span]]:
    """The loops over what is named, as they were found."""
    is_over = clause.predicate is P.LOOPS and clause.objects and not clause.is_negated
    if not is_over or verdict.status is not Status.SUPPORTED:
        return []
    found = []
    for proof in verdict.proofs:
        around = [i.span for i in proof.outline.marked("loop") if i.span.contains(proof.span)]
        if around:
            found.append((proof, min(around, key=lambda span: span.end - span.start)))
    return found


def _held(verdict: Verdict, loops: Sequence[tuple[Proof, Span]]) -> Verdict:
    inside = tuple(
        one
        for one in verdict.proofs
        if any(head.outline is one.outline and span.contains(one.span) for head, span in loops)
    )
    if inside:
        return replace(verdict, proofs=inside)
    reason = "it is done there, but not in that loop"
    return replace(verdict, status=Status.INCONCLUSIVE, proofs=(), reason=reason)
