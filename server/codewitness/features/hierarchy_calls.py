"""Calls as the call hierarchy has them: between items, each with its place in the caller's file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from codewitness.engine.graph.edges import RANK, Edge, Resolution
from codewitness.engine.graph.files import Scope
from codewitness.features.call_graph import site_span
from codewitness.features.hierarchy_items import Items, Owner
from codewitness.features.hierarchy_shapes import ECMA, is_maker
from codewitness.model.facts import Kind
from codewitness.model.flow import form, last_name
from codewitness.model.text import Span
from codewitness.syntax.prototypes import LANGUAGES as PROTOTYPES

_LEAST = RANK[Resolution.AMBIGUOUS]


@dataclass(frozen=True, slots=True)
class Incoming:
    """One call of a definition."""

    caller: Owner
    span: Span
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One call of an item; `alias` is the name that the callee is imported under."""

    callee: Owner
    span: Span
    resolution: Resolution
    alias: str = ""


def callers(items: Items, owner: Owner) -> Iterator[Incoming]:
    """The calls of what an item stands for."""
    if owner.variable is not None:
        return
    if owner.declared:
        for edge in items.graph.outside_calls(owner.scope, owner.declared):
            span = site_span(edge)
            yield Incoming(items.of_site(edge.caller, span.start), span, edge.resolution)
        return
    for scope, is_relative in items.called_as(owner.scope):
        for edge in _edges_to(items, scope):
            if is_relative and not _runs(items, edge, scope, owner.scope):
                continue
            span = site_span(edge)
            how = edge.resolution
            if is_relative:
                how = max(how, Resolution.INHERITED, key=RANK.__getitem__)
            yield Incoming(items.of_site(edge.caller, span.start), span, how)


def _runs(items: Items, edge: Edge, called: Scope, meant: Scope) -> bool:
    """True if a call of a method may be one of another that overrides it, or is overridden."""
    if called.key in items.graph.graph.overriding(meant):
        return True
    return items.graph.graph.may_run(edge.caller, edge.site, meant)


def _edges_to(items: Items, scope: Scope) -> Iterator[Edge]:
    in_ecma = scope.file.language in ECMA
    is_shared = in_ecma and scope.kind is Kind.CONSTRUCTOR  # by classes that have none
    for edge in chain(items.graph.incoming(scope), items.graph.by_name(scope)):
        if RANK[edge.resolution] <= _LEAST and not (is_shared and items.names_another(edge)):
            yield edge
    if in_ecma and scope.kind is Kind.CLASS and not any(map(is_maker, scope.children)):
        yield from items.graph.made_of(scope)
    if scope.file.language in ECMA and scope.kind is Kind.METHOD:
        yield from items.graph.reads_of(scope)


def callees(items: Items, owner: Owner) -> Iterator[Outgoing]:
    """The calls that an item makes in the workspace."""
    if owner.declared:
        return
    for part in items.parts(owner):
        for edge in _edges_of(items, part, owner):
            target = items.scopes.get(edge.target) if edge.target is not None else None
            if edge.name_outside and (declared := _declared(items, edge)) is not None:
                yield Outgoing(declared, site_span(edge), edge.resolution)
            if target is None or RANK[edge.resolution] > _LEAST:
                continue
            if target.kind is Kind.MACRO and target.file.language == "rust":
                continue  # rust-analyzer lists functions alone
            if target.kind is Kind.CONSTRUCTOR and target.file.language in ECMA:
                target = items.named_class(edge) or target
            callee = items.of_callee(target, last_name(edge.caller.flow.sites[edge.site][1]))
            if callee is None or _is_own(items, callee, owner):
                continue
            span = site_span(edge)
            yield Outgoing(Owner(callee), span, edge.resolution, _alias(edge, callee))


def _declared(items: Items, edge: Edge) -> Owner | None:
    """The function of the C family that a call names which no file defines, if one declares it."""
    file = edge.caller.file
    return items.declared(file, edge.name_outside) if file.language in PROTOTYPES else None


def _edges_of(items: Items, part: Scope, owner: Owner) -> Iterator[Edge]:
    """Edges of the sites of a scope that are an item's."""
    if not items.tells_sites_apart(part):
        yield from items.graph.outgoing(part)
        return
    for index, site in enumerate(part.flow.sites):
        if items.of_site(part, part.node_start + site[2]) == owner:
            yield from items.graph.edges_at(part, index)


def _is_own(items: Items, callee: Scope, owner: Owner) -> bool:
    """True for a function without a name of its own that the item it belongs to calls."""
    return callee is not owner.scope and items.of_scope(callee).scope is owner.scope


def _alias(edge: Edge, callee: Scope) -> str:
    """The name that Python imports a callee under, where that is called; "" if it is its own."""
    written = last_name(edge.caller.flow.sites[edge.site][1])
    if edge.caller.file.language != "python" or written == callee.name:
        return ""
    around: Scope | None = edge.caller
    while around is not None:
        for index in around.binds(written):
            value = around.flow.binds[index][1]
            if form(value) == "m" and value[-1] == callee.name:
                return written
        around = around.parent
    return ""
