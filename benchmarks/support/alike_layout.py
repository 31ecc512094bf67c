"""The same code laid out otherwise: without comments, with many, with other lines between."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tree_sitter import Node

from codewitness.model.text import Text
from codewitness.syntax.extract import parsed

Rewrite = Callable[[str, str], str]  # a path, and the text
# Comments that tell a tool or a compiler something.
_DIRECTIVES = (b"//go:", b"// +build", b"//#", b"#!", b"# frozen", b"/// <", b"/**", b"// @")
_LINE_END = re.compile(rb"[^\s\\](?=[ \t]*\n)")
_LINE_START = re.compile(rb"(?<=[^\\]\n)([ \t]*)(?=\S)(?!\s*#(?:if|el|end|def|in|pr|un))")
_WHOLE = re.compile(r"string|template|comment|regex|preproc|jsx|heredoc|line_str_text")
_EITHER_QUOTE = (".py", ".js", ".mjs", ".ts", ".rb")
_PLAIN_TEXT = re.compile(r"(['\"])([^'\"\\\n#]*)\1")
_HASH = (".rb", ".py")


def without_comments(path: str, text: str) -> str:
    """The text with blanks in place of its comments, but for those that tell a tool something."""
    root = _root(path, text)
    if root is None:
        return text
    edits = [
        (node.start_byte, node.end_byte, b"\n" if (node.text or b"").endswith(b"\n") else b" ")
        for node in _all(root)
        if node.type.endswith("comment") and not (node.text or b"").startswith(_DIRECTIVES)
    ]
    return _edited(text, edits)


def with_comments(path: str, text: str) -> str:
    """The text with a comment behind each line that ends in code."""
    sign = b" # so" if path.endswith(_HASH) else b" // so"
    return _filled(path, text, [(match.end(), sign) for match in _LINE_END.finditer(text.encode())])


def below_comments(path: str, text: str) -> str:
    """The text with a comment in a line of its own above each line of code."""
    sign = b"# so\n" if path.endswith(_HASH) else b"// so\n"
    lines = _LINE_START.finditer(text.encode())
    return _filled(path, text, [(match.end(), sign + match[1]) for match in lines])


def with_other_quotes(path: str, text: str) -> str:
    """The text with `'…'` for `"…"` and the reverse, in languages where that says the same."""
    root = _root(path, text) if path.endswith(_EITHER_QUOTE) else None
    if root is None:
        return text
    edits = []
    for node in _all(root):
        said = (node.text or b"").decode()
        found = _PLAIN_TEXT.fullmatch(said) if node.type == "string" else None
        if found is not None:
            other = "'" if found[1] == '"' else '"'
            edits.append((node.start_byte, node.end_byte, f"{other}{found[2]}{other}".encode()))
    return _edited(text, edits)


def _filled(path: str, text: str, places: list[tuple[int, bytes]]) -> str:
    """The text with something in all these places that are code; as it is if that is none then."""
    root = _root(path, text)
    if root is None or (b"<<" in text.encode() and path.endswith(".rb")):
        return text
    whole = [(node.start_byte, node.end_byte) for node in _all(root) if _is_whole(node)]
    edits = [
        (at, at, new) for at, new in places if not any(start < at <= end for start, end in whole)
    ]
    changed = _edited(text, edits)
    other = _root(path, changed)
    is_broken = other is None or (other.has_error and not root.has_error)
    return text if is_broken else changed


def _is_whole(node: Node) -> bool:
    """True for what a comment must not stand in."""
    is_long = node.end_point.row > node.start_point.row or "comment" in node.type
    return _WHOLE.search(node.type) is not None and (is_long or "preproc" in node.type)


def _root(path: str, text: str) -> Node | None:
    found = parsed(path, Text.of(text))
    return None if found is None else found.tree.root_node


def _all(root: Node) -> Iterator[Node]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        if not node.type.endswith("comment"):
            stack.extend(node.children)


def _edited(text: str, edits: list[tuple[int, int, bytes]]) -> str:
    raw = text.encode()
    for start, end, new in sorted(edits, reverse=True):
        raw = raw[:start] + new + raw[end:]
    return raw.decode()


REWRITES: dict[str, Rewrite] = {
    "without comments": without_comments,
    "a comment behind each line": with_comments,
    "a comment above each line": below_comments,
    "in other quotes": with_other_quotes,
}
