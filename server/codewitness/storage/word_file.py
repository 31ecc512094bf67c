"""The file that keeps the words of all chunks from one start to the next, beside the tables.

To make them of the rows of 56,000 chunks takes a second and a half, and searches take three times
as long until then; to read them takes a tenth of one. The rows of a file are made of its path and
text alone, so what is kept of it counts as long as its row in the table `files` is as it was.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from codewitness.storage.kept_texts import Block, KeptTexts
from codewitness.storage.labels import Labels
from codewitness.storage.postings import Postings
from codewitness.storage.word_part import Part

log = logging.getLogger(__name__)

_STAMP = b"codewitness.stamp"
_FORMAT = "1"
_SUM_BYTES = 8  # at the beginning: a checksum of the rest, which stays aligned


@dataclass(frozen=True, slots=True)
class KeptWords:
    """The words of all chunks, and of each file, by its path, what says which rows it had."""

    part: Part
    marks: Mapping[str, str]


class WordFile:
    """In the folder of an index. Only its writer writes it; all may read."""

    def __init__(self, path: Path, stamp: str) -> None:
        """`stamp` is another one when the same rows may have other words."""
        self._path = path
        self._stamp = f"{_FORMAT} {stamp}".encode()

    def read(self) -> KeptWords | None:
        """What was written last; None if there is nothing, or nothing that can be used."""
        try:
            whole = memoryview(self._path.read_bytes())
            if zlib.crc32(whole[_SUM_BYTES:]) != int.from_bytes(whole[:_SUM_BYTES], "big"):
                raise ValueError("the file is damaged")
            with pa.ipc.open_file(pa.py_buffer(whole[_SUM_BYTES:])) as reader:
                if (reader.schema.metadata or {}).get(_STAMP) != self._stamp:
                    return None
                return _unpacked(reader.get_batch(0))
        except FileNotFoundError:
            return None
        except (OSError, IndexError, KeyError, ValueError) as error:
            log.warning("the words of the last start can't be read: %s", error)
            return None

    def write(self, kept: KeptWords) -> None:
        """Keep this; without it the next start makes it again, so a full disk is no failure."""
        batch = _packed(kept).replace_schema_metadata({_STAMP: self._stamp})
        made = pa.BufferOutputStream()
        with pa.ipc.new_file(made, batch.schema) as writer:
            writer.write_batch(batch)
        data = made.getvalue()
        temporary = self._path.with_name(f"{self._path.name}.new")
        try:
            with temporary.open("wb") as to:
                to.write(zlib.crc32(data).to_bytes(_SUM_BYTES, "big"))
                to.write(data)
            temporary.replace(self._path)
        except OSError as error:
            log.warning("the words can't be kept for the next start: %s", error)


def _packed(kept: KeptWords) -> pa.RecordBatch:
    """One row; each column is a list."""
    part, postings = kept.part, kept.part.postings
    columns: dict[str, Any] = {
        "ids": part.ids,
        "paths": part.paths.dictionary,
        "path_of": part.paths.indices,
        "words": postings.words,
        "starts": postings.starts,
        "rows": postings.rows,
        "counts": postings.counts,
        "lengths": postings.lengths,
        "blocks": pa.array([block.compressed for block in part.texts.blocks], pa.large_binary()),
        "sizes": pa.array([block.size for block in part.texts.blocks], pa.int64()),
        "marked": pa.array(list(kept.marks), pa.utf8()),
        "marks": pa.array(list(kept.marks.values()), pa.utf8()),
    }
    for name, labels in (("languages", part.languages), ("tags", part.tags)):
        columns[name] = labels.distinct
        columns[f"{name}_codes"] = labels.codes
        columns[f"{name}_ends"] = labels.ends
    return pa.RecordBatch.from_pydict({name: _one_row(own) for name, own in columns.items()})


def _one_row(values: Any) -> pa.Array:
    own = pa.array(values) if isinstance(values, np.ndarray) else values
    return pa.LargeListArray.from_arrays(pa.array([0, len(own)], pa.int64()), own)


def _unpacked(batch: pa.RecordBatch) -> KeptWords:
    """Raises `KeyError` or `ValueError` for what is not such a row."""
    batch.validate()
    column = {name: batch.column(name).flatten() for name in batch.schema.names}

    def numbers(name: str) -> Any:
        return column[name].to_numpy()

    def labels(name: str) -> Labels:
        return Labels(column[name], numbers(f"{name}_codes"), numbers(f"{name}_ends"))

    blocks = map(Block, column["blocks"].to_pylist(), column["sizes"].to_pylist())
    part = Part.made_of(
        ids=column["ids"],
        paths=pa.DictionaryArray.from_arrays(column["path_of"], column["paths"]),
        postings=Postings(*map(numbers, ("words", "starts", "rows", "counts", "lengths"))),
        texts=KeptTexts(list(blocks)),
        languages=labels("languages"),
        tags=labels("tags"),
    )
    marks = zip(column["marked"].to_pylist(), column["marks"].to_pylist(), strict=True)
    return KeptWords(part, dict(marks))
