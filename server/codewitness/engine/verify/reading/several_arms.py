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
_VALUE = (
    r"(?:`[^`]+`|[\w.$:]+\([^()]*\)|\"[^\"]*\""
    r"|(?!\b(?:if|when|unless|otherwise|else|and|or)\b)[^\s,;`]+)"
)
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
# `registers x if enabled and unregisters it otherwise`.
_TWO_VERBS = re.compile(
    r"^(?P<head>(?:`[^`]+`|\S+)) (?P<verb>[a-z]+s)(?P<one> .+?)? (?P<when>if|when)"
    r" (?P<what>[^,;]+?),? (?:and|or|but)(?: it)?"
    r" (?P<then>(?!is\b|was\b|has\b|does\b)[a-z]+s)(?P<other> .+?)?,?"
    r" (?:otherwise|else|if not|when not)$"
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
    if claim.members is not None or claim.is_alone or (arms := _arms_of(text)) is None:
        return None
    if any(map(_LIMITED.search, arms)):
        return None
    each = (parse(arms[0]), parse(arms[1]))
    if any(one.problem or one.subject is None or len(one.clauses) != 1 for one in each):
        return None
    if each[0].subject != each[1].subject:
        return None
    ignored = tuple(words for one in each if one.arm is None for words in one.ignored)
    if claim.clauses and claim.subject == each[0].subject:
        return replace(claim, each=each, ignored=ignored, arm=None, problem="")
    return replace(each[0], text=claim.text, each=each, ignored=ignored, arm=None)


def _arms_of(text: str) -> tuple[str, str] | None:
    """`f registers x if y`, `f unregisters x unless y`; None where no two ways are told apart."""
    if (said := _EITHER.match(text)) is not None:
        head, what = said["head"], said["what"]
        other = said["other"] or said["last"]
        return f"{head} {said['one']} {said['when']} {what}", f"{head} {other} unless {what}"
    if (said := _TWO_VERBS.match(text)) is None:
        return None
    head, what, done = said["head"], said["what"], said["one"] or ""
    other = re.sub(r"^ (?:it|them)\b", lambda _: done, said["other"] or "")
    one = f"{head} {said['verb']}{done} {said['when']} {what}"
    return one, f"{head} {said['then']}{other} unless {what}"
