"""Claims that a test lists one a line."""

from __future__ import annotations


def said(text: str) -> list[str]:
    """The lines of `text` that have a sentence."""
    return [line for line in text.splitlines() if line]
