"""What macros that take arguments do, of C, C++ and Objective-C, where they stand in the same file.

They are text, not code: what is named in one may be done wherever it is used, so that nothing can
be denied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from codewitness.model.outline import Outline

_LANGUAGES = frozenset({"c", "cpp", "objc"})
_DEFINE = re.compile(
    r"^[ \t]*#[ \t]*define[ \t]+(\w+)\([^()\n]*\)((?:\\\r?\n|[^\n\\]|\\.)*)", re.MULTILINE
)
_MAX_DEPTH = 3
RAISING = re.compile(r"@?\bthrow\b|\braise\b|\babort\s*\(")


def may_be_called(name: str, outline: Outline) -> str:
    """Why a macro that is used there may call `name`; empty if none does."""
    return _doubt(re.compile(rf"(?<!\w){re.escape(name)}(?!\w)"), outline)


def may_be_raised(outline: Outline) -> str:
    """Why a macro that is used there may raise something; empty if none does."""
    return _doubt(RAISING, outline)


def named_in(name: str, outline: Outline) -> str:
    """The macro of the file in which a function is named; empty if there is none."""
    if outline.language not in _LANGUAGES:
        return ""
    wanted = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    bodies = _bodies(outline.text.raw)
    return next((macro for macro, body in bodies.items() if wanted.search(body)), "")


def _doubt(wanted: re.Pattern[str], outline: Outline) -> str:
    if outline.language not in _LANGUAGES:
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
