"""Ways to say it that are read as another: `fails when x` is `raises when x`, or an error returned.

A second reading, which counts only where it finds places, and never of what is denied.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import Finding
from codewitness.engine.verify.reading.parse import parse_predicate
from codewitness.engine.verify.subject import Subject

_WHEN = r"(?=(?:only )?(?:if|when|unless|once|whenever|as soon as|because)\b)"
_FAILING = (
    r"fails|gives up|bails(?: out)?|aborts|blows up|errors(?: out)?|complains|refuses|rejects"
    r"|rejects it"
)
_WAYS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (re.compile(rf"^(?:{_FAILING}) {_WHEN}"), ("raises ", "returns an error ")),
    (
        re.compile(rf"^(?:stops|exits|quits|ends|finishes|terminates|bails out|gives up) {_WHEN}"),
        ("returns ", "leaves the loop "),
    ),
    (
        re.compile(r"^re-?(?=(?:creat|mak|build|open|send|emit|add|insert|load|start|init)\w* )"),
        ("",),
    ),
    (
        re.compile(r"^wakes(?: up)? (?P<who>.+?)(?: up)?(?=$| (?:if|when|only|once|unless)\b)"),
        (
            r"notifies \g<who>",
            r"signals \g<who>",
            r"unparks \g<who>",
        ),
    ),
)


def rule_rephrased(
    clause: Clause, subject: Subject, told: Callable[[Clause, Subject], Finding]
) -> Finding | None:
    """What is found of the clause in other words; None if nothing is, or it has no others."""
    if clause.is_negated or clause.is_only or clause.order is not None:
        return None
    for text in _others(clause.text):
        claim = parse_predicate(subject.name, text)
        if claim.problem or claim.ignored or len(claim.clauses) != 1 or claim.arm is not None:
            continue
        finding = told(claim.clauses[0], subject)
        if finding.proofs and not claim.clauses[0].is_negated:
            return finding
    return None


def _others(text: str) -> Iterator[str]:
    for said, ways in _WAYS:
        if said.match(text):
            yield from (said.sub(way, text, count=1) for way in ways)
