"""Rows together with the texts that they were made of, while an indexer may be writing."""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from codewitness.engine.ports import Store
    from codewitness.engine.view import Folder
    from codewitness.features.places import Reading

_Row = TypeVar("_Row")


def rows_with_texts(
    reading: Reading,
    folder: Folder,
    paths: set[str],
    layer: str,
    ask: Callable[[Store], list[_Row]],
) -> tuple[list[_Row], dict[str, str]]:
    """Rows of some files, and the sha256 of the texts that they are of, by path.

    Files just being written have no text there: their rows are not to be trusted.
    """
    no_texts: dict[str, str] = {}
    no_rows: list[_Row] = []
    texts = methodcaller("text_hashes", paths, layer)
    before = reading.rows(folder, texts, no_texts)
    rows = reading.rows(folder, ask, no_rows)
    after = reading.rows(folder, texts, no_texts)
    return rows, before if before == after else dict(before.items() & after.items())
