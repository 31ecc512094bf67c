"""The call graph of one folder: files in, callers and callees out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from codewitness.engine.graph.calls import Calls
from codewitness.engine.graph.cells import Cells, Values
from codewitness.engine.graph.containers import Containers
from codewitness.engine.graph.edges import Edge, Edges
from codewitness.engine.graph.files import File, Scope
from codewitness.engine.graph.keys import Keys
from codewitness.engine.graph.names import Names, Value
from codewitness.engine.graph.sites import Sites
from codewitness.engine.graph.typed.linker import TypedLinker
from codewitness.engine.graph.values import Flows
from codewitness.engine.graph.workspace import Workspace

MAX_CELLS = 150_000  # remembered between questions: some 100 MB
ANSWERS_BETWEEN_TIDYING = 8


class Graph:
    """Edges over the files that it was given last. For one thread at a time."""

    def __init__(self) -> None:
        rules: dict[str, Callable[..., object]] = {}
        self.cells = Cells(rules)  # type: ignore[arg-type]
        self.workspace = Workspace()
        self._n_answers = 0
        self.names = Names(self.workspace, self.cells)
        self.sites = Sites(self.workspace, self.names, self.cells)
        self.keys = Keys(self.names, self.cells, self.sites)
        self.flows = Flows(self.workspace, self.cells, self.names, self.keys)
        self.calls = Calls(self.flows, self.names, self.cells, self.sites)
        self.containers = Containers(self.workspace, self.flows, self.names, self.cells, self.calls)
        self.edges = Edges(self.workspace, self.cells, self.names, self.flows, self.calls)
        self.typed = TypedLinker(self.workspace)
        rules.update(
            {
                "sv": self.names.static_name,
                "sm": self.names.static_member,
                "sb": self.names.static_bind,
                "kb": self.keys.bind,
                "kn": self.keys.named,
                "kp": self.keys.parameter,
                "sub": self.names.all_below,
                "bases": self.names.bases,
                "mro": self.names.linearised,
                "var": self.flows.variable,
                "bd": self.flows.bind,
                "ma": self.flows.module_member,
                "ia": self.flows.instance_attribute,
                "ca": self.flows.class_attribute,
                "su": self.flows.super_attribute,
                "w": self.flows.own_writes,
                "wx": self.flows.other_writes,
                "s": self.calls.callees,
                "r": self.calls.results,
                "ret": self.calls.returns,
                "p": self.calls.parameter,
                "in": self.calls.incoming,
                "el": self.containers.elements,
                "en": self.containers.entered,
                "it": self._iterators,
                "va": self._owners,
                "t": self.edges.targets,
            }
        )

    def update(self, changed: Mapping[str, File | None]) -> None:
        """These files are now so; None for one that is gone."""
        self.typed.forget(self._languages(changed), changed)
        sources = self.workspace.update(changed)
        if sources is None or ("indirect",) in sources:
            self.sites.indirect_now = None
        if sources is None:
            self.cells.clear()
        else:
            self.cells.drop(sources)

    def _languages(self, changed: Mapping[str, File | None]) -> set[str]:
        before = (self.workspace.files.get(path) for path in changed)
        return {file.language for file in (*before, *changed.values()) if file is not None}

    def of(self, scope: Scope, index: int) -> list[Edge]:
        """All edges of one site."""
        if self.typed.links(scope):
            self.cells.check()
            return self.typed.of(scope, index)
        return self.edges.of(scope, index)

    def tidy(self) -> None:
        """Give memory back that answers have left behind."""
        if len(self.cells) > MAX_CELLS:
            self.cells.clear()
        self._n_answers += 1
        if self._n_answers % ANSWERS_BETWEEN_TIDYING == 0:
            self.workspace.tidy()
        if self.typed.n_answers() > MAX_CELLS:
            self.typed.clear()
            self.workspace.tidy()

    def outgoing(self, scope: Scope) -> Iterator[Edge]:
        """The edges of all sites of a scope, in their order."""
        for index in range(len(scope.flow.sites)):
            yield from self.of(scope, index)

    def incoming(self, scope: Scope) -> Iterator[Edge]:
        """The edges that lead to a definition."""
        for caller, index in self.candidates(scope):
            for edge in self.of(caller, index):
                if edge.target == scope.key:
                    yield edge

    def candidates(self, scope: Scope) -> list[tuple[Scope, int]]:
        """Sites that by their name may lead to a definition, in order."""
        finder = self.typed if self.typed.links(scope) else self.sites
        found = {(one.key, index): (one, index) for one, index in finder.candidates(scope)}
        return [found[key] for key in sorted(found)]

    def named_at(self, scope: Scope, index: int) -> list[str]:
        """Keys of the definitions that the callee of a site names."""
        if self.typed.links(scope):
            return self.typed.named_at(scope, index)
        values = self.cells.settle(("s", scope.key, index))
        return sorted(value[1] for value in values if value[0] in "FBC")

    def meant_by(self, scope: Scope, name: str) -> list[str]:
        """Keys of the definitions that a name in a scope means by what is declared."""
        if self.typed.links(scope):
            return self.typed.meant_by(scope, name)
        values = self.names.static(scope, name, self.cells.settle)
        return sorted(value[1] for value in values if value[0] in "FC")

    def all_edges(self) -> Iterator[Edge]:
        """Every edge, file by file."""
        for path in sorted(self.workspace.files):
            for scope in self.workspace.files[path].scopes:
                yield from self.outgoing(scope)

    def counts(self) -> Counter[str]:
        """How many edges there are by resolution."""
        return Counter(edge.resolution.value for edge in self.all_edges())

    def _iterators(self, owner: Value, method: Value) -> Values:
        """Rule `it`: what `__iter__` of an instance gives."""
        given = self.cells.get(("ret", method[1]))
        return given | self.containers._itself(method, owner)

    def _owners(self, key: str, index: int) -> Values:
        """Rule `va`: what the object may be on which a site calls a method."""
        found = self.calls.site(key, index)
        return self.flows.values(found[0], found[1][1][1]) if found is not None else frozenset()
