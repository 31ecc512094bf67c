"""Macros that stand for `if`, as those do that are `if constexpr` where the compiler knows it.

`DOC_IF_CONSTEXPR(condition) { ... } else { ... }`: nothing but an `if` has an `else`.
"""

from __future__ import annotations

import re

from codewitness.syntax.languages.c_catching import closings

_HEAD = re.compile(
    rb"(?<![\w#>.:])(?<!#define )([A-Z][A-Z0-9_]*_IF\w*|IF_[A-Z0-9_]+)[ \t]*"
    rb"\((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*\)\s*(?=\{)"
)
_ELSE = re.compile(rb"\s*else\b")


def with_ifs(raw: bytes) -> bytes:
    """The text with the word of the language for such macros where an `else` follows."""
    heads = list(_HEAD.finditer(raw))
    if not heads:
        return raw
    ends = closings(raw)
    out = bytearray(raw)
    for head in heads:
        end = ends.get(head.end())
        if end is not None and _ELSE.match(raw, end) is not None:
            out[head.start(1) : head.end(1)] = b"if".ljust(len(head[1]))
    return bytes(out)
