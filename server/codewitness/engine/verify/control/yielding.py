"""What is yielded; where nothing is, `yields an empty list` says what is given back."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.control.flow import statement
from codewitness.engine.verify.evidence import EvidenceType, Finding, InWords, doubtful
from codewitness.engine.verify.hit import Hits, has_word
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.subject import Subject

_A_VALUE = re.compile(
    r"\byields? (?:an?|the|its|true|false|none|null|nil|undefined|zero|nothing|\d)\b", re.IGNORECASE
)


def rule_yields(clause: Clause, subject: Subject) -> Finding:
    """`yields x`, `is a generator`."""
    if says_returns(clause.text, subject):
        return doubtful(InWords("nothing is yielded there; what it returns may be meant"))
    is_plain = bool(clause.objects) and not any(one.is_code for one in clause.objects)
    asked = replace(clause, objects=()) if is_plain else clause
    return judged(asked, lambda one: yield_hits(one, subject))


def says_returns(text: str, subject: Subject) -> bool:
    """True of `yields a list` where no statement yields: that it gives back."""
    is_said = _A_VALUE.search(text) is not None
    return is_said and not any(part.outline.marked("yield") for part in subject.parts)


def yield_hits(one: Object | None, subject: Subject) -> Hits:
    """Where something is yielded; of a name, where that is."""
    return Hits(
        tuple(
            statement(EvidenceType.CALL, item, part.outline)
            for part in subject.parts
            for item in part.outline.marked("yield")
            if one is None or not one.is_code or has_word(item.text, one.text)
        )
    )
