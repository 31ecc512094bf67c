"""`returns the last item of the queue`: at which end what is given back stands, as written."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import Finding, found
from codewitness.engine.verify.returning.returned_shapes import values_given
from codewitness.engine.verify.subject import Subject

_SAID = re.compile(
    r"\breturns? (?:only )?(?:the|its|their) (?:very )?(?P<end>first|last)"
    r" (?!arguments?\b|param\w*\b|matche?s?\b)(?P<what>[a-z]+)"
    r"(?: (?:of|in|from|on) (?:the |its |an? )?`?(?P<whose>[\w.@$]+)`?)?$"
)
_ENDS = {
    "first": re.compile(
        r"(?i)[.](?:get|peek)?_?(?:first|front|head)(?:_?or_?(?:null|default|none))?(?:\(\s*\))?$"
        r"|\[0\]$|[.](?:get|at|element_?at)\(0\)$"
    ),
    "last": re.compile(
        r"(?i)[.](?:get|peek)?_?(?:last|back)(?:_?or_?(?:null|default|none))?(?:\(\s*\))?$"
        r"|\[(?:-1|\^1|[\w.]+[.](?:length|count|size)(?:\(\))?\s*-\s*1)\]$|[.]at\(-1\)$"
    ),
}
_OTHER = {"first": "last", "last": "first"}


def rule_end(clause: Clause, subject: Subject) -> Finding | None:
    """What follows from the ends that are written there; None if neither is."""
    said = _SAID.search(clause.text.strip())
    if said is None:
        return None
    values = list(values_given(subject))
    if of_this := [hit for hit, value in values if _is_at(said["end"], said, value)]:
        return found(hit.proof() for hit in of_this)
    other = _OTHER[said["end"]]
    against = [hit for hit, value in values if _is_at(other, said, value)]
    return (
        Finding(against=tuple(hit.proof() for hit in against))
        if (against and len(against) == len(values))
        else None
    )


_ANY = frozenset(
    {"item", "element", "entry", "one", "value", "member", "node", "thing", "object", "record"}
)


def _is_at(end: str, said: re.Match[str], value: str) -> bool:
    """True if a value is taken from that end of what is said, of which it then has the name."""
    if (at := _ENDS[end].search(value.rstrip("!"))) is None:
        return False
    names = [(said["whose"] or "").rpartition(".")[2]]
    names += [said["what"]] * (said["what"] not in _ANY and not said["whose"])
    return all(name.lower().rstrip("s") in value[: at.start()].lower() for name in names)
