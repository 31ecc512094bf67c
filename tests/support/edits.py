"""Random edits of source text, made of small numbers so that a failing sequence shrinks well."""

from __future__ import annotations

from dataclasses import dataclass

from codewitness.model.text import Span, Text, TextEdit

ACTIONS = (
    "insert",
    "delete",
    "replace",
    "duplicate",
    "move",
    "delete line",
    "duplicate line",
    "swap lines",
    "cut off",
    "restore",
)

PIECES = (
    "",
    "x",
    "_",
    " ",
    "    ",
    "\t",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    '"',
    "'",
    "`",
    '"""',
    "'''",
    "/*",
    "*/",
    "//",
    "#",
    "@",
    "=",
    "=>",
    "->",
    "\\",
    ";",
    ":",
    ",",
    ".",
    "::",
    "?.",
    "${",
    "#{",
    "é",
    "日本",
    "𝒳",
    "\u2028",
    "\ufeff",
    "\x0c",
    "\x00",
    "0",
    "a.b(c)[d]",
    "if x:\n",
    "if (x) {\n",
    "else ",
    "return y;\n",
    "async ",
    "await ",
    "class ",
    "class K { m() {} }\n",
    "def f(a):\n    return a\n",
    "def ",
    "end\n",
    "fn f(a: u8) -> u8 { a }\n",
    "func f(a int) int { return a }\n",
    "fun f(a: Int) = a\n",
    "function f(a) { return a.b; }\n",
    "void f(int a) { g(a->b); }\n",
    "lambda x: x\n",
    "try ",
    "switch ",
    "#if A\n",
    "#endif\n",
    "namespace N {\n",
    "import a.b\n",
    "f'{x}'",
    "<p>",
    "</p>",
    'R"(',
    "<<~T\n",
    "@end\n",
    "template <class T>\n",
)


@dataclass(frozen=True, slots=True)
class Operation:
    """One edit in numbers, which are taken modulo what they choose from."""

    action: int
    first: int
    second: int
    piece: int

    def edits(self, text: Text, original: Text) -> list[TextEdit]:
        """What the operation does to `text`, which began as `original`."""
        source = text.raw.decode()
        action = ACTIONS[self.action % len(ACTIONS)]
        if "line" in action:
            return _line_edits(action, source, self.first, self.second)
        start = self.first % (len(source) + 1)
        end = min(start + self.second % 200, len(source))
        piece = PIECES[self.piece % len(PIECES)]
        match action:
            case "insert":
                return [_edit(source, start, start, piece)]
            case "delete":
                return [_edit(source, start, end, "")]
            case "replace":
                return [_edit(source, start, end, piece)]
            case "duplicate":
                return [_edit(source, end, end, source[start:end])]
            case "move":
                rest = source[:start] + source[end:]
                to = self.piece * 7919 % (len(rest) + 1)
                return [
                    _edit(source, start, end, ""),
                    _edit(rest, to, to, source[start:end]),
                ]
            case "cut off":
                return [_edit(source, start, len(source), "")] if self.piece % 4 == 0 else []
        return _restoring(text, original)


def _line_edits(action: str, source: str, first: int, second: int) -> list[TextEdit]:
    lines = source.splitlines(keepends=True)
    if not lines:
        return []
    index = first % len(lines)
    start = sum(map(len, lines[:index]))
    end = start + len(lines[index])
    match action:
        case "delete line":
            return [_edit(source, start, end, "")]
        case "duplicate line":
            return [_edit(source, end, end, lines[index])]
    other = second % len(lines)
    lines[index], lines[other] = lines[other], lines[index]
    return [_edit(source, 0, len(source), "".join(lines))]


def _restoring(text: Text, original: Text) -> list[TextEdit]:
    """The one edit that makes `original` of `text`, without what both begin and end with."""
    old, new = text.raw.decode(), original.raw.decode()
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    tail = 0
    while tail < min(len(old), len(new)) - start and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return [_edit(old, start, len(old) - tail, new[start : len(new) - tail])]


def _edit(source: str, start: int, end: int, piece: str) -> TextEdit:
    first = len(source[:start].encode())
    return TextEdit(Span(first, first + len(source[start:end].encode())), piece.encode())
