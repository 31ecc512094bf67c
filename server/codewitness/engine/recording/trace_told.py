"""What went wrong, of a report that no form reads: named within a line, or told in plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.recording.concepts import VAGUE, concepts

_TYPE = r"(?:[A-Za-z_$][\w$]*(?:\.|::|\\))*[A-Z][\w$]*(?:Error|Exception|Failure|Fault)\b"
_CODE = r"(?:\s\(0x[0-9A-Fa-f]+\))?\*{0,2}"
# What says most comes first: a type with its message, its representation, its mention.
_NAMED = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        rf"(?<![\w.$\\:@/])(?P<type>{_TYPE}){_CODE}\s?\)?:\s(?P<message>\S.*)$",
        rf"(?<![\w.$\\:])(?P<type>{_TYPE})\(['\"](?P<message>.+?)['\"],?\)",
        rf"['\"\[](?P<type>{_TYPE})['\"\]](?:,? reason: ?['\"](?P<message>.*))?",
        rf"(?<![\w.$\\:/])(?P<type>{_TYPE})(?![\w.(])(?P<message>)",
    )
)
_SPEAKS = re.compile(
    r"\b(?:error|exception|fail(?:ed|ure)|panic\w*|crash\w*|abort\w*|cannot|can't|could not|unable"
    r"|undefined|uninitialized|invalid|unexpected|not (?:found|defined|set))\b",
    re.IGNORECASE,
)
_SAYS_NOTHING = re.compile(
    r"\W*(?:#\d.*|\[\w+\]:? in .*|goroutine \d.*|runtime stack:"
    r"|(?:stack )?(?:backtrace|traceback)\W*|stack ?trace\W*|note: run with .*|\w[\w .]*:)?$",
    re.IGNORECASE,
)


def named(lines: Sequence[str]) -> tuple[str, str] | None:
    """The first type that a line names, and its message: what follows, or another line."""
    text = "\n".join(lines)
    for pattern in _NAMED:
        if found := pattern.search(text):
            kind, message = found["type"], (found["message"] or "").strip(" *`'\"")
            others = [line for line in lines if kind not in line]
            return kind, message or _spoken(others) or _behind(kind, lines)
    return None


def _behind(kind: str, lines: Sequence[str]) -> str:
    """What is said behind a type that a line begins with, as `KeyError no such row` is typed."""
    said = (line.strip() for line in lines)
    return next((one.removeprefix(kind).strip() for one in said if one.startswith(kind)), "")


def told(lines: Sequence[str]) -> str:
    """The first line that tells a kind of failure, or speaks of one; else the last of all."""
    said = [line.strip() for line in lines if not _SAYS_NOTHING.match(line)]
    return _spoken(said) or (said[-1] if said else "")


def _spoken(lines: Sequence[str]) -> str:
    said = [line.strip() for line in lines if not _SAYS_NOTHING.match(line)]
    telling = (line for line in said if concepts("", line) - VAGUE)
    return next(telling, "") or next((line for line in said if _SPEAKS.search(line)), "")
