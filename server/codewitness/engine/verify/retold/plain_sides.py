"""Sides of `and` and `or` without brackets that say no more: `a and (not b)`, `(a == 1) || b`."""

from __future__ import annotations

import re
from functools import partial

_SIDE = re.compile(
    r"(?:^|(?<=&& )|(?<=\|\| )|(?<=\band )|(?<=\bor ))\s*"
    r"\((?P<side>[^(){},?]*(?:\([^()]*\)[^(){},?]*)*)\)(?=\s*(?:$|&&|\|\||(?:and|or)\b))"
)
_WHOLE = re.compile(r"(\()((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)(\))", re.DOTALL)
_JOINED = re.compile(r"&&|\|\||\b(?:and|or|if|else|for|in)\b|=>|:=|(?<![=!<>])=(?!=)")


def plain_sides(condition: str) -> str:
    """The condition without brackets around its sides, but for what is an `and` or `or` itself.

    Brackets around all of it stay: some languages ask for them.
    """
    found = _WHOLE.fullmatch(condition)
    lead, text, end = found.groups() if found is not None else ("", condition, "")
    return lead + _SIDE.sub(partial(_without, text), text) + end


def _without(text: str, found: re.Match[str]) -> str:
    is_all = found[0].strip() == text.strip()
    return found[0] if is_all or _JOINED.search(found["side"]) else found["side"]
