"""`returns nil if f fails` of a value that turns a failure into none: `return try? f()`."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.code.nulls import NULL_WORDS
from codewitness.engine.verify.errors.failing_calls import failing_call
from codewitness.engine.verify.evidence import LOOSE, Finding
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.returning.returned_shapes import hit_of
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.subject import Subject

# A value that is none where what stands in it fails, by language.
_TURNED = {
    "swift": re.compile(r"\s*try\?\s"),
    "rust": re.compile(r".*\.ok\(\)\s*$", re.DOTALL),
}


def rule_null_of_try(clause: Clause, subject: Subject) -> Finding | None:
    """The returned values that are none if that call in them fails; None if there are none."""
    name = failing_call(clause)
    turned = _TURNED.get(subject.language)
    if clause.predicate is not Predicate.RETURNS or name is None or turned is None:
        return None
    if not clause.objects or any(one.text not in NULL_WORDS for one in clause.objects):
        return None
    hits = [
        hit_of(item, part.outline)._replace(relevance=LOOSE)
        for part in subject.parts
        for item in part.outline.returns
        if turned.match(item.value)
        and any(
            call.name == parts(name)[-1] and item.span.contains(call.name_span)
            for call in part.outline.calls
        )
    ]
    return shown_by(hits, _unplaced(clause))


def _unplaced(clause: Clause) -> Clause:
    """The clause without the condition, which the value itself fulfils."""
    return replace(clause, place=None, condition=None, described="", is_only_there=False)
