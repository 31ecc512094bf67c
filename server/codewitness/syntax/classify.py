"""Signals of a definition as they are shown: absolute spans, calls internal or external.

A call is internal when it goes through the object itself (`self.x()`, `this.x()`, `super().x()`),
one step deep, or when a definition of the same file is called by its name or as `Class.name`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from codewitness.model.facts import CallItem, Definition, FileFacts, Item, Kind, SubscriptItem
from codewitness.model.names import segments
from codewitness.model.signals import Signals
from codewitness.model.text import Span, Text
from codewitness.syntax.bare_fields import own_fields
from codewitness.syntax.registry import LANGUAGES, is_read_in_depth, spec

_MAX_NAME = 2_000  # a longer callee is no name but an expression
# Where the receiver's own name ends: Kotlin's this@Outer and super<Base>, Box<T> of Box<T>.of().
_QUALIFIED = re.compile(r"[@<]")
# Those of Python's super(Base, self).
_ARGUMENTS = re.compile(r"(?<=^super)\(.*\)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FileNames:
    """Names that calls of one file can mean: bare ones, and members by their container."""

    bare: frozenset[str]
    members: dict[str, frozenset[str]]
    self_names: frozenset[str]
    implicit_self: bool
    receiver: re.Pattern[str] | None
    fields: dict[str, frozenset[str]]

    @classmethod
    def of(cls, facts: FileFacts) -> FileNames:
        """Names of the definitions of `facts`."""
        bare: set[str] = set()
        members: defaultdict[str, set[str]] = defaultdict(set)
        fields: defaultdict[str, set[str]] = defaultdict(set)
        for definition in facts.definitions:
            if definition.facts.fields:
                fields[definition.name].update(definition.facts.fields)
            container = container_of(facts, definition)
            if container:
                members[container].add(definition.name)
                if definition.kind is Kind.PROPERTY:
                    fields[container].add(definition.name)
            elif definition.kind is not Kind.OBJECT:  # an anonymous one bears another's name
                bare.add(definition.name)
            if (namespace := _namespace_of(facts, definition)) is not None:
                members[namespace].add(definition.name)
        deep = spec(facts.language) if facts.language in LANGUAGES else None
        return cls(
            frozenset(bare),
            {name: frozenset(names) for name, names in members.items()},
            deep.self_names if deep else frozenset(),
            deep.implicit_self if deep else False,
            deep.receiver if deep else None,
            {name: frozenset(own) for name, own in fields.items()},
        )

    def is_internal(
        self, call: CallItem, containers: Sequence[str], receiver_name: str = ""
    ) -> bool:
        """True if `call`, made in a method of `containers`, stays in its class or file.

        `receiver_name` is what the method calls its object, where it may choose.
        """
        parts = segments(call.text) if len(call.text) <= _MAX_NAME else ()
        if len(parts) > 1 and parts[-1].endswith((")", "]")):
            parts = ()  # what a call or a subscript gives is called
        match parts:
            case [name]:
                if name in self.self_names or name in self.bare or call.name in self.bare:
                    return True
                return self.implicit_self and any(
                    name in self.members.get(container, ()) for container in containers
                )
            case [receiver, name]:
                if receiver in self.self_names or (receiver and receiver == receiver_name):
                    return True
                receiver = _ARGUMENTS.sub("()", _QUALIFIED.split(receiver, maxsplit=1)[0])
                return receiver in self.self_names or name in self.members.get(receiver, ())
            case [_, "this" | "super" as receiver, _]:  # Java's Outer.this.run()
                return receiver in self.self_names
            case [*_, receiver, name] if _is_path(call.text):  # C++'s `app::detail::run()`
                return name in self.members.get(receiver, ())
            case _:
                return False


def _is_path(text: str) -> bool:
    """True for names that are joined by `::` alone."""
    return "::" in text and text.replace("::", "").replace("_", "").isalnum()


def _namespace_of(facts: FileFacts, definition: Definition) -> str | None:
    if definition.parent < 0:
        return None
    parent = facts.definitions[definition.parent]
    return parent.name if parent.kind is Kind.NAMESPACE else None


def receiver_name(facts: FileFacts, text: Text, definition: Definition, names: FileNames) -> str:
    """What the innermost method around a definition calls its object; empty if it can't choose."""
    if names.receiver is None:
        return ""
    while (match := names.receiver.match(text.slice(definition.header_span))) is None:
        if definition.parent < 0:
            return ""
        definition = facts.definitions[definition.parent]
    return match[1]


def container_of(facts: FileFacts, definition: Definition) -> str:
    """Name of the class-like definition that `definition` is a member of, or an empty string."""
    if definition.parent >= 0:
        parent = facts.definitions[definition.parent]
        return parent.name if parent.kind.is_classlike else ""
    head, _, name = definition.qualified_name.rpartition(".")
    return head.rpartition(".")[2] if name == definition.name else ""


def enclosing_containers(facts: FileFacts, definition: Definition) -> list[str]:
    """Names of the class-like definitions around `definition`, innermost first."""
    names = [container_of(facts, definition)]
    while definition.parent >= 0:
        definition = facts.definitions[definition.parent]
        names.append(container_of(facts, definition))
    return [name for name in names if name]


def signals_of(facts: FileFacts, text: Text, ordinal: int, names: FileNames) -> Signals:
    """Signals of the definition `ordinal` of `facts`, which were read from `text`."""
    definition = facts.definitions[ordinal]
    own = definition.facts
    base = definition.node_span.start
    containers = enclosing_containers(facts, definition)
    calls = _placed_calls(own.calls, base)
    reads, writes = own_fields(facts, definition, containers, names.fields)
    receiver = receiver_name(facts, text, definition, names)
    internal = [names.is_internal(call, containers, receiver) for call in calls]
    return Signals(
        internal_calls=tuple(c for c, is_own in zip(calls, internal, strict=True) if is_own),
        external_calls=tuple(c for c, is_own in zip(calls, internal, strict=True) if not is_own),
        attribute_reads=_placed(_together(own.attribute_reads, reads), base),
        attribute_writes=_placed(_together(own.attribute_writes, writes), base),
        subscripts=_placed_subscripts(own.subscripts, base),
        parameters_used=_placed(own.parameters_used, base),
        raises=_placed(own.raises, base),
        handles=_placed(own.handles, base),
        has_loop=own.has_loop,
        has_conditional=own.has_conditional,
        has_try=own.has_try,
        is_async=definition.is_async,
        line_count=_line_count(definition, text),
    )


def module_signals(facts: FileFacts) -> Signals:
    """Signals of the file's code outside of definitions; its calls are not told apart."""
    own = facts.module_facts
    return Signals(
        external_calls=own.calls,
        attribute_reads=own.attribute_reads,
        attribute_writes=own.attribute_writes,
        subscripts=own.subscripts,
        raises=own.raises,
        handles=own.handles,
    )


def all_signals(facts: FileFacts, text: Text) -> list[tuple[int, Signals]]:
    """Signals of every callable definition of the file, with its ordinal.

    None in a language that is not read in depth: what is not known is not what is not there.
    """
    if not is_read_in_depth(facts.language):
        return []
    names = FileNames.of(facts)
    return [
        (ordinal, signals_of(facts, text, ordinal, names))
        for ordinal, definition in enumerate(facts.definitions)
        if definition.kind.is_callable
    ]


def _line_count(definition: Definition, text: Text) -> int:
    span = definition.node_span
    return text.line_at(max(span.end - 1, span.start)) - text.line_at(span.start) + 1


def _together(items: tuple[Item, ...], more: list[Item]) -> Iterable[Item]:
    return sorted((*items, *more), key=lambda one: one.span) if more else items


def _placed(items: Iterable[Item], base: int) -> tuple[Item, ...]:
    return tuple([Item(text, Span(start + base, end + base)) for text, (start, end) in items])


def _placed_calls(calls: Iterable[CallItem], base: int) -> list[CallItem]:
    return [
        CallItem(text, span.shifted(base), name, name_span.shifted(base))
        for text, span, name, name_span in calls
    ]


def _placed_subscripts(items: Iterable[SubscriptItem], base: int) -> tuple[SubscriptItem, ...]:
    return tuple(SubscriptItem(text, span.shifted(base), *rest) for text, span, *rest in items)
