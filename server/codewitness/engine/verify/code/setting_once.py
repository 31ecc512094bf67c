"""`x ||= f()` and `x ??= f()`: nothing is set, and nothing called, if it has a value already."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import NOTHING, Finding, Proof, doubtful
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_OPERATOR = re.compile(r"\s*(?:\|\||&&|\?\?)=(?![=>])")
_BEFORE = re.compile(r"(?:\|\||&&|\?\?)=(?![=>])[^;{}]*$")


def is_set_if_unset(outline: Outline, span: Span) -> bool:
    """True for the `x` of `x ||= f()`."""
    after = outline.text.raw[span.end : span.end + 16].decode("utf-8", "replace")
    is_such = (one for one in outline.assigned if one.target_span.contains(span))
    return _OPERATOR.match(after) is not None or any(
        _OPERATOR.match(_between(outline, one.target_span, one.value_span)) for one in is_such
    )


_IF_ABSENT = re.compile(
    r"_*(?:set_?default|(?:put|set|add|insert|store)_?[iI]f_?(?:[aA]bsent|[mM]issing|[uU]nset)"
    r"|[tT]ry_?[aA]dd|or_insert(?:_with)?|LoadOrStore|GetOrAdd)"
)


def unless_kept(clause: Clause, finding: Finding) -> Finding:
    """Nothing, where `overwrites x` is said, and x is set only if it has no value: `setdefault`."""
    shown = (*finding.proofs, *finding.against)
    if clause.detail != "overwrite" or not shown or not all(map(_is_kept, shown)):
        return finding
    keyed = (item.text for one in shown for item in one.outline.subscripts)
    names = [one.text for one in clause.objects]
    if any(name in text for text in keyed for name in names):
        return doubtful("it is set if it has no value, and may be set by its key, too")
    return NOTHING


def _is_kept(proof: Proof) -> bool:
    outline = proof.outline
    own = [call for call in outline.calls if call.whole.contains(proof.span)]
    innermost = min(own, key=lambda call: call.whole.end - call.whole.start, default=None)
    is_such = innermost is not None and _IF_ABSENT.fullmatch(innermost.name) is not None
    return is_such or is_set_if_unset(outline, proof.span)


def is_asked_if_unset(outline: Outline, span: Span) -> bool:
    """True for the `f()` of `x ||= f()`."""
    values = (one for one in outline.assigned if one.value_span.contains(span))
    if any(_OPERATOR.match(_between(outline, one.target_span, one.value_span)) for one in values):
        return True
    text = outline.text
    line = text.line_span(text.line_at(span.start))
    before = text.slice(Span(max(line.start, outline.span.start), span.start))
    return _BEFORE.search(before) is not None


_ASKED = {"||": "!{}", "??": "{} == null", "&&": "{}"}


def asked_before(outline: Outline, span: Span) -> Iterator[tuple[str, Span]]:
    """What must hold of x where the `f()` of `x ||= f()` is reached, as a condition; and `x`."""
    for one in outline.assigned:
        operator = _between(outline, one.target_span, one.value_span).strip()
        is_its = one.value_span.contains(span) or one.target_span == span
        if is_its and _OPERATOR.match(operator):
            yield _ASKED[operator[:2]].format(one.target), one.target_span


def _between(outline: Outline, one: Span, other: Span) -> str:
    return outline.text.slice(Span(one.end, max(one.end, other.start)))
