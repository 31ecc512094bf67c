"""The call graph of one folder: files in, callers and callees out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from codewitness.engine.graph.cells import NONE, Cells, Key, Values
from codewitness.engine.graph.edges import Edge, Edges, Resolution
from codewitness.engine.graph.files import File, Scope
from codewitness.engine.graph.links import Links
from codewitness.engine.graph.python.calls.calling import calling
from codewitness.engine.graph.python.calls.calls import Calls
from codewitness.engine.graph.python.calls.for_class import given_for
from codewitness.engine.graph.python.calls.sites import Sites
from codewitness.engine.graph.python.containers.containers import Containers
from codewitness.engine.graph.python.containers.keys import Keys
from codewitness.engine.graph.python.decorators import decorated
from codewitness.engine.graph.python.naming.metaclasses import metaclasses
from codewitness.engine.graph.python.naming.module_lookups import MODULE, answered_otherwise
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.values.overrides import run_on
from codewitness.engine.graph.python.values.reached import reached
from codewitness.engine.graph.python.values.values import Flows
from codewitness.engine.graph.typed.linker import TypedLinker
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.flow import Expression, form

MANY_CELLS = 80_000  # new ones, and their values are forgotten at the next chance: some 100 MB
MAX_CELLS = 2 * MANY_CELLS  # new ones that are remembered without one
FEW_CELLS = 20_000  # that are worth forgetting when all is linked
MAX_LINKED_AT_ONCE = 12  # scopes that a question links whole instead of seeking sites in them
ANSWERS_BETWEEN_TIDYING = 8
MAX_RESOLVED = 40_000  # sites whose edges are remembered until the next change: some 15 MB
_NONE: frozenset[int] = frozenset()


class Graph:
    """Edges over the files that it was given last. For one thread at a time.

    own_package: the folder's name, by which its Python files may import from it.
    """

    def __init__(self, own_package: str = "") -> None:
        rules: dict[str, Callable[..., object]] = {}
        self.cells = Cells(rules)  # type: ignore[arg-type]
        self.workspace = Workspace(own_package)
        self._n_answers = 0
        self._n_changes = 0
        self._resolved: dict[tuple[str, int], list[Edge]] = {}
        self.names = Names(self.workspace, self.cells)
        self.sites = Sites(self.workspace, self.names, self.cells)
        self.keys = Keys(self.names, self.cells, self.sites)
        self.flows = Flows(self.workspace, self.cells, self.names, self.keys)
        self.calls = Calls(self.flows, self.names, self.cells, self.sites)
        self.containers = Containers(self.workspace, self.flows, self.names, self.cells, self.calls)
        self.edges = Edges(self.workspace, self.cells, self.names, self.flows, self.calls)
        self.typed = TypedLinker(self.workspace)
        self.links = Links(
            self.workspace, self.cells, self.edges, lambda s: not self.typed.links(s)
        )
        rules.update(self._rules())

    def _rules(self) -> dict[str, Callable[..., object]]:
        """What makes the values of each kind of cell."""
        return {
            "sv": self.names.static_name,
            "sm": self.names.static_member,
            "sb": self.names.static_bind,
            "kb": self.keys.bind,
            "kn": self.keys.named,
            "kp": self.keys.parameter,
            "sub": self.names.all_below,
            "dn": self.flows.descriptors.every,
            "bes": self.names.all_beside,
            "bases": self.names.bases,
            "mro": self.names.linearised,
            "mt": partial(metaclasses, self.names),
            "var": self.flows.variable,
            "bd": self.flows.bind,
            "ma": self.flows.module_member,
            "ia": self.flows.instance_attribute,
            "ca": self.flows.class_attribute,
            "su": self.flows.super_attribute,
            "df": self.flows.writes.argument_default,
            "at": self.calls.arguments.given,
            "w": self.flows.writes.own_writes,
            "wx": self.flows.writes.other_writes,
            "xw": self.flows.writes.to_outside,
            "wm": self.flows.writes.to_module,
            "wf": self.flows.writes.to_function,
            "s": self.calls.callees,
            "r": self.calls.results,
            "ret": self.calls.returns,
            "fo": self.calls.followed,
            "sent": self.calls.sent,
            "p": self.calls.parameter,
            "pc": partial(given_for, self.calls),
            "in": self.calls.incoming,
            "cs": partial(calling, self.sites),
            "el": self.containers.elements,
            "dw": self.containers.writes,
            "oh": self.containers.own.homes,
            "en": self.containers.contexts.entered,
            "ob": self.calls.command_lines.objects,
            "fd": self.containers.made.records.field,
            "fs": self.containers.made.records.fields,
            "it": self._iterators,
            "va": self._owners,
            "ow": self._run_on,
            "ov": self.edges.overrides.overriding,
        }

    def update(self, changed: Mapping[str, File | None]) -> None:
        """These files are now so; None for one that is gone."""
        self._n_changes += 1
        self._resolved.clear()
        self.typed.forget(self._languages(changed), changed)
        old = [file for path in changed if (file := self.workspace.files.get(path)) is not None]
        modules = self.workspace.modules
        sources = self.workspace.update(changed)
        if sources is not None:
            asked = self.cells.noted(MODULE)
            sources += answered_otherwise(modules, self.workspace.modules, asked)
        if sources is None or ("indirect",) in sources:
            self.sites.indirect_now = None
        self.sites.changed(changed)
        if sources is None:
            self.cells.clear()
        else:
            self.cells.drop(sources)
        self.links.update(old, [file for file in changed.values() if file is not None])
        for file in old:  # each of its scopes has it: else its flows are kept until a collection
            file.forget()

    def drop(self, sources: Iterable[Key]) -> None:
        """Forget what rests on these pieces of the facts; it is linked again."""
        self._n_changes += 1
        self.cells.drop(sources)
        self.links.update((), ())

    @property
    def n_changes(self) -> int:
        """How often files have changed, or edges of another graph were taken over."""
        return self._n_changes

    @property
    def is_new(self) -> bool:
        """True if all its files came together, and nothing was asked yet."""
        n_known = len(self.cells) + self.typed.n_answers() + self.links.n_linked
        return self._n_changes == 1 and not n_known

    def _languages(self, changed: Mapping[str, File | None]) -> set[str]:
        before = (self.workspace.files.get(path) for path in changed)
        return {file.language for file in (*before, *changed.values()) if file is not None}

    def of(self, scope: Scope, index: int) -> list[Edge]:
        """All edges of one site."""
        if self.links.has(scope):
            return self.links.at(scope, index)
        return self._of(scope, index)

    def _of(self, scope: Scope, index: int) -> list[Edge]:
        """The same of a scope that is not linked: whoever has the same name asks for it again."""
        self.cells.check()
        key = (scope.key, index)
        if (known := self._resolved.get(key)) is None:
            if len(self._resolved) >= MAX_RESOLVED:
                self._resolved.clear()
            linker = self.typed if self.typed.links(scope) else self.edges
            known = self._resolved[key] = linker.of(scope, index)
        return known

    def tidy(self) -> None:
        """Give memory back that answers have left behind."""
        if self.cells.n_new > MAX_CELLS:
            self.forget()
        self._n_answers += 1
        if self._n_answers % ANSWERS_BETWEEN_TIDYING == 0:
            self.workspace.tidy()
        if self.typed.n_answers() > MAX_CELLS:
            self.typed.clear()
            self.workspace.tidy()

    @property
    def has_much(self) -> bool:
        """True if it is time to `forget`."""
        return self.cells.n_new > MANY_CELLS

    def forget(self) -> None:
        """Give back the memory of values, and of flows that were read; may take half a second."""
        self.workspace.tidy(0)
        self.cells.forget()

    def outgoing(self, scope: Scope) -> Iterator[Edge]:
        """The edges of all sites of a scope, in their order."""
        if not self.typed.links(scope):
            self.links.link(scope)
            yield from self.links.of(scope)
            return
        for index in range(len(scope.flow.sites)):
            self.cells.check()
            yield from self.typed.of(scope, index)

    def incoming(self, scope: Scope) -> Iterator[Edge]:
        """The edges that lead to a definition."""
        for edge in self._known(scope):
            if edge.target == scope.key:
                yield edge

    def may_lack_callers(self, scope: Scope) -> bool:
        """True while a large project of Python is not linked, for what may be handed around.

        Who calls it by another name is known when all is linked, and not sought before.
        """
        is_waiting = len(self.links.waiting) > MAX_LINKED_AT_ONCE
        is_sought = is_waiting and self.workspace.limits.is_large and not self.typed.links(scope)
        return is_sought and self.sites.may_be_value(scope)

    def _known(self, scope: Scope) -> Iterator[Edge]:
        """Edges that may lead to a definition: those that are kept, and those of waiting sites."""
        if self.typed.links(scope):
            for caller, index in self.typed.likely_first(scope, self.candidates(scope)):
                yield from self.of(caller, index)
            return
        links = self.links
        if len(links.waiting) <= MAX_LINKED_AT_ONCE:
            while links.waiting:
                links.link_one()
        waiting = self.sites.candidates(scope, links.waiting) if links.waiting else []
        by_caller: dict[str, list[int]] = {}
        for caller, index in waiting:
            by_caller.setdefault(caller.key, []).append(index)
        for caller in links.callers(scope.key):
            by_caller.setdefault(caller.key, [])
        for key in sorted(by_caller):
            caller = self.workspace.scopes[key]
            if links.has(caller):
                yield from links.of(caller)
            else:
                for index in sorted(by_caller[key]):
                    yield from self._of(caller, index)

    def candidates(self, scope: Scope) -> list[tuple[Scope, int]]:
        """Sites that by their name may lead to a definition, in order."""
        finder = self.typed if self.typed.links(scope) else self.sites
        found = {(one.key, index): (one, index) for one, index in finder.candidates(scope)}
        return [found[key] for key in sorted(found)]

    def by_name(self, function: Scope) -> Iterator[Edge]:
        """Calls that name a decorated function of Python; what runs there is its decorators'."""
        if not self.typed.links(function) and decorated.is_decorated(function):
            for edge in decorated.calls_of(self.names, function, self.sites.naming(function)):
                if all(one.target != edge.target for one in self.of(edge.caller, edge.site)):
                    yield edge

    def named_by(self, scope: Scope) -> Iterator[Edge]:
        """What a scope of Python calls by name, if it is decorated: not what runs there first."""
        for index in () if self.typed.links(scope) else range(len(scope.flow.sites)):
            for edge in decorated.named_at(self.names, scope, index):
                if all(one.target != edge.target for one in self.of(scope, index)):
                    yield edge

    def named_at(self, scope: Scope, index: int) -> list[str]:
        """Keys of the definitions that the callee of a site names."""
        if self.typed.links(scope):
            return self.typed.named_at(scope, index)
        values = self.cells.settle(("s", scope.key, index))
        return sorted(value[1] for value in values if value[0] in "FBC")

    def meant_by(self, scope: Scope, name: Expression) -> list[str]:
        """Keys of the definitions that a name in a scope means by what is declared.

        In Python also those that an attribute of a name means.
        """
        if self.typed.links(scope):
            return self.typed.meant_by(scope, name) if isinstance(name, str) else []
        values = self.names.static(scope, name, self.cells.settle)
        return sorted(value[1] for value in values if value[0] in "FC")

    def held_by(self, scope: Scope, expression: Expression) -> list[str]:
        """Keys of the definitions that an expression in a scope may be, by its type."""
        return self.typed.held_by(scope, expression) if self.typed.links(scope) else []

    def classes_of(self, scope: Scope, name: str, members: Sequence[str] = ()) -> list[str]:
        """Keys of the classes of which a name in a scope is an instance, or that it is.

        With `members`: of which that is that one reaches from there by their names, in turn.
        """
        if self.typed.links(scope):
            return self.typed.classes_of(scope, name, members)
        home = self.names.home(scope, name)
        values = self.cells.settle(("var", home.key, name)) if home is not None else NONE
        for member in members:
            values = reached(self.cells, values, member)
        return sorted({value[1] for value in values if value[0] in "ICY"})

    def included(self, scope: Scope) -> frozenset[str]:
        """The file of a scope and all files that it includes, directly or not."""
        return self.typed.included(scope) if self.typed.links(scope) else frozenset()

    def outside_calls(self, around: Scope, name: str) -> Iterator[Edge]:
        """Calls of a function of this name that no file defines, from where a scope is seen."""
        for caller, index in self.typed.calls_named(around, name):
            edges = self.of(caller, index)
            yield from (edge for edge in edges if edge.name_outside == name)
            if not edges and self.typed.is_used_by_macro(caller, index):
                yield Edge(
                    caller=caller,
                    site=index,
                    target=None,
                    resolution=Resolution.EXTERNAL,
                    external=name,
                    is_implicit=True,
                )

    def makers(self, around: Scope, name: str) -> Iterator[Scope]:
        """Scopes in which a macro of another file makes a function of this name."""
        for scope, index in self.typed.calls_named(around, name):
            if not scope.is_callable and self.typed.is_used_by_macro(scope, index, "fn "):
                yield scope

    def overridden(self, method: Scope) -> list[str]:
        """Keys of the methods of bases in whose place a method runs."""
        if self.typed.links(method):
            return self.typed.overridden(method)
        return self.edges.overrides.overridden(method)

    def overriding(self, method: Scope) -> list[str]:
        """Keys of the methods that keep what a method of an interface or trait promises."""
        return self.typed.overriding(method) if self.typed.links(method) else []

    def having_the_rest(self, method: Scope) -> tuple[list[str], bool]:
        """Keys of the types that have all of an interface but one method, and whether as meant.

        Only of languages in which a type does not say what it implements.
        """
        return self.typed.having_the_rest(method) if self.typed.links(method) else ([], False)

    def may_run(self, scope: Scope, index: int, method: Scope) -> bool:
        """True if the call at a site, of a relative of a method, may run the method itself.

        In Python what a call on `self` runs has edges of its own.
        """
        site = scope.flow.sites[index]
        if not self.typed.links(scope):
            if self._is_made_here(scope, run_on(site, method.name)):
                return False
            return self.edges.overrides.may_run(scope, index, method)
        if form(site[1]) == "a" and self._is_made_here(scope, site[1][1]):
            return False
        return self.typed.may_run(scope, index, method)

    def may_run_from_outside(self, scope: Scope, index: int, method: Scope) -> bool:
        """True if a call through an interface of a library may run a method that implements it."""
        return self.typed.links(scope) and self.typed.may_run_from_outside(scope, index, method)

    def is_other_field(self, scope: Scope, index: int, meant: Scope) -> bool:
        """True if a site reads or writes what a known object has, and that can't be `meant`."""
        if self.typed.links(scope):
            return self.typed.is_other_field(scope, index, meant)
        return self.edges.overrides.is_other_field(scope, index, meant)

    def may_be_call(self, scope: Scope, index: int, function: Scope) -> bool:
        """False if a site is not as the function is called: by its arguments, or without any."""
        return not self.typed.links(scope) or self.typed.may_be_call(scope, index, function)

    def _is_made_here(self, scope: Scope, value: Expression, seen: frozenset[int] = _NONE) -> bool:
        """True for an object that the scope itself makes: it is of that class and of none below."""
        kind = form(value)
        if kind == "y":
            return self._is_made_here(scope, value[2], seen)
        if kind == "v":
            given = frozenset(value[2:])  # numbers of binds; negative ones are of parameters
            return bool(given) and all(
                number >= 0 and self._is_made_here(scope, scope.flow.binds[number][1], seen | given)
                for number in given - seen
            )
        if kind != "c":
            return False
        if scope.flow.sites[value[1]][0] == "n":
            return True
        named = self.named_at(scope, value[1])
        return bool(named) and all(self.workspace.scopes[key].is_class for key in named)

    def declared_with(self, function: Scope) -> list[str]:
        """Keys of all declarations of a function, its own among them."""
        return self.typed.declared_with(function) if self.typed.links(function) else [function.key]

    def may_call(self, language: str, function: Scope) -> bool:
        """True if code of a language may call a function."""
        own = function.file.language
        return language == own or self.typed.are_related(language, own)

    def all_edges(self) -> Iterator[Edge]:
        """Every edge, file by file."""
        for path in sorted(self.workspace.files):
            for scope in self.workspace.files[path].scopes:
                yield from self.outgoing(scope)

    def counts(self) -> Counter[str]:
        """How many edges there are by resolution."""
        return Counter(edge.resolution.value for edge in self.all_edges())

    def link_one(self) -> bool:
        """Link a scope ahead of questions; False if there is nothing to be done."""
        if not self.links.waiting:
            self.workspace.tidy(0)
            if self.cells.n_new > FEW_CELLS:
                self.forget()
            return False
        if self.has_much:
            self.forget()
        self.links.link_one()
        self.workspace.tidy_some()
        return True

    def _iterators(self, owner: Value, method: Value) -> Values:
        """Rule `it`: what `__iter__` of an instance gives."""
        given = self.cells.get(("ret", method[1]))
        return given | self.containers.contexts.itself(method, owner)

    def _owners(self, key: str, index: int) -> Values:
        """Rule `va`: what the object may be on which a site calls a method."""
        found = self.calls.site(key, index)
        return self.flows.values(found[0], found[1][1][1]) if found is not None else frozenset()

    def _run_on(self, key: str, index: int, name: str) -> Values:
        """Rule `ow`: what the object may be whose method of a name a site runs."""
        found = self.calls.site(key, index)
        if found is None:
            return frozenset()
        return self.flows.values(found[0], run_on(found[1], name))
