"""What chooses without being a conditional: `a ? b : c`, `x && f()`, `for … where`, `#if`.

Some would call it a condition and some not, so that `has no condition` is left open there.
"""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Around

_FILTERED = re.compile(r"for\b[^{\n]*\bwhere\b")
_COMPILED = re.compile(r"^[ \t]*#[ \t]*(?:el)?if", re.MULTILINE)
_COMPILING = frozenset({"c", "cpp", "objc", "swift", "csharp"})


def chooses_otherwise(clause: Clause, subject: Subject) -> str:
    """Why it is left open whether it has a condition; empty if nothing chooses there."""
    for part in subject.parts:
        if what := _chooses(part, is_any=re.search(r"\bconditions?\b", clause.text) is not None):
            return f"{what} is a condition to some and not to others"
    return ""


def _chooses(part: Part, *, is_any: bool) -> str:
    outline = part.outline
    if any(one.around in (Around.BRANCH, Around.ELSE) for one in outline.regions):
        return "an expression that chooses"
    if outline.marked("fallback"):
        return "an operator that falls back"
    if any(_FILTERED.match(one.text) for one in outline.marked("loop")):
        return "the `where` of a loop"
    asked = [one.span for one in outline.marked("condition")]
    if any(one.span.contains(span) for one in outline.marked("comprehension") for span in asked):
        return "the filter of a comprehension"
    if is_any and asked:
        return "what a loop asks"
    text = "".join(outline.text.slice(gap) for gap in outline.gaps)
    is_compiled = outline.language in _COMPILING and _COMPILED.search(text) is not None
    return "a condition of the preprocessor" if is_compiled else ""
