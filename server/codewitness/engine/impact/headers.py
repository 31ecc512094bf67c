"""A definition's header, from its modifiers to what opens its body, as it is shown and compared."""

from __future__ import annotations

import re

_MAX_SIGNATURE = 400  # characters; a class can have a long list of bases
_OPENS = re.compile(r"\s*,?\s*(?:=\s*\{|\{|:|=>|=)?\s*$")
_QUOTED = r"\"(?:[^\"\\\n]|\\.)*\"|`[^`]*`"
_STRING = rf"{_QUOTED}|'(?:[^'\\\n]|\\.)*'"
_CHARACTER = rf"{_QUOTED}|'(?:[^'\\\n]|\\[^'\n]+|\\')'"  # a lifetime of Rust is none
_BY_HASH = re.compile(rf"({_STRING})|#[^\n]*")
_SLASHES = r"/\*(?s:.*?)\*/|//[^\n]*"
_BY_SLASHES = re.compile(rf"({_CHARACTER})|{_SLASHES}")
_COMMENTS = {
    **dict.fromkeys(("python", "ruby"), _BY_HASH),
    **dict.fromkeys(("typescript", "tsx", "javascript"), re.compile(rf"({_STRING})|{_SLASHES}")),
}
_AFTER_OPENING = re.compile(r"(?<=[(\[<])[ \t]*\n\s*")
_BEFORE_CLOSING = re.compile(r"\s*\n\s*(?=[)\]>])")
_LAST_COMMA = re.compile(r",\s*\n\s*(?=[)\]>])")
_LAST_COMMA_OF_PARAMETERS = re.compile(r",\s*\n\s*(?=\)\s*(?:->|:?\s*$))")  # none of a tuple


def shown_header(header: str, language: str) -> str:
    """A header on one line, without what opens the body."""
    text = without_comments(header, language)
    last_comma = _LAST_COMMA_OF_PARAMETERS if language == "python" else _LAST_COMMA
    text = last_comma.sub("", text)
    text = _BEFORE_CLOSING.sub("", _AFTER_OPENING.sub("", text))
    line = _OPENS.sub("", one_line(text))
    return line if len(line) <= _MAX_SIGNATURE else line[: _MAX_SIGNATURE - 1] + "…"


# What asks compilers for speed or silence, and is nothing to those who call.
_HINTS = {
    "rust": re.compile(
        r"#\[\s*(?:inline|cold|allow|warn|expect|doc|rustfmt::skip)\b(?:\([^\])]*\)|[^\]\[(])*\]"
    ),
    "java": re.compile(r"@SuppressWarnings\s*\([^()]*\)"),
    "kotlin": re.compile(r"@Suppress\s*\([^()]*\)"),
    "csharp": re.compile(r"\[\s*MethodImpl\s*\(\s*MethodImplOptions\.AggressiveInlining\s*\)\s*\]"),
}


def without_hints(header: str, language: str) -> str:
    """A header without attributes that change nothing of what is declared."""
    hints = _HINTS.get(language)
    return header if hints is None else hints.sub(" ", header)


def without_comments(header: str, language: str) -> str:
    """A header with a blank for each comment; what looks like one in a string is none."""
    comments = _COMMENTS.get(language, _BY_SLASHES)
    return comments.sub(lambda found: found.group(1) or " ", header)


def one_line(text: str) -> str:
    """`text` with each run of blanks as one."""
    return " ".join(text.split())
