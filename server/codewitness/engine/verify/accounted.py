"""Whether what was found accounts for all that a claim says: the last guard before SUPPORTED.

Each rule above looks for what it knows. Words that none of them took and that say when, how many,
or which of them is meant have to be shown by the lines themselves; else it is left open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.accounted_objects import of_other_objects
from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.evidence import EvidenceType, Proof

# A time, a condition, a limit or a denial: what holds without it need not hold with it.
_LIMITING = re.compile(
    r"\b(?:if|when|whenever|unless|while|until|except|never|instead|rather"
    r"|twice|otherwise|around|between|during|throughout)\b"
)
_IN_EACH = re.compile(
    r"\b(?:any|every|all|both|either) (?:exceptions?|errors?|failures?|cases|branches|arms)\b"
)
_OTHERWISE_SAID = re.compile(
    r"[?& ]*(?:so|because|since|in order|to (?!the\b|a\b|an\b|its\b)[a-z]+|always|even)\b"
)
_BARE = re.compile(r"\bwith (?:an? |the )?(?:plain|bare|generic|ordinary|simple) \w")
_OF_THAT = re.compile(r"[?& ]*of (?:the|its|an?) \w+$")
_AT_ONCE = re.compile(r"\bas soon as\b")


def unaccounted(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """The first words of a claim that nothing shows, be it said or denied."""
    if not proofs:
        return []
    return [
        *(words for words in claim.ignored if _narrows(words)),
        *_of_that_if(claim),
        *_of_other_medium(claim, proofs),
        *_at_once(claim, proofs),
        *of_other_objects(claim, proofs),
    ][:1]


def _narrows(words: str) -> bool:
    if _OTHERWISE_SAID.match(words):
        return False
    return any(one.search(words) for one in (_LIMITING, _IN_EACH, _BARE))


def _of_that_if(claim: Claim) -> Iterator[str]:
    """`uses the limit of the config if x`: whose it is decides where that stands."""
    if any(one.described for one in claim.clauses):
        yield from (words for words in claim.ignored if _OF_THAT.match(words))


_MEDIUM = re.compile(
    r"\b(?:to|from|on|onto|in|into|off|over) (?:the |its )?"
    r"(?P<what>disk|memory|network|database|console|terminal|screen|stdout|stderr|clipboard)$"
)


def _of_other_medium(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`removes it from the disk`, of which nothing in that code speaks."""
    for words in claim.ignored:
        said = _MEDIUM.search(words)
        texts = (one.outline.text.slice(one.outline.span).lower() for one in proofs)
        if said is not None and not any(said["what"] in text for text in texts):
            yield words


def _at_once(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """`as soon as it is found`, where no condition is shown that it is done behind."""
    if _AT_ONCE.search(claim.text) and not any(
        one.type is EvidenceType.CONDITIONAL for one in proofs
    ):
        yield "as soon as"
