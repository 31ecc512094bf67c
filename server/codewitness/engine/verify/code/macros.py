"""What macros that take arguments do, of C, C++ and Objective-C, where they stand in the same file.

They are text, not code: what is named in one may be done wherever it is used, so that nothing can
be denied. Nor can it of a branch of `#else` that is no whole statement, and is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from codewitness.engine.verify.code.families import C_FAMILY
from codewitness.model.outline import Outline

_DEFINE = re.compile(
    r"^[ \t]*#[ \t]*define[ \t]+(\w+)\([^()\n]*\)((?:\\\r?\n|[^\n\\]|\\.)*)", re.MULTILINE
)
_ELSE = re.compile(rb"^[ \t]*#[ \t]*el", re.MULTILINE)
_CALLED, _SENT = re.compile(rb"\s*\("), re.compile(rb"\s*[(\]:]")
_MAX_DEPTH = 3
RAISING = re.compile(r"@?\bthrow\b|\braise\b|\babort\s*\(")


def may_be_called(name: str, outline: Outline) -> str:
    """Why a macro that is used there, or what is not read, may call `name`; empty if none does."""
    wanted = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return _doubt(wanted, outline) or _left_out(name, outline)


def _left_out(name: str, outline: Outline) -> str:
    """Why another branch of `#if` may call `name`: it is written there like a call, and is none."""
    raw = outline.text.raw
    first = None if outline.language not in C_FAMILY else _ELSE.search(raw, *outline.span)
    if first is None:
        return ""
    called = _SENT if outline.language == "objc" else _CALLED
    read = {call.name_span for call in outline.calls}
    for item in outline.occurrences(name):
        is_call = item.span.start > first.start() and called.match(raw, item.span.end)
        if is_call and item.span not in read:
            return (
                f"`{name}` stands in line {outline.text.line_at(item.span.start) + 1}, under `#if`"
            )
    return ""


def may_be_raised(outline: Outline) -> str:
    """Why a macro that is used there may raise something; empty if none does."""
    return _doubt(RAISING, outline)


def named_in(name: str, outline: Outline) -> str:
    """The macro of the file in which a function is named; empty if there is none."""
    wanted = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    if outline.language == "rust":
        bodies = _rules(outline.text.raw)
    elif outline.language in C_FAMILY:
        bodies = _bodies(outline.text.raw)
    else:
        return ""
    return next((macro for macro, body in bodies.items() if wanted.search(body)), "")


def _doubt(wanted: re.Pattern[str], outline: Outline) -> str:
    if outline.language not in C_FAMILY:
        return ""
    bodies = _bodies(outline.text.raw)
    for call in outline.calls if bodies else ():
        if any(wanted.search(body) for body in _expanded(call.text, bodies, _MAX_DEPTH)):
            return f"the macro `{call.text}` may do it"
    return ""


def _expanded(name: str, bodies: Mapping[str, str], depth: int) -> Iterator[str]:
    """The text of a macro, and of those that it uses."""
    body = bodies.get(name)
    if body is None or depth == 0:
        return
    yield body
    for inner in set(re.findall(r"\w+", body)) & bodies.keys() - {name}:
        yield from _expanded(inner, bodies, depth - 1)


@lru_cache(maxsize=16)
def _bodies(raw: bytes) -> Mapping[str, str]:
    text = raw.decode("utf-8", "replace")
    return MappingProxyType({one[1]: one[2] for one in _DEFINE.finditer(text)})


@lru_cache(maxsize=16)
def _rules(raw: bytes) -> Mapping[str, str]:
    """The macros that a file of Rust defines, comments left out."""
    text = _REMARKS.sub(" ", raw.decode("utf-8", "replace"))
    return MappingProxyType({one[1]: _braced(text, one.end() - 1) for one in _RULES.finditer(text)})


_REMARKS = re.compile(r"//[^\n]*")
_RULES = re.compile(r"\bmacro_rules!\s*(\w+)\s*[{(\[]")
_BRACKETS = re.compile(r"[{}()\[\]]")


def _braced(text: str, start: int) -> str:
    """The text from an opening bracket to the one that closes it."""
    depth = 0
    for found in _BRACKETS.finditer(text, start):
        depth += 1 if found[0] in "{([" else -1
        if depth == 0:
            return text[start : found.end()]
    return text[start:]
