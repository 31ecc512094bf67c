"""Claims about Python functions, made and judged with CPython's own parser and nothing of ours."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A claim, and what it says: that `function` of a file has (or has not) this item."""

    text: str
    function: str
    kind: str
    item: str
    is_negated: bool = False

    def holds(self, now: dict[str, set[tuple[str, str]]]) -> bool | None:
        """Whether it is true of the functions of a text; None if the function is not there."""
        items = now.get(self.function)
        return None if items is None else ((self.kind, self.item) in items) is not self.is_negated


def functions(text: str) -> dict[str, set[tuple[str, str]]]:
    """What each function does itself, by its dotted name; those of one name twice are left out."""
    found: dict[str, set[tuple[str, str]] | None] = {}
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return {}
    for name, node in _definitions(tree, ""):
        found[name] = None if name in found else set(_items(node))
    return {name: items for name, items in found.items() if items is not None}


def lines(text: str) -> dict[str, range]:
    """The lines of each function, from 0, by its dotted name."""
    return {
        name: range(node.lineno - 1, node.end_lineno or node.lineno)
        for name, node in _definitions(ast.parse(text), "")
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def claims(path: str, does: dict[str, set[tuple[str, str]]]) -> Iterator[Made]:
    """Claims that hold of these functions: each item, and one that a function doesn't have."""
    words = {"call": "calls", "write": "writes", "raise": "raises", "handle": "handles"}
    for function, items in does.items():
        subject = f"`{path}::{function}`"
        for kind, item in sorted(items):
            text = f"{subject} {words[kind]} `{item}`"
            yield Made(text=text, function=function, kind=kind, item=item)
        foreign = min(
            (item for other in does.values() for kind, item in other - items if kind == "call"),
            default=None,
        )
        if foreign is not None:
            text = f"{subject} never calls `{foreign}`"
            yield Made(text=text, function=function, kind="call", item=foreign, is_negated=True)


def _definitions(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _definitions(child, f"{prefix}{child.name}.")
        else:
            yield from _definitions(child, prefix)


def _items(function: ast.AST) -> Iterator[tuple[str, str]]:
    for node in _own(getattr(function, "body", [])):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                yield "call", name
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield "write", f"self.{name}"
            case ast.Raise(exc=ast.Call(func=ast.Name(id=name)) | ast.Name(id=name)):
                if name[:1].isupper():
                    yield "raise", name
            case ast.ExceptHandler(type=ast.Name(id=name)):
                yield "handle", name


def _own(nodes: list[ast.AST]) -> Iterator[ast.AST]:
    """Nodes of a body, without what functions and classes nested in it do."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        yield node
        yield from _own(list(ast.iter_child_nodes(node)))
