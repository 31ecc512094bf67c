"""Read a value that a claim writes as code without back-ticks: `returns x + 1`, `returns not n`."""

from __future__ import annotations

import re

from codewitness.engine.verify.reading.cursor import Cursor
from codewitness.engine.verify.reading.lexicon import ARTICLES, NOUNS, NUMBERS
from codewitness.engine.verify.reading.tokens import Sort

_SIGNS = frozenset("+-*/%=!<>&|^?:")
_BEFORE = frozenset({"-", "!", "~", "&", "*"})
_BEHIND = frozenset({"", "and", "or", ",", "if", "when", "unless", "in", "inside", "early"})
_BEHIND |= {"otherwise", "else", "for", "on", "from", "only", "always", "as", "before", "after"}
_NO_OPERANDS = {*ARTICLES, *NOUNS, *NUMBERS, *_BEHIND, "not", "any", "anything", "nothing", "all"}


_LED = re.compile(
    r"(?P<led>^[^`]*\b(?:if|when|whenever|unless) )"
    r"(?P<code>[^`]*?(?:\|\||&&|\bin \((?=[^()]*[\"'\d]))[^`]*)$"
)
_ENGLISH = re.compile(
    r"\b(?:the|a|an|then|before|after|when|unless|whenever|it|is set|are|was|does|calls)\b"
)


def with_condition(text: str) -> str:
    """The text with a condition at its end that only code can mean in back-ticks: `if a || !b`."""
    led = _LED.match(text)
    if led is None or _ENGLISH.search(led["code"]):
        return text
    return f"{led['led']}`{led['code'].rstrip('. ')}`"


def read_expression(cursor: Cursor) -> str:
    """Take operands with operators between them; empty, and nothing is taken, if none come next."""
    start = cursor.at
    pieces = _operand(cursor)
    is_one = len(pieces) == 1
    while pieces and (sign := _sign(cursor)):
        more = _operand(cursor)
        if not more:
            break
        pieces += [sign, *more]
        is_one = False
    else:
        if pieces and not is_one and cursor.word() in _BEHIND:
            return " ".join(pieces)
    cursor.at = start
    return ""


def _operand(cursor: Cursor) -> list[str]:
    """A name or a number with what stands before it; empty if there is none."""
    start = cursor.at
    before = ""
    while cursor.token.sort is Sort.MARK and cursor.token.text in _BEFORE:
        before += cursor.next().text
    if not before and cursor.word() == "not":
        before = cursor.next().word
    token = cursor.token
    is_word = token.sort is Sort.WORD and (token.word not in _NO_OPERANDS or _has_sign(cursor))
    if not (is_word or token.sort in (Sort.CODE, Sort.NUMBER, Sort.TEXT)):
        cursor.at = start
        return []
    cursor.next()
    text = f'"{token.text}"' if token.sort is Sort.TEXT else token.text
    return [before, text] if before else [text]


def _has_sign(cursor: Cursor) -> bool:
    """True for the `a` of `a == 1`."""
    sign = cursor.peek(1)
    return sign.sort is Sort.MARK and sign.text in _SIGNS and len(cursor.token.text) == 1


def _sign(cursor: Cursor) -> str:
    """The operator that comes next, of at most three signs."""
    sign = ""
    while cursor.token.sort is Sort.MARK and cursor.token.text in _SIGNS and len(sign) < 3:
        sign += cursor.next().text
    return "" if sign in ("-", ":", "?", "/") and cursor.is_done else sign
