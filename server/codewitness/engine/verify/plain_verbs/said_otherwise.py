"""What a verb also says, where nothing is found of it as it stands: `evicts x` is `removes x`.

A second reading is asked only where the first leaves a claim open or finds nothing, and counts only
where it finds places.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from codewitness.engine.verify.calling.beside import rule_beside
from codewitness.engine.verify.calling.other_overload import rule_overload
from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.control.leaving_the_loop import may_end, rule_leaves
from codewitness.engine.verify.control.select_arms import (
    held_to_arms,
    may_be_in_select,
    rule_in_select,
)
from codewitness.engine.verify.control.skipping import rule_skipped
from codewitness.engine.verify.errors.let_by import rule_let_by
from codewitness.engine.verify.errors.retrying import rule_retried
from codewitness.engine.verify.evidence import NOTHING, Finding, InWords, doubtful
from codewitness.engine.verify.plain_verbs.acts import rule_acts
from codewitness.engine.verify.plain_verbs.arithmetic import rule_counted
from codewitness.engine.verify.plain_verbs.compared_with import rule_compared
from codewitness.engine.verify.plain_verbs.copying import may_copy
from codewitness.engine.verify.plain_verbs.plain_guards import rule_guarded, rule_sort_of_lock
from codewitness.engine.verify.reading.parse import parse_predicate
from codewitness.engine.verify.reading.rephrased import rule_rephrased
from codewitness.engine.verify.returning.null_of_try import rule_null_of_try
from codewitness.engine.verify.returning.returns import rule_returns
from codewitness.engine.verify.state.capping import rule_capped
from codewitness.engine.verify.state.defaulting import rule_defaulted
from codewitness.engine.verify.state.literals import stands_there
from codewitness.engine.verify.state.parameter_sorts import rule_sort
from codewitness.engine.verify.state.removing import rule_removed
from codewitness.engine.verify.state.stored_there import rule_stored_there
from codewitness.engine.verify.subject import Subject


def _read_alone(clause: Clause, subject: Subject) -> Finding | None:
    """`reads in a loop`, whatever is read: a plain verb, as calls are named."""
    is_bare = clause.predicate in (Predicate.READS, Predicate.WRITES) and clause.count is None
    is_bare = is_bare and not (clause.objects or clause.arguments or clause.is_only)
    if not is_bare or not re.match(
        r"(?:never |not )?(?:reads?|writes?)(?: (?:in|inside)\b|$)", clause.text
    ):
        return None
    return rule_acts(replace(clause, predicate=Predicate.ACTS), subject)


_CHECKED = re.compile(r"(?:checks?|tests?|asks?) (?:if|whether) (?P<what>[^,;]+)$")


def _checked(clause: Clause, subject: Subject) -> Finding | None:
    """`checks whether x is set` of `return x != null`, where no condition asks it."""
    said = _CHECKED.match(clause.text)
    if said is None or clause.predicate is not Predicate.BRANCHES or subject.is_class:
        return None
    claim = parse_predicate(subject.name, f"returns true if {said['what']}")
    if claim.problem or claim.ignored or len(claim.clauses) != 1:
        return None
    [given] = claim.clauses
    return rule_returns(given, subject)


def or_otherwise(
    clause: Clause,
    finding: Finding,
    subject: Subject,
    told: Callable[[Clause, Subject], Finding],
) -> Finding:
    """`finding`, or what a second reading of the clause shows; `told` is the first one."""
    finding = held_to_arms(clause, finding, subject)
    is_open = finding == NOTHING or bool(finding.doubt)
    if not is_open or clause.order is not None:
        return finding
    other = _otherwise(clause, subject)
    if other is None:
        other = rule_rephrased(clause, subject, lambda c, s: _fully(c, s, told(c, s)))
    if other is not None:
        return held_to_arms(clause, other, subject)
    if finding == NOTHING and (doubt := _open(clause, subject)):
        return doubtful(doubt)
    is_anywhere = clause.place is None and clause.condition is None and not clause.described
    if not is_anywhere or clause.count is not None or clause.is_only:
        return finding
    inside = tuple(one for part in subject.parts for one in subject.known.inside(part))
    other = _otherwise(clause, replace(subject, parts=inside)) if inside else None
    if other is not None or finding != NOTHING:
        return other or finding
    handed = [(one, to) for part in subject.parts for one, to in subject.known.handed(part)]
    for one, to in handed:
        if _otherwise(clause, replace(subject, parts=(one,))) is not None:
            return doubtful(f"a function that is handed to `{to}` does it, which may run it")
    return finding


_SORT = r"(?:keys?|values?|entr(?:y|ies)|items?|elements?|records?|rows?|nodes?)"


def _of_described(clause: Clause, _: Subject) -> str:
    """Why it is left open whether it `removes the expired keys`: which those are is no name."""
    plain = [one.text for one in clause.objects if not one.is_code]
    is_said = any(re.search(rf"\b{re.escape(one)} {_SORT}\b", clause.text) for one in plain)
    is_done = clause.predicate in (Predicate.WRITES, Predicate.ACTS)
    return (
        InWords("which of them are meant is said in plain words only")
        if is_done and is_said
        else ""
    )


def _fully(clause: Clause, subject: Subject, finding: Finding) -> Finding:
    """`finding`, or what another reading shows where that has no places."""
    return finding if finding.proofs else _otherwise(clause, subject) or finding


def _open(clause: Clause, subject: Subject) -> str:
    """Why nothing follows of that nothing was found; empty if that is the end of it."""
    reasons = (may_be_in_select, may_end, stands_there, may_copy, _of_described)
    return next(filter(None, (reason(clause, subject) for reason in reasons)), "")


def _otherwise(clause: Clause, subject: Subject) -> Finding | None:
    findings = (reading(clause, subject) for reading in _READINGS)
    return next((one for one in findings if one is not None and (one.proofs or one.against)), None)


_READINGS: tuple[Callable[[Clause, Subject], Finding | None], ...] = (
    _read_alone,
    rule_overload,
    rule_removed,
    rule_skipped,
    rule_counted,
    rule_retried,
    rule_beside,
    rule_sort_of_lock,
    rule_guarded,
    rule_sort,
    rule_capped,
    rule_let_by,
    rule_defaulted,
    rule_compared,
    rule_leaves,
    rule_in_select,
    rule_stored_there,
    rule_null_of_try,
    _checked,
)
