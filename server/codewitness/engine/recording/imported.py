"""A record that comes from a file: as it may stand in the memory, or what of it may not.

Anybody may have written the file, and all that answers do with a record has to work: reckoning
with its times, sorting by them, and sending it to a client that reads JSON strictly.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from codewitness.engine.recording.encoding import BadRecord, camel, decoded
from codewitness.model.records import DecisionRecord, Record
from codewitness.model.text import encode

_TIMES = ("timestamp", "updated", "ended", "last_seen", "resolved_at", "reopened_at")
_COUNTS = ("line", "lines", "frequency")  # which begin at 0
_MOST = 2**64  # which no number that is written reaches; the sketches of bodies come near it


def imported(given: Mapping[str, Any]) -> Record:
    """The record of a JSON object; `BadRecord` names the field that can't be."""
    record = decoded(_sound(given, "record"))
    if not record.id.strip():
        raise BadRecord("id: is empty")
    times: dict[str, Any] = {
        name: _time(record, name) for name in _TIMES if getattr(record, name, "")
    }
    if not record.timestamp:
        raise BadRecord("timestamp: takes a time as ISO 8601, it is empty")
    if isinstance(record, DecisionRecord) and not 0 <= record.confidence <= 1:
        raise BadRecord(f"confidence: takes a number from 0 to 1, got {record.confidence}")
    return replace(record, **times)


def _sound(value: Any, where: str) -> Any:
    """The same without halves of characters; numbers have to be such as a client can read."""
    if isinstance(value, str):
        return encode(value).decode()
    if isinstance(value, list):
        return [_sound(one, where) for one in value]
    if isinstance(value, dict):
        return {_sound(key, where): _sound(one, key) for key, one in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        raise BadRecord(f"{where}: takes a number, got {value}")
    if isinstance(value, int) and not (0 if where in _COUNTS else -_MOST) <= value < _MOST:
        raise BadRecord(f"{where}: there is no such number")
    return value


def _time(record: Record, name: str) -> str:
    """A time as records have it, in UTC: one of no zone is taken for that."""
    text: str = getattr(record, name)
    try:
        found = datetime.fromisoformat(text)
        found = found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        what = f"takes a time as ISO 8601, got {text[:60]!r}"
        raise BadRecord(f"{camel(name)}: {what}") from None
    return found.isoformat(timespec="milliseconds").replace("+00:00", "Z")
