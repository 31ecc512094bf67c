"""`returns a new Builder`: what is given back has to be seen to be made there."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.code.itself import OWN
from codewitness.engine.verify.evidence import NOTHING, Finding, doubtful
from codewitness.engine.verify.subject import Subject

_NEW = re.compile(r"\breturns? (?:an? |the )?(?:new|fresh|brand new|newly \w+)(?= [a-zA-Z`])")
_MAKING = re.compile(
    r"(?i)\bnew\b|new_|make|creat|build|copy|clone|dup\b|alloc|init|from|with|\.\.\.|\bof\("
    r"|[\[{]|\+|%|map|filter|slice|concat|merge|join|format|wrap"
)
_MADE = re.compile(r"\b_?[A-Z]\w*(?:<[^()]*>)?\(|\b(?:[a-z]\w*|[A-Z]\w*)\(")


def held_to_new(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """`finding`, unless what is said to be new is the object itself, or may be an old one."""
    if not finding.proofs or not _NEW.search(clause.text):
        return finding
    values = [item.value for part in subject.parts for item in part.outline.returns]
    if values and all(value in OWN for value in values):
        return NOTHING
    if any(_is_made(value, subject) for value in values) or not values:
        return finding
    return doubtful("whether what is returned has just been made can't be seen")


def _is_made(value: str, subject: Subject) -> bool:
    if _MAKING.search(value) or _MADE.search(value):
        return True
    name = value.strip(" ;&*")
    return any(
        re.search(rf"\b{re.escape(name)}$", one.target) is not None
        and (_MAKING.search(one.value) or _MADE.search(one.value)) is not None
        for part in subject.parts
        for one in part.outline.assigned
    )
