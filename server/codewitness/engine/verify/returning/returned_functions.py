"""`returns a function that calls f`: what is said of the function is asked of the one returned."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.claim import Claim, Predicate
from codewitness.engine.verify.reading.parse import parse_predicate
from codewitness.engine.verify.subject import Subject

_SAID = re.compile(r"(?:\? )?(?:that|which) (?:then |in turn )?(?P<what>[a-z].*)$")
_FUNCTION = re.compile(
    r"\breturns? (?:an? |another |the |new )+(?:\w+ )?"
    r"(?:function|closure|lambda|callback|method|callable|wrapper|decorator|option)"
    r" (?:that|which)\b"
)


def of_returned_function(claim: Claim, subject: Subject) -> tuple[Claim, Claim, Subject] | None:
    """The claim without what is said of the function, that, and of which it is said.

    None if nothing is, or if not just one function is given back.
    """
    if len(claim.clauses) != 1 or len(claim.ignored) != 1 or claim.is_negated:
        return None
    [clause], [words] = claim.clauses, claim.ignored
    said = _SAID.fullmatch(words)
    is_such = clause.predicate is Predicate.RETURNS and _FUNCTION.search(claim.text)
    if said is None or not is_such or clause.condition is not None:
        return None
    own = returned_alone(subject)
    inner = parse_predicate(subject.name, said["what"])
    if own is None or inner.problem:
        return None
    return replace(claim, ignored=()), inner, own


def returned_alone(subject: Subject) -> Subject | None:
    """The function that it gives back, if there is just one."""
    given = [one for part in subject.parts for one in subject.known.returned(part)]
    if len(given) != 1:
        return None
    return replace(subject, head=given[0], parts=tuple(given), name=given[0].outline.name)
