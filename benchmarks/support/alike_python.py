"""Python that is written in another way and does the same, made by its syntax tree."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

Rewrite = Callable[[str], str]
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_INNER = (
    *_FUNCTIONS,
    ast.ClassDef,
    ast.Lambda,
    ast.Global,
    ast.Nonlocal,
    ast.Import,
    ast.ImportFrom,
)
# What is not worked out in the order in which it is written, or more than once.
_ELSEWHERE = (
    *(ast.BoolOp, ast.IfExp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp),
    *(ast.GeneratorExp, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.JoinedStr),
)
_VALUES = (ast.Attribute, ast.Call, ast.Dict, ast.List, ast.Tuple, ast.Name)
# Functions that look at how they are called.
_LOOKING = frozenset(
    {
        *("super", "isinstance", "locals", "vars", "globals", "getattr", "setattr", "hasattr"),
        *("type", "cast", "NewType", "TypeVar", "namedtuple", "NamedTuple"),
    }
)
# Bases that make something else of a class.
_MAKING = frozenset(
    {
        *("NamedTuple", "TypedDict", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"),
        *("Protocol", "Generic", "object"),
    }
)


def rewritten(text: str, change: ast.NodeTransformer | None = None) -> str:
    """The text as its tree is written out; SyntaxError or ValueError if it can't be read."""
    tree: ast.AST = ast.parse(text)
    if change is not None:
        tree = ast.fix_missing_locations(change.visit(tree))
    return ast.unparse(tree) + "\n"


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _assigned(name: str, value: ast.expr, line: int) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value, lineno=line)


class _Shuffled(ast.NodeTransformer):
    """Functions that stand behind each other, in another order."""

    def __init__(self) -> None:
        self._random = random.Random(5)

    def visit_Module(self, node: Any) -> Any:
        self.generic_visit(node)
        names = Counter(getattr(one, "name", "") for one in node.body)
        body: list[ast.stmt] = []
        run: list[ast.stmt] = []
        for one in [*node.body, None]:
            if one is not None and _is_movable(one) and names[one.name] == 1:
                run.append(one)
                continue
            self._random.shuffle(run)
            body += run + ([] if one is None else [one])
            run = []
        node.body = body
        return node

    def visit_ClassDef(self, node: Any) -> Any:
        return self.visit_Module(node)


def _is_movable(node: ast.stmt) -> bool:
    """True for a function at whose definition nothing else is worked out."""
    if not isinstance(node, _FUNCTIONS):
        return False
    return not (node.decorator_list or node.args.defaults or any(node.args.kw_defaults))


class _Renamed(ast.NodeTransformer):
    """Local variables by other names."""

    def visit_FunctionDef(self, node: Any) -> Any:
        self.generic_visit(node)
        inside = [one for statement in node.body for one in ast.walk(statement)]
        names = {one.id for one in inside if isinstance(one, ast.Name)}
        if any(isinstance(one, _INNER) for one in inside) or names & _LOOKING:
            return node
        own = node.args
        given = [*own.posonlyargs, *own.args, *own.kwonlyargs, own.vararg, own.kwarg]
        stored = {
            one.id for one in inside if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }
        stored |= {one.name for one in inside if isinstance(one, ast.ExceptHandler) and one.name}
        others = {name: f"other_{name}" for name in stored - {one.arg for one in given if one}}
        for one in inside:
            if isinstance(one, ast.Name):
                one.id = others.get(one.id, one.id)
            elif isinstance(one, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and one.name:
                one.name = others.get(one.name, one.name)
        return node

    def visit_AsyncFunctionDef(self, node: Any) -> Any:
        return self.visit_FunctionDef(node)


class _Returned(ast.NodeTransformer):
    """What is returned, by way of a variable."""

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is None or isinstance(node.value, (ast.Name, ast.Constant)):
            return node
        name = f"given_{node.lineno}"
        return [_assigned(name, node.value, node.lineno), ast.Return(_name(name))]


class _Taken(ast.NodeTransformer):
    """Parts of calls in plain statements of functions, by way of variables before them."""

    def __init__(self, take: Callable[[ast.Call, Callable[[ast.expr], ast.expr]], None]) -> None:
        self._take = take
        self._is_inside = False
        self._n_taken = 0

    def _inside(self, node: Any, *, is_inside: bool = True) -> Any:
        outer, self._is_inside = self._is_inside, is_inside
        self.generic_visit(node)
        self._is_inside = outer
        return node

    def visit_FunctionDef(self, node: Any) -> Any:
        return self._inside(node)

    def visit_AsyncFunctionDef(self, node: Any) -> Any:
        return self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: Any) -> Any:
        return self._inside(node, is_inside=False)

    def visit_Expr(self, node: Any) -> Any:
        if not self._is_inside or node.value is None:
            return node
        if any(isinstance(one, _ELSEWHERE) for one in ast.walk(node.value)):
            return node
        before: list[ast.stmt] = []

        def taken(value: ast.expr) -> ast.expr:
            self._n_taken += 1
            before.append(_assigned(name := f"taken_{self._n_taken}", value, node.lineno))
            return _name(name)

        node.value = _Calls(self._take, taken).visit(node.value)
        return [*before, node]

    def visit_Assign(self, node: Any) -> Any:
        return self.visit_Expr(node)

    def visit_Return(self, node: Any) -> Any:
        return self.visit_Expr(node)


class _Calls(ast.NodeTransformer):
    def __init__(self, take: Callable[..., None], taken: Callable[[ast.expr], ast.expr]) -> None:
        self._take = take
        self._taken = taken

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if not (isinstance(node.func, ast.Name) and node.func.id in _LOOKING):
            self._take(node, self._taken)
        return node


def _receiver(call: ast.Call, taken: Callable[[ast.expr], ast.expr]) -> None:
    if not isinstance(call.func, ast.Attribute):
        return
    value = call.func.value
    is_super = isinstance(value, ast.Call) and ast.unparse(value.func) == "super"
    if isinstance(value, (ast.Attribute, ast.Call, ast.Subscript)) and not is_super:
        call.func.value = taken(value)


def _arguments(call: ast.Call, taken: Callable[[ast.expr], ast.expr]) -> None:
    call.args = [taken(one) if isinstance(one, _VALUES) else one for one in call.args]
    for keyword in call.keywords:
        if keyword.arg and isinstance(keyword.value, _VALUES):
            keyword.value = taken(keyword.value)


class _Split(ast.NodeTransformer):
    """`return a if c else b`, and what is assigned so, as a statement with two arms."""

    def visit_Return(self, node: ast.Return) -> Any:
        if not isinstance(value := node.value, ast.IfExp):
            return node
        return ast.If(value.test, [ast.Return(value.body)], [ast.Return(value.orelse)])

    def visit_Assign(self, node: ast.Assign) -> Any:
        if not isinstance(value := node.value, ast.IfExp):
            return node
        arms = ([ast.Assign(node.targets, one, lineno=1)] for one in (value.body, value.orelse))
        return ast.If(value.test, *arms)


class _Based(ast.NodeTransformer):
    """The first base of a class by another name."""

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        self.generic_visit(node)
        names = [ast.unparse(one).rpartition(".")[2] for one in node.bases]
        if not names or not all(name.isidentifier() for name in names) or _MAKING & {*names}:
            return node
        other = _assigned(f"base_of_{node.name}", node.bases[0], node.lineno)
        node.bases[0] = _name(f"base_of_{node.name}")
        return [other, node]


REWRITES: dict[str, Rewrite] = {
    "written out anew": rewritten,
    "functions in another order": lambda text: rewritten(text, _Shuffled()),
    "variables renamed": lambda text: rewritten(text, _Renamed()),
    "returned by a variable": lambda text: rewritten(text, _Returned()),
    "asked of a variable": lambda text: rewritten(text, _Taken(_receiver)),
    "arguments by variables": lambda text: rewritten(text, _Taken(_arguments)),
    "conditionals as statements": lambda text: rewritten(text, _Split()),
    "bases by another name": lambda text: rewritten(text, _Based()),
}
