"""What functions inside read, which leaves open that the function around never reads it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.evidence import Finding, doubtful
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Outline, whole_word
from codewitness.model.text import Span

_BEFORE_NAME = re.compile(rb"(?:[(,*&|{]|\blambda)\s*$")
_AFTER_NAME = re.compile(rb"\s*(?:[,):=|]|->)|\s+[\w*\[&.]")


def read_inside(names: Sequence[str], subject: Subject) -> Finding | None:
    """The doubt that a function inside leaves which speaks of all these names; None if none does.

    What it reads is its own doing; but it may be what the denial speaks of.
    """
    for part in subject.parts if names else ():
        outline = part.outline
        for nested in outline.nested:
            raw = outline.text.raw[nested.span.start : nested.span.end]
            if nested.kind.is_callable and all(whole_word(name).search(raw) for name in names):
                line = outline.text.line_at(nested.span.start) + 1
                return doubtful(f"a function inside, in line {line}, speaks of `{names[0]}`")
    return None


def is_parameter_of_inner(outline: Outline, span: Span) -> bool:
    """True for the `x` of `def inner(x)` and `lambda x: …`, which is another one's."""
    raw = outline.text.raw
    for nested in outline.nested:
        is_decorating = span.start < nested.name_span.start
        if not nested.span.contains(span) or not nested.kind.is_callable or is_decorating:
            continue
        head = raw[nested.span.start : span.start]
        depth = head.count(b"(") - head.count(b")")
        is_named = _BEFORE_NAME.search(head) and _AFTER_NAME.match(raw, span.end)
        return depth <= 1 and is_named is not None
    return False
