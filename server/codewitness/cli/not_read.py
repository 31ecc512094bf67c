"""Which files were not read, or not wholly, and why, as a person is told."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from codewitness.platform.places import path_of_uri

MOST_NAMED = 10  # files of one reason
MOST_ENDINGS = 8

_BYTES = re.compile(r"(\d+) bytes, limit (\d+)")
_REASONS = {"size": "too large", "unsupported": "in no language that is known"}
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


def shortened(found: dict[str, Any]) -> dict[str, Any]:
    """A status as JSON: of the one folder nothing twice, few of the many that nobody misses."""
    listed: Counter[str] = Counter()
    failed = []
    for one in found["files"]["failed"]:
        reason = one["problem"].partition(": ")[0]
        listed[reason] += 1
        if reason != "unsupported" or listed[reason] <= MOST_NAMED:
            failed.append(one)
    found = {**found, "files": {**found["files"], "failed": failed}}
    del found["folders"]
    return found


def counted(found: Any) -> Iterator[str]:
    """How many for which reason."""
    for reason, count in sorted(found["files"]["failedByReason"].items()):
        yield f"  {count:6} {_words(reason)}"


def named(found: Any, root: Path) -> Iterator[str]:
    """The same with the files; of those in no language that is read, their endings."""
    by_reason: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for one in found["files"]["failed"]:
        reason, _, detail = one["problem"].partition(": ")
        if reason in found["files"]["failedByReason"]:
            by_reason[reason].append((one["uri"], detail))
        else:
            by_reason["syntax"].append((one["uri"], one["problem"].partition("; ")[0]))
    for reason, count in sorted(found["files"]["failedByReason"].items()):
        ones = by_reason[reason]
        if reason == "unsupported":
            yield f"  {count:6} {_words(reason)} ({_endings(ones)})"
            continue
        yield f"  {count:6} {_words(reason)}"
        for uri, detail in ones[:MOST_NAMED]:
            yield f"           {_path(uri, root)}{_detail(detail)}"
        if count > min(len(ones), MOST_NAMED):
            yield f"           … and {count - min(len(ones), MOST_NAMED)} more"


def size(n_bytes: int | None) -> str:
    """A number of bytes in three digits or so."""
    if n_bytes is None:
        return "size unknown"
    amount, unit = float(n_bytes), 0
    while amount >= 1000 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    digits = 1 if unit and amount < 10 else 0
    return f"{amount:.{digits}f} {_UNITS[unit]}"


def _words(reason: str) -> str:
    if reason == "syntax":
        return "read with syntax errors"
    return f"not read: {_REASONS.get(reason, reason)}"


def _detail(detail: str) -> str:
    detail = _BYTES.sub(lambda one: f"{size(int(one[1]))}, limit {size(int(one[2]))}", detail)
    return f": {detail}" if detail else ""


def _endings(ones: list[tuple[str, str]]) -> str:
    counts = Counter(detail for _, detail in ones).most_common()
    shown = [f"{n} {ending}" if n > 1 else ending for ending, n in counts[:MOST_ENDINGS]]
    return ", ".join([*shown, "…"] if len(counts) > MOST_ENDINGS else shown)


def _path(uri: str, root: Path) -> str:
    path = path_of_uri(uri)
    if path is not None and path.is_relative_to(root.resolve()):
        return path.relative_to(root.resolve()).as_posix()
    return str(path or uri)
