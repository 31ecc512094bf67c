"""Verbs that are left open: nothing that can be read shows whether it is done."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import InWords
from codewitness.engine.verify.subject import Part, Subject

_GOING_ON = frozenset({"stop", "continue", "continues", "proceed", "proceeds", "keep", "keeps"})
_GOING_ON |= {"halt", "halts", "carry", "abort"}
_ON_AND_ON = frozenset({"going", "running", "trying", "working"})


def going_on(clause: Clause) -> str:
    """Why it is left open whether it `stops when x fails`, where nothing is named that it stops."""
    is_so = clause.detail in _GOING_ON and all(o.text in _ON_AND_ON for o in clause.objects)
    is_so = is_so and bool(clause.described or clause.objects)
    return InWords("whether it goes on then can't be told from names alone") if is_so else ""


_PUT_TOGETHER = re.compile(r"\+=?\s*[\"'`]|[\"'`]\s*\+|<<\s*[\"']")
_ADDED = re.compile(r"\+=|\+\+|\.sum\b|(?P<n>[\w.]+) = (?P=n) \+")


def may_add(clause: Clause, subject: Subject) -> str:
    """Why it is left open whether it `adds the sizes to n`, of what counts something up."""
    is_counted = any(_ADDED.search(own_text(part)) for part in subject.parts)
    if clause.detail == "add" and is_counted:
        return "something is counted up there"
    is_text = clause.detail in ("add", "append", "concatenate")
    is_put = any(_PUT_TOGETHER.search(own_text(part)) for part in subject.parts)
    return "texts are put together there" if is_text and is_put else ""


def own_text(part: Part) -> str:
    """The code of its body that is its own, in lower case."""
    outline = part.outline
    return " ".join(outline.text.slice(gap) for gap in outline.gaps).lower()
