"""Symbols: definitions as the index knows them, found by name without opening their file."""

from __future__ import annotations

from dataclasses import dataclass

from codewitness.model.facts import Kind
from codewitness.model.text import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol:
    """A definition of the workspace. `path` is relative to the root, lines are 0-based.

    `ordinal` is the definition's index in its file; spans are UTF-8 bytes of the text whose
    sha256 the file's row names.
    """

    name: str
    qualified_name: str
    container: str
    kind: Kind
    language: str
    path: str
    ordinal: int
    span: Span
    name_span: Span
    start_line: int
    end_line: int
    name_line: int
