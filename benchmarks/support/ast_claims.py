"""Plain claims about Python functions, true and false, made by CPython's own parser.

Each form takes what `ast` sees in one function and yields claims with their truth. Only what can be
said without doubt is: functions that hold others are left out, and calls that happen in several
places where the form needs one.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Said:
    """A claim of a form, and whether it is true."""

    form: str
    text: str
    is_true: bool


@dataclass(frozen=True)
class Function:
    """A function as `ast` sees it, with the names that its neighbours use and it does not."""

    name: str
    node: ast.FunctionDef | ast.AsyncFunctionDef
    owner: ast.ClassDef | None
    foreign_calls: tuple[str, ...] = ()
    places: dict[ast.AST, tuple[ast.AST, ...]] = field(default_factory=dict)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the body, without the signature."""
        return [node for statement in self.node.body for node in ast.walk(statement)]

    @cached_property
    def words(self) -> set[str]:
        """Every name, attribute and text of the body and the signature."""
        words = set()
        for node in ast.walk(self.node):
            match node:
                case ast.Name(id=word) | ast.Attribute(attr=word) | ast.arg(arg=word):
                    words.add(word)
                case ast.Constant(value=str(word)):
                    words.update(word.split())
        return words

    @cached_property
    def calls(self) -> list[ast.Call]:
        """Calls of something with a dotted name."""
        return [n for n in self.nodes if isinstance(n, ast.Call) and dotted(n.func) is not None]

    @cached_property
    def calls_of(self) -> Counter[str]:
        """How many calls there are by the last word of what is called."""
        return Counter(last(n) for n in self.calls)

    @cached_property
    def above(self) -> dict[ast.AST, ast.AST]:
        """The node around each."""
        return {child: node for node in ast.walk(self.node) for child in ast.iter_child_nodes(node)}

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around one, from the inside, up to the function."""
        while node is not self.node:
            node = self.above[node]
            yield node

    def lone_calls(self) -> Iterator[tuple[str, ast.Call]]:
        """Calls whose last word is called once in all, and which have a name that is said alone."""
        for call in self.calls:
            if self.calls_of[last(call)] == 1 and not isinstance(self.above[call], ast.Await):
                yield str(dotted(call.func)), call


Form = Callable[[Function], Iterator[Said]]


def dotted(node: ast.AST | None) -> str | None:
    """`a.b.c` of such an expression, else None."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name):
            owner = dotted(value)
            return None if owner is None else f"{owner}.{name}"
    return None


def last(call: ast.Call) -> str:
    """The last word of what is called."""
    return str(dotted(call.func)).rpartition(".")[2]


def functions(text: str) -> list[Function]:
    """The functions of a file that hold no others; none of which the name is there twice."""
    tree = ast.parse(text)
    found = [f for f in _functions(tree, "", None) if not _holds_others(f.node)]
    n_of = Counter(name for name in _all_names(tree, ""))
    called = {f.name: {str(dotted(call.func)) for call in f.calls} for f in found}
    everywhere = sorted({name for names in called.values() for name in names})
    return [
        Function(f.name, f.node, f.owner, tuple(_foreign(f, everywhere)))
        for f in found
        if n_of[f.name] == 1
    ]


def _foreign(function: Function, everywhere: list[str]) -> Iterator[str]:
    for name in everywhere:
        tail = name.rpartition(".")[2]  # what makes an object calls its `__init__`
        if tail not in {*function.words, "__init__", "__new__"} and not name.startswith("cls."):
            yield name


def _functions(node: ast.AST, prefix: str, owner: ast.ClassDef | None) -> Iterator[Function]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield Function(prefix + child.name, child, owner)
            case ast.ClassDef():
                yield from _functions(child, f"{prefix}{child.name}.", child)


def _all_names(node: ast.AST, prefix: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield prefix + child.name
                yield from _all_names(child, f"{prefix}{child.name}.")
            case _:
                yield from _all_names(child, prefix)


def _holds_others(node: ast.AST) -> bool:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda | ast.Match
    return any(isinstance(one, kinds) for one in ast.walk(node) if one is not node)
