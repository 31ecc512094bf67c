"""The flow of a scope: by its language's own reader, or else of the calls that are known anyway."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tree_sitter import Node

from codewitness.model.facts import CallItem, ScopeFacts
from codewitness.model.flow import Expression, Flow
from codewitness.model.names import segments
from codewitness.syntax.flow.c_family import c_flow, cpp_flow, objc_flow
from codewitness.syntax.flow.csharp import csharp_flow
from codewitness.syntax.flow.ecma import ecma_flow, javascript_flow
from codewitness.syntax.flow.go import go_flow
from codewitness.syntax.flow.java import java_flow
from codewitness.syntax.flow.kotlin import kotlin_flow
from codewitness.syntax.flow.python import python_flow
from codewitness.syntax.flow.ruby import ruby_flow
from codewitness.syntax.flow.rust import rust_flow
from codewitness.syntax.flow.swift import swift_flow
from codewitness.syntax.languages.spec import LanguageSpec
from codewitness.syntax.scopes import Scope

# Scope (None for the file), its node, the scopes nested directly in it, and the whole text.
FlowReader = Callable[[Scope | None, Node, Sequence[Scope], bytes], Flow]

READERS: Mapping[str, FlowReader] = {
    "python": python_flow,
    "javascript": javascript_flow,
    **dict.fromkeys(("typescript", "tsx"), ecma_flow),
    "java": java_flow,
    "kotlin": kotlin_flow,
    "csharp": csharp_flow,
    "go": go_flow,
    "rust": rust_flow,
    "ruby": ruby_flow,
    "swift": swift_flow,
    "c": c_flow,
    "objc": objc_flow,
    "cpp": cpp_flow,
}

_MAX_CALLEE = 200  # characters; a longer callee is an expression of which only the name is kept


def with_flow(
    facts: ScopeFacts,
    scope: Scope | None,
    node: Node,
    nested: Sequence[Scope],
    raw: bytes,
    spec: LanguageSpec,
) -> ScopeFacts:
    """`facts` with the flow of the scope."""
    reader = READERS.get(spec.name)
    flow = calls_alone(facts) if reader is None else reader(scope, node, nested, raw)
    packed = flow.packed()
    return replace(facts, flow=packed) if packed else facts


def calls_alone(facts: ScopeFacts) -> Flow:
    """The flow of a language without a reader: its calls, by what their callees are called."""
    flow = Flow()
    flow.sites = [_site("c", call) for call in facts.calls]
    flow.sites += [_site("h", call) for call in facts.outer_calls]
    return flow


def _site(kind: str, call: CallItem) -> list[Expression]:
    return [kind, _callee(call), call.name_span.start, call.name_span.end]


def _callee(call: CallItem) -> Expression:
    parts = segments(call.text) if len(call.text) <= _MAX_CALLEE else (call.name,)
    if parts[-1] != call.name or not all(part.isidentifier() for part in parts):
        return call.name if len(parts) == 1 else ["a", None, call.name]
    value: Expression = parts[0]
    for name in parts[1:]:
        value = ["a", value, name]
    return value
