"""The parts of statements in many languages, as their syntax trees have them, and edits of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import PurePath

from tree_sitter import Node

from codewitness.model.text import Text
from codewitness.syntax.extract import parsed

Rewrite = Callable[[str, str], str]  # a path, and the text
Edit = tuple[int, int, str]  # of bytes: from, to, what stands there then
Change = Callable[["Form", Node], Iterator[Edit]]


@dataclass(frozen=True)
class Form:
    """How a language writes a variable, and a condition.

    set: a variable that is set once, of its name and value
    end: what ends a statement
    test: a condition in an `if`, of its text
    denied: the opposite of a condition
    braces: around the arms of an `if`
    """

    set: str
    end: str = ";"
    test: str = "({})"
    denied: str = "!({})"
    braces: tuple[str, str] = (" {", "}")


_FORMS = {
    **dict.fromkeys((".js", ".mjs", ".jsx", ".ts", ".tsx"), Form("const {} = {};")),
    ".java": Form("var {} = {};"),
    ".cs": Form("var {} = {};"),
    ".c": Form("__auto_type {} = {};"),
    ".m": Form("__auto_type {} = {};"),
    ".h": Form("__auto_type {} = {};"),
    ".cpp": Form("auto {} = {};"),
    ".hpp": Form("auto {} = {};"),
    ".go": Form("{} := {}", end="", test="{}"),
    ".kt": Form("val {} = {}", end=""),
    ".rs": Form("let {} = {};", test="{}"),
    ".swift": Form("let {} = {}", end="", test="{}"),
    ".rb": Form("{} = {}", end="", test="{}", braces=("", "end")),
}
IFS = frozenset({"if_statement", "if_expression", "if", "unless"})
MODIFIED = frozenset({"if_modifier", "unless_modifier"})
BLOCKS = frozenset(
    {
        *("statement_block", "block", "statement_list", "statements", "compound_statement"),
        *("body_statement", "then", "else", "block_body", "do", "constructor_body"),
    }
)
RETURNS = frozenset({"return_statement", "return_expression", "return", "jump_expression"})
RETURNS |= {"control_transfer_statement"}
CALLS = frozenset(
    {"call_expression", "method_invocation", "invocation_expression", "call", "message_expression"}
)
PLAIN = re.compile(
    r"identifier$|literal$|number|integer|string|^(?:true|false|null|nil|none|self|this|constant)$"
    r"|boolean|symbol|self_expression|this_expression|undefined|regex|void"
)
# What sets a name for the arms, narrows a type in a way of its own, or is worked out elsewhere.
BINDING = re.compile(
    r"let_condition|let_chain|value_binding|pattern|assignment|declaration|lambda|arrow_function"
    r"|as_expression|optional_binding|update_expression|await|function_expression|closure"
    r"|availability|try"
)


def rewriting(change: Change) -> Rewrite:
    def rewritten(path: str, text: str) -> str:
        form = _FORMS.get(PurePath(path).suffix)
        root = _root(path, text)
        if form is None or root is None:
            return text
        raw = text.encode()
        start = len(raw) + 1
        for at, end, new in sorted(_outermost(change, form, root), reverse=True):
            if end <= start:
                raw, start = raw[:at] + new.encode() + raw[end:], at
        changed = raw.decode()
        other = _root(path, changed)
        is_broken = other is None or (other.has_error and not root.has_error)
        return text if is_broken else changed

    return rewritten


def _outermost(change: Change, form: Form, root: Node) -> Iterator[Edit]:
    """The edits of all nodes that lie in no edit of an outer one."""
    stack, covered = [root], list[tuple[int, int]]()
    while stack:
        node = stack.pop()
        if any(start <= node.start_byte and node.end_byte <= end for start, end in covered):
            continue
        edits = [*change(form, node)]
        yield from edits
        covered += [(start, end) for start, end, _ in edits if end > start]
        stack.extend(reversed(node.children))


def _root(path: str, text: str) -> Node | None:
    found = parsed(path, Text.of(text))
    return None if found is None else found.tree.root_node


def written(node: Node) -> str:
    return (node.text or b"").decode()


def all_within(node: Node) -> Iterator[Node]:
    stack = [node]
    while stack:
        one = stack.pop()
        yield one
        stack.extend(one.children)


def statement_of(node: Node) -> Node | None:
    """The statement in a block that the node is, None if it is a part of another."""
    while node.parent is not None and node.parent.type == "expression_statement":
        node = node.parent
    parent = node.parent
    return node if parent is not None and parent.type in BLOCKS else None


def _before(node: Node) -> bytes:
    root = node
    while root.parent is not None:
        root = root.parent
    raw = root.text or b""
    start = node.start_byte - root.start_byte
    return raw[raw.rfind(b"\n", 0, start) + 1 : start]


def line_start(node: Node) -> str:
    blanks = re.match(rb"[ \t]*", _before(node))
    return "\n" + ("" if blanks is None else blanks[0].decode())


def condition_of(node: Node) -> Node | None:
    """What an `if` asks, without brackets; None if it asks several things or sets names."""
    found = node.children_by_field_name("condition")
    if len(found) != 1 or node.child_by_field_name("initializer") is not None:
        return None
    asked = found[0]
    if asked.type in ("parenthesized_expression", "condition_clause"):
        inner = asked.named_children
        if len(inner) != 1:
            return None
        asked = inner[0]
    if any(BINDING.search(one.type) for one in all_within(asked) if one.is_named):
        return None
    return asked


def arms_of(node: Node) -> tuple[Node, Node] | None:
    """The two arms of an `if` that are blocks with braces."""
    then = node.child_by_field_name("consequence")
    other = node.child_by_field_name("alternative")
    if then is not None and other is not None and other.type == "else_clause":
        other = next((one for one in other.named_children if "comment" not in one.type), None)
    if then is None or other is None:
        return None
    is_braced = written(then).startswith("{") and written(other).startswith("{")
    return (then, other) if is_braced else None
