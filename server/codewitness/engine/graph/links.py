"""Edges that were worked out, scope by scope, and are kept until something they rest on changes.

So callers are looked up, not sought. A scope is linked when it is asked for or ahead of that, in
any order; what is kept is what resolving each of its sites would give.
"""

from __future__ import annotations

import sys
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from codewitness.engine.graph.cells import Cells
from codewitness.engine.graph.edges import Edge, Edges, Resolution
from codewitness.engine.graph.files import File, Scope
from codewitness.engine.graph.python.special.awaiting import AWAITED
from codewitness.engine.graph.workspace import Workspace

_RESOLUTIONS = tuple(Resolution)
_ASKING = (["__bool__"], [AWAITED])  # what hardly any class defines
_CODE = {resolution: 2 * code for code, resolution in enumerate(_RESOLUTIONS)}  # + 1: implicit
_LEAST_PRUNED = 64

# [number of the outcome, then for each edge: index of the site, code, what it leads to]
_Kept = tuple[object, ...]
Kept = Sequence[Any]  # the same without the number


class Links:
    """Edges of scopes over settled cells. `is_own` says which scopes are linked here."""

    def __init__(
        self, workspace: Workspace, cells: Cells, edges: Edges, is_own: Callable[[Scope], bool]
    ) -> None:
        self.workspace = workspace
        self.cells = cells
        self.edges = edges
        self.is_own = is_own
        self.waiting = OrderedDict[str, None]()  # keys of scopes that are not linked, next first
        self._kept: dict[str, _Kept] = {}
        self._scopes: dict[int, str] = {}  # key of the scope, by the number of its outcome
        self._callers: dict[str, array[int]] = {}  # numbers of outcomes, by what they lead to
        self.n_linked = 0  # scopes until now, those that were linked again too
        self._n_edges = [0] * len(_RESOLUTIONS)

    def update(self, old: Iterable[File], new: Iterable[File]) -> None:
        """Files have changed, and the cells were told before."""
        for number in self.cells.gone:
            self._drop(number)
        self.cells.gone.clear()
        for file in old:
            for scope in file.scopes:
                if scope.key not in self.workspace.scopes:
                    self.waiting.pop(scope.key, None)
        for file in new:
            if self.is_own(file.top):
                for scope in file.scopes:
                    if self.has(scope):
                        self.waiting.pop(scope.key, None)
                    else:
                        self.waiting[scope.key] = None

    def kept(self) -> Iterator[tuple[str, int, Kept]]:
        """(key, number of the outcome, edges) of each scope that is linked."""
        for key, one in self._kept.items():
            yield key, one[0], one[1:]  # type: ignore[misc]

    def restore(self, kept: Iterable[tuple[str, int, Kept]]) -> None:
        """Take over what another graph has kept."""
        for key, number, edges in kept:
            self._keep(key, number, edges)

    def has(self, scope: Scope) -> bool:
        """True if the edges of a scope are known."""
        return not scope.n_flow or scope.key in self._kept

    def link_one(self) -> None:
        """Link some scope that waits; if it can't be done now, it comes last."""
        key = next(iter(self.waiting))
        self.waiting.move_to_end(key)
        self.link(self.workspace.scopes[key])

    def link(self, scope: Scope) -> None:
        """Work out all edges of a scope."""
        if not self.has(scope):
            number, found = self.cells.outcome(lambda: self._found(scope))
            self._keep(scope.key, number, found)
            self.n_linked += 1

    def of(self, scope: Scope) -> list[Edge]:
        """All edges of a scope that is linked."""
        kept = self._kept.get(scope.key, ())
        return [
            _edge(scope, *kept[at : at + 3])  # type: ignore[arg-type]
            for at in range(1, len(kept), 3)
        ]

    def at(self, scope: Scope, index: int) -> list[Edge]:
        """The same of one of its sites."""
        kept = self._kept.get(scope.key, ())
        return [
            _edge(scope, *kept[at : at + 3])  # type: ignore[arg-type]
            for at in range(1, len(kept), 3)
            if kept[at] == index
        ]

    def callers(self, key: str) -> list[Scope]:
        """Linked scopes with an edge to a definition."""
        numbers = self._callers.get(key, ())
        keys = {self._scopes[number] for number in numbers if number in self._scopes}
        return [self.workspace.scopes[one] for one in sorted(keys)]

    def counts(self) -> dict[Resolution, int]:
        """How many edges of linked scopes there are."""
        return dict(zip(_RESOLUTIONS, self._n_edges, strict=True))

    def _found(self, scope: Scope) -> list[object]:
        around: Scope | None = scope
        while around is not None:  # their headers say what the parameters are
            self.cells.note("scope", around.key)
            around = around.parent
        found: list[object] = []
        asked = {"__bool__": self.workspace.limits.is_few}
        for index, site in enumerate(scope.flow.sites):
            is_seldom = site[0] in "rpx" or (site[0] == "o" and site[1][2:] in _ASKING)
            if not is_seldom or self._may_run(site[1][2], asked):
                for edge in self.edges.of(scope, index):
                    found += (index, _CODE[edge.resolution] + edge.is_implicit, _what(edge))
        return found

    def _may_run(self, name: str, asked: dict[str, bool]) -> bool:
        """`Accessed.may_run`, which notes the name, once for a scope."""
        known = asked.get(name)
        if known is None:
            known = asked[name] = self._is_anywhere(name)
        return known

    def _is_anywhere(self, name: str) -> bool:
        if name != AWAITED:
            return self.edges.accessed.may_run(name)
        self.cells.note("named", name)
        return bool(self.workspace.named(name))

    def _keep(self, key: str, number: int, found: Sequence[object]) -> None:
        self.waiting.pop(key, None)
        kept = self._kept[key] = (number, *found)
        self._scopes[number] = key
        for target in _targets(kept):
            known = self._callers.get(target)
            if known is None:
                known = self._callers[target] = array("I")
            known.append(number)
            size = len(known)
            if size >= _LEAST_PRUNED and not size & (size - 1):
                self._callers[target] = array("I", (one for one in known if one in self._scopes))
        self._count(kept, 1)

    def _drop(self, number: int) -> None:
        key = self._scopes.pop(number, None)
        if key is not None:
            self._count(self._kept.pop(key), -1)
            if key in self.workspace.scopes:
                self.waiting[key] = None

    def _count(self, kept: _Kept, sign: int) -> None:
        for code in kept[2::3]:
            self._n_edges[code // 2] += sign  # type: ignore[operator]


def _what(edge: Edge) -> str | tuple[str, ...] | None:
    if edge.candidates:
        return edge.candidates
    return sys.intern(edge.external) if edge.external else edge.target


def _edge(scope: Scope, index: int, code: int, what: str | tuple[str, ...] | None) -> Edge:
    resolution = _RESOLUTIONS[code // 2]
    candidates = what if isinstance(what, tuple) else ()
    target = candidates[0] if len(candidates) == 1 else None
    is_external = resolution is Resolution.EXTERNAL
    if isinstance(what, str) and not is_external:
        target = what
    return Edge(
        caller=scope,
        site=index,
        target=target,
        resolution=resolution,
        external=what if is_external and isinstance(what, str) else "",
        candidates=candidates,
        is_implicit=bool(code % 2),
    )


def _targets(kept: _Kept) -> set[str]:
    found: set[str] = set()
    for code, what in zip(kept[2::3], kept[3::3], strict=True):
        if isinstance(what, tuple):
            found |= set(what[:1]) if len(what) == 1 else set()
        elif isinstance(what, str) and code // 2 != _CODE[Resolution.EXTERNAL] // 2:  # type: ignore[operator]
            found.add(what)
    return found
