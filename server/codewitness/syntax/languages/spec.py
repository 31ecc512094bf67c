"""What the extraction has to know of a language beside its queries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tree_sitter import Node


class Callee(NamedTuple):
    """Byte ranges of a callee as written and of its last name."""

    start: int
    end: int
    name_start: int
    name_end: int


class Declared(NamedTuple):
    """What a node captured as `@name` names: `node` is the name's own, `qualifier` is dotted."""

    node: Node
    name: str
    qualifier: str = ""


# Fields that lead from a member expression to the member's own name.
_NAME_FIELDS = ("attribute", "property", "field", "name", "method", "member", "suffix")


def last_name(node: Node) -> Node:
    """The node of the last name of a callee expression: `c` of `a.b.c`."""
    while node.child_count:
        for name in _NAME_FIELDS:
            if (child := node.child_by_field_name(name)) is not None:
                node = child
                break
        else:
            return node
    return node


def callee_of_function_field(node: Node) -> Callee | None:
    """Callee of a call node that keeps it whole in its field `function`."""
    function = node.child_by_field_name("function")
    return None if function is None else callee_of(function)


def callee_of(function: Node) -> Callee:
    """Callee made of one expression node."""
    name = last_name(function)
    return Callee(function.start_byte, function.end_byte, name.start_byte, name.end_byte)


def docs_of_comments(node: Node, comment_types: frozenset[str]) -> Node | None:
    """First node of the block of comments that stands directly above `node`, if any."""
    first, line = None, node.start_point.row
    sibling = node.prev_sibling
    while sibling is not None and sibling.type in comment_types:
        # A comment may end after its line end; its text decides on which line it ends.
        end = sibling.end_point
        last_line = (
            end.row - 1 if end.column == 0 and end.row > sibling.start_point.row else end.row
        )
        if last_line < line - 1 or _trails_code(sibling):
            break
        first, line = sibling, sibling.start_point.row
        sibling = sibling.prev_sibling
    return first


def _trails_code(comment: Node) -> bool:
    before = comment.prev_sibling
    return (
        before is not None
        and before.end_point.row == comment.start_point.row
        and (before.end_point.column > 0)
    )


def never(_node: Node, _name: str) -> bool:
    """For languages without the notion."""
    return False


def always(_node: Node) -> bool:
    """For languages in which the types of nodes say enough."""
    return True


def extent(node: Node) -> tuple[int, int] | None:
    """Byte range of a node."""
    return node.start_byte, node.end_byte


def no_docs(_node: Node, _body: Node | None) -> Node | None:
    """For languages whose docs are the comments above."""
    return None


def itself(node: Node) -> list[Node]:
    """For languages whose queries capture the names of parameters one by one."""
    return [node]


class Bound(NamedTuple):
    """What names a function: the node of the name, and the whole of what binds it.

    qualifier: in what the name is put, `X` of `X.prototype.run = wrap(() => 1)`.
    """

    name: Node
    around: Node
    qualifier: str = ""


# Given a text, the root of its tree, and whether guesses are welcome.
RepairAt = Callable[[bytes, Node, bool], bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageSpec:
    """One language. Queries live in `queries/<name>/definitions.scm` and `signals.scm`.

    name: as in answers and tags. grammar: tree-sitter-language-pack's name.
    comment_types: node types of comments, for docs above a definition.
    identifier_types: node types that can read a parameter.
    non_reads: by parent node type the fields in which an identifier is no read; `*` is any.
    format_types: node types of text in which `{name}` reads a parameter.
    has_bare_fields: a field is read and written by its name alone.
    is_read: last word on an identifier that `non_reads` lets pass.
    closure_types: definitions that see the local variables around them, so that whether a bare name
        in them is a call can't be told from their own text.
    self_names: words for the object itself, its class and its parent (`self`, `this`, `super`).
    receiver: finds in a method's header the name it gives to its object, where it may choose one.
    implicit_self: a bare call may be of a member of the enclosing class.
    call_types: node types that are calls, so that `raise X(...)` is known as `X`.
    callee: the callee's ranges of a node captured as `@call`; None if it has none.
    extent: the byte range of a node captured as attribute, subscript or handled type; None if it is
        none. It may begin before the node, where a grammar has but tokens; a subscript's index is
        the node.
    docstring: the node that documents a definition from inside, given its node and body.
    is_private: from the definition's node and name.
    package_joins: the module's name is what the file declares (`@package`), not its path.
    refine: last word on a definition's kind, given its node and the kind by query; an empty one
        says that it is no definition after all.
    parameter_names: the names that a node captured as `@parameter` binds.
    declared: what a node captured as `@name` names, where that isn't its text.
    prepare: what is parsed in place of the text, of the same length and with the same lines.
    repair: the same once more for text with errors; the tree with fewer of them is kept.
    repair_at: the same where the errors of a tree tell what to take out.
    made: definitions that no query finds: the node of each, and that of its name.
    bound: what a function without a name, or one that is handed to a call, gets its name from.
    leading: first of the siblings that belong to a definition and stand before it (decorators,
        overloads), given its outermost node; that node itself if there are none.
    """

    name: str
    grammar: str
    extensions: tuple[str, ...]
    filenames: tuple[str, ...] = ()
    comment_types: frozenset[str] = frozenset({"comment"})
    identifier_types: frozenset[str] = frozenset({"identifier"})
    non_reads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    format_types: frozenset[str] = frozenset()
    has_bare_fields: bool = False
    is_read: Callable[[Node], bool] = always
    closure_types: frozenset[str] = frozenset()
    self_names: frozenset[str] = frozenset({"self"})
    receiver: re.Pattern[str] | None = None
    implicit_self: bool = False
    call_types: frozenset[str] = frozenset()
    callee: Callable[[Node], Callee | None] = callee_of_function_field
    extent: Callable[[Node], tuple[int, int] | None] = extent
    docstring: Callable[[Node, Node | None], Node | None] = no_docs
    is_private: Callable[[Node, str], bool] = never
    package_joins: bool = False
    refine: Callable[[Node, str], str] | None = None
    parameter_names: Callable[[Node], list[Node]] = itself
    declared: Callable[[Node], Declared] | None = None
    prepare: Callable[[bytes], bytes] | None = None
    repair: Callable[[bytes], bytes] | None = None
    repair_at: RepairAt | None = None
    leading: Callable[[Node], Node] | None = None
    made: Callable[[Node], Iterable[tuple[Node, Node]]] | None = None
    bound: Callable[[Node], Bound | None] | None = None
