"""The expressions of f-strings with their true places, which `ast` gives from Python 3.12 on only.

Before that an f-string is one token, and its expressions hold no back-slash, no comment and not the
quotes around them; so a scan for brackets finds them, and each is parsed with blanks in front.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator

_NEWLINE = "\n"
_PREFIX = re.compile(r"[A-Za-z]*")
_NAMED_CHARACTER = re.compile(r"\\N\{[^}]*\}")
_PAIRS = {"(": ")", "[": "]", "{": "}"}


Place = tuple[int, int]
Token = tuple[Place, Place, str]


def field_parser(raw: bytes) -> Callable[[ast.JoinedStr], list[ast.expr]]:
    """A function that gives the expressions of any f-string of the file `raw`."""
    tokens = list(_f_strings(raw))
    lines = raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def fields(node: ast.JoinedStr) -> list[ast.expr]:
        start = _place(lines, node.lineno, node.col_offset)
        end = _place(lines, node.end_lineno or node.lineno, node.end_col_offset or 0)
        found: list[ast.expr] = []
        for first, last, text in tokens:
            if start <= first and last <= end:
                for padded in _padded_fields(text, first, lines):
                    found.append(ast.parse(padded, mode="eval").body)
                    tokens.extend(_f_strings(padded.encode()))
        return found

    return fields


def _f_strings(raw: bytes) -> Iterator[Token]:
    for token in tokenize.tokenize(io.BytesIO(raw).readline):
        if token.type == tokenize.STRING and "f" in _prefix(token.string):
            yield token.start, token.end, token.string


def _prefix(literal: str) -> str:
    match = _PREFIX.match(literal)
    return match[0].lower() if match else ""


def _place(lines: list[str], line: int, column: int) -> Place:
    return line, len(lines[line - 1].encode()[:column].decode())


def _padded_fields(text: str, start: Place, lines: list[str]) -> Iterator[str]:
    """The expressions of one f-string, each in parentheses and where it stands in the file."""
    prefix = _prefix(text)
    n_quotes = 3 if text[len(prefix) :][:3] in ('"""', "'''") else 1
    if "r" not in prefix:
        text = _NAMED_CHARACTER.sub(lambda match: "~" * len(match[0]), text)
    for first, last in _braces(text, len(prefix) + n_quotes, len(text) - n_quotes, depth=0):
        before = text[:first]
        line = start[0] + before.count("\n")
        column = len(before) - before.rfind("\n") - 1 + (start[1] if line == start[0] else 0)
        blanks = " " * len(lines[line - 1][:column].encode())
        yield f"({_NEWLINE * (line - 1)}{blanks[line == 1 :]}{text[first:last]})"


def _braces(text: str, at: int, end: int, *, depth: int) -> Iterator[tuple[int, int]]:
    """The ranges of the expressions between `at` and `end`, those in format specs too."""
    while at < end:
        if text[at] != "{":
            at += 1
        elif depth == 0 and text[at + 1] == "{":
            at += 2
        else:
            stop = _end_of_expression(text, at + 1)
            yield at + 1, stop
            close = _close_of_field(text, stop)
            yield from _braces(text, stop, close, depth=depth + 1)
            at = close + 1


def _end_of_expression(text: str, at: int) -> int:
    closers: list[str] = []
    quote = ""
    while True:
        char = text[at]
        if quote:
            if text.startswith(quote, at):
                at += len(quote) - 1
                quote = ""
        elif char in "\"'":
            quote = char * 3 if text.startswith(char * 3, at) else char
            at += len(quote) - 1
        elif char in _PAIRS:
            closers.append(_PAIRS[char])
        elif closers:
            if char == closers[-1]:
                closers.pop()
        elif char in ":}" or _ends_here(char, text[at - 1], text[at + 1]):
            return at
        at += 1


def _ends_here(char: str, before: str, after: str) -> bool:
    """True for the `!` of `!r`, and the `=` of `x=` that is none of a comparison."""
    return after != "=" and (char == "!" or (char == "=" and before not in "=!<>"))


def _close_of_field(text: str, at: int) -> int:
    depth = 0
    while text[at] != "}" or depth:
        depth += (text[at] == "{") - (text[at] == "}")
        at += 1
    return at
