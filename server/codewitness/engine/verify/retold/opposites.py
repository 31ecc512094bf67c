"""Comparisons that are denied, as their opposites: `!(a == b)` as `a != b`, `not a in b`."""

from __future__ import annotations

import re

_SIDE = r"[^()&|!=<>,?]*(?:\([^()]*\)[^()&|!=<>,?]*)*"
_OF_SIGNS = re.compile(
    rf"(?:!|\bnot )\s*\((?P<left>(?=[\w$@*&\"'-]){_SIDE})\s*(?P<sign>[=!]==?|<=|>=|<|>)\s*"
    rf"(?P<right>{_SIDE})\)"
)
_ASKED = r"(?P<left>[\w.]+(?:\([^()]*\))?) (?P<sign>in|is) (?P<right>(?!not\b)[\w.\[\]\"']+)"
_OF_WORDS = re.compile(rf"\bnot {_ASKED}(?=\s*(?:$|[)]|and\b|or\b))")
_OF_WORDS_INSIDE = re.compile(rf"\bnot \({_ASKED}\)")
_OPPOSITE = {"==": "!=", "!=": "==", "===": "!==", "!==": "==="}
_OPPOSITE |= {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "in": "not in", "is": "is not"}
_JOINED = re.compile(r"\b(?:and|or|not|if|else|in|is|instanceof|as)\b")


def opposites(condition: str) -> str:
    """The condition without a `not` around one comparison of two plain sides."""
    for denied in (_OF_SIGNS, _OF_WORDS, _OF_WORDS_INSIDE):
        condition = denied.sub(_turned, condition)
    return condition


def _turned(found: re.Match[str]) -> str:
    left, right = found["left"].strip(), found["right"].strip()
    if _JOINED.search(left) or _JOINED.search(right):
        return found[0]
    return f"{left} {_OPPOSITE[found['sign']]} {right}"
