"""Edges: a site resolved to what it calls, and how that is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from codewitness.engine.graph.cells import Cells, Key, Values, limited
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.calls.arity import takes
from codewitness.engine.graph.python.calls.calls import Calls
from codewitness.engine.graph.python.calls.getters import CALLED, READ, is_getter
from codewitness.engine.graph.python.calls.handed_over import HANDING, calls_made
from codewitness.engine.graph.python.decorators.dispatched import Dispatched
from codewitness.engine.graph.python.library.asked_for import AskedFor
from codewitness.engine.graph.python.library.given_outside import (
    is_of_content,
    may_be_own,
    may_be_own_module,
)
from codewitness.engine.graph.python.library.run_by_bases import RunByBases
from codewitness.engine.graph.python.library.run_of_given import RunOfGiven, runs_given
from codewitness.engine.graph.python.library.runners import RUNNING
from codewitness.engine.graph.python.naming.builtin_names import (
    COMMON_METHODS,
    CONSTRUCTORS,
    FALLING_BACK,
    OF_OBJECT,
)
from codewitness.engine.graph.python.naming.kinds import is_callable_of_library, type_having
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.objects.accessed import Accessed
from codewitness.engine.graph.python.objects.descriptors import METHODS
from codewitness.engine.graph.python.objects.stand_ins import is_stand_in, put_by_tests
from codewitness.engine.graph.python.special.special_methods import ITERATING, SpecialMethods
from codewitness.engine.graph.python.values.base_methods import never_run
from codewitness.engine.graph.python.values.left_to_many import left_to_many
from codewitness.engine.graph.python.values.overrides import Overrides, run_on
from codewitness.engine.graph.python.values.partly import Partly, is_itself
from codewitness.engine.graph.python.values.values import Flows
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.flow import Expression, Site, form, last_name

MAX_CANDIDATES = 8  # of a call that is known by name alone; more say nothing


class Resolution(StrEnum):
    """How an edge is known, best first."""

    EXACT = "exact"
    TYPED = "typed"
    INHERITED = "inherited"
    AMBIGUOUS = "ambiguous"
    EXTERNAL = "external"
    UNRESOLVED = "unresolved"


RANK = {resolution: rank for rank, resolution in enumerate(Resolution)}  # 0 is the best


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """The call at a site of a scope. `target` is the key of what it calls, if that is known.

    external: the dotted name of what it calls outside of the workspace. candidates: keys of what it
    may call, if only the name is known. is_implicit: no call is written there.
    """

    caller: Scope
    site: int
    target: str | None
    resolution: Resolution
    external: str = ""
    candidates: tuple[str, ...] = ()
    is_implicit: bool = False

    @property
    def name_outside(self) -> str:
        """The name of the function that is called, if none of the workspace is and it has one."""
        if self.target is not None:
            return ""
        callee = self.caller.flow.sites[self.site][1]
        return self.external.rpartition(".")[2] or (callee if isinstance(callee, str) else "")


class Edges:
    """Resolves sites, over settled cells."""

    def __init__(
        self, workspace: Workspace, cells: Cells, names: Names, flows: Flows, calls: Calls
    ) -> None:
        self.workspace = workspace
        self.cells = cells
        self.names = names
        self.flows = flows
        self.calls = calls
        self.descriptors = flows.descriptors
        self.specials = SpecialMethods(names, cells, flows)
        self.asked_for = AskedFor(names, cells, flows.writes)
        self.dispatched = Dispatched(calls)
        self.run_by_bases = RunByBases(names, flows)
        self.partly = Partly(cells, names, flows, calls)
        self.overrides = calls.overrides = Overrides(workspace, cells, names, self.called)
        self.accessed = Accessed(names, cells, flows, self.overrides)
        self.run_of_given = RunOfGiven(self)

    def of(self, scope: Scope, index: int) -> list[Edge]:
        """All edges of one site; a call that leads nowhere known has one that says so."""
        site = scope.flow.sites[index]
        found = self._targets(scope, index)
        if not found and site[0] not in "ch":
            return []
        called = ("s", scope.key, index)
        aside = may_be = (
            put_by_tests(scope, site, found, lambda: self._known(scope, called)) if found else ()
        )
        if len(found) > 1 and not aside and site[0] in "cr":
            aside, may_be = never_run(self.names, scope, site, found)
        edges = [
            Edge(
                caller=scope,
                site=index,
                target=key,
                resolution=self._resolution(scope, index, key, len(found) - len(aside)),
                is_implicit=bool(is_implicit),
            )
            for key, is_implicit in sorted(found)
            if key not in aside
        ]
        if aside:
            return [*edges, _open(scope, index, may_be)]
        if site[0] not in "ch":
            return edges
        if written := [edge for edge in edges if not edge.is_implicit]:
            return [*edges, *self._if_unknown(scope, index, written)]
        return [*edges, self._without_target(scope, index)]

    def _if_unknown(self, scope: Scope, index: int, known: list[Edge]) -> list[Edge]:
        """Beside what a call is known to run: what else, if its object may be unknown, too."""
        callee = scope.flow.sites[index][1]
        if form(callee) != "a" or all(one.resolution is Resolution.EXACT for one in known):
            return []
        own = {one.target for one in known}
        if is_itself(scope, callee[1]) or all(one.key in own for one in self._named(callee[2])):
            return []
        is_given = any(one[0] == "X" for one in self.cells.settle(("s", scope.key, index)))
        is_given = is_given and self._may_be_own(scope, index)
        if not is_given and not self.partly.is_unknown_too(scope, index):
            return []
        others = tuple(one for one in self._methods_named(scope, index) if one not in own)
        if not others:
            return []
        if is_given:
            return [_open(scope, index, ())]
        is_open = callee[2] in COMMON_METHODS or len(others) > MAX_CANDIDATES
        return [_open(scope, index, () if is_open else others)]

    # What it calls.

    def _targets(self, scope: Scope, index: int) -> set[Value]:
        """(key, 1 if nothing is written there) of all that a site calls, over settled cells."""
        site = scope.flow.sites[index]
        kind = site[0]
        if kind in _WITHOUT_CALL or (
            kind == "o" and site[1][0] == "a" and site[1][2] in FALLING_BACK
        ):
            return self._without_call(kind, scope, site)
        callees = self.cells.get(("s", scope.key, index))
        if kind == "o":
            run = self.specials.operator(scope, site, callees) | self._defaults(scope, site)
            is_asked = last_name(site[1]) == "__contains__"
            return run | self._run_by_bases(scope, site, callees) if is_asked else run
        if kind == "b":
            made = [one for one in callees if one[0] == "C"]
            return {(one[1], 1) for value in made for one in self.calls.making.constructors(value)}
        own = [one for one in callees if one[0] != "X"]
        if own:
            callees = self.overrides.reached(scope, site, callees)
            own = [one for one in own if one in callees]
        targets = self.accessed.called(scope, site)
        for value in own:
            targets.update((target, 0) for target in self.called(value))
            targets.update((one, 1) for one in self._beside(value, scope, site))
        if len(site) > 4:
            targets |= self._spread(scope, site) | self._by_getters(scope, site, own)
        if callees or last_name(site[1]) in OF_OBJECT:
            targets |= {(one, 0) for one in self.overrides.of(scope, site, callees)}
        if callees:
            among = left_to_many(self.names, self.cells, (scope, index), callees)
            targets |= {(one, 0) for one in among}
        outside = [one[1] for one in callees if one[0] == "X"]
        for dotted in filter(runs_given, outside):
            targets |= self.run_of_given.run(dotted, scope, site)
        return targets

    def _without_call(self, kind: str, scope: Scope, site: Site) -> set[Value]:
        """What runs where nothing is called: of attributes, contexts, loops, classes, texts."""
        if kind in "rpx":
            return self.accessed.run(scope, site)
        if kind in "wW":
            return self.specials.run_on(scope, site[1], _ENTERING[kind])
        if kind in "lL":
            return self.specials.iterated(self.flows.values(scope, site[1]), ITERATING[kind])
        if kind == "k":
            return {(one, 1) for one in self.calls.making.told(scope, site[1])}
        return self.specials.of_text(scope, site)

    def _spread(self, scope: Scope, site: Site) -> set[Value]:
        """What `*` and `**` before an argument run of an object."""
        found: set[Value] = set()
        for one in site[4]:
            if type(one) is list and one[0] == "*":
                owners = self.flows.values(scope, one[1])
                found |= self.specials.iterated(owners, ITERATING["l"])
        named = site[5] if len(site) > 5 and "**" in site[5] else []
        for name, value in zip(named[::2], named[1::2], strict=True):
            if name == "**":
                found |= self.specials.run_on(scope, value, ("keys", "__getitem__"))
        return found

    def _defaults(self, scope: Scope, site: Site) -> set[Value]:
        """What makes what a key of `defaultdict(make)` does not have yet."""
        if form(site[1]) != "a" or site[1][2] != "__getitem__":
            return set()
        owners = self.flows.values(scope, site[1][1])
        made = (self.calls.made_with(one) for one in owners if one[-1] == "defaultdict")
        return {(key, 1) for values in made for one in values for key in self.called(one)}

    def _by_getters(self, scope: Scope, site: Site, callees: Iterable[Value]) -> set[Value]:
        """What `methodcaller` and the like run, called here or by what they are handed to."""
        name = last_name(site[1])
        ways = calls_made(site, name) if name in HANDING else ()
        made = [(one, site) for one in callees if is_getter(one)]
        for way in ways:
            made += [(one, way) for one in self.flows.values(scope, way[1]) if is_getter(one)]
        found: set[Value] = set()
        for getter, way in made:
            if len(way) < 5 or not way[4]:
                continue
            for meant in self.calls.getters.meant(getter, way[4][0]):
                if meant[0] == READ:
                    found |= self.accessed.run(scope, meant)
                elif meant[0] == CALLED:
                    values = self.flows.values(scope, meant[1])
                    found |= {(key, 1) for one in values for key in self.called(one)}
        return found

    def _beside(self, callee: Value, scope: Scope, site: Site) -> Iterable[str]:
        """What a call of this value runs, though it is not written there."""
        if callee[0] in "FB":
            return self.dispatched.run(callee, scope, site)
        if callee[0] != "C":
            return ()
        makers = self.calls.factories.run(callee, site)
        made = [key for one in makers for key in self.called(one)]
        return [*self.calls.making.also_run(callee, site), *made]

    def called(self, callee: Value) -> list[str]:
        """Keys of what a call of this value runs."""
        kind = callee[0]
        if kind in "FB":
            return [callee[1]]
        if kind == "C" and self.names.is_enum(callee[1]):
            return [callee[1]]  # it gives one of its objects, which were made before
        if kind == "C" and self.calls.making.is_never_made(callee[1]):
            return []
        if kind == "C":
            made = [one[1] for one in self.calls.making.constructors(callee)]
            return made if self._has_constructor(callee[1]) else [*made, callee[1]]
        if kind == "I":
            found = self.cells.get(("ia", callee[1], "__call__"))
            return [one[1] for one in found if one[0] in "FB"]
        if kind == "P":
            inner = self.calls.partials.callees(callee)
            return [key for one in inner if one[0] in "FBCI" for key in self.called(one)]
        if kind == "E":
            return [one[1] for one in self.calls.runs(callee, "__init__")]
        return []

    def _has_constructor(self, key: str) -> bool:
        """True for a class with a constructor of its own; others are made by that of a base."""
        scope = self.names.scope(key)
        return scope is not None and any(self.names.has(scope, one) for one in CONSTRUCTORS)

    def _named(self, name: str) -> Sequence[Scope]:
        self.cells.note("named", name)
        return self.workspace.named(name)

    def _run_by_bases(self, scope: Scope, site: Site, callees: Values) -> set[Value]:
        return {
            (key, 1)
            for one in callees
            if one[0] == "X" and one[1] in RUNNING
            for key in self.run_by_bases.run(one[1], scope, site)
        }

    # How it is known.

    def _resolution(self, scope: Scope, index: int, target: str, n_targets: int) -> Resolution:
        callee = scope.flow.sites[index][1]
        called = self.workspace.scopes.get(target)
        if called is None:
            return Resolution.TYPED
        static = self.names.static(scope, callee, self.cells.settle)
        if ("F", target) in static and n_targets == 1:
            return Resolution.EXACT
        if called.name in METHODS:
            return Resolution.TYPED
        classes = {value[1] for value in static if value[0] == "C"}
        if classes and n_targets <= len(CONSTRUCTORS) + 1:
            if called.key not in classes and (
                called.parent is None or called.parent.key not in classes
            ):
                return Resolution.INHERITED
            return Resolution.EXACT if len(classes) == 1 else Resolution.TYPED
        if form(callee) != "a" or called.parent is None or not called.parent.is_class:
            return Resolution.TYPED
        return self._by_owner(scope, index, called)

    def _by_owner(self, scope: Scope, index: int, called: Scope) -> Resolution:
        method, owner = method_around(scope), called.parent
        own = method.parameter_names if method is not None else []
        base = run_on(scope.flow.sites[index], called.name)
        is_self = bool(own) and last_name(base) == own[0]
        if is_self and method is not None and method.parent is owner:
            return Resolution.EXACT
        owners = limited(self.flows.values(scope, base))
        if owner is not None and any(one[0] in "IC" and one[1] == owner.key for one in owners):
            return Resolution.TYPED
        return Resolution.INHERITED

    def _without_target(self, scope: Scope, index: int) -> Edge:
        callees = self._known(scope, ("s", scope.key, index))
        external = sorted(
            type_having(one, "") if one[0] == "E" else one[1]
            for one in callees
            if one[0] == "X" or is_callable_of_library(one)
        )
        if external and not self._may_be_own(scope, index):
            name, how = external[0].replace("()", "").replace("[]", ""), Resolution.EXTERNAL
            return Edge(caller=scope, site=index, target=None, resolution=how, external=name)
        if external:
            return self._of_given(scope, index)
        return _open(scope, index, () if callees else self._by_name(scope, index))

    def _of_given(self, scope: Scope, index: int) -> Edge:
        """A call on what a library gives that may be an object of the workspace.

        It is one of the class that the library is asked for on the way, `session.get(Row, 1)`.
        """
        site = scope.flow.sites[index]
        known = self.asked_for.found(scope, *site[1][1:])
        named = self._fitting(site, next(known))
        if len(named) == 1:
            return Edge(caller=scope, site=index, target=named[0], resolution=Resolution.TYPED)
        found = named or self._fitting(site, next(known, ()))
        found = found or self._fitting(site, self._of_queries(scope, index))
        return _open(scope, index, found or self._of_kept_field(scope, index))

    def _fitting(self, site: Site, found: Iterable[str]) -> tuple[str, ...]:
        fitting = tuple(sorted(key for key in found if takes(self.workspace.scopes[key], site)))
        return fitting if len(fitting) <= MAX_CANDIDATES else ()

    def _of_kept_field(self, scope: Scope, index: int) -> tuple[str, ...]:
        """Methods that fit by name on a field that a class keeps an object of a library for.

        What is put into `view = Property(type=object)` is not of that library's making.
        """
        owners = self._owners(scope, index)
        name = last_name(scope.flow.sites[index][1])
        if name in COMMON_METHODS or not all(one[0] == "X" and "()()" in one[1] for one in owners):
            return ()
        found = self._methods_named(scope, index)
        return found if len(found) <= MAX_CANDIDATES else ()

    def _of_queries(self, scope: Scope, index: int) -> list[str]:
        """Methods that fit where a class is asked for by what it has of a library: `User.query`."""
        _, base, _ = scope.flow.sites[index][1]
        if form(base) != "a" or not self._is_class(scope, base[1]):
            return []
        named = self._methods_named(scope, index)
        return [key for key in named if self._may_be_given(scope, index, key)]

    def _may_be_given(self, scope: Scope, index: int, key: str) -> bool:
        """True for a method of a class that extends one of the library which gave the object."""
        method = self.workspace.scopes[key]
        if method.name in COMMON_METHODS or '"super"' in method.flow_text or method.parent is None:
            return False
        owners = self._owners(scope, index)
        given = {one[1].partition(".")[0] for one in owners if one[0] == "X"}
        order = self.names.mro(method.parent.key)
        return any(one[0] == "X" and one[1].partition(".")[0] in given for one in order)

    def _may_be_own(self, scope: Scope, index: int) -> bool:
        """True for a call on what a library gave, if a method of the workspace would fit."""
        site = scope.flow.sites[index]
        if form(site[1]) != "a":
            return False
        _, base, name = site[1]
        if not self._named(name):
            return False
        if form(base) == "a" and self._is_class(scope, base[1]):
            # `Model.objects`: what a class has of a library, not one of its objects
            return bool(self._of_queries(scope, index))
        if form(base) == "a" and is_of_content(name):
            return False
        owners = (one for one in self._owners(scope, index) if one[0] == "X")
        given = [one[1] for one in owners if may_be_own(one[1])]
        is_module = any(map(may_be_own_module, given))
        return bool(given) and any(
            (takes(one, site) and self._is_method(one)) or (is_module and one.is_callable)
            for one in self._named(name)
            if one.file.language == scope.file.language and self.names.scope(one.key)
        )

    def _is_class(self, scope: Scope, expression: Expression) -> bool:
        return any(one[0] == "C" for one in self.names.static(scope, expression, self.cells.settle))

    def _is_method(self, one: Scope) -> bool:
        parent = one.parent
        return (
            parent is not None
            and self.names.scope(parent.key) is not None
            and parent.is_class
            and one.is_callable
        )

    def _known(self, scope: Scope, cell: Key) -> list[Value]:
        """The settled values of a cell, without what only tests have put there."""
        return [one for one in self.cells.settle(cell) if not is_stand_in(one, scope.file)]

    def _owners(self, scope: Scope, index: int) -> list[Value]:
        """The same of the object on which a site calls a method."""
        owners = self.flows.values(scope, scope.flow.sites[index][1][1])
        return [one for one in limited(owners) if not is_stand_in(one, scope.file)]

    def _by_name(self, scope: Scope, index: int) -> tuple[str, ...]:
        """Methods that a call on an unknown object may mean, by name, language and arity."""
        site = scope.flow.sites[index]
        name = last_name(site[1])
        if form(site[1]) != "a" or name in COMMON_METHODS or not self._named(name):
            return ()
        is_known = bool(self._owners(scope, index))
        found = () if is_known else self._methods_named(scope, index)
        return found if len(found) <= MAX_CANDIDATES else ()

    def _methods_named(self, scope: Scope, index: int) -> tuple[str, ...]:
        """Methods that have the name of a call and take its arguments."""
        site = scope.flow.sites[index]
        found = (
            one.key
            for one in self._named(last_name(site[1]))
            if self.names.scope(one.key)
            and self._is_method(one)
            and one.file.language == scope.file.language
            and takes(one, site)
        )
        return tuple(sorted(found))


def _open(scope: Scope, index: int, candidates: tuple[str, ...]) -> Edge:
    """A call that may lead to any of these, or to what nobody knows."""
    return Edge(
        caller=scope,
        site=index,
        target=candidates[0] if len(candidates) == 1 else None,
        resolution=Resolution.AMBIGUOUS if candidates else Resolution.UNRESOLVED,
        candidates=candidates,
    )


# By the kind of a site.
_WITHOUT_CALL = frozenset("rpxwWlLk")
_ENTERING = {"w": ("__enter__", "__exit__"), "W": ("__aenter__", "__aexit__")}
