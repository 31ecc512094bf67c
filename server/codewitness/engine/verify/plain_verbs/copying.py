"""`copies the rows` of `list(rows)`, `rows.slice()`, `[...rows]`: what may make a copy."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.subject import Subject

_COPYING = re.compile(
    r"(?:list|dict|set|tuple|slice|from|of|dup|to_?(?:vec|a|owned)|to_?(?:[lL]ist|[aA]rray|[sS]et|[mM]ap)"
    r"|copy_?[oO]f|concat|ToList|ToArray)!?"
)
_SPREAD = re.compile(r"[\[{(]\s*(?:\.\.\.|\*{1,2}(?=[a-z]))|\[:\]|=\s*\*\w")


def may_copy(clause: Clause, subject: Subject) -> str:
    """Why it is left open whether it copies something."""
    if clause.detail not in ("copy", "clone", "duplicate", "copies", "clones"):
        return ""
    for part in subject.parts:
        for call in part.outline.calls:
            if _COPYING.fullmatch(call.name):
                return f"`{call.text}` may make a copy"
        text = "".join(part.outline.text.slice(gap) for gap in part.outline.gaps)
        if _SPREAD.search(text):
            return "what is made there may be a copy"
    return ""
