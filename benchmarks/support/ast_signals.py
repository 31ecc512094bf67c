"""Signals of Python functions as the standard library's `ast` sees them.

A second reader, written from the words of docs/protocol.md ("What counts as which signal") and
sharing no code with the server, so that an error in one of the two shows as a difference.
"""
# ruff: noqa: D102 (each method `visit_X` reads the nodes `X`)

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

HAS_FIELD_POSITIONS = sys.version_info >= (3, 12)  # of the expressions in f-strings


class Seen(NamedTuple):
    """One item: its text, where it stands (line from 1, column in bytes), and in which function.

    The function is named by where its `def`, `async` or `lambda` stands. A flag has its function's
    place, and a definition its qualified name as text.
    """

    function: tuple[int, int]
    text: str
    line: int
    column: int


SeenByKind = dict[str, set[Seen]]
# Gives the expressions of an f-string with their places in the file.
FieldParser = Callable[[ast.JoinedStr], list[ast.expr]]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SELF = {"self", "cls"}
_MAX_LAMBDA_DEPTH = 8


class Source:
    """The text of a file by lines, with columns in bytes, as `ast` counts."""

    def __init__(self, raw: bytes) -> None:
        self.lines = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")

    def text(self, node: ast.expr) -> str:
        """The text of `node` as written."""
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        start, end = node.col_offset, node.end_col_offset
        if first == last:
            return self.lines[first][start:end].decode()
        middle = self.lines[first + 1 : last]
        pieces = [self.lines[first][start:], *middle, self.lines[last][:end]]
        return b"\n".join(pieces).decode()


class Function:
    """One function while it is read; `used` has the first place where each parameter is read."""

    def __init__(self, place: tuple[int, int], parameters: set[str]) -> None:
        self.place = place
        self.parameters = parameters
        self.used: dict[str, tuple[int, int]] = {}
        self.shadowing: list[set[str]] = []

    def read(self, name: ast.Name) -> None:
        """`name` is read; note it if it is a parameter."""
        if name.id in self.parameters and not any(name.id in hidden for hidden in self.shadowing):
            place = (name.lineno, name.col_offset)
            self.used[name.id] = min(place, self.used.get(name.id, place))


class Names:
    """What the definitions of a file are called: bare ones, and members by their class."""

    def __init__(self, tree: ast.Module) -> None:
        self.bare: set[str] = set()
        self.members: defaultdict[str, set[str]] = defaultdict(set)
        self._collect(tree, None)

    def _collect(self, node: ast.AST, owner: str | None) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (*_FUNCTIONS, ast.ClassDef)):
                known = self.bare if owner is None else self.members[owner]
                known.add(child.name)
                self._collect(child, child.name if isinstance(child, ast.ClassDef) else None)
            else:
                self._collect(child, None if isinstance(child, ast.Lambda) else owner)

    def is_internal(self, callee: ast.expr) -> bool:
        """True if a call of `callee` stays in its class or file."""
        match callee:
            case ast.Name(name):
                return name in self.bare or name in _SELF
            case ast.Attribute(ast.Name(owner), name):
                return owner in _SELF or name in self.members.get(owner, ())
            case ast.Attribute(ast.Call(ast.Name("super")), _):
                return True
        return False


class Reader(ast.NodeVisitor):
    """Walks a module and notes for each function what it does by itself."""

    def __init__(self, source: Source, names: Names, fields: FieldParser | None) -> None:
        self.source = source
        self.names = names
        self.fields = fields
        self.seen: SeenByKind = defaultdict(set)
        self.owner: Function | None = None
        self.path: list[str] = []

    # ── what is noted ────────────────────────────────────────────────────────────────────────

    def note(self, kind: str, node: ast.expr) -> None:
        """`node`'s text is an item of the function that is being read, if there is one."""
        if self.owner is not None:
            place = (node.lineno, node.col_offset)
            self.seen[kind].add(Seen(self.owner.place, self.source.text(node), *place))

    def flag(self, kind: str, text: str = "") -> None:
        """The function that is being read has `kind`."""
        if self.owner is not None:
            self.seen[kind].add(Seen(self.owner.place, text, *self.owner.place))

    # ── definitions ──────────────────────────────────────────────────────────────────────────

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        with self._outside():
            self._visit_all(node.decorator_list)
            self._visit_all([*getattr(node, "type_params", []), *node.bases, *node.keywords])
            with self._inside(node.name):
                self._visit_all(node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        with self._outside():
            self._visit_all([*node.args.defaults, *filter(None, node.args.kw_defaults)])
        depth = sum(name.startswith("<lambda:") for name in self.path)
        if self.path and self.path[-1].endswith("…"):
            name = ""
        else:
            name = f"<lambda:{node.lineno}>" if depth < _MAX_LAMBDA_DEPTH else "…"
        with self._body(node, name, node.args):
            self.visit(node.body)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        with self._outside():
            self._visit_all([*node.decorator_list, *getattr(node, "type_params", [])])
            self.visit(node.args)
            self._visit_all([node.returns] if node.returns else [])
        if _is_overload(node):
            return  # it declares a way to call the definition that follows
        with self._body(node, node.name, node.args):
            if isinstance(node, ast.AsyncFunctionDef):
                self.flag("async")
            self._visit_all(node.body)

    @contextmanager
    def _body(
        self,
        node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
        name: str,
        args: ast.arguments,
    ) -> Iterator[None]:
        listed = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
        names = {arg.arg for arg in listed if arg}
        outer, self.owner = self.owner, Function((node.lineno, node.col_offset), names)
        with self._inside(name):
            self.flag("definitions", ".".join(filter(None, self.path)).replace(".…", "…"))
            self.flag("lines", str((node.end_lineno or 0) - node.lineno + 1))
            yield
            self.seen["parameters used"] |= {
                Seen(self.owner.place, name, *place) for name, place in self.owner.used.items()
            }
        self.owner = outer

    @contextmanager
    def _inside(self, name: str) -> Iterator[None]:
        self.path.append(name)
        yield
        self.path.pop()

    @contextmanager
    def _outside(self) -> Iterator[None]:
        owner, self.owner = self.owner, None
        yield
        self.owner = owner

    def _visit_all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    # ── items ────────────────────────────────────────────────────────────────────────────────

    def visit_Call(self, node: ast.Call) -> None:
        kind = "calls internal" if self.names.is_internal(node.func) else "calls external"
        self.note(kind, node.func)
        # The callee itself is no read, what it hangs on is.
        self.visit(node.func.value if isinstance(node.func, ast.Attribute) else node.func)
        self._visit_all([*node.args, *node.keywords])

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Load):
            self.note("reads", node)
        elif isinstance(node.ctx, ast.Store):
            self.note("writes", node)
        self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.note("subscripts", node)
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load) and self.owner is not None:
            self.owner.read(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        if node.exc is not None:
            self.note("raises", node.exc.func if isinstance(node.exc, ast.Call) else node.exc)
        self.generic_visit(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        types = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
        for handled in filter(None, types):
            self.note("handles", handled)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        with self._outside():
            self.visit(node.annotation)
        if node.value is None and isinstance(node.target, ast.Attribute):
            self.visit(node.target.value)  # declared, not assigned
            return
        self.visit(node.target)
        self._visit_all([node.value] if node.value else [])

    def visit_TypeAlias(self, node: ast.AST) -> None:
        with self._outside():
            self.generic_visit(node)

    # ── names that a comprehension binds hide parameters ─────────────────────────────────────

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._comprehension(node.generators, [node.elt])

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._comprehension(node.generators, [node.elt])

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._comprehension(node.generators, [node.elt])

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._comprehension(node.generators, [node.key, node.value])

    def _comprehension(self, generators: list[ast.comprehension], made: list[ast.expr]) -> None:
        self.visit(generators[0].iter)  # evaluated outside
        targets = [name for part in generators for name in ast.walk(part.target)]
        bound = {node.id for node in targets if isinstance(node, ast.Name)}
        bound -= {node.id for node in targets if isinstance(getattr(node, "ctx", None), ast.Load)}
        if self.owner is not None:
            self.owner.shadowing.append(bound)
        self._visit_all(made)
        for part in generators:
            self._visit_all([part.target, *part.ifs])
        self._visit_all([part.iter for part in generators[1:]])
        if self.owner is not None:
            self.owner.shadowing.pop()

    # ── flags ────────────────────────────────────────────────────────────────────────────────

    def visit(self, node: ast.AST) -> None:
        """Note the flags of statements, and read the fields of f-strings where they stand."""
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            self.flag("loop")
        elif isinstance(node, (ast.If, ast.Match)):
            self.flag("conditional")
        elif isinstance(node, ast.Try) or type(node).__name__ == "TryStar":
            self.flag("try")
        elif isinstance(node, ast.JoinedStr) and self.fields is not None:
            self._visit_all(self.fields(node))
            return
        super().visit(node)


def signals(raw: bytes, fields: FieldParser | None) -> SeenByKind:
    """All items of the functions of a file, by kind; SyntaxError if it is no Python.

    `fields` reads f-strings where `ast` gives no places for their expressions.
    """
    tree = ast.parse(raw)
    reader = Reader(Source(raw), Names(tree), None if HAS_FIELD_POSITIONS else fields)
    reader.visit(tree)
    return reader.seen


def _is_overload(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(ast.unparse(one).rpartition(".")[2] == "overload" for one in node.decorator_list)
