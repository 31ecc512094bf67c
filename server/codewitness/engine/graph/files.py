"""The files of a graph: their scopes as a tree, each with its flow, read when first needed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from codewitness.engine.graph.flow_texts import CALLEES, FLOW, FlowCache, flows_of
from codewitness.model.facts import Kind
from codewitness.model.flow import Flow, Parameter, form, unpacked

MODULE = -1  # the ordinal of a file's top level


class Scope:
    """One definition of a file, or its top level. `key` stays while other definitions change.

    `flow_text` and `callees` are in memory only while they are read now and then, see `FlowCache`.
    """

    __slots__ = (
        *("children", "file", "flow_text", "is_async", "key", "kind", "name", "name_after"),
        *("n_name", "node_start", "number", "ordinal", "parent", "_flow"),
        *("_binds", "_globals", "uses", "handled", "_indirect", "callees", "calling", "handing"),
        *("quoted", "texts", "told", "given", "_parameters", "displays", "is_again", "taken"),
        *("homes", "is_callable", "is_class", "made", "_names", "n_flow"),
        "is_again_named",
    )
    flow_text: str
    callees: str

    def __init__(self, file: File, ordinal: int, key: str, n_flow: int) -> None:
        self.file = file
        self.ordinal = ordinal
        self.key = key
        self.n_flow = n_flow  # characters of `flow_text`
        self.kind: Kind | None = None
        self.is_again_named = False  # True if another before it has its qualified name
        self.is_class = False  # True for what has members
        self.is_callable = False  # True for functions of all kinds
        self.name = ""
        self.parent: Scope | None = None
        self.children: list[Scope] = _NO_CHILDREN
        self._names: tuple[str, ...] | None = None
        self.number = 0  # among the children of its parent
        # Distances, since small numbers are made once for all: a large folder has many scopes.
        self.node_start = self.name_after = self.n_name = 0
        self.is_async = False
        self._flow: Flow | None = None
        self.is_again: bool | None = None  # True if its flow was read again; None if not at all
        self._binds: dict[str, list[int]] | None = None
        self._globals: dict[str, list[tuple[Scope, int]]] | None = None  # also without the flow
        self._indirect: list[tuple[int, str]] | None = None
        self._parameters: tuple[list[Any], list[Parameter]] | None = None
        self.uses: Any = None  # kept by `uses`
        self.handled: Any = None  # kept by `typed.handled`
        self.calling: dict[str, list[int]] | None = None  # kept by `sites`, as the next one
        self.handing: dict[str, list[tuple[int, frozenset[str]]]] | None = None
        self.given: Any = None  # kept by `handed_containers`
        self.displays: Any = None  # kept by `kinds`
        self.made: Any = None  # kept by `properties`
        self.quoted: list[tuple[int, str]] | None = None  # kept by `uses`, also without the flow
        self.texts: tuple[set[str], set[str]] | None = None  # kept by `uses`, also without the flow
        self.homes: dict[str, Scope | None] | None = None  # kept by `names`, with the flow
        self.told: Any = None  # kept by `typed.giving`, also without the flow
        self.taken: Any = None  # kept by `arity`, also without the flow

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> str:
            """Only of a text that is not in memory: it comes with all of its file."""
            if name not in (FLOW, CALLEES):
                raise AttributeError(name)
            self.file.unpack()
            return getattr(self, name)

    @property
    def name_start(self) -> int:
        """The byte where its name begins."""
        return self.node_start + self.name_after

    @property
    def name_end(self) -> int:
        """The byte where its name ends."""
        return self.name_start + self.n_name

    @property
    def qualified_name(self) -> str:
        """As in the key, without what tells several of one name apart."""
        name = self.key[len(self.file.path) + 2 :]
        return name[: name.rindex("#")] if self.is_again_named else name

    @property
    def flow(self) -> Flow:
        """What the scope does with values."""
        if (flow := self._flow) is None:
            flow = self._flow = unpacked(self.flow_text)
            self.is_again = self.is_again is not None
            self.file.read.append(self)
            self.file.n_read += self.n_flow
        return flow

    @property
    def is_read(self) -> bool:
        """True while its flow takes memory."""
        return self._flow is not None

    def sites_of(self, name: str, *, but: str = "") -> list[int]:
        """Indexes of the sites of a name, but of some kinds: told without reading the flow."""
        callees, size = self.callees, len(name)
        found, index, counted = [], 0, 0
        at = callees.find(name)  # few of the many that are asked have it
        while at >= 0:
            end = at + size
            kind = callees[at - 1 : at]
            is_one = kind not in ("", " ") and (at == 1 or callees[at - 2] == " ")
            if is_one and callees[end : end + 1] in ("", " ") and kind not in but:
                index += callees.count(" ", counted, at)
                counted = at
                found.append(index)
            at = callees.find(name, at + 1)
        return found

    def sites_of_kind(self, kind: str) -> list[int]:
        """Indexes of the sites of a kind, told as well without reading the flow."""
        if not self.callees.startswith(kind) and f" {kind}" not in self.callees:
            return []
        return [index for index, one in enumerate(self.callees.split(" ")) if one[:1] == kind]

    def forget(self) -> None:
        """Give the memory of the flow back; it is read again when needed."""
        self._flow = self._binds = self.uses = self.handled = self.homes = None
        self._parameters = None
        self.calling = self.handing = self.given = self.displays = self.made = None

    @property
    def header(self) -> list[Any]:
        """[decorator sites, parameters, bases, return type, value]; read in the parent."""
        if self.parent is not None:
            headers = self.parent.flow.headers
            if self.number < len(headers) and headers[self.number]:
                return headers[self.number]
        return [[], [], [], None, ["f", self.number]]

    @property
    def parameters(self) -> list[Parameter]:
        """The parameters in order; made again when the header has been read again."""
        said = self.header[1]
        if self._parameters is None or self._parameters[0] is not said:
            self._parameters = (said, [Parameter(*one) for one in said])
        return self._parameters[1]

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """The names of the parameters in order; kept also without the flow."""
        if (names := self._names) is None:
            names = self._names = tuple(sys.intern(one[0]) for one in self.header[1])
        return names

    @property
    def decorators(self) -> list[str]:
        """Last names of the decorators, innermost first."""
        if self.parent is None:
            return []
        sites = self.parent.flow.sites
        found = [_last_name(sites[index][1], sites) for index in self.header[0]]
        return [name for name in found if name]

    @property
    def indirect(self) -> list[tuple[int, str]]:
        """Sites whose callee might be a value, with the attribute that it is read from, if any."""
        if (found := self._indirect) is None:
            found = self._indirect = list(_indirect(self)) if self.n_flow else []
        return found

    def binds(self, name: str) -> list[int]:
        """Indexes of the binds that give this name of the scope a value.

        Mostly there are none: who does not mention a name is told by its text, without its flow.
        """
        if (binds := self._binds) is None:
            if name.isidentifier() and f'"{name}"' not in self.flow_text:
                return []
            binds = self._binds = {}
            for index, (target, _) in enumerate(self.flow.binds):
                if isinstance(target, str):
                    binds.setdefault(target, []).append(index)
        return binds.get(name, [])

    def names(self) -> dict[str, list[int]]:
        """Indexes of binds by name."""
        self.binds("")
        return self._binds or {}

    def outer_binds(self, name: str) -> list[tuple[Scope, int]]:
        """Binds of scopes within this one that were declared to be of this scope's `name`."""
        if (found := self._globals) is None:
            found = self._globals = self._outer_binds() or _NO_GLOBALS
        return found.get(name, _NO_BINDS)

    def _outer_binds(self) -> dict[str, list[tuple[Scope, int]]]:
        found: dict[str, list[tuple[Scope, int]]] = {}
        for scope in self.below():
            if '["g",' in scope.flow_text:
                for index, (target, _) in enumerate(scope.flow.binds):
                    if form(target) == "g":
                        found.setdefault(target[1], []).append((scope, index))
        return found

    def below(self) -> Iterator[Scope]:
        """All scopes nested in this one."""
        for child in self.children:
            yield child
            yield from child.below()


_NO_CHILDREN: list[Scope] = []  # of most scopes; never added to
_NO_GLOBALS: dict[str, list[tuple[Scope, int]]] = {}  # of most scopes
_NO_BINDS: list[tuple[Scope, int]] = []


@dataclass(slots=True)
class File:
    """One file. `scopes[0]` is its top level, then its definitions in order.

    told: JSON of what `lookups` reads of it; empty for nothing. words: all that its flows mention,
    with tabs between. packed: what all of it can be read from; without it texts stay in memory.
    """

    path: str
    language: str
    module: str
    sha256: str
    told: str = ""
    words: str = ""
    scopes: list[Scope] = field(default_factory=list)
    read: list[Scope] = field(default_factory=list)  # those whose flow takes memory
    n_read: int = 0  # characters of the flows of these
    packed: bytes | None = None
    cache: FlowCache | None = None  # that of its workspace
    is_unpacked: bool = False  # the texts of its flows are in memory

    def unpack(self) -> None:
        """Have the texts of its flows in memory, as long as the cache has room."""
        assert self.packed is not None  # else they have not been forgotten
        flows = flows_of(self.packed)
        self.take(flows)
        if self.cache is not None:
            self.cache.came(self, sum(map(len, flows)))

    def take(self, flows: Sequence[str]) -> None:
        """These are the texts of its scopes' flows, in order."""
        for scope, text in zip(self.scopes, flows, strict=True):
            scope.flow_text, _, scope.callees = text.partition("\t")
        self.is_unpacked = True

    def forget_texts(self) -> None:
        """Give the memory of these texts back."""
        if self.is_unpacked:
            self.is_unpacked = False
            for scope in self.scopes:
                del scope.flow_text, scope.callees

    def forget(self, n_kept: int = 0) -> None:
        """Give the memory of flows back, but of those read first; they are read when needed."""
        for scope in self.read[n_kept:]:
            scope.forget()
            self.n_read -= scope.n_flow
        del self.read[n_kept:]

    def forget_seldom_read(self) -> None:
        """Give the memory of those flows back that were read once: others are asked for often."""
        kept = [scope for scope in self.read if scope.is_again]
        if len(kept) < len(self.read):
            for scope in self.read:
                if not scope.is_again:
                    scope.forget()
            self.read = kept
            self.n_read = sum(scope.n_flow for scope in kept)

    @property
    def top(self) -> Scope:
        """The top level."""
        return self.scopes[0]

    def scope(self, ordinal: int) -> Scope:
        """The scope of a definition, or of the top level (-1)."""
        return self.scopes[ordinal + 1]


def is_definition(scope: Scope, value: Any) -> bool:
    """True for an import, and for a definition with a name of its own."""
    if form(value) == "f" and value[1] < len(scope.children):
        return scope.children[value[1]].kind is not Kind.LAMBDA
    return form(value) == "m"


def _indirect(scope: Scope) -> Iterator[tuple[int, str]]:
    flow = scope.flow
    for index, site in enumerate(flow.sites):
        if site[0] not in "chdb":
            continue
        callee = site[1]
        is_own = form(callee) == "v" and all(i >= 0 for i in callee[2:])
        if is_own and all(is_definition(scope, flow.binds[i][1]) for i in callee[2:]):
            continue
        yield index, callee[2] if form(callee) == "a" else ""


def _last_name(callee: Any, sites: list[Any]) -> str:
    """Last name of a callee; of what a call gives, that of the call's."""
    while form(callee) == "c":
        callee = sites[callee[1]][1]
    if isinstance(callee, str):
        return callee
    if form(callee) == "a":
        return str(callee[2])
    return str(callee[1]) if form(callee) == "v" else ""
