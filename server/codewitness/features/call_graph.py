"""The call graph as features read it: definitions and edges of a snapshot, with their places.

Who calls a definition, and what it calls, over saved files and open buffers alike. Other features
ask here, not in `engine.graph`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TypeVar

from codewitness.engine.ahead import OutOfTime
from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.graph.edges import RANK, Edge, Resolution
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.python.objects.properties import is_setter
from codewitness.engine.symbols import Symbols
from codewitness.engine.view import Folder
from codewitness.features.overridden import edges_through_bases
from codewitness.features.places import Place, Reading
from codewitness.model.facts import Kind
from codewitness.model.flow import form, last_name
from codewitness.model.symbol import Symbol
from codewitness.model.text import Span

# Calls that are known to lead to something else.
_KNOWN = frozenset({Resolution.EXACT, Resolution.TYPED, Resolution.INHERITED, Resolution.EXTERNAL})
_Any = TypeVar("_Any")

# Where what makes an object has a name of its own; in other languages that is any method's.
_CONSTRUCTORS = {
    "python": ("__init__", "__new__"),
    "ruby": ("initialize",),
    **dict.fromkeys(("javascript", "typescript", "tsx", "kotlin"), ("constructor",)),
    **dict.fromkeys(("swift", "objc"), ("init",)),
}


@dataclass(slots=True)
class Related:
    """One caller or callee: its place, or None for what is outside, and the sites of the calls.

    `site_place` is where the sites are: the caller.
    """

    place: Place | None
    name: str
    resolution: Resolution
    site_place: Place
    depth: int
    sites: list[Span] = field(default_factory=list)
    candidates: tuple[str, ...] = ()
    is_implicit: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteOf:
    """A site that calls a definition, or may; `candidates` has the keys of all that it then may."""

    caller: Place
    span: Span
    resolution: Resolution
    candidates: frozenset[str]


class CallGraph:
    """The graph of one folder while one answer is made."""

    def __init__(
        self, graph: Graph, reading: Reading, folder: Folder, seconds: float | None = None
    ) -> None:
        """`seconds` that it may take, if others than the snapshot has patience for."""
        self.graph = graph
        self.reading = reading
        self.folder = folder
        # Calls between a folder and one within it lead out of either graph.
        self.is_complete = folder.is_complete and not reading.snapshot.is_parted(folder)
        patience = reading.snapshot.patience if seconds is None else seconds
        self._until = time.monotonic() + patience
        self._places: dict[str, Place | None] = {}
        self._symbols: dict[str, tuple[Symbols, Document | SavedFile | None]] = {}

    def scope_of(self, place: Place) -> Scope | None:
        """The scope of a definition."""
        file = self.graph.workspace.files.get(place.symbol.path)
        if file is None or place.symbol.ordinal + 1 >= len(file.scopes):
            return None
        scope = file.scope(place.symbol.ordinal)
        return scope if scope.name == place.symbol.name or scope.ordinal < 0 else None

    def place_of(self, scope: Scope) -> Place | None:
        """Where a scope is in the text of this moment; None if that is not what the graph read."""
        if scope.key not in self._places:
            self._places[scope.key] = self._find(scope)
        return self._places[scope.key]

    def _find(self, scope: Scope) -> Place | None:
        path = scope.file.path
        if path not in self._symbols:
            self._symbols[path] = self.reading.symbols(self.folder, path)
        symbols, source = self._symbols[path]
        if source is None or source.text.sha256 != scope.file.sha256:
            self.reading.mark_stale(self.folder, path)
            return None
        if scope.ordinal < 0:
            symbol = module_symbol(scope.file.path, scope.file.language, scope.file.module)
        elif scope.ordinal < len(symbols):
            symbol = symbols[scope.ordinal]
        else:
            return None
        return Place(folder=self.folder, symbol=symbol, source=source)

    def incoming(self, scope: Scope) -> Iterator[Edge]:
        """The edges that lead to a definition, as long as there is time."""
        if self.graph.may_lack_callers(scope):
            self.is_complete = False
        return self.in_time(self.graph.incoming(scope))

    def by_name(self, function: Scope) -> Iterator[Edge]:
        """Calls that name a decorated function, as long as there is time."""
        return self.in_time(self.graph.by_name(function))

    def outgoing(self, scope: Scope) -> Iterator[Edge]:
        """The edges of all sites of a scope, as long as there is time."""
        return self.in_time(self.graph.outgoing(scope))

    def outside_calls(self, around: Scope, name: str) -> Iterator[Edge]:
        """Calls of a function of a name that no file defines, as long as there is time."""
        return self.in_time(self.graph.outside_calls(around, name))

    def edges_at(self, scope: Scope, index: int) -> Iterator[Edge]:
        """The edges of one site; of a method that is read and not called, one to it."""
        edges = list(self.in_time(iter(self.graph.of(scope, index))))
        yield from edges
        if not edges and scope.flow.sites[index][0] == "r":
            for key in self.graph.named_at(scope, index):
                if self.graph.workspace.scopes[key].kind is Kind.METHOD:
                    yield _read(scope, index, key)

    def reads_of(self, method: Scope) -> Iterator[Edge]:
        """Where a method is read and not called, as long as there is time."""
        for caller, index in self.in_time(self.graph.candidates(method)):
            if caller.flow.sites[index][0] != "r" or self.graph.of(caller, index):
                continue
            if method.key in self.graph.named_at(caller, index):
                yield _read(caller, index, method.key)

    def meant_by(self, scope: Scope, name: str) -> list[str]:
        """Keys of what a name in a scope means; none if there is no time to find out."""
        return next(self.in_time(self._meant(scope, name)), [])

    def _meant(self, scope: Scope, name: str) -> Iterator[list[str]]:
        yield self.graph.meant_by(scope, name)

    def classes_of(self, scope: Scope, name: str, members: Sequence[str] = ()) -> list[str]:
        """Keys of the classes of which a name in a scope is an instance, or that it is.

        With `members`: of which that is that one reaches from there by their names, in turn.
        """
        return next(self.in_time(self._classes_of(scope, name, members)), [])

    def keeping(self, method: Scope) -> list[str]:
        """Keys of the methods that keep what a method of an interface or trait promises."""
        return next(self.in_time(self._keeping(method)), [])

    def having_the_rest(self, method: Scope) -> tuple[list[Scope], bool]:
        """The types that have all of an interface but a method, and whether as meant (of Go)."""
        keys, is_meant = next(self.in_time(self._having_the_rest(method)), ([], False))
        types = (self.graph.workspace.scopes[key] for key in keys)
        return sorted(types, key=lambda one: (one.file.path, one.ordinal)), is_meant

    def _having_the_rest(self, method: Scope) -> Iterator[tuple[list[str], bool]]:
        yield self.graph.having_the_rest(method)

    def overrides(self, method: Scope) -> Iterator[Scope]:
        """The methods that run in the place of one of a class that theirs stands on."""
        for one in self.in_time(self.graph.workspace.named(method.name)):
            is_other = one.key != method.key and self.graph.may_call(one.file.language, method)
            if is_other and method.key in self.graph.overridden(one):
                yield one

    def _keeping(self, method: Scope) -> Iterator[list[str]]:
        yield self.graph.overriding(method)

    def _classes_of(self, scope: Scope, name: str, members: Sequence[str]) -> Iterator[list[str]]:
        yield self.graph.classes_of(scope, name, members)

    def made_of(self, made: Scope) -> Iterator[Edge]:
        """Where a class that has no constructor of its own is made by that of its base."""
        for caller, index in self.in_time(self.graph.candidates(made)):
            if caller.flow.sites[index][0] == "n" and made.key in self.graph.named_at(
                caller, index
            ):
                for edge in self.graph.of(caller, index):
                    if edge.target not in (None, made.key):
                        yield replace(edge, target=made.key, resolution=Resolution.EXACT)

    def through_bases(self, method: Scope) -> Iterator[Edge]:
        """Calls of what a method overrides or implements, which may run it."""
        return edges_through_bases(self, method, self.incoming)

    def callers(self, scope: Scope, least: Resolution, depth: int = 1) -> list[Related]:
        """Who calls a definition, itself or through its bases, with the sites; each caller once."""
        found: dict[tuple[str, str], Related] = {}
        direct = map(self.incoming, (scope, *constructors(scope)))
        edges = chain(*direct, self.by_name(scope), self.through_bases(scope))
        for edge in edges:
            if RANK[edge.resolution] <= RANK[least]:
                self._add(found, edge, edge.caller, edge.caller, depth)
        return list(found.values())

    def sites_of(self, scope: Scope) -> Iterator[SiteOf]:
        """Sites that call a definition, or by their name may: caller, place, how it is known.

        Those that are known to lead elsewhere are left out; `unresolved` has its name alone. A call
        through an interface is `ambiguous` here: it may run this definition or another.
        """
        for caller, index, resolution in self.calls_of(scope, through_bases=Resolution.AMBIGUOUS):
            place = self.place_of(caller)
            if place is None:
                self.is_complete = False
                continue
            yield SiteOf(
                caller=place,
                span=span_at(caller, index),
                resolution=resolution,
                candidates=self._candidates(caller, index, resolution),
            )

    def _candidates(self, caller: Scope, index: int, resolution: Resolution) -> frozenset[str]:
        """Keys of all that a call may lead to; of one by name alone, if it is known of any."""
        if resolution not in (Resolution.AMBIGUOUS, Resolution.UNRESOLVED):
            return frozenset()
        edges = list(self.in_time(self.graph.of(caller, index)))
        if resolution is Resolution.UNRESOLVED and not any(one.candidates for one in edges):
            return frozenset()
        return frozenset(key for one in edges for key in one.candidates or (one.target or "",))

    def calls_of(
        self, scope: Scope, through_bases: Resolution = Resolution.INHERITED
    ) -> Iterator[tuple[Scope, int, Resolution]]:
        """The same as caller, index of the site, and how it is known."""
        best: dict[tuple[str, int], Resolution] = {}
        callers: dict[str, Scope] = {}
        relative = (replace(edge, resolution=through_bases) for edge in self.through_bases(scope))
        for edge in chain(self.incoming(scope), self.by_name(scope), relative):
            key = (edge.caller.key, edge.site)
            callers[edge.caller.key] = edge.caller
            best[key] = min(edge.resolution, best.get(key, edge.resolution), key=RANK.__getitem__)
        for (caller, index), resolution in best.items():
            yield callers[caller], index, resolution
        for one, index in self.possible(scope):
            yield one, index, Resolution.UNRESOLVED

    def possible(self, scope: Scope) -> Iterator[tuple[Scope, int]]:
        """Calls by the name of a definition of which nobody knows where they lead."""
        return self.in_time(possible_calls(self.graph, scope))

    def callees(self, scope: Scope, least: Resolution, depth: int = 1) -> list[Related]:
        """What a definition calls, with the sites; each callee once."""
        found: dict[tuple[str, str], Related] = {}
        for edge in chain(self.outgoing(scope), self.in_time(self.graph.named_by(scope))):
            if RANK[edge.resolution] <= RANK[least]:
                callee = None
                if edge.target is not None:
                    callee = self.graph.workspace.scopes.get(edge.target)
                self._add(found, edge, callee, edge.caller, depth)
        return list(found.values())

    def _add(
        self,
        found: dict[tuple[str, str], Related],
        edge: Edge,
        other: Scope | None,
        caller: Scope,
        depth: int,
    ) -> None:
        site_place = self.place_of(caller)
        place = None if other is None else self.place_of(other)
        if site_place is None or (other is not None and place is None):
            return
        name = self._name(edge, place)
        key = (other.key if other is not None else "", name)
        related = found.get(key)
        if related is None:
            related = found[key] = Related(
                place=place,
                name=name,
                resolution=edge.resolution,
                site_place=site_place,
                depth=depth,
                candidates=edge.candidates,
                is_implicit=edge.is_implicit,
            )
        related.is_implicit = related.is_implicit and edge.is_implicit
        related.resolution = min(related.resolution, edge.resolution, key=RANK.__getitem__)
        span = site_span(edge)
        if span not in related.sites:
            related.sites.append(span)

    def _name(self, edge: Edge, place: Place | None) -> str:
        if place is not None:
            return place.symbol.qualified_name
        site = edge.caller.flow.sites[edge.site]
        # Of what a library gives the type may be known, and not that of what is called on it.
        is_asked = site[0] == "c" and form(site[1]) == "a"
        if edge.external and not (is_asked and edge.external.split(".")[-1] != site[1][2]):
            return edge.external
        caller = self.place_of(edge.caller)
        return caller.text.slice(site_span(edge)) if caller is not None else ""

    def in_time(self, found: Iterable[_Any]) -> Iterator[_Any]:
        """Those that are found in time; the graph itself looks at the clock on the way."""
        cells, iterator = self.graph.cells, iter(found)
        while True:
            outer, cells.check = cells.check, self._check
            try:
                self._check()
                one = next(iterator)
            except StopIteration:
                return
            except OutOfTime:
                self.is_complete = False
                return
            finally:
                cells.check = outer
            yield one

    def _check(self) -> None:
        self.reading.snapshot.cancel.check()
        if time.monotonic() > self._until:
            raise OutOfTime


def _read(scope: Scope, index: int, key: str) -> Edge:
    how = Resolution.TYPED
    return Edge(caller=scope, site=index, target=key, resolution=how, is_implicit=True)


def constructors(scope: Scope) -> list[Scope]:
    """A class is called where its constructors are."""
    if not scope.is_class:
        return []
    return [
        one for one in scope.children if one.kind is Kind.CONSTRUCTOR or _is_named_constructor(one)
    ]


def _is_named_constructor(scope: Scope) -> bool:
    return scope.name in _CONSTRUCTORS.get(scope.file.language, ())


def possible_calls(graph: Graph, scope: Scope) -> Iterator[tuple[Scope, int]]:
    """Calls by the name of a definition of which nobody knows where they lead."""
    for caller, index in graph.candidates(scope) if scope.name else ():  # the top level has none
        graph.cells.check()
        site = caller.flow.sites[index]
        if site[0] == "r" and (isinstance(site[1], str) or scope.is_class):
            continue  # the name alone, which a variable has that is declared elsewhere; a type
        if site[0] == "r" and _is_free(scope):
            continue  # a field of that name: no object has the function, and nothing calls it
        if site[0] == "p" and scope.kind is not Kind.PROPERTY and not is_setter(scope):
            continue  # a function is put there
        if last_name(site[1]) == scope.name:
            edges = graph.of(caller, index)
            is_own = any(edge.target == scope.key for edge in edges)
            is_known = bool(edges) and all(_leads_elsewhere(edge, scope) for edge in edges)
            if is_known and any(edge.resolution is Resolution.EXTERNAL for edge in edges):
                is_known = not graph.may_run_from_outside(caller, index, scope)
            if site[0] == "r" and graph.named_at(caller, index):
                continue  # it is known what is read there: that is named, and not called
            if site[0] in "rp" and graph.is_other_field(caller, index, scope):
                continue
            if not is_own and not is_known and graph.may_be_call(caller, index, scope):
                yield caller, index


def _is_free(scope: Scope) -> bool:
    """True for a function of a file's top level, which needs brackets to be called."""
    is_top = scope.parent is scope.file.top
    return is_top and scope.kind is Kind.FUNCTION and scope.file.language != "ruby"


def _leads_elsewhere(edge: Edge, scope: Scope) -> bool:
    """True for a call that leads to another definition, or to one of another's overloads."""
    if edge.resolution in _KNOWN:
        return True
    is_overload = (
        edge.target is not None or len({k.partition("#")[0] for k in edge.candidates}) == 1
    )
    return is_overload and len(edge.candidates) > 1 and scope.key not in edge.candidates


def says_something(scope: Scope) -> bool:
    """Constructors and special methods are called everywhere by name, which tells of none."""
    return not _is_named_constructor(scope) and not scope.name.startswith("__")


def site_span(edge: Edge) -> Span:
    """Where the name of what is called stands in the caller's file."""
    return span_at(edge.caller, edge.site)


def span_at(caller: Scope, index: int) -> Span:
    """The same for a site of which no edge is known."""
    site = caller.flow.sites[index]
    return Span(caller.node_start + site[2], caller.node_start + site[3])


@contextmanager
def call_graph(
    reading: Reading, folder: Folder, seconds: float | None = None
) -> Iterator[CallGraph]:
    """The graph of a folder for one answer; nobody else can use it meanwhile."""
    with folder.graph.at(folder, reading.snapshot.cancel) as graph:
        yield CallGraph(graph, reading, folder, seconds)


def module_symbol(path: str, language: str, module: str) -> Symbol:
    """The top level of a file as a caller."""
    return Symbol(
        name=module.rpartition(".")[2] or path,
        qualified_name=module,
        container=module.rpartition(".")[0],
        kind=Kind.MODULE,
        language=language,
        path=path,
        ordinal=-1,
    )
