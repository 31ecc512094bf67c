"""Cut a definition's own code into statements, see `model/pieces.py`.

What begins a statement is known by the types of nodes, which the grammars name alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tree_sitter import Node, Tree

from codewitness.model.outline import Outline
from codewitness.model.pieces import Piece, PieceKind, Token
from codewitness.model.text import Span
from codewitness.syntax.layout import (
    BLOCK,
    PlainString,
    is_layout,
    plain_opening,
    plain_string,
    plain_word,
)

_CLAUSE = r"(?:else|elif|except|except_group|catch|finally|case|in)_clause"
_MODIFIER = r"(?:if|unless|while|until|rescue)_modifier"  # of Ruby; others are words of a head
_STATEMENT = re.compile(
    r"\w+_(?:statement|declaration|definition|spec|item|arm|entry|case|section"
    rf"|statement_group)|switch_(?:case|default|rule)|declaration|{_CLAUSE}|{_MODIFIER}|try_block"
    r"|(?:catch|finally)_block|else|elsif|when|rescue|ensure|begin"
)
_NO_STATEMENT = re.compile(
    r"compound_statement|(?:multi_)?variable_declaration|(?:\w+_)?parameter_declaration"
    r"|statement_block|interface_declaration|body_statement"
)
# A child in such a place belongs to the head of the statement that it is in.
_IN_HEAD = frozenset(
    {"initializer", "init", "condition", "update", "increment", "left", "right", "resources"}
    | {"value", "declarator", "type", "parameters", "receiver", "result", "pattern", "resource"}
)
_STRING = re.compile(
    r"(?!concatenated)\w*(?:string|str_text|str_part|char_literal|character_literal|heredoc"
    r"|regex|rune_literal|jsx_text|template_chars|string_\w+)\w*"
)
_LETTERS = "bfrtBFRT"  # that may stand before the quotes of a string
_SILENT = frozenset({"end", "pass", "begin", ","})
_ELSE = re.compile(r"else|else_clause|\w*default\w*")
_AT_LAST = re.compile(r"finally_(?:clause|block)|ensure")
_CASE = re.compile(
    rf"{_CLAUSE}|\w+_(?:entry|arm|case|section|statement_group)|{_MODIFIER}|elsif|when"
)


def pieces(tree: Tree, outline: Outline) -> tuple[Piece, ...]:
    """The pieces of the definition that is outlined; empty if it has no body."""
    if outline.body_span is None:
        return ()
    return _Cutter(outline).cut(tree.root_node)


@dataclass(slots=True, eq=False)
class _Statement:
    node: Node
    depth: int


@dataclass(slots=True)
class _Cutter:
    outline: Outline
    holes: list[Span] = field(init=False)
    asked: list[Span] = field(init=False)
    by_kind: dict[PieceKind, set[Span]] = field(init=False)
    cut_off: list[tuple[_Statement, list[Token]]] = field(default_factory=list)
    end: int = 0  # of what has been read

    def __post_init__(self) -> None:
        outline = self.outline
        self.holes = [one.span for one in outline.nested]
        self.asked = [one.span for one in outline.marked("condition")]
        returned = [span for one in outline.returns for span in (one.span, one.value_span)]
        self.by_kind = {
            PieceKind.LOOP: {one.span for one in outline.marked("loop")},
            PieceKind.CONDITION: {one.span for one in outline.marked("conditional")},
            PieceKind.TRY: {one.span for one in outline.marked("try", "handler")},
            PieceKind.RETURN: set(returned),
        }

    def cut(self, root: Node) -> tuple[Piece, ...]:
        body = self.outline.body_span
        assert body is not None
        node = root.descendant_for_byte_range(body.start, body.end) or root
        while node.parent is not None and _span(node.parent) == _span(node):
            node = node.parent  # a block of one statement
        self.end = body.start
        self._read(node, _Statement(node, 0), body)
        found = (self._piece(*one) for one in self.cut_off)
        return tuple(one for one in found if one is not None)

    def _read(self, node: Node, statement: _Statement, body: Span) -> None:
        """Without recursion over what is deep, as long chains of operators are."""
        todo: list[tuple[Node, _Statement]] = [(node, statement)]
        while todo:
            at, own = todo.pop()
            if at.end_byte <= body.start or at.start_byte >= body.end:
                continue
            if self._is_skipped(at):
                self.end = max(self.end, at.end_byte)
                continue
            if (
                string := plain_string(at, self.outline.text.raw, self.outline.language)
            ) is not None:
                self._take_string(at, string, own)
                continue
            children = at.children
            if not children or (at.start_byte == at.end_byte):
                self._take(at, own)
                continue
            inner = []
            is_block = BLOCK.fullmatch(at.type) is not None
            for index, child in enumerate(children):
                starts = child.is_named and self._starts(at, is_block, index, child)
                inner.append((child, _Statement(child, own.depth + 1) if starts else own))
            todo += reversed(inner)

    def _is_skipped(self, node: Node) -> bool:
        if "comment" in node.type or node.type == "line_continuation":
            return True
        if node.type in ("string", "concatenated_string") and self.outline.language == "python":
            parent = node.parent
            if parent is not None and parent.type in ("block", "module", "expression_statement"):
                return True  # a docstring, which says nothing wherever it stands
        span = _span(node)
        return any(one.contains(span) for one in self.holes)

    def _starts(self, parent: Node, is_block: bool, index: int, child: Node) -> bool:
        kind = child.type
        if _NO_STATEMENT.fullmatch(kind):
            return False
        if is_block:
            return not BLOCK.fullmatch(kind) or _STATEMENT.fullmatch(kind) is not None
        if not _STATEMENT.fullmatch(kind):
            return False
        return parent.field_name_for_child(index) not in _IN_HEAD

    def _take_string(self, node: Node, string: PlainString, statement: _Statement) -> None:
        self.end = max(self.end, node.end_byte)
        start, end = string.content.start, string.content.end
        if string.is_key:
            self._add(string.text, string.content, statement, is_text=False)
            return
        self._add(string.opening, Span(node.start_byte, start), statement, is_text=True)
        if string.text:
            self._add(string.text, string.content, statement, is_text=True)
        mark = string.opening.lstrip(_LETTERS)
        self._add(mark, Span(end, node.end_byte), statement, is_text=True)

    def _take(self, node: Node, statement: _Statement) -> None:
        raw, language = self.outline.text.raw, self.outline.language
        parent = node.parent
        in_string = parent is not None and _STRING.fullmatch(parent.type) is not None
        inside = parent.start_byte if parent is not None and in_string else 0
        if (start := max(self.end, inside)) < node.start_byte:
            # What a grammar has no node for, as the characters of some strings.
            between = raw[start : node.start_byte]
            if in_string or (between.strip() and not self._is_nested(start, node.start_byte)):
                self._add_raw(between, start, statement, is_text=in_string)
        self.end = max(self.end, node.end_byte)
        text = raw[node.start_byte : node.end_byte]
        is_text = in_string or _STRING.fullmatch(node.type) is not None
        if not text or (not text.strip() and not is_text):
            return
        if (
            not node.is_named
            and parent is not None
            and not in_string
            and is_layout(node, parent, language)
        ):
            return
        if is_text and (not node.is_named or node.type in ("string_start", "string_end")):
            mark = plain_opening(text.decode("utf-8", "replace"), language)
            self._add(mark, Span(node.start_byte, node.end_byte), statement, is_text=True)
        else:
            self._add_raw(text, node.start_byte, statement, is_text=is_text)

    def _is_nested(self, start: int, end: int) -> bool:
        return any(one.start < end and start < one.end for one in self.holes)

    def _add_raw(self, raw: bytes, start: int, statement: _Statement, *, is_text: bool) -> None:
        text = raw.decode("utf-8", "replace")
        end = start + len(raw)
        if not is_text:
            start += len(raw) - len(raw.lstrip())
            text = plain_word(" ".join(text.split()))
        self._add(text, Span(start, end), statement, is_text=is_text)

    def _add(self, text: str, span: Span, statement: _Statement, *, is_text: bool) -> None:
        if not self.cut_off or self.cut_off[-1][0] is not statement:
            self.cut_off.append((statement, []))
        self.cut_off[-1][1].append(Token(text, span, is_text))

    def _piece(self, statement: _Statement, tokens: Sequence[Token]) -> Piece | None:
        if all(one.text in _SILENT for one in tokens):
            return None
        span = Span(tokens[0].span.start, tokens[-1].span.end)
        asked = tuple(one for one in self.asked if span.contains(one))
        kind = self._kind(statement.node, is_asking=bool(asked))
        return Piece(kind, statement.depth, tuple(tokens), asked)

    def _kind(self, node: Node, *, is_asking: bool) -> PieceKind:
        span = _span(node)
        if span in self.by_kind[PieceKind.LOOP]:
            return PieceKind.LOOP
        if span in self.by_kind[PieceKind.CONDITION] or _ELSE.fullmatch(node.type):
            return PieceKind.CONDITION
        if is_asking and _CASE.fullmatch(node.type):
            return PieceKind.CONDITION
        if span in self.by_kind[PieceKind.TRY] or _AT_LAST.fullmatch(node.type):
            return PieceKind.TRY
        if self.by_kind[PieceKind.RETURN] & {span, Span(span.start, span.end - 1)}:  # a `;`
            return PieceKind.RETURN
        return PieceKind.OTHER


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)
