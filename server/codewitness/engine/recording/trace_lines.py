"""Lines of a report as the program printed them, without what loggers and pages put before them."""

from __future__ import annotations

import re

_TIME = (
    r"\s?[`'\"]?(?:\d{4}[-/]\d\d[-/]\d\d[T ]|\d\d-\d\d )?\d\d?:\d\d:\d\d(?:[.,]\d+)?"
    r"(?:Z|[+-]\d\d:?\d\d)?(?:\s|$)"
)
# Each takes one blank after it, since the rest are the line's own: they tell a Go frame's place.
_BEFORE = re.compile(
    r"^(?:"
    + "|".join(
        (
            _TIME,
            r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ [\w.()/-]+(?:\[\d+\])?:(?:\s|$)",  # syslog
            r"\s*\d+\s+\d+ [VDIWEF] [\w.-]+\s*:(?:\s|$)",  # logcat
            r"[VDIWEF]/[\w.-]+\s*\(\s*\d+\):(?:\s|$)",
            r"(?:\d+\|)?[\w.-]+\s*\|(?:\s|$)",  # of docker compose and pm2
            r"\[[^\[\]]{0,120}\]:?(?:\s|$|(?=[A-Z]))",
            r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|SEVERE):?\s(?!\()",
            r"[a-z][\w.]*-[\w.-]*:(?:\s|$)",  # the part of a program that speaks
            r"\s*[>!│—](?:\s|$)",
        )
    )
    + r")+"
)


def without_prefix(line: str) -> str:
    """The line without times, hosts, levels, names of containers and marks of quotes before it."""
    return _BEFORE.sub("", line)


# A report within one string, as logs in JSON and representations of strings have it.
_LINE_END = r"(?:\\+r)?\\+n"
_ESCAPED_FRAME = re.compile(_LINE_END + r"(?:\\+t|\s)*(?:at\s|File\s\\*\"|from\s|goroutine\s|#\d)")
_ESCAPED_END = re.compile(
    _LINE_END + r"(?=\s|\\+t|at\s|Caused|[A-Z][\w.]*(?:Error|Exception)|['\"]|$)"
)


def unescaped(text: str) -> str:
    """The text with the lines of a report that stands in it as one string."""
    if _ESCAPED_FRAME.search(text) is None:
        return text
    text = _ESCAPED_END.sub("\n", text)
    return re.sub(r"\\+t", "\t", re.sub(r"\\+(['\"])", r"\1", text))
