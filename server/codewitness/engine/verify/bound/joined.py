"""Conditions that several things make up: `if a is set and b is empty`, `unless a or b is`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.bound.conditions import ALL, ANY, Asked, asked_for
from codewitness.engine.verify.bound.things import Thing

_LEAD = re.compile(r"(?P<lead>if|when|once|unless|as soon as|in case) (?P<said>.+)$")
_JOINT = re.compile(r"(?P<one>.+?) (?P<how>and|or) (?P<other>(?:(?! and | or ).)+)")
_BOTH = re.compile(r"^(?:both|either) ")
_SAYS = re.compile(r" (?:is|are|was|were|has|have|does|do|did|can|could|reaches|exceeds|fails)\b.*")


def asked_of(tail: str, what: Thing | None) -> Asked | None:
    """What a condition asks, one thing or two that it joins; None if that is not known.

    what: what the sentence speaks of before, which `it` and `none` may stand for.
    """
    if (alone := asked_for(tail, what)) is not None:
        return alone
    lead = _LEAD.fullmatch(tail.strip())
    joint = _JOINT.fullmatch(_BOTH.sub("", lead["said"])) if lead else None
    if lead is None or joint is None or lead["said"].startswith(("neither ", "both of", "all ")):
        return None
    is_all = (joint["how"] == "and") != (lead["lead"] == "unless")
    for one, other in _sides(joint["one"], joint["other"]):
        sides = [asked_for(f"{lead['lead']} {said}", what) for said in (one, other)]
        if None not in sides:
            each = tuple(side for side in sides if side is not None)
            return Asked(ALL if is_all else ANY, Thing(()), "", True, sides=each)
    return None


def _sides(one: str, other: str) -> Iterator[tuple[str, str]]:
    """Both sides as sentences: what they share is said with one of them."""
    if (says := _SAYS.search(other)) is not None and not _SAYS.search(one):
        yield f"{one}{says[0]}", other  # `a or b is set`
    elif says is not None:
        yield one, other
    elif (said := _SAYS.search(one)) is not None:
        subject, be = one[: said.start()], said[0].split()[0]
        yield one, f"{subject} {be} {other}"  # `a is unset or empty`
