"""File facts: all that one file says, from its text alone.

Spans inside `ScopeFacts` are relative to the start of the definition's node, so that facts of an
untouched definition can be kept while text above it grows; everything else is absolute.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from codewitness.model.text import Span


class Kind(StrEnum):
    """What a definition is."""

    FUNCTION = "function"
    METHOD = "method"
    CONSTRUCTOR = "constructor"
    PROPERTY = "property"
    LAMBDA = "lambda"
    CLASS = "class"
    INTERFACE = "interface"
    STRUCT = "struct"
    ENUM = "enum"
    TRAIT = "trait"
    UNION = "union"
    OBJECT = "object"
    MODULE = "module"
    NAMESPACE = "namespace"
    EXTENSION = "extension"
    TYPE = "type"
    MACRO = "macro"

    @property
    def is_callable(self) -> bool:
        """True for what has a body of its own that signals are read from."""
        return self in _CALLABLE

    @property
    def is_classlike(self) -> bool:
        """True for what holds members and gets a summary chunk."""
        return self in _CLASSLIKE


_CALLABLE = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.PROPERTY, Kind.LAMBDA})
_CLASSLIKE = frozenset(
    {
        Kind.CLASS,
        Kind.INTERFACE,
        Kind.STRUCT,
        Kind.ENUM,
        Kind.TRAIT,
        Kind.UNION,
        Kind.OBJECT,
        Kind.MODULE,
        Kind.EXTENSION,
    }
)


class Item(NamedTuple):
    """One thing that a method does: the exact source text and where it stands."""

    text: str
    span: Span


class SubscriptItem(NamedTuple):
    """A subscript; `text` is the whole expression `target[key]`."""

    text: str
    span: Span
    target: str
    key: str


class CallItem(NamedTuple):
    """A call; `text` is the callee as written, `name` its last name alone."""

    text: str
    span: Span
    name: str
    name_span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeFacts:
    """What the body of one definition does, nested definitions left out. Spans are relative.

    `outer_calls` are calls in headers (decorators, default values, annotations, bases) of the
    definitions nested in this one: they are call sites of this scope but no signals of it.
    `flow` is what the scope does with values, as `model.flow` packs it. `fields` are those that a
    class declares. `bare_reads` and `bare_writes` are names without a receiver, which may be of
    fields of the class around, and `bound` those that are variables of the scope.
    """

    calls: tuple[CallItem, ...] = ()
    outer_calls: tuple[CallItem, ...] = ()
    attribute_reads: tuple[Item, ...] = ()
    attribute_writes: tuple[Item, ...] = ()
    subscripts: tuple[SubscriptItem, ...] = ()
    parameters_used: tuple[Item, ...] = ()
    raises: tuple[Item, ...] = ()
    handles: tuple[Item, ...] = ()
    has_loop: bool = False
    has_conditional: bool = False
    has_try: bool = False
    flow: str = ""
    fields: tuple[str, ...] = ()
    bare_reads: tuple[Item, ...] = ()
    bare_writes: tuple[Item, ...] = ()
    bound: tuple[str, ...] = ()


NO_FACTS = ScopeFacts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """One definition of a file, in source order.

    `span` covers decorators and modifiers, `node_span` the definition proper; `header_span` is
    what a reader needs to know it (up to the body). `parent` is an index into the file's
    definitions, -1 for the top level. `qualified_name` has no module in front.
    """

    kind: Kind
    name: str
    qualified_name: str
    parent: int
    span: Span
    node_span: Span
    name_span: Span
    header_span: Span
    body_span: Span | None
    parameters: tuple[str, ...] = ()
    is_async: bool = False
    is_private: bool = False
    is_accessor: bool = False
    is_test: bool = False
    docs: str = ""
    facts: ScopeFacts = NO_FACTS


class ChunkKind(StrEnum):
    """What a chunk is made of."""

    FUNCTION = "function"
    METHOD = "method"
    CLASS = "class"
    IMPORTS = "imports"
    TOPLEVEL = "toplevel"
    SECTION = "section"
    WINDOW = "window"
    NODE = "node"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """One searchable piece of a file. `definition` is an index into the definitions, or -1.

    `id` stays the same while the piece keeps its place in the file's structure, whatever
    happens to the text around it. `text` is what is searched: for a class its summary.
    """

    id: str
    kind: ChunkKind
    name: str
    qualified_name: str
    parent: str
    span: Span
    text: str
    sha256: str
    tags: tuple[str, ...]
    definition: int = -1


@dataclass(frozen=True, slots=True)
class Problem:
    """What could not be read, and where."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFacts:
    """All that one file says. `path` is relative to its workspace folder, with `/`."""

    path: str
    language: str
    module: str
    definitions: tuple[Definition, ...] = ()
    module_facts: ScopeFacts = NO_FACTS
    chunks: tuple[Chunk, ...] = ()
    problems: tuple[Problem, ...] = ()
    error_bytes: int = 0

    def parent_name(self, definition: Definition) -> str:
        """Last name of what `definition` is in: a definition, or the module."""
        if definition.parent >= 0:
            return self.definitions[definition.parent].name
        return self.container(definition).rpartition(".")[2]

    def container(self, definition: Definition) -> str:
        """Qualified name of what `definition` is in; of a Go method, of its type."""
        whole, tail = self.qualified_name(definition), f".{definition.name}"
        if whole.endswith(tail):  # a name can have dots of its own
            return whole.removesuffix(tail)
        return whole.rpartition(".")[0]

    def qualified_name(self, definition: Definition) -> str:
        """Dotted name from the module or namespace on: `pkg.mod.Class.method`."""
        return join_name(self.module, definition.qualified_name)


def join_name(*parts: str) -> str:
    """Dotted name of the parts that are not empty."""
    return ".".join(part for part in parts if part)
