"""`returns the given request`, `returns the list passed in`: a parameter, nothing made of it."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.state.parameters import own_parameters
from codewitness.engine.verify.state.writing_parameters import given_anew
from codewitness.engine.verify.subject import Subject

_SORT = r"(?:object|instance|parameter|argument|value)"
_BEFORE = re.compile(
    r"\b(?:same|very|given|passed(?:[- ]in)?|incoming|original|supplied|provided|unchanged)"
    rf" (?:{_SORT} )?`?([\w$]+)`?(?: {_SORT})?(?! \w+ing\b)"
)
_BEHIND = re.compile(
    rf"\b([\w$]+) (?:{_SORT} )?(?:(?:that|which) (?:was|is) )?(?:it (?:was|is|got) )?"
    r"(?:given|passed|handed)(?: in| to it)?$"
)


def as_parameter(clause: Clause, subject: Subject) -> Clause | None:
    """The clause about the parameter that is meant as such; None if it is about none."""
    given = {one.name for one in own_parameters(subject.head.outline)}
    said = [*_BEFORE.finditer(clause.text), *_BEHIND.finditer(clause.text)]
    named = [one[1] for one in said if one[1] in given]
    if len({*named}) != 1 or len(clause.objects) > 1:
        return None
    return replace(clause, objects=(Object(named[0]),), detail="")


def is_set_anew(clause: Clause, subject: Subject) -> bool:
    """True if the parameter that is meant may hold something else by then."""
    return bool(given_anew(clause.objects[0], subject).fitting)
