"""Objects as a Parquet file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq


def write_parquet(objects: Sequence[dict[str, Any]], to: BinaryIO) -> None:
    """Write JSON-like objects of one shape as a table; nothing is written for none."""
    if objects:
        pq.write_table(pa.Table.from_pylist(list(objects)), to)
