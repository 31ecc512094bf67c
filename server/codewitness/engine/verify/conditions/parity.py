"""Whether a condition says the opposite of plain words.

`if the message is a start` is not asked by `message["type"] != "start"`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Shares = Callable[[str, str], bool]

LEAD = re.compile(r"^(?:only\s+)?(?:if|when|unless|whenever|as long as|in case|while|until)\s+")
_DENIED = re.compile(r"\b(?:not|never|cannot|neither|isn't|aren't|wasn't|no longer)\b")
# Words that deny without saying `not`, of which a name may have either sense.
TURNING = re.compile(
    r"(?i)\b(?:no|without|un\w+|in(?:valid|complete|active|correct)|non|bad|wrong|fail\w*|lacks?"
    r"|chang\w*|modif\w+"
    r"|missing|absent|mismatch\w*|differs?|different|empty|false|off|closed|dis\w+|errors?|none|null"
    r"|undefined|nil|zero|negative|blank|nothing|only|too|other|than)\b"
)
PRESENT = re.compile(r"\b(?:set|given|present|there|provided|passed|exists?|specified|supplied)\b")
SIDES = re.compile(r"&&|\|\||\band\b|\bor\b")
_NOT = re.compile(r"\s*\(*\s*(?:not\b|!(?!=|in\b|is\b))")
_COMPARED = re.compile(
    r"(?P<sign>!==?|===?|<>|\bnot\s+in\b|!in\b|\bin\b|\bis\s+not\b|\bis\b)\s*(?P<value>.+)$",
    re.DOTALL,
)
_DENYING = re.compile(r"!|<>|\bnot\b")
_NULL = re.compile(r"\(*\s*(?:null|nil|none|undefined|nullptr|\.\.\.)\s*\)*$", re.IGNORECASE)
_OTHER_SIGNS = re.compile(r"[<>]=?|\?|%")


def goes_other_way(said: str, condition: str, shares: Shares, *, is_inverted: bool) -> bool:
    """True if what plain words say is what the condition denies, or the reverse.

    shares: whether a word that tells something is in both. is_inverted: it is what the code does
    where the condition does not hold.
    """
    is_unless = said.startswith("unless")
    sides = SIDES.split(condition.replace("->", "."))
    if is_inverted and len(sides) > 1:
        return False
    for piece in re.split(r"\s+and\s+", LEAD.sub("", said.strip())):
        wanted = _wanted(piece)
        if wanted is None:
            continue
        told = {one for one in _told(piece, sides, shares) if one is not None}
        if len(told) == 1 and (told.pop() != is_inverted) != (wanted != is_unless):
            return True
    return False


_AN_ERROR = re.compile(r"\ban errors?\b")


def _wanted(piece: str) -> bool | None:
    """Whether something is said to be so; None where a word may deny it, or not."""
    if TURNING.search(_AN_ERROR.sub("", _DENIED.sub("", piece))):
        return None
    return _DENIED.search(piece) is None


def _told(piece: str, sides: list[str], shares: Shares) -> Iterator[bool | None]:
    """Whether each side that speaks of it says that it is so; None where that can't be told."""
    for side in sides:
        if not shares(piece, side):
            continue
        is_denied = _NOT.match(side) is not None
        compared = _COMPARED.search(side)
        if compared is None:
            yield None if _OTHER_SIGNS.search(side) else not is_denied
        elif _NULL.match(compared["value"].strip()):
            is_there = (_DENYING.search(compared["sign"]) is not None) != is_denied
            yield is_there if PRESENT.search(piece) else None
        elif shares(piece, compared["value"]):
            yield (_DENYING.search(compared["sign"]) is None) != is_denied
        else:
            yield None
