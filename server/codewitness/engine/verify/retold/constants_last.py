"""Comparisons with a constant first, as they are mostly written: `0 == len(rows)`, `NULL != p`."""

from __future__ import annotations

import re

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


def constants_last(condition: str) -> str:
    """The condition with its constants behind what they are compared with."""
    return _CONSTANT_FIRST.sub(_turned, condition)


def _turned(found: re.Match[str]) -> str:
    other, operator = found["other"], found["operator"]
    if re.fullmatch(_CONSTANT, other):
        return found[0]
    return f"{other} {_TURNED.get(operator, operator)} {found['constant']}"
