"""What is given back where something is missing, and in the arm for all that no other is for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_LABEL = re.compile(
    r"(?:\bdefault|\belse|\bcase\s+_|(?<![\w.])_|\bNone|\bErr\(\w*\)|\bnil|\bnull)\s*(?:=>|->|:)\s*\{?\s*$"
)
_LABELLED = re.compile(
    r"\s*(?:default\b|else\s*->|case\s+_\s*:|_\s*(?:=>|->)|(?:None|Err\(\w*\))\s*=>)"
)
_MISSING = re.compile(
    r"(?i)\bis(?:_|\s)?null|\bisnullor\w+|\bis_?(?:none|nil|empty)|\bnone\b|\bnull\b|\bnil\b|\bundefined\b"
    r"|\bnot\s+\w|\bunless\b|\.(?:nil|empty|blank)\?|\bnullptr\b|![\w(]|== ?(?:\"\"|''|0\b)"
)


def default_arms(outline: Outline) -> Iterator[Span]:
    """The arms `default:`, `else ->`, `_ =>`, `None =>` of a choice."""
    for region in outline.regions:
        if region.around is not Around.BRANCH:
            continue
        before = outline.text.slice(Span(max(region.span.start - 60, 0), region.span.start))
        own = outline.text.slice(region.span)
        if _LABEL.search(before) or _LABELLED.match(own):
            yield region.span


def where_missing(outline: Outline) -> Iterator[tuple[Span, bool]]:
    """Values given back under `if x is missing`; and whether what is asked for is given else."""
    for region in outline.regions:
        if region.around is not Around.BRANCH:
            continue
        around = _around(outline, region.span)
        head = outline.text.slice(Span(around.start, region.span.start))
        if not _MISSING.search(head):
            continue
        rest = outline.text.slice(Span(region.span.end, max(region.span.end, around.end)))
        others = [one.value for one in outline.returns if not around.contains(one.value_span)]
        given = set(_NAME.findall(" ".join([rest, *others])))
        is_kept = bool((set(_NAME.findall(head)) - _WORDS) & given)
        for one in outline.returns:
            if region.span.contains(one.value_span):
                yield one.value_span, is_kept
            elif one.value_span.contains(region.span):
                yield region.span, is_kept


def _around(outline: Outline, arm: Span) -> Span:
    """The choice that an arm is of; the line of `c ? a : b`."""
    holders = [i.span for i in outline.marked("conditional") if i.span.contains(arm)]
    line = outline.text.line_span(outline.text.line_at(arm.start))
    return min(holders, key=lambda span: span.end - span.start, default=line)


_NAME = re.compile(r"[A-Za-z_]\w*")
_WORDS = frozenset({"if", "not", "is", "unless", "None", "null", "nil", "string", "return", "len"})
