"""The indexes of the tables: on paths, ids, tags and words. Vectors have none, they are scanned."""

from __future__ import annotations

from typing import Any

from codewitness.storage.lazy_import import lancedb_module
from codewitness.storage.postings import MAX_WORD_BYTES
from codewitness.storage.schema import CHUNKS

lancedb = lancedb_module()

_WORDS = "fts"


def make_indexes(name: str, table: Any, *, only_missing: bool = False) -> None:
    """Make the indexes of the table `name` that are missing or, if asked, have rows to catch up.

    An empty table gets none: a full-text index of nothing would stay empty.
    """
    if not table.count_rows():
        return
    lag_by_column = {
        column: index.num_unindexed_rows
        for index in table.list_indices()
        for column in index.columns
    }
    for column, config in _wanted(name).items():
        is_missing = column not in lag_by_column
        if is_missing or (lag_by_column[column] and not only_missing):
            table.create_index(column, config=config)


def make_text_index(chunks: Any) -> None:
    """Make the full-text index of the words of all chunks."""
    chunks.create_index(_WORDS, config=_full_text())


def n_behind(chunks: Any) -> int | None:
    """Rows that are in no full-text index yet; None if there is no such index."""
    for index in chunks.list_indices():
        if _WORDS in index.columns:
            return int(index.num_unindexed_rows)
    return None


def _wanted(name: str) -> dict[str, Any]:
    on_path = {"path": lancedb.index.BTree()}
    if name != CHUNKS:
        return on_path
    return on_path | {
        "id": lancedb.index.BTree(),
        "tag_keys": lancedb.index.LabelList(),
        _WORDS: _full_text(),
    }


def _full_text() -> Any:
    # Chunks come as words already, so blanks are all that a tokenizer has to know. In code a stop
    # word (`not`, `is`, `with`) means something, and BM25 gives little for frequent ones anyway.
    return lancedb.index.FTS(
        base_tokenizer="whitespace",
        language="English",
        stem=True,
        lower_case=True,
        ascii_folding=True,
        remove_stop_words=False,
        with_position=False,
        max_token_length=MAX_WORD_BYTES,
    )
