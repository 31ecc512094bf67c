"""Failures as clients may be told of them: short, and without where on this machine."""

from __future__ import annotations

import logging
import re

_ABSOLUTE = re.compile(r"(?:[A-Za-z]:)?(?:[/\\][^/\\\s:'\"]+){2,}")  # a path


class Unusable(ValueError):
    """Something that was chosen can't be used; the message says what, and what to do."""


def logged(log: logging.Logger, what: str, failure: Exception) -> str:
    """The failure in short; its trace is in the log, where it is not what somebody has chosen."""
    if isinstance(failure, Unusable):
        log.info("%s: %s", what, failure)
    else:
        log.error(what, exc_info=failure)
    return in_short(failure)


def in_short(failure: Exception) -> str:
    """What has failed, without where on this machine."""
    if isinstance(failure, Unusable):
        return str(failure)
    name = type(failure).__name__
    if isinstance(failure, OSError):
        return f"{name}: {failure.strerror or 'no more is known'}"
    line = (str(failure).splitlines() or [""])[0]
    return f"{name}: {_ABSOLUTE.sub('…', line)}"[:300]
