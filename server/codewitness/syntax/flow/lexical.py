"""Reads the flow of a scope of a language with declared types and lexical blocks.

A language is a `Grammar`: what its node types mean, as handlers for nodes with a value and for
types. A node without a handler is walked for what is in it. A name that is declared in the
scope itself becomes `["v", name, ...]` with all that was ever assigned to it; any other name is
looked up in the scopes around by whoever links.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from tree_sitter import Node

from codewitness.model.flow import Bind, Expression, Flow
from codewitness.model.names import spelt
from codewitness.syntax.flow.keeping import kept_by_call
from codewitness.syntax.flow.parts import parts_of
from codewitness.syntax.scopes import Scope

_Found = TypeVar("_Found")
Handler = Callable[["Reader", Node], Expression]

_DEEP = 150  # levels of nodes; what lies deeper is read by itself, in the scope's outermost block
MAX_KEY = 40  # characters of a string that may be a key


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """What a language's nodes mean.

    values, types: handlers by node type. start: reads the scope's own parameters and body.
    header: parameters, bases, return type and type parameters of a nested definition.
    declarations: types of the nested definitions that declare their name in the block they are in,
    unless it is a name in what stands before it (`Class::method`) and `qualifies`.
    """

    values: Mapping[str, Handler]
    types: Mapping[str, Handler]
    start: Callable[[Reader, Scope | None, Node], None]
    header: Callable[[Reader, Scope], list[Expression]]
    declarations: frozenset[str] = frozenset()
    qualifies: bool = False


@dataclass(slots=True)
class Variable:
    """A local name: the binds that give it a value, and the expressions that read it."""

    name: str
    binds: list[int] = field(default_factory=list)
    reads: list[list[Expression]] = field(default_factory=list)


class Reader:
    """Reads one scope. `scope` is None for the file."""

    def __init__(
        self,
        grammar: Grammar,
        scope: Scope | None,
        nested: Sequence[Scope],
        raw: bytes,
        *,
        scripting: bool = False,
    ) -> None:
        self.grammar = grammar
        self.scripting = scripting  # types may stand in comments
        self.raw = raw
        self.scope = scope
        self.base = 0 if scope is None else scope.node.start_byte
        self.hidden: frozenset[str] | None = None  # names that a language's reader keeps here
        self.nested = nested
        self.number_by_node = {child.node.id: k for k, child in enumerate(nested)}
        self.flow = Flow()
        self.flow.headers = [[] for _ in nested]
        self.blocks: list[dict[str, Variable]] = [{}]
        self.narrowed: list[dict[str, Expression]] = []
        # What the functions that are given to a call run on, by their nodes.
        self.receivers: dict[int, Expression] = {}
        self._variables: list[Variable] = []
        self._depth = 0
        self._deferred: list[Node] = []
        self._were_deferred: set[int] = set()
        self._n_ids = 0

    def read(self, scope: Scope | None, root: Node) -> Flow:
        """The whole flow."""
        self._handled(lambda _reader, node: self.grammar.start(self, scope, node), root)
        while self._deferred:
            self._depth = 0
            self.value(self._deferred.pop())
        for variable in self._variables:
            for read in variable.reads:
                read.extend(variable.binds)
        return self.flow

    # Nodes.

    def text(self, node: Node | None) -> str:
        """The source of a node."""
        if node is None:
            return ""
        return spelt(self.raw[node.start_byte : node.end_byte])

    def value(self, node: Node | None) -> Expression:
        """The value of a node; one that has none is walked for those in it."""
        if node is None:
            return None
        if self._is_too_deep(node):
            return None
        number = self.number_by_node.get(node.id)
        if number is not None:
            return self._definition(node, number)
        self._depth += 1
        handler = self.grammar.values.get(node.type)
        found: Expression = None
        if handler is not None:
            found = self._handled(handler, node)
        else:
            for child in parts_of(node):
                self.value(child)
        self._depth -= 1
        return found

    def below(self, node: Node, read: Callable[[Any, Node], _Found], instead: _Found) -> _Found:
        """What `read` says of `node`, one level deeper; `instead` if that is read later.

        For handlers that call themselves: a chain of conditions may be thousands long.
        """
        if self._is_too_deep(node):
            return instead
        self._depth += 1
        found = read(self, node)
        self._depth -= 1
        return found

    def _is_too_deep(self, node: Node) -> bool:
        """True if `node` is put off; once, whatever broken text makes of its handler."""
        if self._depth <= _DEEP:
            return False
        if node.id not in self._were_deferred:
            self._were_deferred.add(node.id)
            self._deferred.append(node)
        return True

    def _handled(self, handler: Handler, node: Node) -> Expression:
        depth, n_blocks, n_narrowed = self._depth, len(self.blocks), len(self.narrowed)
        try:
            return handler(self, node)
        except IndexError:
            # In broken text a node may lack a child that it otherwise has. Nothing is told of it.
            self.incomplete(node)
            self._depth = depth
            del self.blocks[n_blocks:]
            del self.narrowed[n_narrowed:]
            return None

    def incomplete(self, node: Node) -> None:
        """A node lacks what its grammar promises."""

    def values(self, nodes: Iterable[Node]) -> None:
        """Walk several nodes."""
        for node in nodes:
            self.value(node)

    def type(self, node: Node | None) -> Expression:
        """The type that a node names; None if that is not known."""
        if node is None or self._depth > _DEEP:
            return None
        handler = self.grammar.types.get(node.type)
        if handler is None:
            return None
        self._depth += 1
        found = self._handled(handler, node)
        self._depth -= 1
        return found

    def _definition(self, node: Node, number: int) -> Expression:
        found: Expression = ["f", number]
        self._handled(lambda _reader, _node: self._header(number), node)
        is_elsewhere = self.grammar.qualifies and bool(self.nested[number].qualifier)
        if node.type in self.grammar.declarations and not is_elsewhere:
            name = self.nested[number].name
            if name and name not in self.blocks[-1]:
                self.declare(name)
            self.assign(name, found)
        return found

    def _header(self, number: int) -> None:
        self.flow.headers[number] = self.grammar.header(self, self.nested[number])

    # Names.

    def declare(self, name: str, *binds: int) -> Variable:
        """`name` is a local name of the innermost block from here on."""
        variable = Variable(name, list(binds))
        self._variables.append(variable)
        self.blocks[-1][name] = variable
        for known in self.narrowed:
            known.pop(name, None)
        return variable

    def find(self, name: str) -> Variable | None:
        """The local variable that `name` stands for here."""
        for block in reversed(self.blocks):
            if (variable := block.get(name)) is not None:
                return variable
        return None

    def name(self, name: str) -> Expression:
        """A read of `name`."""
        for known in reversed(self.narrowed):
            if (narrow := known.get(name)) is not None:
                return narrow
        return self._plain_name(name)

    def _plain_name(self, name: str) -> Expression:
        variable = self.find(name)
        if variable is None:
            return name
        node: list[Expression] = ["v", name]
        variable.reads.append(node)
        return node

    def bind(self, target: Expression, value: Expression) -> int:
        """`target` gets a value; gives the bind's index."""
        bound: Bind = [target, value]
        self.flow.binds.append(bound)
        return len(self.flow.binds) - 1

    def assign(self, name: str, value: Expression) -> None:
        """The variable called `name`, here or further out, gets a value."""
        variable = self.find(name)
        if variable is None:
            self.bind(["g", name], value)
        else:
            variable.binds.append(self.bind(name, value))

    def let(self, name: str, value: Expression) -> None:
        """A new variable of the innermost block, with its value; one may be read before it."""
        known = self.blocks[-1].get(name)
        index = self.bind(name, value)
        if known is not None and not known.binds:
            known.binds.append(index)
        else:
            self.declare(name, index)

    def hoist(self, name: str, value: Expression) -> None:
        """A name of the outermost block."""
        variable = self.blocks[0].get(name)
        if variable is None:
            variable = Variable(name)
            self._variables.append(variable)
            self.blocks[0][name] = variable
        variable.binds.append(self.bind(name, value))

    def block(self, nodes: Iterable[Node | None]) -> None:
        """Walk nodes whose declarations end with them."""
        self.blocks.append({})
        n_narrowed = len(self.narrowed)
        for node in nodes:
            self.value(node)
        del self.narrowed[n_narrowed:]
        self.blocks.pop()

    def assuming(self, facts: Mapping[str, Expression], node: Node | None) -> None:
        """Walk a node in which more is known of some names or paths."""
        if facts:
            self.narrowed.append(dict(facts))
        self.value(node)
        if facts:
            self.narrowed.pop()

    def assume(self, facts: Mapping[str, Expression]) -> None:
        """More is known of some names or paths up to the end of the block."""
        if facts:
            self.narrowed.append(dict(facts))

    def known(self, path: str) -> Expression:
        """What is known of a path such as `this.x`; None if nothing is."""
        for facts in reversed(self.narrowed):
            if (narrow := facts.get(path)) is not None:
                return narrow
        return None

    # Sites and displays.

    def site(  # noqa: PLR0913
        self,
        kind: str,
        callee: Expression,
        at: Node,
        arguments: list[Expression] | None = None,
        named: list[Expression] | None = None,
        end: Node | None = None,
        types: list[Expression] | None = None,
    ) -> int:
        """`callee` is used by the name that stands at `at`; gives the index of the site."""
        last = at if end is None else end
        site = [kind, callee, at.start_byte - self.base, last.end_byte - self.base]
        site.append(arguments or [])
        if named or types:
            site.append(named or [])
        if types:
            site.append(types)
        self.flow.sites.append(site)
        if kind == "c" and arguments and isinstance(callee, list) and callee[0] == "a":
            kept_by_call(self, callee, arguments)
        return len(self.flow.sites) - 1

    def new_id(self) -> int:
        """A number for a display."""
        self._n_ids += 1
        return self._n_ids

    def first(self, node: Node, *types: str) -> Node | None:
        """The first named child of one of these types."""
        for child in parts_of(node):
            if child.type in types:
                return child
        return None


def flow_reader(
    grammar: Grammar, *, scripting: bool = False
) -> Callable[[Scope | None, Node, Sequence[Scope], bytes], Flow]:
    """Reads scopes by a grammar."""

    def read(scope: Scope | None, node: Node, nested: Sequence[Scope], raw: bytes) -> Flow:
        return Reader(grammar, scope, nested, raw, scripting=scripting).read(scope, node)

    return read


def nth(node: Node, k: int) -> Node | None:
    """The k-th of these, if there are so many."""
    return next(islice(parts_of(node), k, None), None)


# Handlers that many languages share.

_CALLING = ("call_expression", "invocation_expression")


def inner(reader: Reader, node: Node) -> Expression:
    """The value of the last node inside: parentheses and the like."""
    found: Expression = None
    for child in parts_of(node):
        found = reader.value(child)
    return found


def inner_type(reader: Reader, node: Node) -> Expression:
    """The type of the last node inside."""
    found: Expression = None
    for child in parts_of(node):
        found = reader.type(child)
    return found


def named(reader: Reader, node: Node) -> Expression:
    """A name."""
    return reader.name(reader.text(node))


def bare(reader: Reader, node: Node) -> Expression:
    """A name that is read; one that no variable here has may be that of a property with code."""
    value = named(reader, node)
    around = node.parent
    is_called = around is not None and around.type in _CALLING and nth(around, 0) == node
    if isinstance(value, str) and not is_called:
        reader.site("r", value, node)
    return value


def type_name(reader: Reader, node: Node) -> Expression:
    """A name of a type, or a dotted one."""
    first, *rest = reader.text(node).replace("::", ".").split(".")
    found: Expression = first.strip()
    for name in rest:
        found = ["a", found, name.strip()]
    return found


def literal(name: str) -> Handler:
    """A value of a built-in type."""
    return lambda _reader, _node: ["t", name]


def word(name: str) -> Handler:
    """A name of the language's own, such as `this`."""
    return lambda reader, _node: reader.known(name) or name


def nothing(_reader: Reader, _node: Node) -> Expression:
    """A node in which nothing is read."""
    return None


def union(reader: Reader, node: Node) -> Expression:
    """One of the types inside."""
    return either(reader.type(child) for child in parts_of(node))


def either(found: Iterable[Expression]) -> Expression:
    """One of several, those that are not known left out."""
    known = [one for one in found if one is not None]
    return ["u", *known] if len(known) > 1 else (known[0] if known else None)


def in_block(reader: Reader, node: Node) -> Expression:
    """A block of statements."""
    reader.block(parts_of(node))
    return None
