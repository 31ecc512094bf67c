"""Code without its comments, in which no comment can pass for a part of a statement."""

from __future__ import annotations

import re
from functools import cache

from tree_sitter import Query, QueryCursor, Tree

from codewitness.model.text import Text
from codewitness.syntax.languages.spec import LanguageSpec
from codewitness.syntax.parse import parse
from codewitness.syntax.queries_loader import language

_KINDS = ("comment", "line_comment", "block_comment", "multiline_comment")
_NO_LINE_END = re.compile(rb"[^\r\n]")
_DIRECTIVE = re.compile(rb"[ \t]*#[ \t]*[a-z]")  # some grammars take no blanks behind one


def bare(tree: Tree, text: Text, spec: LanguageSpec) -> tuple[Tree, Text]:
    """The tree and the text with a blank for each byte of a comment; all else is at its place.

    A comment behind a directive (`#include`) stays. They are as they were where there is no
    comment, or where without them less can be read.
    """
    found = QueryCursor(_comments(spec.grammar)).captures(tree.root_node).get("comment", [])
    if not found:
        return tree, text
    blanked = bytearray(text.raw)
    for node in found:
        start, end = node.byte_range
        if _DIRECTIVE.match(text.raw, text.raw.rfind(b"\n", 0, start) + 1, start):
            continue
        blanked[start:end] = _NO_LINE_END.sub(b" ", blanked[start:end])
    raw = bytes(blanked)
    other = parse(raw, spec.grammar, spec)
    if other.root_node.has_error and not tree.root_node.has_error:
        return tree, text
    return other, Text(raw, text.line_starts)


@cache
def _comments(grammar: str) -> Query:
    known = language(grammar)
    kinds = [kind for kind in _KINDS if known.id_for_node_kind(kind, True) is not None]
    return Query(known, f"[{' '.join(f'({kind})' for kind in kinds)}] @comment")
