"""Denials within a claim that nothing has taken: `wraps no error`, `calls f for no actor`.

What is denied of a clause is in its polarity; what is left of such words would be lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.evidence import Proof
from codewitness.model.outline import Around

P = Predicate
_DONE = frozenset(
    {P.ACTS, P.WRITES, P.CALLS, P.INSTANTIATES, P.RAISES, P.PASSES, P.AWAITS, P.YIELDS, P.RERAISES}
)
_WHEN = re.compile(
    r"\b(?:if|when|whenever|unless|while|until|once|before|after|even|because|since|that|which)\b"
)
_NONE = re.compile(
    r"(?<![`.\w:])(?:no|none|neither|nobody)\b(?! longer\b| more\b| matter\b|[-`.(])"
)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|`[^`]*`")
_FOR_NONE = re.compile(r"[?& ]*(?:for|of|to|in|on|with|from|by|at) (?:no|none|neither|nobody)\b")
_ELSE = re.compile(r"(?:else|otherwise),? ")
_PRESENT = re.compile(
    r"\b(?:is|are|was|were|has been|have been) (?P<no>not |never )?(?:given|set|passed|provided"
    r"|specified|supplied|configured|present|available|found|there|defined|known|missing|absent"
    r"|unset|empty|falsy|undefined)\b"
    r"|\bthere (?:is|are|was|were) (?P<none>no |not )?"
)
_ABSENT = re.compile(
    r"\b(?:no|none|nothing|neither|nobody|without|missing|empty|unset|null|nil|undefined|falsy)\b"
)


def lost_denials(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Words that deny a part of what is said, and that no rule has asked for."""
    is_quoted = re.search(r"[\"'`]\s*no\b", claim.text) is not None
    for clause in claim.clauses:
        if clause.is_negated or clause.predicate not in _DONE or is_quoted:
            continue
        found = _WHEN.search(clause.text)
        text = _QUOTED.sub("", clause.text[: found.start() if found is not None else None])
        named = {one.text for one in clause.objects} | set(clause.given)
        denied = _NONE.search(text)
        if denied is not None and denied[0] not in named:
            yield denied[0]
    if not is_quoted:
        yield from (words for words in claim.ignored if _FOR_NONE.match(words))
    yield from (one.text for one in claim.clauses if _is_not_else(one, proofs))
    yield from (one.described for one in claim.clauses if _is_of_what_is_there(one))


def _is_not_else(clause: Clause, proofs: Sequence[Proof]) -> bool:
    """True for `else stops it`, where nothing that was found stands in an `else`."""
    if _ELSE.match(clause.text) is None or clause.is_negated:
        return False
    own = [one for one in proofs if clause.detail[:_STEM] in one.outline.text.slice(one.span)]
    return bool(own) and not any(_OF_CHOICE & set(one.outline.around(one.span)) for one in own)


_STEM = 4
_OF_CHOICE = frozenset({Around.ELSE, Around.BRANCH})


def _is_of_what_is_there(clause: Clause) -> bool:
    """True for `falls back to x when y is given`: that is done where it is not."""
    if clause.predicate is not P.FALLS_BACK or clause.is_negated:
        return False
    said = _PRESENT.search(clause.described)
    if said is None or re.search(r"\b(?:only|just|error|default)\b", clause.described):
        return False
    n_denied = len(_ABSENT.findall(clause.described)) + (said["no"] is not None)
    n_denied += clause.described.startswith(("unless", "until"))
    return n_denied % 2 == 0
