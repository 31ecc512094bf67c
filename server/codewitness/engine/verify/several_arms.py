"""`calls f for 'a' and g for 'b'`: what is said of several arms, as a claim of each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from codewitness.engine.verify.claim import Claim

_NAME = r"(?:`[^`]+`|[A-Za-z_$][\w.$:]*(?:\(\))?)"
_WHERE = (
    r"(?:(?:for|on|if|when|unless|under) (?:(?!\b(?:and|or)\b)[^,])+?"
    r"|in (?:the )?case (?:(?!\b(?:and|or)\b)[^,])+?|otherwise|by default)"
)
_VERB = r"(?:calls|invokes|runs|returns|raises|throws|uses|creates|awaits|yields)"
_SEVERAL = re.compile(
    rf"^(?P<head>.+?\b(?P<verb>{_VERB})) (?P<rest>{_NAME} {_WHERE}"
    rf"(?:(?:, and|,| and) (?:{_VERB} )?{_NAME} {_WHERE})+)$"
)
_PIECE = re.compile(
    rf"(?:^|(?:, and|,| and) )(?:(?P<verb>{_VERB}) )?(?P<what>{_NAME}) (?P<where>{_WHERE})"
    r"(?=$|, and |, | and )"
)
_LIMITED = re.compile(r"\b(?:not|never|only|no|neither|always|doesn't)\b|\?$")


def with_each(claim: Claim, text: str, parse: Callable[[str], Claim]) -> Claim:
    """The claim with what it says of each arm; as it is, if it speaks of no two."""
    said = _SEVERAL.match(text.rstrip(". "))
    if said is None or claim.subject is None or claim.members is not None:
        return claim
    if _LIMITED.search(said["head"]) or claim.is_alone or claim.problem:
        return claim
    pieces = list(_PIECE.finditer(said["rest"]))
    if "".join(one[0] for one in pieces) != said["rest"]:
        return claim
    begun = said["head"].removesuffix(said["verb"])
    each = [
        parse(f"{begun}{one['verb'] or said['verb']} {one['what']} {one['where']}")
        for one in pieces
    ]
    if any(one.problem or one.subject != claim.subject or len(one.clauses) != 1 for one in each):
        return claim
    ignored = tuple(words for one in each if one.arm is None for words in one.ignored)
    return replace(claim, each=tuple(each), ignored=ignored, arm=None)
