"""What TypeScript's grammar does not know, as the parser can take it.

To the grammar (tree-sitter-typescript) a line that begins with `<` goes on with the type before it,
so that of two generic call signatures without semicolons all of the file is an error. The blank in
front of such a line becomes a `;` for the parser; lengths and lines stay as they are. `using`
becomes `const`.
"""

from __future__ import annotations

import re

# The end of a type, perhaps comments, and a line that begins with type parameters.
_LINE = re.compile(
    rb"(?<=[\w)\]}>'\"])[ \t]*(?://[^\r\n]*)?\r?\n"
    rb"(?:[ \t]*(?://[^\r\n]*|/\*(?:[^*]|\*(?!/)){0,2000}\*/[ \t]*)?\r?\n){0,40}"
    rb"[ \t]*(?P<blank>[ \t])<\s*(?:const\s+)?[A-Za-z_$][\w$]*\s*(?P<sign>extends\b|[=,>])"
)
_MAY_BE = re.compile(rb"\n[ \t]+<")  # to look for whole lines would take fifty times as long
_USING = re.compile(
    rb"(?P<before>(?:^|[;{])[ \t]*)(?:await\s+)?using(?=[ \t]+[A-Za-z_$][\w$]*\s*[:=])",
    re.MULTILINE,
)
_ANGLE = re.compile(rb"=>|[<>]")
_MAX_BYTES = 4_000  # of type parameters


def end_members(raw: bytes, *, has_elements: bool = False) -> bytes:
    """The text with a `;` before each line that begins with a generic call signature.

    Where it may have elements (`<b>(…)</b>`) only type parameters that extend something count.
    """
    if b"using" in raw:
        raw = _USING.sub(_as_constant, raw)
    if _MAY_BE.search(raw) is None:
        return raw
    found = bytearray(raw)
    for match in _LINE.finditer(raw):
        if has_elements and match["sign"] != b"extends":
            continue
        if _is_signature(raw, match.end("blank")):
            found[match.start("blank")] = ord(";")
    return bytes(found)


def _as_constant(declared: re.Match[bytes]) -> bytes:
    return declared["before"] + b"const".rjust(len(declared[0]) - len(declared["before"]))


def _is_signature(raw: bytes, start: int) -> bool:
    """True if the `<` there has its `>`, and arguments after it."""
    depth = 0
    for angle in _ANGLE.finditer(raw, start, start + _MAX_BYTES):
        if angle[0] == b"=>":
            continue
        depth += 1 if angle[0] == b"<" else -1
        if depth == 0:
            return raw[angle.end() : angle.end() + 1] == b"("
    return False
