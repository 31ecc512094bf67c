"""What a value that is written may be: arms of a choice, elements of a tuple, what is wrapped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.model.nesting import outside_quotes, split

_WRAPPED = re.compile(r"(?:Ok|Some|Err|Promise\.resolve|Optional\.of|Just)\((.*)\)$", re.DOTALL)
# `fmt.Errorf("%w: %s", ErrClosed, path)`, which is that error to whoever asks for it.
_WITH_ERROR = re.compile(r"fmt\.Errorf\(\s*\"[^\"]*%w[^\"]*\"\s*,(.*)\)$", re.DOTALL)
_NAMED_ERROR = re.compile(r"(?:\w+\.)?Err[A-Z]\w*")
_CONVERTED = re.compile(r"^(?:await|try[?!]?|new|&|\*)\s*")
_CAST = re.compile(r"\s+(?:as[?!]?|satisfies)\s+[\w<>\[\],. |&?]+$|(?<=[\w)\]])!$")
_TERNARY = re.compile(r"^(.*?)\sif\s.*?\selse\s(.*)$|^.*?\?\s(.*?)\s:\s(.*)$", re.DOTALL)

_SPACED = re.compile(r"^.*?\s\?\s(.*?)\s:\s(.*)$", re.DOTALL)  # Ruby's `open? ? a : b`


# `x ??= y`, which gives `x` if that is there.
_UNLESS_SET = re.compile(r"(@{0,2}\w[\w.$]*)\s*(?:\?\?=|\|\|=)\s*(.+)", re.DOTALL)


def alternatives(text: str, depth: int = 0) -> list[str]:
    """The value and what it may be: arms of a choice, elements of a tuple, what is wrapped."""
    text = text.strip()
    found_values = [text]
    if depth > 3 or not text:
        return found_values
    found_values += [value for one in _plain(text) for value in alternatives(one, depth + 1)]
    if text.startswith("(") and text.endswith(")") and text[1:-1].strip():
        found_values += alternatives(text[1:-1], depth + 1)
    if wrapped := _WRAPPED.match(text):
        found_values += alternatives(wrapped[1], depth + 1)
    if wrapping := _WITH_ERROR.match(text):
        named = (one.strip() for one in split(wrapping[1], ","))
        found_values += [one for one in named if _NAMED_ERROR.fullmatch(one)]
    for arm in _arms(text):
        found_values += alternatives(arm, depth + 1)
    for separator in (",", " or ", " || ", " ?? ", " ?: "):
        pieces = split(text, separator)
        if len(pieces) > 1:
            for piece in filter(str.strip, pieces):  # of `(a,)` one
                found_values += alternatives(piece, depth + 1)
    return found_values


def arms_of(text: str) -> list[str]:
    """The arms of `c ? a : b`, and those of choices among them; none of another value."""
    found = [arm.strip() for arm in _arms(text.strip(), (_SPACED, _TERNARY))]
    return [one for arm in found for one in arms_of(arm) or [arm]]


def _arms(
    text: str, forms: Sequence[re.Pattern[str]] = (_SPACED, _TERNARY, _UNLESS_SET)
) -> Iterator[str]:
    """The arms of a choice that is all of the text, and not one among what a call is given."""
    hidden = ["_"] * len(text)
    for at, letter, depth in outside_quotes(text):
        if depth <= 0:
            hidden[at] = letter
    found = next((one for form in forms if (one := form.match("".join(hidden)))), None)
    spans = [found.span(at) for at in range(1, found.re.groups + 1)] if found is not None else []
    yield from (text[start:end] for start, end in spans if end > start)


def _plain(text: str) -> Iterator[str]:
    """The text without a cast behind it, and without what converts it."""
    if (plain := _CAST.sub("", text)) != text:
        yield plain
    if (plain := _CONVERTED.sub("", text)) != text and not text.startswith("new"):
        yield plain
