"""`sets x to null` of `x = c ? f() : null`: it stands in the arm, under what the arm asks."""

from __future__ import annotations

import re

from codewitness.engine.verify.code.values import is_value
from codewitness.model.nesting import outside_quotes
from codewitness.model.outline import Around, Assigned, Outline
from codewitness.model.text import Span

_ARMS = frozenset({Around.BRANCH, Around.ELSE})


def arm_with(one: Assigned, wanted: str, outline: Outline) -> Span | None:
    """The arm of the choice that is assigned, if it is the wanted value; None if none is."""
    return next(
        (
            region.span
            for region in outline.regions
            if region.around in _ARMS
            and one.value_span.contains(region.span)
            and is_value(_value(outline.text.slice(region.span)), wanted, outline.language)
            and _is_own(one, region.span, outline)
        ),
        None,
    )


_KEYWORD = re.compile(r"^\s*(?:then|else)\b|^\s*\{|\}\s*$")
_CHOOSING = re.compile(r"\b(?:when|switch|if|else|match)\b[^{}]*$")


def _value(text: str) -> str:
    """`null` of `else null`, and of `{ null }`."""
    return _KEYWORD.sub("", text.strip().rstrip(";")).strip()


def _is_own(one: Assigned, arm: Span, outline: Outline) -> bool:
    """False for `f(c ? null : x)`, whose choice is an argument."""
    before = outline.text.slice(Span(one.value_span.start, arm.start)).lstrip("( \n")
    open_ones = 0
    for at, char, _ in outside_quotes(before):
        is_block = char == "{" and _CHOOSING.search(before[:at]) is not None
        open_ones += (char in "([{" and not is_block) - (char in ")]")
    return open_ones <= 0
