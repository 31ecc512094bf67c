"""How, and how often, a thing is said to be done: words that no rule has taken.

`randomly picks a server` is not shown by a line that picks one, nor `if parse fails twice` by one
that asks whether it failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.doubts.manners import DOING
from codewitness.engine.verify.doubts.told_lines import told_of
from codewitness.engine.verify.doubts.told_text import is_told, words_of
from codewitness.engine.verify.errors.silence import tells_nobody_there
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.model.outline import Around

P = Predicate
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|'[^']*'|\S*[._(]\S*")
_ADVERB = re.compile(r"(?<![\w-])[a-z]{3,}ly(?![\w-])")
_OFTEN = re.compile(
    r"\b(?:twice|thrice|(?:two|three|four|five|several|multiple|many|\d+) times|more than once"
    r"|once more)\b"
)
# Words in `-ly` that say nothing of how, and those that rules of their own compare with the code.
_NO_MANNER = frozenset(
    {
        *("early", "reply", "apply", "supply", "family", "assembly", "multiply", "anomaly"),
        *("likely", "friendly", "readonly", "imply", "comply", "kwonly"),
        *("explicitly", "eventually", "ultimately", "simply", "merely", "actually", "really"),
        *("currently", "internally", "additionally", "correctly", "properly", "successfully"),
        *("usually", "normally", "typically", "generally", "basically", "essentially", "plainly"),
        *("effectively", "possibly", "potentially", "exactly", "directly", "immediately"),
        *("promptly", "finally", "lastly", "invariably", "literally", "unconditionally"),
        *("conditionally", "exclusively", "solely", "purely", "nearly", "specifically"),
        *("deliberately", "intentionally", "obviously", "clearly", "firstly", "secondly"),
        *("automatically", "separately", "precisely", "previously", "newly", "fully"),
        *("respectively", "accordingly", "exceptionally", "gracefully", "externally"),
        *("publicly", "positionally", "recently", "similarly"),
        *("partly", "locally", "nicely", "carefully", "safely", "allegedly", "presumably"),
        *("apparently", "supposedly", "evidently", "surely", "certainly"),
    }
)
_TOLD_BY_RULES = frozenset({P.SWALLOWS, P.RECURSES, P.CALLED_BY, P.CATCHES})
_SILENT = frozenset({"silently", "quietly"})
# Manners of what is done, for which `manners` looks.
_BESIDE = frozenset(
    {"asynchronously", "synchronously", "concurrently", "sequentially", "periodically", "lazily"}
    | {"eagerly", "atomically", "recursively", "optionally"}
)
_IN_TURNS = frozenset({"repeatedly"})
_UNDONE = frozenset({"temporarily"})
_TRYING = re.compile(r"\b(?:re)?tr(?:y|ies|ied)\b|\battempts?\b")  # a rule of its own counts these
# What is counted where it is said how often; a header or a class says it once.
_COUNTED = frozenset(
    {P.CALLS, P.ACTS, P.WRITES, P.INSTANTIATES, P.PASSES, P.AWAITS, P.CALLED_BY, P.RAISES}
    | {P.RETURNS, P.RETURNS_EARLY, P.YIELDS, P.RERAISES, P.USES, P.READS, P.LOOPS, P.BRANCHES}
    | {P.CATCHES, P.SUBSCRIPTS, P.HAS, P.BEYOND}
)


def said_how(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Adverbs that nothing shows, and counts that nothing was counted for."""
    if claim.is_negated or any(one.is_negated for one in claim.clauses) or not proofs:
        return
    text = _QUOTED.sub(" ", claim.text.partition(" ")[2])
    yield from _in_some_manner(text, claim, proofs)
    yield from _so_often(text, claim)


def _in_some_manner(text: str, claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    adverbs = {*_ADVERB.findall(text)} - _NO_MANNER
    said = {one.predicate for one in claim.clauses}
    adverbs -= _BESIDE if said <= DOING else set()
    adverbs -= _SILENT | {"recursively"} if said & _TOLD_BY_RULES else set()
    if not adverbs:
        return
    told = told_of(claim, proofs)
    near = told.around | told.owners | told.results
    near |= words_of(" ".join(one.outline.name for one in proofs))
    for adverb in sorted(adverbs):
        if not (_is_so(adverb, claim, proofs) or is_told(_adjective(adverb), near)):
            yield adverb


def _adjective(adverb: str) -> str:
    """`lazy` of `lazily`, `atomic` of `atomically`."""
    stem = adverb.removesuffix("ly")
    if stem.endswith("i"):
        return stem[:-1] + "y"
    return stem.removesuffix("al") if stem.endswith("ical") else stem


def _is_so(adverb: str, claim: Claim, proofs: Sequence[Proof]) -> bool:
    """Whether what stands around shows it, in whatever words."""
    if adverb in _SILENT:
        return all(map(tells_nobody_there, proofs))
    if adverb in _IN_TURNS:
        is_counted = any(one.count is not None for one in claim.clauses)
        return is_counted or any(Around.LOOP in one.outline.around(one.span) for one in proofs)
    places = [one.detail for one in proofs if one.type is not EvidenceType.CONDITIONAL]
    return adverb in _UNDONE and len(places) > len(set(places))  # set, and set again


def _so_often(text: str, claim: Claim) -> Iterator[str]:
    said = _OFTEN.search(text)
    if said is None or _TRYING.search(text) or any(map(_is_counted, claim.clauses)):
        return
    if not any(one.text == said[0] for clause in claim.clauses for one in clause.objects):
        yield said[0]


def _is_counted(clause: Clause) -> bool:
    is_alone = clause.order is None  # of two steps nothing is counted
    return clause.count is not None and is_alone and clause.predicate in _COUNTED
