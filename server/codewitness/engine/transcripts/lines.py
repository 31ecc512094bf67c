"""A line of a transcript as a record."""

from __future__ import annotations

import json
from typing import Any

# Programs cut texts in the middle of an emoji, and write the half that is left as an escape.
_ESCAPES = (b"\\ud", b"\\uD")


def record_of(line: bytes) -> dict[str, Any] | None:
    """The record that a line has, its texts such that they can be written anywhere; else None."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict):
        return None
    return _whole(record) if any(escape in line for escape in _ESCAPES) else record


def _whole(value: Any) -> Any:
    """The same with U+FFFD for each half of a character."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_whole(key): _whole(one) for key, one in value.items()}
    return [_whole(one) for one in value] if isinstance(value, list) else value
