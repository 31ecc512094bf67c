"""Scopes of languages in which a class's fields are the names of its block: Java and the like."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Grammar, Handler, Reader
from codewitness.syntax.flow.parts import parts_of
from codewitness.syntax.scopes import Scope


class Given(NamedTuple):
    """A parameter: its name, kind ("", "?" if it may be missing, "*"), type and default value."""

    name: str
    kind: str
    type: Expression
    default: Node | None = None


def no_expressions(_reader: Reader, _node: Node) -> list[Expression]:
    """For what a language does not have."""
    return []


def no_expression(_reader: Reader, _node: Node) -> Expression:
    """For what a language does not have."""
    return None


def no_parameters(_reader: Reader, _node: Node) -> list[Given]:
    """For what a language does not have."""
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How definitions of a language are made.

    parameters: of a function. body: the nodes of a function's own code; expression_types: types of
    body nodes whose value is what the function gives back. members: the nodes of a class's body.
    fields: parameters of a class that are fields. bases, returns, type_parameters: of the header;
    known_as: what an alias stands for, what an extension extends, whose method a function is.
    ways: for a property whose code runs when it is read ("get") and when it is set ("set"); for a
    function that is there in some builds only `OF_SYSTEM`.
    """

    parameters: Callable[[Reader, Node], list[Given]]
    body: Callable[[Reader, Scope], Sequence[Node]]
    gives_value: Callable[[Node], bool]
    members: Callable[[Reader, Scope], Sequence[Node]]
    fields: Callable[[Reader, Node], list[Given]] = no_parameters
    bases: Callable[[Reader, Node], list[Expression]] = no_expressions
    returns: Callable[[Reader, Node], Expression] = no_expression
    known_as: Callable[[Reader, Node], Expression] = no_expression
    type_parameters: Callable[[Reader, Node], list[Expression]] = no_expressions
    ways: Callable[[Reader, Node], list[Expression]] = no_expressions


def grammar(
    shape: Shape,
    values: Mapping[str, Handler],
    types: Mapping[str, Handler],
    declarations: frozenset[str] = frozenset(),
    *,
    qualifies: bool = False,
) -> Grammar:
    """A grammar of definitions of this shape."""

    def start(reader: Reader, scope: Scope | None, root: Node) -> None:
        if scope is None:
            reader.values(parts_of(root))
        elif scope.kind.is_callable:
            _function(reader, scope, shape)
        else:
            for given in shape.fields(reader, scope.node):
                reader.let(given.name, ["y", given.type, reader.value(given.default)])
            reader.values(shape.members(reader, scope))

    def header(reader: Reader, scope: Scope) -> list[Expression]:
        node = scope.node
        own = shape.type_parameters(reader, node)
        known_as = shape.known_as(reader, node)
        if not scope.kind.is_callable:
            fields = [[g.name, g.kind, g.type, None] for g in shape.fields(reader, node)]
            return [[], fields, shape.bases(reader, node), None, known_as, own]
        given = [
            [g.name, g.kind, g.type, reader.value(g.default)]
            for g in shape.parameters(reader, node)
        ]
        returns = shape.returns(reader, node)
        return [[], given, shape.ways(reader, node), returns, known_as, own]

    return Grammar(
        values=values,
        types=types,
        start=start,
        header=header,
        declarations=declarations,
        qualifies=qualifies,
    )


def _function(reader: Reader, scope: Scope, shape: Shape) -> None:
    for k, given in enumerate(shape.parameters(reader, scope.node)):
        reader.declare(given.name, -1 - k)
    nodes = shape.body(reader, scope)
    for node in nodes:
        number = reader.number_by_node.get(node.id)
        if number is not None and node.type in reader.grammar.declarations:
            reader.declare(reader.nested[number].name)
    for at, node in enumerate(nodes):
        value = reader.value(node)
        if at == len(nodes) - 1 and shape.gives_value(node):
            reader.flow.returns.append(value)


@contextmanager
def head_known(
    reader: Reader, node: Node, fields: Callable[[Reader, Node], list[Given]]
) -> Iterator[None]:
    """In what stands in a class's head, names that the head declares are those of its object."""
    name = reader.text(node.child_by_field_name("name") or reader.first(node, "type_identifier"))
    own: Expression = ["y", name, None]
    reader.narrowed.append({one.name: ["a", own, one.name] for one in fields(reader, node) if name})
    yield
    reader.narrowed.pop()


def generic(base: Expression, arguments: Sequence[Expression]) -> Expression:
    """A generic type with its arguments."""
    return base if base is None or not arguments else ["G", base, *arguments]
