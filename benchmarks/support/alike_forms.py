"""Python whose imports, loops, errors and texts are written in another form that does the same."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.support.alike_python import rewritten

Rewrite = Callable[[str], str]
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


class _Aliased(ast.NodeTransformer):
    """Modules by another name: `import json as json_module`."""

    def visit_Module(self, node: ast.Module) -> Any:
        plain = {
            one.name
            for statement in node.body
            if isinstance(statement, ast.Import)
            for one in statement.names
            if one.asname is None and "." not in one.name
        }
        self._plain = plain - _bound(node)
        return self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> Any:
        for one in node.names:
            if one.name in self._plain:
                one.asname = f"{one.name}_module"
        return node

    def visit_Name(self, node: ast.Name) -> Any:
        return ast.Name(f"{node.id}_module", node.ctx) if node.id in self._plain else node


class _NamesImported(ast.NodeTransformer):
    """What modules give by its own name: `from json import dumps`, where only calls name it."""

    def visit_Module(self, node: ast.Module) -> Any:
        bound = _bound(node)
        self._given: dict[str, set[str]] = {}
        for statement in node.body:
            if isinstance(statement, ast.Import):
                for one in statement.names:
                    if one.asname is None and "." not in one.name and one.name not in bound:
                        self._take(node, one.name, bound)
        return self.generic_visit(node)

    def _take(self, module: ast.Module, name: str, bound: set[str]) -> None:
        uses = [one for one in ast.walk(module) if isinstance(one, ast.Name) and one.id == name]
        asked = [
            one
            for one in ast.walk(module)
            if isinstance(one, ast.Attribute)
            and isinstance(one.value, ast.Name)
            and one.value.id == name
            and isinstance(one.ctx, ast.Load)
        ]
        names = {one.attr for one in asked}
        used = {one.id for one in ast.walk(module) if isinstance(one, ast.Name)}
        if len(uses) == len(asked) and names and not names & (bound | used):
            self._given[name] = names

    def visit_Import(self, node: ast.Import) -> Any:
        kept = [one for one in node.names if one.name not in self._given]
        new: list[ast.stmt] = [
            ast.ImportFrom(one.name, [ast.alias(name) for name in sorted(self._given[one.name])], 0)
            for one in node.names
            if one.name in self._given
        ]
        return [*([ast.Import(kept)] if kept else []), *new]

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        is_one = isinstance(node.value, ast.Name) and node.attr in self._given.get(
            node.value.id, ()
        )
        return ast.Name(node.attr, node.ctx) if is_one else node


class _Raised(ast.NodeTransformer):
    """What is raised, by way of a variable."""

    def visit_Raise(self, node: ast.Raise) -> Any:
        if not isinstance(node.exc, ast.Call):
            return node
        name = f"error_{node.lineno}"
        made = ast.Assign([ast.Name(name, ast.Store())], node.exc, lineno=node.lineno)
        return [made, ast.Raise(ast.Name(name, ast.Load()), node.cause)]


class _HandledApart(ast.NodeTransformer):
    """Handlers of several errors, as one of each."""

    def visit_Try(self, node: ast.Try) -> Any:
        self.generic_visit(node)
        node.handlers = [one for handler in node.handlers for one in _each(handler)]
        return node


def _each(handler: ast.ExceptHandler) -> Iterator[ast.ExceptHandler]:
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    for one in types:
        yield ast.ExceptHandler(one, handler.name, handler.body)


class _WithinApart(ast.NodeTransformer):
    """`with a, b` as one in another."""

    def visit_With(self, node: Any) -> Any:
        self.generic_visit(node)
        for item in reversed(node.items[1:]):
            node.body = [type(node)([item], node.body, lineno=node.lineno)]
        node.items = node.items[:1]
        return node

    def visit_AsyncWith(self, node: Any) -> Any:
        return self.visit_With(node)


class _BrokenOff(ast.NodeTransformer):
    """`while c` as an endless one that is left."""

    def visit_While(self, node: ast.While) -> Any:
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant) or node.orelse:
            return node
        left = ast.If(ast.UnaryOp(ast.Not(), node.test), [ast.Break()], [])
        return ast.While(ast.Constant(True), [left, *node.body], [])


class _Looped(ast.NodeTransformer):
    """A list that one comprehension makes, as a loop that appends."""

    def visit_Return(self, node: ast.Return) -> Any:
        name = f"made_{node.lineno}"
        loop = _loop(name, node.value)
        return [*loop, ast.Return(ast.Name(name, ast.Load()))] if loop else node

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        loop = _loop(target.id, node.value) if isinstance(target, ast.Name) else []
        return loop if loop and len(node.targets) == 1 else node


def _loop(name: str, value: ast.expr | None) -> list[ast.stmt]:
    """The statements that make a list; none for what is no list of one loop, or names the list."""
    if not isinstance(value, ast.ListComp) or len(value.generators) != 1:
        return []
    first = value.generators[0]
    if first.is_async or any(isinstance(o, ast.Name) and o.id == name for o in ast.walk(value)):
        return []
    append = ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load())
    body: list[ast.stmt] = [ast.Expr(ast.Call(append, [value.elt], []))]
    for test in reversed(first.ifs):
        body = [ast.If(test, body, [])]
    empty = ast.Assign([ast.Name(name, ast.Store())], ast.List([], ast.Load()), lineno=1)
    return [empty, ast.For(first.target, first.iter, body, [], lineno=1)]


class _Bare(ast.NodeTransformer):
    """Functions without annotations."""

    def visit_FunctionDef(self, node: Any) -> Any:
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_AsyncFunctionDef(self, node: Any) -> Any:
        return self.visit_FunctionDef(node)

    def visit_arg(self, node: ast.arg) -> Any:
        node.annotation = None
        return node


class _OtherSelf(ast.NodeTransformer):
    """Methods whose object has another name."""

    def visit_Name(self, node: ast.Name) -> Any:
        return ast.Name("this", node.ctx) if node.id == "self" else node

    def visit_arg(self, node: ast.arg) -> Any:
        node.arg = "this" if node.arg == "self" else node.arg
        return node


class _Formatted(ast.NodeTransformer):
    """`f"{a} of {b}"` as `"{} of {}".format(a, b)`."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        text, given = "", []
        for part in node.values:
            if isinstance(part, ast.Constant):
                text += part.value.replace("{", "{{").replace("}", "}}")
            elif isinstance(part, ast.FormattedValue) and part.conversion < 0:
                if part.format_spec is not None:
                    return node
                text += "{}"
                given.append(part.value)
            else:
                return node
        call = ast.Attribute(ast.Constant(text), "format", ast.Load())
        return ast.Call(call, given, []) if given else node


class _Compared(ast.NodeTransformer):
    """`a in (1, 2)` as `a == 1 or a == 2`."""

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        of = node.comparators[0]
        is_one = len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn))
        if not is_one or not isinstance(of, (ast.Tuple, ast.Set, ast.List)):
            return node
        if not of.elts or any(isinstance(one, ast.Starred) for one in of.elts):
            return node
        is_in = isinstance(node.ops[0], ast.In)
        sign: Any = ast.Eq if is_in else ast.NotEq
        sides: list[ast.expr] = [ast.Compare(node.left, [sign()], [one]) for one in of.elts]
        joined = ast.Or() if is_in else ast.And()
        return sides[0] if len(sides) == 1 else ast.BoolOp(joined, sides)


def _bound(module: ast.Module) -> set[str]:
    """All names that anything but an import gives a value."""
    found = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, _INNER) and not isinstance(node, ast.Lambda):
            found.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            found |= {one.asname or one.name for one in node.names}
    return found


REWRITES: dict[str, Rewrite] = {
    "modules by another name": lambda text: rewritten(text, _Aliased()),
    "names imported": lambda text: rewritten(text, _NamesImported()),
    "raised by a variable": lambda text: rewritten(text, _Raised()),
    "handlers apart": lambda text: rewritten(text, _HandledApart()),
    "withs apart": lambda text: rewritten(text, _WithinApart()),
    "loops broken off": lambda text: rewritten(text, _BrokenOff()),
    "comprehensions as loops": lambda text: rewritten(text, _Looped()),
    "without annotations": lambda text: rewritten(text, _Bare()),
    "self by another name": lambda text: rewritten(text, _OtherSelf()),
    "texts by format": lambda text: rewritten(text, _Formatted()),
    "membership spelt out": lambda text: rewritten(text, _Compared()),
}
