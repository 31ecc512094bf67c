"""The arm of a `switch`, `match` or `when` that is taken where no other one is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

DEFAULT_ARM = "default arm"
_CHOOSING = re.compile(r"(?:switch|match|when|case|select)\b")
_DEFAULT = re.compile(r"(?:^|[\n;{},])\s*(?:case\s+_|default|else|_)(?=\s*(?:=>|->|:|\n|\bif\b|$))")


def default_arms(subject: Subject) -> Iterator[Proof]:
    """Where each of them begins."""
    for part in subject.parts:
        for holder in part.outline.marked("conditional"):
            if _CHOOSING.match(holder.text):
                yield from _of(holder, part.outline)


def _of(holder: Item, outline: Outline) -> Iterator[Proof]:
    """The last thing that stands before an arm, or at its beginning, is its label."""
    inside = {
        r.span
        for r in outline.regions
        if r.around in (Around.BRANCH, Around.ELSE) and holder.span.contains(r.span)
    }
    arms = sorted(one for one in inside if not any(o != one and o.contains(one) for o in inside))
    end = holder.span.start
    for arm in arms:
        head = outline.text.slice(Span(end, min(arm.end, arm.start + _LONGEST_LABEL)))
        before = len(outline.text.slice(Span(end, arm.start)))
        for found in _DEFAULT.finditer(head):
            label = found[0].lstrip("\n;{}, \t")
            at = found.end() - len(label)
            if at <= before + len(head[before:]) - len(head[before:].lstrip()):
                start = end + len(head[:at].encode())
                span = Span(start, start + len(label.encode()))
                yield Proof(EvidenceType.CONDITIONAL, "default", outline, span)
                break
        end = arm.end


_LONGEST_LABEL = 20
