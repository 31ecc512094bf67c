"""A parameter that stands nowhere but in the header: that it is used is not so."""

from __future__ import annotations

import re
from collections.abc import Collection

from codewitness.engine.verify.evidence import NOTHING, EvidenceType, Finding, Proof
from codewitness.model.outline import Outline
from codewitness.model.text import Span

# By which all parameters may be reached, whatever their names are.
_ALL = re.compile(
    rb"\b(?:arguments|locals|vars|eval|exec|binding|va_list|va_start|__VA_ARGS__|format_args)\b"
    rb"|\bsuper\b(?!\s*[.(\[])"
)


def unused(names: Collection[str], finding: Finding, outline: Outline) -> Finding:
    """`finding`; the header against it where nothing was found and the body has none of them."""
    if finding != NOTHING or outline.has_error or outline.body_span is None or not names:
        return finding
    start = max(outline.header_span.end, outline.name_span.end)
    body = outline.text.raw[start : outline.span.end]
    words = rb"|".join(re.escape(name.strip("*&$@").encode()) for name in names)
    if _ALL.search(body) or re.search(rb"(?<!\w)(?:%s)(?!\w)" % words, body):
        return finding
    declared = [one for one in outline.parameters if one.name in names]
    return Finding(against=tuple(_proof(one.span, outline) for one in declared))


def _proof(span: Span, outline: Outline) -> Proof:
    return Proof(EvidenceType.SIGNATURE, "parameter", outline, span)
