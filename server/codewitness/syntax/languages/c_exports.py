"""Macros between the keyword of a class and its name, which a parser takes for the name.

`class API Foo : Base {`, `struct EXPORT(x) Foo {`, `enum class API Colour : int {`.
"""

from __future__ import annotations

import re

# Each of them bounded: what is never closed must not be looked for from every class anew.
_INNER = rb"(?:[^()\n]|\([^()\n]{0,99}\)){0,199}+"
_ARGUMENTS = rb"(?:\(" + _INNER + rb"\))?+"
_ATTRIBUTES = (
    rb"(?:(?:\[\[[^\]\n]{0,199}+\]\]|(?:alignas|__attribute__|__declspec)\s*\((?:[^()\n]|\("
    + _INNER
    + rb"\)){0,99}+\))\s*+){0,3}+"
)
_COMMENTS = rb"(?:\s*+(?://[^\n]{0,399}\n|/\*(?:[^*]|\*(?!/)){0,399}+\*/)){0,3}"
_HEAD = re.compile(
    rb"\b(?:class|struct|union|enum(?:\s+(?:class|struct))?)\s+"
    + _ATTRIBUTES
    + rb"((?:(?!final\b)[A-Za-z_]\w*"
    + _ARGUMENTS
    + rb"\s++){1,3})(?="
    + _COMMENTS
    + rb"\s*+"
    + _ATTRIBUTES
    + rb"(?!final\b)[A-Za-z_][\w:]*(?:\s*<[^;{}()]{0,199}>)?(?:\s+final)?"
    + _COMMENTS
    + rb"\s*(?::(?!:)|\{))"
)
# `class Foo LIB_FINAL : Base {`
_FINAL = re.compile(
    rb"\b(?:class|struct)\s+(?:\w+\s+){1,3}(\w*(?:FINAL|SEALED)\w*)(?=\s*(?::(?!:)|\{))"
)
_CAPITALS = re.compile(rb"[A-Z_][A-Z0-9_]{2,}")
_SUFFIXED = re.compile(rb"_(?:EXPORTS?|API|PUBLIC|DECL|DLL|exports?)\Z")
_WORD = re.compile(rb"(\w+)" + _ARGUMENTS)
_DEFINED = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)\b(?!\()", re.MULTILINE)


def without_exports(raw: bytes) -> bytes:
    """The text with such macros blanked: those in capitals, called so, or defined in the file."""
    if b"{" not in raw:
        return raw
    defined = frozenset(_DEFINED.findall(raw))

    def blanked(match: re.Match[bytes]) -> bytes:
        words = _WORD.findall(match[1])
        if not all(_is_macro(word, defined) for word in words):
            return match[0]
        start = match.start(1) - match.start()
        return match[0][:start] + re.sub(rb"[^\r\n]", b" ", match[1])

    raw = _FINAL.sub(lambda m: m[0][: m.start(1) - m.start()] + b" " * len(m[1]), raw)
    return _HEAD.sub(blanked, raw)


def _is_macro(word: bytes, defined: frozenset[bytes]) -> bool:
    is_called_so = _CAPITALS.fullmatch(word) or _SUFFIXED.search(word)
    return bool(is_called_so) or word in defined
