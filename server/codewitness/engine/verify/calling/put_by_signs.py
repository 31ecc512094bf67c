"""What is put somewhere without a call: `next = x.next`, `list << x`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.code.values import squeezed
from codewitness.engine.verify.evidence import LOOSE, EvidenceType
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.subject import Subject


def kept(wanted: str, subject: Subject) -> Iterator[Hit]:
    """`saves x.next`, for later: `next = x.next`."""
    for part in subject.parts:
        for one in part.outline.assigned:
            if squeezed(one.value) == squeezed(wanted):
                kind = EvidenceType.ATTRIBUTE_READ
                yield Hit(kind, one.value, part.outline, one.value_span, one.value_span, LOOSE)


def shovelled(wanted: str, subject: Subject) -> Iterator[Hit]:
    """`x << y`, for `x` and in Ruby for `y`."""
    for part in subject.parts:
        raw = part.outline.text.raw
        for item in part.outline.occurrences(wanted):
            after = raw[item.span.end : item.span.end + 4]
            before = raw[max(item.span.start - 8, 0) : item.span.start].rstrip(b" (:")
            is_put = subject.language == "ruby" and re.search(rb"[a-z_\])] *<<$", before)
            if re.match(rb"\s*<<", after) or is_put:
                kind = EvidenceType.ATTRIBUTE_WRITE
                yield Hit(kind, item.text, part.outline, item.span, item.span, LOOSE)
