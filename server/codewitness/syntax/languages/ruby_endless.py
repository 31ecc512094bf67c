"""Methods of Ruby without `end` whose body is a call without parentheses: `def a(x) = put x, 1`.

The grammar knows no such body, and where it meets one it loses the class around. So the body is put
in parentheses, at the very same places: for the first there is the blank before it, for the second
the end of the line, which goes to the blank that the next line begins with.
"""

from __future__ import annotations

import re

_WORDS = (
    rb"(?:and|begin|case|class|def|defined\?|do|else|elsif|end|ensure|for|if|in|module|not|or|redo|rescue"
    rb"|retry|return|super|then|unless|until|when|while|yield)\b"
)
_BODY = re.compile(
    rb"def[ \t]+(?:[\w]+\.)?\w+[?!]?(?:\([^()\n]*\))?[ \t]*="
    rb"(?P<blank>[ \t])[ \t]*(?!" + _WORDS + rb")[\w@:]+[?!]?(?:\.\w+[?!]?)*"
    rb"[ \t]+(?!" + _WORDS + rb")(?:[\w\"'@$]|:[\w\"']|->)[^\n]*"
    rb"(?P<end>\r?\n)(?=[ \t\n])",
)
_BEFORE = re.compile(rb"[ \t]*(?:[a-z_]+[ \t]+)?")  # `private def`
_GOES_ON = re.compile(rb"(?:,|\\|(?:\bdo|\{)(?:[ \t]*\|[^|]*\|)?|[(\[]|<<[~-]?['\"]?\w+.*)\s*\Z")
_COMMENT = re.compile(rb"[ \t]#(?!\{)")


def in_parentheses(raw: bytes) -> bytes:
    """`raw` with each such body in parentheses."""
    if b"def " not in raw:
        return raw
    written = bytearray(raw)
    for found in _BODY.finditer(raw):
        before = raw[raw.rfind(b"\n", 0, found.start()) + 1 : found.start()]
        if _BEFORE.fullmatch(before) is None:
            continue
        if _COMMENT.search(found[0]) or _GOES_ON.search(found[0]):
            continue  # the body goes on in the next line, or a comment would take the parenthesis
        blank, end = found.start("blank"), found.start("end")
        written[blank : blank + 1] = b"("
        written[end : end + len(found["end"]) + 1] = b")" + found["end"]
    return bytes(written)
