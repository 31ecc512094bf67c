"""Sides of `and` and `or` without brackets that say no more: `a and (not b)`, `(a == 1) || b`."""

from __future__ import annotations

import re

_SIDE = re.compile(
    r"(?:^|(?<=&& )|(?<=\|\| )|(?<=\band )|(?<=\bor ))\s*"
    r"\((?P<side>[^(){},?]*(?:\([^()]*\)[^(){},?]*)*)\)(?=\s*(?:$|&&|\|\||(?:and|or)\b))"
)
_JOINED = re.compile(r"&&|\|\||\b(?:and|or|if|else|for|in)\b|=>|:=|(?<![=!<>])=(?!=)")


def plain_sides(condition: str) -> str:
    """The condition without brackets around what is no `and` or `or` itself."""
    return _SIDE.sub(lambda one: one[0] if _JOINED.search(one["side"]) else one["side"], condition)
