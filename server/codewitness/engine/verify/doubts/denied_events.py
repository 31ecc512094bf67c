"""What is said to be done where an error does not come, or a channel is open, and is done there.

`when OSError is not raised` is no handler of `OSError`, and `unless done is closed` not behind
`case <-done:`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.errors.covering import own_types
from codewitness.engine.verify.evidence import Proof
from codewitness.model.facts import Item

_LEAD = r"(?:only )?(?:if|when|whenever|once|where|while) "
_COMES = r"(?:raised|thrown|caught|closed|done|cancell?ed|signall?ed|triggered|fired)"
_DENIED = re.compile(
    rf"{_LEAD}(?:an? |the )?(?P<name>[\w.:]+) (?:(?:is|was|has)(?: not|n't)|never)(?: been)?"
    rf" {_COMES}"
    rf"|unless (?:an? |the )?(?P<event>[\w.:]+) (?:(?:is|was|has been) )?{_COMES}"
)
_RECEIVED = re.compile(r"(?:[\w, ]+:?= *)?<- *([\w.()]+)")


def denied_events(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Conditions of a claim that deny just that by which what was found is come to."""
    for clause in claim.clauses:
        if clause.is_negated or (said := _DENIED.fullmatch(clause.described)) is None:
            continue
        name = re.split(r"[.:]+", said["name"] or said["event"])[-1]
        if any(name in _events(one) for one in proofs):
            yield clause.described


def _events(proof: Proof) -> Iterator[str]:
    """The errors that the handlers around a place have, and the channel whose arm it is in."""
    outline = proof.outline
    for handler in outline.marked("handler"):
        if handler.span.contains(proof.span):
            for item in own_types(handler, outline):
                yield from re.findall(r"\w+", item.text)
    for item in outline.marked("conditional"):
        if item.span.contains(proof.span) and item.text.startswith("select"):
            yield from _received(item, proof)


def _received(select: Item, proof: Proof) -> Iterator[str]:
    before = proof.outline.text.raw[select.span.start : proof.span.start].decode("utf-8", "replace")
    arms = before.rsplit("case", 1)
    if len(arms) > 1 and (found := _RECEIVED.match(arms[1].strip())) is not None:
        yield from re.findall(r"\w+", found[1])
