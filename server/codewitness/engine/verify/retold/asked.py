"""Conditions that ask a variable, as what it was set to: `is_empty = not rows`, `if is_empty`.

A variable stands for its value where it is set once, on each way to the condition, and where
nothing that the value is made of changes in between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codewitness.engine.verify.retold.set_once import (
    CONSTANTS,
    NAME,
    PATH,
    between,
    is_changed,
    is_made,
    reaches,
)
from codewitness.model.outline import Assigned, Outline
from codewitness.model.text import Reworded, Span

# What asks something, whose answer is yes or no.
_ASKING = re.compile(
    r"==|!=|<(?!<)|(?<![-=>])>(?!>)|!(?!=)|&&|\|\||\b(?:not|and|or|in|is|instanceof)\b"
    r"|\b(?:[Ii]s|[Hh]as|[Cc]an|[Ww]as|[Aa]re|[Ss]hould|[Cc]ontains?|[Ii]ncludes?|[Ss]tarts?|[Ee]nds?"
    r"|[Ee]xists?|[Aa]ny|[Aa]ll|[Ee]quals?|[Mm]atch(?:es)?|isinstance|issubclass|callable)"
    r"(?:_\w+|[A-Z]\w*|with)?\(|\w[?](?=$|[(\s])"
)
_CALL = re.compile(r"[\w$.@>-]+\([^()]*\)|\[[^\[\]]*\]")
_SIMPLE = re.compile(r"[\w$.@]+(?:\([^()]*\))?")
_BEFORE = re.compile(rb"(?:^|[(!]|&&|\|\||\b(?:not|and|or|if))\s*$")
_BEHIND = re.compile(rb"\s*(?:$|[)]|&&|\|\||(?:and|or)\b)")


def asked_values(
    outline: Outline,
    known: Mapping[str, Assigned],
    used: dict[str, Assigned],
    *,
    with_calls: bool = False,
) -> Iterator[tuple[Span, str]]:
    """What stands in the places of variables in the conditions; these are put into `used`.

    with_calls: also for what a call gave, which is mostly more than a yes or no.
    """
    asking = {
        name: one
        for name, one in known.items()
        if not is_made(one.value, outline.language)
        and (_asks(one.value) or (with_calls and _CALL.fullmatch(one.value)))
    }
    for condition in outline.marked("condition") if asking else ():
        yield from _edits(condition.span, asking, outline, used)


def _asks(value: str) -> bool:
    is_name = PATH.fullmatch(value) is not None and value not in CONSTANTS
    return is_name or _ASKING.search(value) is not None


def _edits(
    asked: Span, known: Mapping[str, Assigned], outline: Outline, used: dict[str, Assigned]
) -> Iterator[tuple[Span, str]]:
    """What stands in the places of variables in a condition, or in what one is set to."""
    raw = outline.text.raw[asked.start : asked.end]
    for match in NAME.finditer(raw):
        one = known.get(match[0].decode())
        span = Span(asked.start + match.start(), asked.start + match.end())
        if one is None or not reaches(one, asked, outline) or _is_silent(span, outline):
            continue
        inner = dict[str, Assigned]()
        value = Reworded(outline.text, dict(_edits(one.value_span, known, outline, inner)))
        text = " ".join(value.slice(one.value_span).split())
        is_told = _is_operand(raw, match) or PATH.fullmatch(text)
        if is_told and _holds_still(one, text, asked, outline):
            is_whole = _is_whole(raw, match) or _SIMPLE.fullmatch(text)
            used |= {**inner, one.target: one}
            yield span, text if is_whole else f"({text})"


def _is_silent(span: Span, outline: Outline) -> bool:
    return any(one.contains(span) for one in outline.silent)


def _is_operand(raw: bytes, match: re.Match[bytes]) -> bool:
    """True for what is asked for itself, and is not compared or called."""
    return _BEFORE.search(raw, 0, match.start()) is not None and (
        _BEHIND.match(raw, match.end()) is not None
    )


def _is_whole(raw: bytes, match: re.Match[bytes]) -> bool:
    """True for what is all that is asked, but for brackets around it."""
    return not (raw[: match.start()] + raw[match.end() :]).strip(b"() \t\n")


def _holds_still(one: Assigned, value: str, asked: Span, outline: Outline) -> bool:
    """True if the value would be the same where the condition asks the variable."""
    roots = {match[0].decode() for match in NAME.finditer(value.encode())}
    return not any(is_changed(outline, span, roots) for span in between(one, asked, outline))
