"""`is called twice`, `has three callers`: how many places call a subject, or how many others do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from codewitness.engine.verify.calling.from_outside import may_be_called_from_outside
from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.conditions.callers import is_in_tests
from codewitness.engine.verify.conditions.exclusive import is_apart_or_left, most_on_one_way
from codewitness.engine.verify.evidence import (
    NOTHING,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
)
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.reading.counts import read_count
from codewitness.engine.verify.reading.cursor import Cursor
from codewitness.engine.verify.reading.tokens import tokens
from codewitness.engine.verify.subject import CallSite, Subject
from codewitness.model.outline import Around

_PLACES = re.compile(
    r"((?:at (?:most|least)|exactly|just|only|more than|fewer than|less than|no more than) )?"
    r"(\w+|a single) (?:different |distinct |other )?(?:call )?(?:places?|sites?|spots?|locations?)"
)
_CALLERS = re.compile(r"\bcallers?\b|\bby (?:[\w-]+ )*?(function|method)s?\b")
_CLASSES = re.compile(r"\b(?:class(?:es)?|modules?|files?|packages?|threads?)\b")
_REPEATING = frozenset({Around.LOOP, Around.COMPREHENSION})


def with_count(clause: Clause) -> Clause:
    """The clause with `from three places` as its count; itself if no such thing is said."""
    if clause.count is not None or len(clause.objects) != 1 or clause.objects[0].is_code:
        return clause
    said = _PLACES.fullmatch(clause.objects[0].text)
    if said is None:
        return clause
    number = "one" if said[2] in ("a single", "single", "a") else said[2]
    count = read_count(Cursor(tokens(f"{(said[1] or '').replace('only ', '')}{number} times")))
    return clause if count is None else replace(clause, count=count, objects=(), is_only=False)


def rule_counted_callers(clause: Clause, subject: Subject) -> Finding:
    """What follows for a number of callers, by all sites that the call graph knows."""
    sites = subject.known.callers()
    if sites is None:
        return doubtful("who calls it is not known in this version")
    if clause.condition is not None or clause.place is not None or _CLASSES.search(clause.text):
        return doubtful("how often that is so can't be counted by its callers")
    certain = list({(id(one.outline), one.span): one for one in sites if one.is_certain}.values())
    beside = [
        certain,
        [one for one in certain if not is_in_tests(one)],
        [one for one in certain if one.caller != subject.qualified_name],
    ]
    allowed = {_is_allowed(clause, each, subject) for each in beside}
    open_ = next((one for one in sites if not one.is_certain), None)
    if open_ is not None and not _is_settled(clause, certain, subject):
        line = open_.outline.text.line_at(open_.span.start) + 1
        return doubtful(f"`{open_.caller}` may call it, too, in line {line}")
    if (
        doubt := ""
        if _is_settled(clause, certain, subject)
        else may_be_called_from_outside(subject)
    ):
        return doubtful(doubt)
    if len(allowed) > 1 or None in allowed:
        return doubtful(
            "how many count is open: some stand in a loop, exclude each other, are of tests or its"
            " own"
        )
    proofs = tuple(
        Proof(EvidenceType.EDGE, f"called by {one.caller}", one.outline, one.span)
        for one in certain
    )
    if allowed == {True}:
        return Finding(proofs=proofs, is_true=not proofs)
    return Finding(against=proofs) if proofs else NOTHING


def _is_settled(clause: Clause, certain: Sequence[CallSite], subject: Subject) -> bool:
    """True if more of them would change nothing: there are enough, or too many."""
    count = clause.count
    assert count is not None
    least, _ = _numbers(clause, certain, subject)
    if count.most is not None:
        return least > count.most
    return count.least is not None and least >= count.least


def _is_allowed(clause: Clause, sites: Sequence[CallSite], subject: Subject) -> bool | None:
    """Whether as many call it as is said; None if that depends on how often each is run."""
    count = clause.count
    assert count is not None
    least, most = _numbers(clause, sites, subject)
    is_repeated = not _is_of_callers(clause) and any(
        _REPEATING & one.outline.around(one.span) for one in sites
    )
    if count.allows(least) and count.allows(most):
        return None if is_repeated and count.most is not None else True
    if count.most is not None and least > count.most:
        return False
    is_short = count.least is not None and most < count.least
    return False if is_short and not is_repeated else None


def _numbers(clause: Clause, sites: Sequence[CallSite], subject: Subject) -> tuple[int, int]:
    """How many there are at least, where some exclude each other, and at most."""
    if _is_of_callers(clause):
        names = {(one.path, one.caller) for one in sites}
        # The top level of a file is no function.
        named = [name for name in names if not _is_top(name, sites)]
        return len(named), len(names)
    by_outline: dict[int, list[Hit]] = {}
    for one in sites:
        hit = Hit(EvidenceType.EDGE, subject.name, one.outline, one.span, one.span)
        by_outline.setdefault(id(one.outline), []).append(hit)
    on_one_way = sum(most_on_one_way(hits, is_apart_or_left) for hits in by_outline.values())
    return on_one_way, len(sites)


def _is_of_callers(clause: Clause) -> bool:
    return _CALLERS.search(clause.text) is not None


def _is_top(name: tuple[str, str], sites: Sequence[CallSite]) -> bool:
    return any((one.path, one.caller) == name and not one.outline.kind.is_callable for one in sites)
