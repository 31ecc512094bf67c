"""Failures as clients may be told of them: short, and without where on this machine."""

from __future__ import annotations

import re

_ABSOLUTE = re.compile(r"(?:[A-Za-z]:)?(?:[/\\][^/\\\s:'\"]+){2,}")  # a path


def in_short(failure: Exception) -> str:
    """What has failed, without where on this machine."""
    name = type(failure).__name__
    if isinstance(failure, OSError):
        return f"{name}: {failure.strerror or 'no more is known'}"
    line = (str(failure).splitlines() or [""])[0]
    return f"{name}: {_ABSOLUTE.sub('…', line)}"[:300]
