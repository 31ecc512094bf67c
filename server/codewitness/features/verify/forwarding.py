"""Overloads that do nothing but call another of their name: what is claimed is said of that one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Claim, Predicate
from codewitness.engine.verify.subject import Subject
from codewitness.features.verify.fitting import OVERLOADING
from codewitness.features.verify.found import Found

P = Predicate
# What a header says is each overload's own.
_OF_HEADERS = frozenset(
    {P.CALLED_BY, P.TAKES, P.HAS_DEFAULT, P.IS_ASYNC, P.DECORATED, P.INHERITS, P.OVERRIDES}
    | {P.IMPORTS, P.DEFINES, P.MODIFIER, P.RECURSES, P.PASSES, P.USES_PARAMETER}
)
_SEVERAL = 2
_LEAD = re.compile(r"(?:=>|\{|=)?\s*(?:return\s+)?(?:try\s+)?(?:await\s+)?(?:(?:this|self)[.])?")


def without_forwarding(
    bodies: Sequence[tuple[Found, Subject]], claim: Claim
) -> Sequence[tuple[Found, Subject]]:
    """Those that do more than to forward to another of them; all, if none or one does."""
    names = {subject.qualified_name for _, subject in bodies}
    is_of_headers = any(one.predicate in _OF_HEADERS for one in claim.clauses)
    if len(bodies) < _SEVERAL or len(names) > 1 or is_of_headers:
        return bodies
    name = bodies[0][1].name
    if any(one.text.removesuffix("()") == name for c in claim.clauses for one in c.objects):
        return bodies
    return [one for one in bodies if not _forwards(one[1])] or bodies


def _forwards(subject: Subject) -> bool:
    """True for `Wait() { Wait(None); }`: the one statement is a call of its own name."""
    outline = subject.head.outline
    if outline.language not in OVERLOADING or outline.body_span is None:
        return False
    own = [call for call in outline.calls if call.name == subject.name]
    text = outline.text.slice(outline.body_span).strip()
    written = outline.text.slice(own[0].whole) if len(own) == 1 else ""
    lead = _LEAD.match(text)
    rest = text[lead.end() :] if lead is not None else text
    plain = re.sub(r"^(?:(?:this|self)[.])", "", written)
    return bool(plain) and rest.rstrip("}; \n\t") == plain.rstrip("}; \n\t")
