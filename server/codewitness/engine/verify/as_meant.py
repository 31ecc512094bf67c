"""A clause as the code shows that it is meant: plain words as names, verbs as what is done."""

from __future__ import annotations

from codewitness.engine.verify.calling.making import as_made, as_rendered
from codewitness.engine.verify.calling.received import as_received
from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.conditions.needing import as_needed
from codewitness.engine.verify.control.taking_locks import as_locking
from codewitness.engine.verify.errors import ignoring
from codewitness.engine.verify.subject import Subject
from codewitness.engine.verify.worded import as_singular, with_bound, with_noun


def as_meant(clause: Clause, subject: Subject) -> Clause:
    """The clause as the code of the subject shows that it is meant."""
    clause = with_noun(as_singular(clause, subject), subject)
    clause = ignoring.as_caught(with_bound(clause, subject), subject)
    clause = as_made(ignoring.as_used(ignoring.as_let_pass(clause, subject), subject), subject)
    clause = as_locking(as_rendered(clause, subject), subject)
    clause = ignoring.as_default(ignoring.as_recovered(clause, subject), subject)
    return as_received(as_needed(ignoring.as_ending(clause), subject), subject)
