"""Macros with arguments that stand alone among the members of a class.

    class Node : public Base {
        PROPERTY(Span, place)
      public:
        Node(Span place);
        OPERATIONS()
    };

The grammar takes `PROPERTY(Span, place)` for the head of a function whose body is to come, and may
miss where the class ends.
"""

from __future__ import annotations

import re

_NESTED = rb"\((?:[^()]++|\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+\))*+\)"
_TOKEN = re.compile(
    rb"(?P<skipped>//(?:[^\n\\]|\\[\s\S])*|/\*[\s\S]*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"?"
    rb"|'(?:[^'\\\n]|\\.)*'?|^[ \t]*\#(?:[^\n\\/]|\\[\s\S]|/(?!\*))*)"
    rb"|(?P<macro>^[ \t]*[A-Z_][A-Z0-9_]{2,}[ \t]*" + _NESTED + rb"(?=[ \t]*(?://[^\n]*)?\r?$))"
    rb"|(?P<mark>[{};:])",
    re.MULTILINE,
)
# What the braces of a class follow; those of an enumeration hold no members.
_CLASS = re.compile(rb"(?<!enum )\b(?:class|struct|union)\b[^(){};=]*\Z")
_GOES_ON = re.compile(rb"(?:\s|//[^\n]*|/\*[\s\S]*?\*/)*+[{:=,(\[.<>?+*/|&-]")
_MAX_HEAD = 1_000


def without_member_macros(raw: bytes) -> bytes:
    """The text with such macros blanked."""
    out = bytearray(raw)
    within: list[bool] = []  # of each brace that is open, whether it is a class's
    begun = 0  # behind this a declaration may begin
    for token in _TOKEN.finditer(raw):
        start, end = token.span()
        is_first = not raw[begun:start].strip()
        if token["skipped"]:
            begun = end if is_first else begun
        elif token["macro"]:
            if within and within[-1] and is_first and not _GOES_ON.match(raw, end):
                out[start:end] = re.sub(rb"[^\r\n]", b" ", raw[start:end])
                begun = end
        else:
            begun = end
            if token["mark"] == b"{":
                within.append(_CLASS.search(raw, max(0, start - _MAX_HEAD), start) is not None)
            elif token["mark"] == b"}" and within:
                within.pop()
    return bytes(out)
