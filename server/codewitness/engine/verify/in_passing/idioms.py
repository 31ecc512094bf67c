"""Rules for whole sentences of a review, each held to an idiom of the code."""

from __future__ import annotations

from collections.abc import Callable

from codewitness.engine.verify.confidence import IDIOM
from codewitness.engine.verify.evidence import Finding
from codewitness.engine.verify.in_passing.amounts_of import rule_amounts
from codewitness.engine.verify.in_passing.formats import rule_formats
from codewitness.engine.verify.in_passing.kept_first import rule_kept_first
from codewitness.engine.verify.in_passing.made_if_missing import rule_made_if_missing
from codewitness.engine.verify.in_passing.modes import rule_modes
from codewitness.engine.verify.in_passing.pauses import rule_pauses
from codewitness.engine.verify.in_passing.skipped_ones import rule_skipped_ones
from codewitness.engine.verify.in_passing.stripping import rule_stripped
from codewitness.engine.verify.subject import Subject
from codewitness.engine.verify.verdicts import Status, Verdict

_RULES: tuple[Callable[[str, Subject], Finding | None], ...] = (
    rule_pauses,
    rule_modes,
    rule_stripped,
    rule_made_if_missing,
    rule_kept_first,
    rule_skipped_ones,
    rule_formats,
    rule_amounts,
)


def by_idiom(said: str, subject: Subject) -> Verdict | None:
    """The verdict on what is said of the subject; None if no rule is for it, or decides it."""
    if subject.is_class or subject.is_file or not subject.has_body:
        return None
    for rule in _RULES:
        finding = rule(said, subject)
        if finding is not None and (finding.proofs or finding.against):
            status = Status.SUPPORTED if finding.proofs else Status.CONTRADICTED
            proofs = finding.proofs or finding.against
            return Verdict(status=status, confidence=IDIOM, proofs=proofs)
    return None
