"""Where parts of a text stand that is read in other words."""

from __future__ import annotations

import pytest

from codewitness.model.text import Reworded, Span, Text

RAW = "größe = a; if (asked) wait(given)"
WHOLE = Span(0, len(RAW.encode()))


def span_of(part: str) -> Span:
    start = RAW.encode().index(part.encode())
    return Span(start, start + len(part.encode()))


TOLD = Reworded(Text.of(RAW), {span_of("asked"): "a > öde", span_of("given"): "2 * s"})


def test_said_in_those_words() -> None:
    assert TOLD.slice(WHOLE) == "größe = a; if (a > öde) wait(2 * s)"
    assert TOLD.slice(span_of("if (asked)")) == "if (a > öde)"


@pytest.mark.parametrize(
    ("part", "stands"),
    [
        ("größe", "größe"),
        ("= a;", "= a;"),
        ("a > öde", "asked"),
        ("öde", "asked"),
        ("if (a >", "if (asked"),
        ("öde) wait", "asked) wait"),
        ("wait(2 * s)", "wait(given)"),
        ("s)", "given)"),
        (") wait(", ") wait("),
    ],
)
def test_a_part_stands_where_its_words_do(part: str, stands: str) -> None:
    start = TOLD.slice(WHOLE).index(part)
    assert TOLD.part_of(WHOLE, start, start + len(part)) == span_of(stands)


def test_the_same_of_a_plain_text() -> None:
    text = Text.of(RAW)
    for part in ("größe", "= a", "asked", "given)"):
        start = RAW.index(part)
        assert text.part_of(WHOLE, start, start + len(part)) == span_of(part)
