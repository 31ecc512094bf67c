"""Lists of constructs: `has no loops, conditionals or try blocks` denies each of them.

Read word by word, what stands behind a comma would be claimed, not denied, and `try` be a verb.
"""

from __future__ import annotations

import re
from functools import cache

from codewitness.engine.verify.reading.having import CONSTRUCT_BY_WORDS

_HAVING = r"(?:has|have|contains?|uses?|involves?|includes?|employs?)"
_DENYING = (
    rf"(?:{_HAVING} (?:absolutely )?(?:no|neither)"
    rf"|(?:does not|doesn't|do not|don't|never) {_HAVING}(?: any)?"
    r"|(?:is|are) (?:entirely |completely )?(?:free (?:of|from)|devoid of)(?: any)?"
    r"|lacks?(?: any)?)"
)
_CALLS = r"(?:method |function )?calls?(?: to `?[\w.:#]+(?:\(\))?`?)?"
_WORKING = r"(?:(?:works|runs|operates|gets by|manages|does its (?:work|job)) )?"
_END = r"(?=\s*(?:at all|whatsoever|anywhere)?\s*(?:$|[.;?!]|,? (?:but|and) (?!an?\b)\w+s\b))"

_KEYWORD = r"(?:for|while|do|do[ -]while|for ?each|if|switch|match|try|with)"
# `while or for loops`, where one noun is said of both.
_SHARED = re.compile(
    rf"(?<![\w`-])(?<!nested )(?P<all>{_KEYWORD}(?:, {_KEYWORD})*),? (?P<joint>or|and|nor) "
    rf"(?P<last>(?:an? |any |no )?{_KEYWORD})[ -](?P<noun>loops?|statements?|blocks?)(?![\w`-])",
    re.IGNORECASE,
)


def _with_its_noun(found: re.Match[str]) -> str:
    noun = found["noun"].removesuffix("s")
    each = ", ".join(f"{one} {noun}" for one in found["all"].split(", "))
    return f"{each} {found['joint']} {found['last']} {noun}".replace("-", " ")


@cache
def _lists() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    words = sorted(CONSTRUCT_BY_WORDS, key=len, reverse=True)
    named = "|".join((*map(re.escape, words), _CALLS, "when"))
    one = rf"(?:no |any |an? )?(?:{named})(?![\w'/-])"
    joint = r"(?:\s*,\s*|\s+(?:or|nor)\s+)"
    listed = rf"(?P<list>{one}(?:{joint}{one})*\s*,?\s+(?:or|and|nor)\s+{one}){_END}"
    added = rf"(?P<list>{one}(?:\s*,\s*{one})*\s*,?\s+and\s+{one}){_END}"
    flags = re.IGNORECASE
    return (
        re.compile(rf"\b{_DENYING} {listed}", flags),
        re.compile(rf",?\s+{_WORKING}without (?:any )?{listed}", flags),
        re.compile(rf"(?<!not )(?<!never )\b(?P<verb>{_HAVING}) (?:both )?{added}", flags),
        re.compile(one, flags),
    )


def one_by_one(text: str) -> str:
    """The sentence with what is said of a list of constructs said of each."""
    if " or " not in text and " and " not in text and " nor " not in text:
        return text
    text = _SHARED.sub(_with_its_noun, text)
    denied, without, had, one = _lists()

    def each(found: re.Match[str], verb: str) -> str:
        items = [re.sub(r"^(?:no|any|an?) ", "", item) for item in one.findall(found["list"])]
        items = ["when expression" if item == "when" else item for item in items]
        return verb + ", ".join(f"no {item}" for item in items[:-1]) + f" and no {items[-1]}"

    def in_addition(found: re.Match[str]) -> str:
        items = one.findall(found["list"])
        first = ", ".join(f"{found['verb']} {item}" for item in items[:-1])
        return f"{first} and {found['verb']} {items[-1]}"

    text = denied.sub(lambda found: each(found, "has "), text)
    text = without.sub(lambda found: each(found, _joint(found)), text)
    return had.sub(in_addition, text)


def _joint(found: re.Match[str]) -> str:
    """`works without x`: it has none; `calls f without x`: and it has none."""
    is_whole = found[0].lstrip(", ").split(" ", 1)[0].lower() != "without"
    return " has " if is_whole else " and has "
