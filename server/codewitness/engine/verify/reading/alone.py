"""`Only f writes x`: a claim about `f`, and that nobody else does it."""

from __future__ import annotations

import re

from codewitness.engine.verify.reading.actions import ACTION_FORMS
from codewitness.engine.verify.reading.lexicon import HAVE, USING, VERBS
from codewitness.engine.verify.reading.tokens import Sort, tokens

_WHAT = (
    r"(?:function|method|one|place|code|part|thing|class|constructor|module|file|spot|definition"
    r"|member|helper)"
)
_LONE = r"(?:only|sole|single|lone)"
_S = (
    r"(?P<s>(?:(?:the |a )?(?:method|function|class|constructor|module|file) )?"
    r"(?:`[^`]+`|[\w$@~][\w$@./:#!?~-]*(?:\(\))?))"
)
_AMONG = r"(?: (?:in|of|on) (?:the )?(?:class |file |module )?(?P<among>\S+)(?: class| module)?)?"
_NOBODY = (
    r"(?:(?:nothing|nobody|no one|no (?:other )?(?:function|method|code|class|caller|one|place))"
    r"(?: else)? (?:but|except|besides|apart from|other than|than))"
)
# Who it is and what it does, in each way of saying that it alone does it.
_WAYS = tuple(
    re.compile(way, re.IGNORECASE)
    for way in (
        rf"(?:it is |is it )?(?:only|solely|exclusively|just|{_NOBODY}) {_S} (?:that )?(?P<v>.+)",
        rf"(?:does|do|did|is|can) only {_S} (?P<v>.+)",
        rf"(?:is )?{_S} (?:is )?the {_LONE} {_WHAT}{_AMONG}"
        r" (?:that|which|to|where|who|in which) (?P<v>.+)",
        rf"the {_LONE} {_WHAT}{_AMONG} (?:that|which|to) (?P<v>.+) is {_S}",
        rf"{_S} alone (?P<v>.+)",
    )
)
_DOES = {"writer": "writes", "reader": "reads", "setter": "sets", "user": "uses"}
_DOES |= {"raiser": "raises", "thrower": "throws", "catcher": "catches"}
_AGENT = re.compile(rf"(?:is )?{_S} is the {_LONE} (?P<v>{'|'.join(_DOES)}) of (?P<o>.+)")
_PASSIVE = re.compile(r"(?:\S+ ){1,4}?(?:is|are|gets) (?:\w+ed|\w+en|set|read|thrown|made)\b")


def said_alone(text: str) -> tuple[str, str] | None:
    """The claim without the `only`, if it says that its subject alone does what is said.

    And among what, of `the only method of C that writes x`: nothing of all there is.
    """
    text = text.strip().rstrip(".?! ")
    if agent := _AGENT.fullmatch(text):
        return f"{agent['s']} {_DOES[agent['v'].lower()]} {agent['o']}", ""
    for way in _WAYS:
        found = way.fullmatch(text)
        if found is not None and _is_name(found["s"], found["v"]):
            among = (found.groupdict().get("among") or "").strip("`")
            if _PASSIVE.match(found["v"]):  # `f is the only place where x is set`
                return f"in {found['s']}, {found['v']}", among
            return f"{found['s']} {found['v']}", among
    return None


def _is_name(name: str, following: str) -> bool:
    """True for a name of code, and for a plain word that a verb follows: `only push writes x`."""
    said = tokens(name)
    first = following.partition(" ")[0].lower()
    if first in ("and", "or", ","):
        return False
    if any(one.sort is Sort.CODE for one in said):
        return True
    is_verb = first in VERBS or first in ACTION_FORMS or first in HAVE | USING
    return is_verb and len(said) == 1 and said[0].word not in _NO_NAMES


_NO_NAMES = frozenset({"if", "when", "in", "after", "before", "on", "once", "it", "this", "one"})
_NO_NAMES |= {"by", "for", "from", "with", "while", "then", "ever", "that", "its", "the", "a"}
