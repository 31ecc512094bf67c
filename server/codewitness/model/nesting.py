"""Text of any language as brackets and quotes divide it."""

from __future__ import annotations

from collections.abc import Iterator


def outside_quotes(text: str) -> Iterator[tuple[int, str, int]]:
    """Each character in no quotes: its place, itself, and how many brackets are open after it."""
    depth, quote = 0, ""
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote and text[at - 1] != "\\" else quote
        elif char in "\"'`":
            quote = char
        else:
            depth += (char in "([{") - (char in ")]}")
            yield at, char, depth


def split(text: str, separator: str) -> list[str]:
    """The pieces of `text` between separators that stand in no bracket or quotes."""
    pieces, start = [], 0
    for at, _, depth in outside_quotes(text):
        if depth == 0 and text.startswith(separator, at):
            pieces.append(text[start:at])
            start = at + len(separator)
    pieces.append(text[start:])
    return pieces


def subscripted(text: str) -> tuple[str, str]:
    """Target and key of the subscript `text`; all and nothing if it does not end as one."""
    opened = [at for at, char, depth in outside_quotes(text) if char == "[" and depth == 1]
    if not opened or not text.endswith("]"):
        return text, ""
    return text[: opened[-1]], text[opened[-1] + 1 : -1].strip()
