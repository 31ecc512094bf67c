"""Python whose conditions and branches are written in another way, and which does the same."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from benchmarks.support.alike_python import rewritten

Rewrite = Callable[[str], str]
_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.Eq,
    ast.NotEq: ast.NotEq,
    ast.Lt: ast.Gt,
    ast.Gt: ast.Lt,
    ast.LtE: ast.GtE,
    ast.GtE: ast.LtE,
}
_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.IsNot: ast.Is,
    ast.NotIn: ast.In,
    ast.NotEq: ast.Eq,
}


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


class _Turned(ast.NodeTransformer):
    """Both arms of an `if` in the other order, and the condition negated."""

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        is_chain = len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)
        if node.orelse and not is_chain:
            return ast.If(_negated(node.test), node.orelse, node.body)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        self.generic_visit(node)
        return ast.IfExp(_negated(node.test), node.orelse, node.body)


class _InArms(ast.NodeTransformer):
    """What follows an `if` that leaves, as its `else`."""

    def visit_FunctionDef(self, node: Any) -> Any:
        self.generic_visit(node)
        node.body = self._with_arms(node.body)
        return node

    def visit_AsyncFunctionDef(self, node: Any) -> Any:
        return self.visit_FunctionDef(node)

    def _with_arms(self, body: list[ast.stmt]) -> list[ast.stmt]:
        for at, one in enumerate(body[:-1]):
            if isinstance(one, ast.If) and not one.orelse and isinstance(one.body[-1], _LEAVING):
                arm = ast.If(one.test, one.body, self._with_arms(body[at + 1 :]))
                return [*body[:at], arm]
        return body


class _AfterArms(ast.NodeTransformer):
    """The `else` of an `if` that leaves, as what follows it."""

    def generic_visit(self, node: ast.AST) -> Any:
        super().generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            statements = getattr(node, field, None)
            if isinstance(statements, list) and statements:
                is_chain = field == "orelse" and isinstance(node, ast.If) and len(statements) == 1
                setattr(node, field, statements if is_chain else list(self._flat(statements)))
        return node

    def _flat(self, statements: list[ast.stmt]) -> Any:
        for one in statements:
            if isinstance(one, ast.If) and one.orelse and isinstance(one.body[-1], _LEAVING):
                yield ast.If(one.test, one.body, [])
                yield from self._flat(one.orelse)
            else:
                yield one


class _Mirrored(ast.NodeTransformer):
    """Comparisons with their sides changed."""

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        other = _MIRRORED.get(type(node.ops[0]))
        if len(node.ops) > 1 or other is None:
            return node
        return ast.Compare(node.comparators[0], [other()], [node.left])


class _Denied(ast.NodeTransformer):
    """`a is not b`, `a not in b`, `a != b` as a `not` of the opposite."""

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        other = _OPPOSITE.get(type(node.ops[0]))
        if len(node.ops) > 1 or other is None:
            return node
        return ast.UnaryOp(ast.Not(), ast.Compare(node.left, [other()], node.comparators))


class _Nested(ast.NodeTransformer):
    """`if a and b` without an `else`, as one `if` in another."""

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        test = node.test
        if node.orelse or not (isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)):
            return node
        for value in reversed(test.values):
            node = ast.If(value, [node] if node.test is not test else node.body, [])
        return node


class _Distributed(ast.NodeTransformer):
    """`not (a and b)` as `not a or not b`, and the reverse; after De Morgan."""

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        value = node.operand
        if not (isinstance(node.op, ast.Not) and isinstance(value, ast.BoolOp)):
            return node
        other = ast.Or() if isinstance(value.op, ast.And) else ast.And()
        return ast.BoolOp(other, [_negated(one) for one in value.values])

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        denied = [
            one.operand
            for one in node.values
            if isinstance(one, ast.UnaryOp) and isinstance(one.op, ast.Not)
        ]
        if len(denied) < len(node.values):
            return self.generic_visit(node)
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return ast.UnaryOp(ast.Not(), ast.BoolOp(other, denied))


class _Asked(ast.NodeTransformer):
    """The condition of an `if`, by way of a variable."""

    def visit_If(self, node: ast.If) -> Any:
        is_chain = len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)
        if is_chain:
            node.body = [self.visit(one) for one in node.body]
            return node
        self.generic_visit(node)
        if isinstance(node.test, ast.Name) or any(
            isinstance(one, ast.NamedExpr) for one in ast.walk(node.test)
        ):
            return node
        name = f"asked_{node.lineno}"
        test, node.test = node.test, ast.Name(name, ast.Load())
        return [ast.Assign([ast.Name(name, ast.Store())], test, lineno=node.lineno), node]


class _Spelt(ast.NodeTransformer):
    """`x += 1` as `x = x + 1`, for what is plainly a number or a text."""

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if not isinstance(node.value, (ast.Constant, ast.JoinedStr)):
            return node
        read = ast.parse(ast.unparse(node.target), mode="eval").body
        value = ast.BinOp(read, node.op, node.value)
        return ast.Assign([node.target], value, lineno=node.lineno)


class _Joined(ast.NodeTransformer):
    """Two arms that return, or set the same, as one conditional expression."""

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        if len(node.body) != 1 or len(node.orelse) != 1:
            return node
        one, other = node.body[0], node.orelse[0]
        if isinstance(one, ast.Return) and isinstance(other, ast.Return):
            if one.value is not None and other.value is not None:
                return ast.Return(ast.IfExp(node.test, one.value, other.value))
            return node
        is_set = isinstance(one, ast.Assign) and isinstance(other, ast.Assign)
        if is_set and [*map(ast.unparse, one.targets)] == [*map(ast.unparse, other.targets)]:
            value = ast.IfExp(node.test, one.value, other.value)
            return ast.Assign(one.targets, value, lineno=node.lineno)
        return node


class _Passed(ast.NodeTransformer):
    """Functions and branches that begin with a statement that does nothing."""

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        node.body = [ast.Pass(), *node.body]
        return node

    def visit_For(self, node: Any) -> Any:
        return self.visit_If(node)

    def visit_While(self, node: Any) -> Any:
        return self.visit_If(node)

    def visit_With(self, node: Any) -> Any:
        return self.visit_If(node)


class _Undocumented(ast.NodeTransformer):
    """Without docstrings."""

    def visit_FunctionDef(self, node: Any) -> Any:
        self.generic_visit(node)
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        return node

    def visit_AsyncFunctionDef(self, node: Any) -> Any:
        return self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: Any) -> Any:
        return self.visit_FunctionDef(node)


REWRITES: dict[str, Rewrite] = {
    "arms turned": lambda text: rewritten(text, _Turned()),
    "the rest as an else": lambda text: rewritten(text, _InArms()),
    "an else as the rest": lambda text: rewritten(text, _AfterArms()),
    "comparisons mirrored": lambda text: rewritten(text, _Mirrored()),
    "opposites denied": lambda text: rewritten(text, _Denied()),
    "conditions nested": lambda text: rewritten(text, _Nested()),
    "conditions distributed": lambda text: rewritten(text, _Distributed()),
    "conditions by variables": lambda text: rewritten(text, _Asked()),
    "operators spelt out": lambda text: rewritten(text, _Spelt()),
    "arms joined": lambda text: rewritten(text, _Joined()),
    "with pass": lambda text: rewritten(text, _Passed()),
    "without docstrings": lambda text: rewritten(text, _Undocumented()),
}
