"""Entries of older journals, brought to the form of today while they are read.

A step takes the entry of one schema and gives that of the next. Whatever changes the fields of a
record raises `platform/journal.py`'s SCHEMA and adds a step here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Entry = dict[str, Any]
Step = Callable[[Entry], Entry]

STEPS: Mapping[int, Step] = {}


def upgraded(entry: Entry, steps: Mapping[int, Step] = STEPS) -> Entry:
    """The entry as the newest schema has it."""
    version = entry.get("v", 1)
    while version in steps:
        entry = {**steps[version](entry), "v": version + 1}
        version += 1
    return entry
