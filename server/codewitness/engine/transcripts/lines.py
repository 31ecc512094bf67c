"""A line of a transcript as a record, and its texts such that they can be written anywhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any


def record_of(line: bytes) -> dict[str, Any] | None:
    """The record that a line has, as it stands there; None if it has none."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def whole(text: str) -> str:
    """`text` with U+FFFD for each half of a character.

    Programs cut texts in the middle of an emoji, and write the half that is left as an escape.
    """
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def time_of(record: Mapping[str, Any]) -> str:
    """When a record was written, as it says; nothing where that is no time: others sort by it."""
    said = record.get("timestamp")
    try:
        datetime.fromisoformat(said if isinstance(said, str) else "")
    except ValueError:
        return ""
    return str(said)
