"""`delegates to the other overload`: a call of its own name with other parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import LOOSE, Finding
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.state.parameters import given_to
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.nesting import split

_SAID = re.compile(
    r"\b(?:delegat|forward|defer|hand|call|invok|pass|chain)\w*(?: \w+){0,3}?"
    r" (?:the |its |an? |another )"
    r"(?:\w+ ){0,2}overload(?: (?:method|constructor))?\b"
)


def rule_overload(clause: Clause, subject: Subject) -> Finding | None:
    """What calls of its own name show; None if it has none with another number of arguments."""
    if _SAID.search(clause.text) is None or clause.is_only or subject.is_class:
        return None
    hits = tuple(hit for part in subject.parts for hit in _others(part, subject))
    return shown_by(hits, clause)


def _others(part: Part, subject: Subject) -> Iterator[Hit]:
    n_own = len(given_to(subject))
    for call in part.outline.calls:
        owner = parts(call.text)[0]
        is_own = call.text == call.name or owner in part.around.own_words
        hit = call_hit(call, part, LOOSE)
        inner = (hit.arguments or "").strip()[1:-1].strip()
        n_given = len([one for one in split(inner, ",") if one.strip()]) if inner else 0
        if call.name == subject.name and is_own and n_given != n_own:
            yield hit
