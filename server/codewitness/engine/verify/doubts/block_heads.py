"""Heads of blocks as a claim writes them: `` in a `with other` block`` of `with lock:`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.evidence import Proof
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_HEAD = re.compile(
    r"`(?P<head>(?:with|while|for|foreach|if|elif|unless|until|except|catch|rescue|switch|match|case"
    r"|guard|using|lock|synchronized|when)\b[^`]*\w[^`]*)`(?! as\b)"
)
_ENTERED = re.compile(r"`([\w.()]+)` as an? (?:async )?context manager\b")
_LONGEST = 400  # bytes of a head
_REST = r"[^;{}\n]{0,80}[:{]?$"  # `as f:` behind what a claim says of a head


def in_other_block(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Heads that a claim writes and that neither what was found has, nor a block around it."""
    heads = [said["head"] for said in _HEAD.finditer(claim.text)]
    heads += [f"with {name}" for name in _ENTERED.findall(claim.text)]
    for head in heads:
        if proofs and not any(_has(_plain(head), one) for one in proofs):
            yield head


def _has(head: str, proof: Proof) -> bool:
    """True for a place that is such a block, or stands in one."""
    outline = proof.outline
    text, start = outline.text, outline.text.line_span(outline.text.line_at(proof.span.start)).start
    if head in _plain(text.slice(Span(start, max(proof.span.end, start)))):
        return True
    led = re.compile(re.escape(head) + _REST)
    return any(
        led.search(_plain(before)) is not None for before in _before_blocks(outline, proof.span)
    )


def _before_blocks(outline: Outline, span: Span) -> Iterator[str]:
    """What stands before each block around a place, up to it."""
    for region in outline.regions:
        if region.span.contains(span):
            start = max(outline.span.start, region.span.start - _LONGEST)
            line = outline.text.line_span(outline.text.line_at(region.span.start))
            within = Span(region.span.start, min(line.end, region.span.end))
            yield outline.text.slice(Span(start, region.span.start)).rstrip()
            yield outline.text.slice(within)


def _plain(text: str) -> str:
    return re.sub(r"[ \t()]|\b(?:self|this)\.|[:{]\s*$", "", text.strip())
