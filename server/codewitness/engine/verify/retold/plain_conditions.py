"""Conditions as they are mostly written: plain sides, no `not` around a comparison, constants last.

`a and (not b)` loses its brackets, `!(a == b)` is `a != b`, and `0 == len(rows)` is turned round.
"""

from __future__ import annotations

import re
from functools import partial

_SIDE = re.compile(
    r"(?:^|(?<=&& )|(?<=\|\| )|(?<=\band )|(?<=\bor ))\s*"
    r"\((?P<side>[^(){},?]*(?:\([^()]*\)[^(){},?]*)*)\)(?=\s*(?:$|&&|\|\||(?:and|or)\b))"
)
_WHOLE = re.compile(r"(\()((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)(\))", re.DOTALL)
_SEVERAL = re.compile(r"&&|\|\||\b(?:and|or|if|else|for|in)\b|=>|:=|(?<![=!<>])=(?!=)")

_COMPARED = r"[^()&|!=<>,?]*(?:\([^()]*\)[^()&|!=<>,?]*)*"
_ASKED = r"(?P<left>[\w.]+(?:\([^()]*\))?) (?P<sign>in|is) (?P<right>(?!not\b)[\w.\[\]\"']+)"
_DENIED = (
    re.compile(
        rf"(?:!|\bnot )\s*\((?P<left>(?=[\w$@*&\"'-]){_COMPARED})\s*"
        rf"(?P<sign>[=!]==?|<=|>=|<|>)\s*(?P<right>{_COMPARED})\)"
    ),
    re.compile(rf"\bnot {_ASKED}(?=\s*(?:$|[)]|and\b|or\b))"),
    re.compile(rf"\bnot \({_ASKED}\)"),
)
_OPPOSITE = {"==": "!=", "!=": "==", "===": "!==", "!==": "==="}
_OPPOSITE |= {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "in": "not in", "is": "is not"}
_JOINED = re.compile(r"\b(?:and|or|not|if|else|in|is|instanceof|as)\b")

_CONSTANT = (
    r"-?\d[\w.]*|\.\.\.|\"[^\"\\]*\"|'[^'\\]*'|None|null|nil|NULL|nullptr|undefined|[Tt]rue|[Ff]alse"
    r"|[A-Za-z_][\w.]*(?:\.|->)c?r?end\(\)"
    r"|[A-Z][A-Z\d]*(?:_[A-Z\d]+)*\b(?![.(\[:])"
)
_OPERAND = r"[\w$@](?:[\w$.@]|->|::|\?\.|\([^()]*\)|\[[^\[\]]*\])*"
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_CONSTANT_FIRST = re.compile(
    r"(?:^|(?<=[(!])|(?<=&& )|(?<=\|\| )|(?<=, )|(?<=\bnot )|(?<=\band )|(?<=\bor ))\s*"
    rf"(?P<constant>{_CONSTANT})\s*"
    r"(?P<operator>[=!]==?|<=|>=|<(?![<-])|>(?!>)|\bis not\b|\bis\b)\s*"
    rf"(?P<other>{_OPERAND})(?=\s*(?:$|[),?:]|&&|\|\||and\b|or\b))"
)


def plainly(condition: str) -> str:
    """The condition as most code has it."""
    condition = _plain_sides(condition)
    for denied in _DENIED:
        condition = denied.sub(_opposite, condition)
    return _CONSTANT_FIRST.sub(_constant_last, condition)


def _plain_sides(condition: str) -> str:
    """Without brackets around sides that are no `and` or `or` themselves.

    Brackets around all of it stay: some languages ask for them.
    """
    found = _WHOLE.fullmatch(condition)
    lead, text, end = found.groups() if found is not None else ("", condition, "")
    return lead + _SIDE.sub(partial(_without_brackets, text), text) + end


def _without_brackets(text: str, found: re.Match[str]) -> str:
    is_all = found[0].strip() == text.strip()
    return found[0] if is_all or _SEVERAL.search(found["side"]) else found["side"]


def _opposite(found: re.Match[str]) -> str:
    left, right = found["left"].strip(), found["right"].strip()
    if _JOINED.search(left) or _JOINED.search(right):
        return found[0]
    return f"{left} {_OPPOSITE[found['sign']]} {right}"


def _constant_last(found: re.Match[str]) -> str:
    other, operator = found["other"], found["operator"]
    if re.fullmatch(_CONSTANT, other):
        return found[0]
    return f"{other} {_TURNED.get(operator, operator)} {found['constant']}"
