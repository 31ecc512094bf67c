"""What may panic, crash or trap without saying so: `xs[0]`, `assert!(…)`, `x!`, `a / b`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.model.outline import Outline
from codewitness.model.text import Span

_MAY_PANIC = {
    "rust": re.compile(
        r"\b(?:debug_)?assert(?:_eq|_ne)?!|[\w)\]]\[(?!\])|[\w)]\s*[/%]\s*[A-Za-z_(]"
        r"|\.(?:borrow|borrow_mut|split_at|split_at_mut|copy_from_slice|swap_remove|chunks)\("
    ),
    "go": re.compile(
        r"(?<!\bmap)(?<![\w)\]]\.)(?<=[\w)])\[(?!\])(?![A-Za-z_.]*\][\w{(])|\.\((?!type\b)[\w.*\[\]{}]+\)(?!\s*;)"
        r"|[\w)]\s*[/%]\s*[A-Za-z_(]|\bmust[A-Z]\w*\(|\bMust\w*\("
    ),
    "swift": re.compile(
        r"[\w)\]]!(?![=\w])|\b(?:try|as)!|\b(?:precondition|assert|assertionFailure)\w*\("
        r"|[\w)]\[(?!\])|[\w)]\s*[/%]\s*[A-Za-z_(]"
    ),
}
_KEPT = re.compile(r",\s*\w+\s*:?=")  # `s, ok := x.(string)`


def may_panic(outline: Outline) -> str:
    """Why code may panic without a call that says so; empty if nothing in it may."""
    risky = _MAY_PANIC.get(outline.language)
    if risky is None:
        return ""
    lines = _own_lines(outline)
    for line in lines:
        found = risky.search(line)
        if found and not (found[0].startswith(".(") and _KEPT.search(line[: found.start()])):
            return f"`{line.strip()[:60]}` may panic"
    return _of_nil(outline, lines) if outline.language == "go" else ""


_POINTED = re.compile(r"(?:\breturn|[=:,(!<>+{;-]|&&|\|\||^)\s*\*([a-z_]\w*)\b(?!\s*\))")
_THROUGH = re.compile(r"(?<![\w.])[a-z_]\w*\.(\w+)\.\w")


def _of_nil(outline: Outline, lines: Sequence[str]) -> str:
    """Why Go code may follow a pointer that is nil: one that it is given, or a field's.

    What a method is called on is taken to be there, and so is what is compared with nil.
    """
    header = outline.text.slice(outline.header_span)
    pointers = {
        one.name
        for one in outline.parameters
        if re.search(rf"\b{re.escape(one.name)}\b(?:\s*,\s*\w+)*\s+\*", header)
    }
    asked = set(re.findall(r"(\w+)\s*[=!]=\s*nil", "\n".join(lines)))
    for line in lines:
        names = {*_POINTED.findall(line)}
        names |= {name for name in pointers if re.search(rf"(?<![\w.]){name}\.\w", line)}
        names |= {name for name in _THROUGH.findall(line) if _is_pointer(name, outline)}
        if left := sorted(names - asked):
            return f"`{line.strip()[:60]}` panics if `{left[0]}` is nil"
    return ""


def _is_pointer(field: str, outline: Outline) -> bool:
    """True if the file declares a field of this name that is a pointer."""
    declared = re.compile(rf"^\s+{re.escape(field)}\s+\*\w".encode(), re.MULTILINE)
    return declared.search(outline.text.raw) is not None


def _own_lines(outline: Outline) -> list[str]:
    """Its own lines without comments and texts."""
    lines: list[str] = []
    body = outline.body_span
    for gap in outline.gaps:
        start = max(gap.start, body.start) if body is not None else gap.start
        if start >= gap.end:
            continue
        raw = bytearray(outline.text.slice(Span(start, gap.end)).encode())
        for silent in outline.silent:
            low, high = max(silent.start, start) - start, min(silent.end, gap.end) - start
            if low < high:
                raw[low:high] = b" " * (high - low)
        lines += bytes(raw).decode("utf-8", "replace").split("\n")
    return lines
