"""What the readers of Python share: the text, the recorder, and the table of what reads a node."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.model.names import spelt
from codewitness.syntax.flow.parts import parts_of
from codewitness.syntax.flow.python.types import first
from codewitness.syntax.flow.recorder import Recorder
from codewitness.syntax.languages.spec import last_name

PLAIN = ("t", "k")
MAX_DEPTH = 80  # of nested expressions and statements; Python's own compiler takes 100 blocks
MAX_PATH = 6  # parts of a place that is followed

_DEFINITIONS = frozenset({"function_definition", "class_definition", "lambda"})

Read = Callable[["Reader", Node], Expression]


class Reader:
    """Reads one scope into a recorder.

    `children` maps where the nested definitions begin to their number; `call_kind` is the kind of
    sites that calls make here.
    """

    def __init__(
        self,
        table: Mapping[str, Read],
        raw: bytes,
        base: int,
        children: Mapping[int, int],
        parameters: Sequence[str],
    ) -> None:
        self._table = table
        self.raw = raw
        self.base = base
        self.children = children
        self.recorder = Recorder(parameters)
        self.recorder.flow.headers = [[] for _ in children]
        self.call_kind = "c"
        self.depth = 0
        self.own_names: tuple[str, ...] = ()  # of the comprehensions around

    def text(self, node: Node) -> str:
        """The source of a node."""
        return spelt(self.raw[node.start_byte : node.end_byte])

    def site(
        self,
        kind: str,
        callee: Expression,
        at: Node,
        arguments: list[Expression] | None = None,
        named: list[Expression] | None = None,
    ) -> int:
        """Record that `callee` is used at `at`; gives the index of the site."""
        site = [kind, callee, at.start_byte - self.base, at.end_byte - self.base]
        if arguments or named:
            site.append(arguments or [])
        if named:
            site.append(named)
        sites = self.recorder.flow.sites
        sites.append(site)
        return len(sites) - 1

    def name_node(self, node: Node) -> Node:
        """Where the last name of an expression stands."""
        while node.type in ("parenthesized_expression", "await") and (inner := first(node)):
            node = inner
        return last_name(node)

    def value(self, node: Node | None) -> Expression:
        """The value of an expression; a node that is none is walked for those in it."""
        if node is None:
            return None
        self.depth += 1
        try:
            if self.depth > MAX_DEPTH:
                return self.calls_below(node)
            read = self._table.get(node.type)
            if read is not None:
                return read(self, node)
            for child in parts_of(node):
                self.value(child)
            return None
        finally:
            self.depth -= 1

    def calls_below(self, node: Node) -> Expression:
        """Record the calls in what is nested too deep to be read, by their names alone."""
        stack = [node]
        while stack:
            node = stack.pop()
            if node.start_byte in self.children and node.type in _DEFINITIONS:
                continue
            if node.type == "call" and (function := first(node)) is not None:
                at = self.name_node(function)
                name = self.text(at)
                is_bare = function.type == "identifier"
                self.site(self.call_kind, name if is_bare else ["a", None, name], at)
            stack += reversed(parts_of(node))
        return None

    def path(self, node: Node) -> str | None:
        """What is known of the place that an expression names: `self.x`, `d['a']`."""
        tail = ""
        for _ in range(MAX_PATH):
            kind = node.type
            if kind == "identifier":
                name = self.text(node)
                return None if name in self.recorder.outer_names else name + tail
            children = parts_of(node)
            if kind == "attribute":
                tail = f".{self.text(children[-1])}{tail}"
            elif kind == "subscript" and len(children) == 2 and is_key(children[1]):
                tail = f"[{self.text(children[1])}]{tail}"
            else:
                return None
            node = children[0]
        return None

    def owner(self, node: Node) -> Expression:
        """The value of an expression once more, without recording what it calls."""
        if (path := self.path(node)) is None:
            return None
        if node.type == "identifier":
            return self.recorder.read(path)
        if (known := self.recorder.read_path(path)) is not None:
            return known
        above = self.owner(parts_of(node)[0])
        if above is None or node.type != "attribute":
            return None
        return ["a", above, self.text(parts_of(node)[-1])]

    def iterated(self, value: Expression, at: Node, around: Node | None = None) -> Expression:
        """What iteration over `value`, told by the word `at`, gives; `around` may be `async`."""
        if value is None:
            return None
        if form(value) not in (*PLAIN, "L", "D", "C"):
            self.site("L" if is_async(around) else "l", value, at)
        return ["e", value]


def is_async(node: Node | None) -> bool:
    """True for a loop or a `with` that begins with `async`."""
    return node is not None and any(child.type == "async" for child in node.children[:1])


def has_parts(string: Node) -> bool:
    """True for a string with expressions in it."""
    return any(child.type == "interpolation" for child in parts_of(string))


def is_key(node: Node) -> bool:
    """True for a literal that tells one place of a container from the others."""
    return node.type in ("string", "integer") and not has_parts(node)
