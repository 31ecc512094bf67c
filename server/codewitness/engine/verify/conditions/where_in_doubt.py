"""A doubt about a condition names the lines that it is about: who reads it can look at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from codewitness.engine.verify.evidence import Finding, together
from codewitness.engine.verify.hit import Hit

_MOST = 3  # lines that are named


def with_places(told: Finding, hits: Sequence[Hit]) -> Finding:
    """The same finding; its doubt, if it has one, with where the hits are."""
    if not told.doubt:
        return told
    lines = sorted({hit.outline.text.line_at(hit.span.start) + 1 for hit in hits})
    shown = ", ".join(map(str, lines[:_MOST])) + (" …" if len(lines) > _MOST else "")
    where = f"it is done in line{'s' * (len(lines) > 1)} {shown}"
    return replace(told, doubt=together((told.doubt, where)))
