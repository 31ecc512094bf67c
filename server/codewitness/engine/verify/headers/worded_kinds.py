"""`is a data class`, `is an actor`: kinds of types that a header names in several words."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import Finding
from codewitness.engine.verify.headers import shape
from codewitness.engine.verify.subject import Subject
from codewitness.model.text import Span

_LANGUAGES = frozenset({"kotlin", "java", "csharp", "swift"})
_SAID = re.compile(
    r"((?:(?:data|sealed|enum|value|annotation|companion|partial|static|abstract|final|open"
    r"|readonly|indirect|record|distributed) )*(?:class|struct|interface|object|actor|protocol))"
)


def is_of_worded_kind(clause: Clause, subject: Subject) -> Finding | None:
    """Whether all the words stand before the name; None if no such kind is said."""
    said = _SAID.fullmatch(clause.detail)
    if said is None or subject.language not in _LANGUAGES or not subject.is_class:
        return None
    words = said[1].split()
    if words == ["object"] and subject.language != "kotlin":
        return None  # what is an object to whom is not known
    outline = subject.head.outline
    before = outline.text.slice(Span(outline.header_span.start, outline.name_span.start))
    is_so = set(words) <= set(re.findall(r"[a-z]+", before))
    proof = shape.header(outline, said[1] if is_so else subject.kind.value)
    return Finding(proofs=(proof,)) if is_so else Finding(against=(proof,))
