"""Where what was found is of the name that is said, and not of what is said of it.

`executes the pipeline` beside `pipeline().execute()`; `makes the index the head` of a line that
reads `head`; `swallows rejections of the promise that it returns` of another promise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.conditions.arms import arms_around
from codewitness.engine.verify.evidence import Finding, Proof, doubtful
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.reading.spelled_short import is_spoken_in
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.subject import Subject

P = Predicate
_RUNNING = frozenset({"execute", "run", "invoke", "trigger", "fire", "start", "launch", "perform"})
_MADE = re.compile(r"\s*makes? (?:the|an?|its|it|them) (?:\w+ )?(?:the|an?|its) \w")
_RELATIVE = re.compile(
    r"[?& ]*of (?:(?:the|an?|its) \w+ (?:that |which )?(?:it|he|they|is|was|are)\b"
    r"|(?:(?:any|all|every|each) )?other\b)"
)


def unless_of_another(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """The finding; open where its verb is done by a call, or what it makes of that is unread."""
    if not finding.proofs:
        return finding
    if clause.predicate is P.USES and _MADE.match(clause.text):
        return doubtful("what that is made is not looked at")
    if clause.predicate is P.RECURSES and _is_in_other_arms(clause, finding.proofs):
        return doubtful("into what it calls itself is not what those arms are run for")
    is_plain = clause.objects and not any(one.is_code for one in clause.objects)
    if clause.predicate is P.CALLS and is_plain and clause.detail in _RUNNING:
        asked = {*stems(clause.detail), clause.detail}
        shown = {parts(one.detail)[-1].lower() for one in finding.proofs}
        called = {call.name.lower() for part in subject.parts for call in part.outline.calls}
        if called & asked and not shown & asked:
            return doubtful(f"a call is named {clause.detail!r}, which may be it")
    return finding


def _is_in_other_arms(clause: Clause, proofs: Sequence[Proof]) -> bool:
    """True of `recurses into hashes`, where it does so but in the arm of arrays."""
    words = [one.text.lower() for one in clause.objects if not one.is_code]
    labels = [
        label.name.lower()
        for proof in proofs
        for arms in arms_around(proof.outline)
        for arm in arms
        if arm.span.contains(proof.span)
        for label in arm.labels
    ]
    told = any(
        is_spoken_in(one, label) for word in words for one in word.split() for label in labels
    )
    return bool(words and labels) and not told


def of_that_one(ignored: Sequence[str], proofs: Sequence[Proof]) -> str:
    """`of the promise it returns`: which one is meant, where another may be shown."""
    return next((words for words in ignored if proofs and _RELATIVE.match(words)), "")
