"""Uses of macros in Rust: what they are given is but tokens."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow import operators
from codewitness.syntax.flow.lexical import Reader, either
from codewitness.syntax.flow.parts import words_of
from codewitness.syntax.flow.rust import formats
from codewitness.syntax.flow.rust.holding import hold
from codewitness.syntax.languages.rust_macros import given as given_to
from codewitness.syntax.languages.spec import last_name


def macro_value(reader: Reader, node: Node) -> Expression:
    """What a macro gives; calls of what it is given are sites."""
    tree = reader.first(node, "token_tree")
    parts = _tokens(reader, tree) if tree is not None else []
    macro = last_name(node.child_by_field_name("macro") or node)
    if tree is not None and macro.text in _FORMATTING:
        formats.put_together(reader, tree, parts)
    if macro.text not in _OF_LIBRARY:
        reader.site("c", ["m", "!", reader.text(macro)], macro, [])
        names = given_to(node)
        for number, name in enumerate(names):
            # What the macro does with a name only its definition tells.
            if name is not None and isinstance(value := reader.name(reader.text(name)), str):
                how = [["k", reader.text(macro)], ["k", number], ["k", len(names)]]
                reader.site("o", value, name, how)
    if macro.text == b"vec":
        return ["L", "[]", reader.new_id(), *parts]
    return ["t", "str"] if macro.text == b"format" else None


_OF_LIBRARY = frozenset(
    (
        *(b"println", b"print", b"eprintln", b"eprint", b"format", b"write", b"writeln", b"panic"),
        *(b"vec", b"assert", b"assert_eq", b"assert_ne", b"debug_assert", b"debug_assert_eq"),
        *(b"matches", b"todo", b"unreachable", b"unimplemented", b"dbg", b"concat", b"stringify"),
    )
)


_FORMATTING = frozenset(
    (
        *(b"println", b"print", b"eprintln", b"eprint", b"format", b"write", b"writeln", b"panic"),
        *(b"todo", b"unreachable", b"unimplemented", b"assert", b"debug_assert", b"format_args"),
    )
)


def _tokens(reader: Reader, tree: Node) -> list[Expression]:
    """Calls in what is given to a macro, where the grammar has but tokens.

    Gives what stands between commas, as far as it is a name, a call or a tuple.
    """
    parts: list[Expression] = []
    current: Expression = None
    name: Node | None = None
    joint = ""
    for child in words_of(tree):
        kind = child.type
        if kind in ("identifier", "self", "super", "crate"):
            text = reader.text(child)
            own = "this" if text in ("self", "Self") else reader.name(text)
            if kind in ("super", "crate"):
                own = ["m", kind]
            if not joint:
                current = own
            elif current is not None or joint == ".":
                current = ["a", current, text]
            name, joint = child, ""
        elif kind == "token_tree":
            inside = _tokens(reader, child)
            first = child.children[0].type if child.children else ""
            if name is not None and first == "(":
                given = _commas(child)
                if len(inside) == len(given):
                    hold(reader, current, inside)
                    given = [one if isinstance(one, str) else None for one in inside]
                current = ["c", reader.site("c", current, name, given)]
            elif name is None and first == "(" and len(inside) > 1:
                current = ["L", "()", reader.new_id(), *inside]
            elif name is not None and first == "{":
                current = ["y", ["q", current], None] if current is not None else None
            else:
                current = _indexed(reader, current, child, inside) if first == "[" else None
            name, joint = None, ""
        elif kind in (".", "::"):
            name, joint = None, kind
        else:
            if kind in (",", ";", ")", "]", "}"):
                parts.append(current)
            current, name, joint = None, None, ""
    return parts


def _indexed(reader: Reader, base: Expression, tree: Node, inside: list[Expression]) -> Expression:
    if base is None:
        return None
    return either(
        (["i", base, None], operators.use(reader, base, "index", tree.children[0], inside))
    )


def _commas(tree: Node) -> list[Expression]:
    """As many unknown arguments as there are."""
    inside = words_of(tree)[1:-1]
    return [None] * (1 + sum(child.type == "," for child in inside)) if inside else []
