"""Texts that a claim quotes where code writes them out: `uses "anon"` of `id ?? "anon"`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.calling.quoted_objects import quoted_text
from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import LOOSE, EvidenceType
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.text import Span

_COMMENT = re.compile(rb"\s*(?://|/\*|#|--|\*)")


def literal_hits(wanted: str, part: Part) -> Iterator[Hit]:
    """The places where this text stands in quotes, and in no comment."""
    outline = part.outline
    quoted = re.compile(rf"(?P<q>[\"'`]){re.escape(wanted)}(?P=q)".encode())
    for gap in outline.gaps:
        for found in quoted.finditer(outline.text.raw, gap.start, gap.end):
            span = Span(*found.span())
            around = [one for one in outline.silent if one.contains(span)]
            comments = (one for one in around if _COMMENT.match(outline.text.raw, one.start))
            if not any(True for _ in comments):
                kind = EvidenceType.ATTRIBUTE_READ
                yield Hit(kind, found[0].decode(), outline, span, span, LOOSE)


def stands_there(clause: Clause, subject: Subject) -> str:
    """Why it is left open whether something is done with a text: it stands there, all the same."""
    if clause.predicate not in (Predicate.ACTS, Predicate.WRITES, Predicate.PASSES):
        return ""
    for one in clause.objects:
        text = quoted_text(one)
        if text and any(True for part in subject.parts for _ in literal_hits(text, part)):
            return f"{one.text} stands there, and what is done with it can't be told"
    return ""
