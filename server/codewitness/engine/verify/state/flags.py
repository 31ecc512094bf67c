"""Bits that have a name: `flags |= READY` sets one, `flags &= ~READY` clears it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding, doubtful
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Assigned, Outline
from codewitness.model.text import Span

_CONSTANT = re.compile(r"[A-Z][A-Z\d_]{2,}|k[A-Z]\w+|[A-Z]\w*[a-z]\w*")
_SETTING = frozenset({"set", "add", "store", "assign", "record"})
_CLEARING = frozenset({"clear", "remove", "delete", "unset", "reset", "empty"})
_TURNING = frozenset({"toggle", "flip"})


def flag_hits(lemma: str, one: Object | None, subject: Subject) -> Iterator[Hit]:
    """The places where a bit of this name is set, cleared or turned, as the verb says."""
    name = parts(one.text)[-1] if one is not None and one.is_code else ""
    if not _CONSTANT.fullmatch(name):
        return
    for part in subject.parts:
        outline = part.outline
        for made in outline.assigned:
            done = _done(made, name, outline)
            if done and done in (_asked(lemma) or done):
                kind = EvidenceType.ATTRIBUTE_WRITE
                yield Hit(kind, made.target, outline, made.target_span, made.target_span)


def _asked(lemma: str) -> str:
    """The sign that does what is said; empty if any of them does."""
    if lemma in _SETTING:
        return "|"
    if lemma in _CLEARING:
        return "&"
    return "^" if lemma in _TURNING else ""


def _done(made: Assigned, name: str, outline: Outline) -> str:
    """How a bit is changed: `|`, `&`, `^`; empty if it is not."""
    between = outline.text.slice(Span(made.target_span.end, made.value_span.start))
    sign = re.search(r"([|&^]|&\^)=", between)
    value = re.sub(r"\s", "", made.value)
    if not has_word(value, name):
        return ""
    target = re.escape(re.sub(r"\s", "", made.target))
    own = re.match(rf"{target}(\||&\^?|\^)(?=[~(\w:.])", value)
    how = sign[1] if sign else (own[1] if own else "")
    is_inverted = re.search(rf"~\(?(?:[\w.:]+\|)*(?:\w+(?:::|\.))*{re.escape(name)}", value)
    if how == "&^" or (how == "&" and is_inverted):
        return "&"
    return how if how in ("|", "^") and not is_inverted else ""


_FLAG_SET = re.compile(
    r"\b(?:sets?|setting|raises?) (?:the|a|its|that|this) (?:flag|marker|switch)\b(?! to)"
)
_RAISED = re.compile(r"(?:true|True|TRUE|YES|1)$")


def flag_set(clause: Clause, subject: Subject) -> Finding | None:
    """`sets the flag`, whichever: what is set to true; None where it is said of more than that."""
    given = any(one.name == "flag" for one in subject.head.outline.parameters)
    if clause.objects or given or _FLAG_SET.search(clause.text) is None:
        return None
    hits = tuple(
        Hit(
            EvidenceType.ATTRIBUTE_WRITE,
            one.target,
            part.outline,
            one.target_span,
            one.target_span,
            LOOSE,
        )
        for part in subject.parts
        for one in part.outline.assigned
        if _RAISED.match(one.value.strip())
    )
    found = judged(clause, lambda _: Hits(hits))
    return found if found.proofs or found.against else doubtful("which flag is meant is not said")
