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
_VALUE = r"(?:`[^`]+`|\"[^\"]*\"|(?!\b(?:if|when|unless|otherwise|else|and|or)\b)[^\s,;`]+)"
_VALUES = rf"{_VALUE}(?: {_VALUE}){{0,4}}?"
_ELSE = (
    r"(?:otherwise|else|if not|when not|if it (?:is|does)(?: not|n't)"
    r"|in (?:all|any|every) other cases?)"
)
# `returns a if x, b otherwise`, `returns a if x and b if not`, `returns a if x, else b`.
_EITHER = re.compile(
    rf"^(?P<head>.+?\b(?P<verb>{_VERB})) (?P<one>{_VALUES}) (?P<when>if|when) (?P<what>[^,;]+?)"
    rf"(?:[,;]? and|[,;]? or|[,;]| and it|, and it)?"
    rf" (?:(?:{_VERB} )?(?P<other>{_VALUES}),? {_ELSE}"
    rf"|(?:or )?(?:otherwise|else)(?: it)?(?: {_VERB})? (?P<last>{_VALUES}))$"
)
_LIMITED = re.compile(r"\b(?:not|never|only|no|neither|always|doesn't)\b|\?$")


def with_each(claim: Claim, text: str, parse: Callable[[str], Claim]) -> Claim:
    """The claim with what it says of each arm; as it is, if it speaks of no two."""
    if (either := _either(claim, text.rstrip(". "), parse)) is not None:
        return either
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


def _either(claim: Claim, text: str, parse: Callable[[str], Claim]) -> Claim | None:
    """`returns a if x, b otherwise` as a claim of each; None if no such thing is said."""
    said = _EITHER.match(text)
    if said is None or claim.members is not None or claim.is_alone:
        return None
    if _LIMITED.search(f"{said['head']} {said['what']}"):
        return None
    other = said["other"] or said["last"]
    each = (
        parse(f"{said['head']} {said['one']} {said['when']} {said['what']}"),
        parse(f"{said['head']} {other} unless {said['what']}"),
    )
    if any(one.problem or one.subject is None or len(one.clauses) != 1 for one in each):
        return None
    if each[0].subject != each[1].subject:
        return None
    ignored = tuple(words for one in each if one.arm is None for words in one.ignored)
    if claim.clauses and claim.subject == each[0].subject:
        return replace(claim, each=each, ignored=ignored, arm=None, problem="")
    return replace(each[0], text=claim.text, each=each, ignored=ignored, arm=None)
