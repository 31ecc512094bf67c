"""Items of the call hierarchy: what each stands for, and how a language's own server shows it.

The graph knows every function, those without a name among them. Servers of most languages show a
call in a function without a name of its own as one of the function around it, and so do we: a tree
of callers goes on there. In JavaScript and TypeScript a class stands for its constructor, what is
written before a definition (decorators, defaults of parameters) belongs to it, and of declarations
that follow each other the first counts. In Go, Swift, Kotlin and the C family what makes the value
of a variable of the top level is shown at the variable. Python's server shows lambdas, and a class
for its `__init__`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from posixpath import basename

from codewitness.engine.graph.edges import Edge
from codewitness.engine.graph.files import File, Scope
from codewitness.features.call_graph import CallGraph
from codewitness.features.hierarchy_shapes import (
    ECMA,
    MAKERS,
    Shape,
    covers,
    is_function,
    is_held,
    is_maker,
    is_part,
    is_script,
    is_shown,
    kind_of,
    names_of,
    whole_and_name,
)
from codewitness.features.overridden import run_for
from codewitness.features.places import Place
from codewitness.model.facts import Kind
from codewitness.model.text import Span
from codewitness.syntax.prototypes import LANGUAGES as PROTOTYPES
from codewitness.syntax.prototypes import Prototype
from codewitness.syntax.variables import LANGUAGES as WITH_VARIABLES

# Before the number of a variable, and the name of a declared function, in the key of an item.
_VARIABLE, _DECLARED = "var ", "declared "


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One definition, file or variable; `key` finds it again in the folder `root`."""

    place: Place
    root: str
    key: str
    name: str
    kind: Kind | Shape
    whole: Span
    name_span: Span

    def called(self, *names: str) -> Item:
        """The same item by the one name that all its calls use, if that is not its own."""
        return replace(self, name=names[0]) if len(names) == 1 and names[0] else self


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose item a scope or a site belongs to.

    With `variable` a variable of the file's top level, by its number; with `declared` a function
    that the file declares and none defines.
    """

    scope: Scope
    variable: int | None = None
    declared: str = ""


class Items:
    """The items of one folder while one answer is made."""

    def __init__(self, graph: CallGraph) -> None:
        self.graph = graph
        self.scopes = graph.graph.workspace.scopes
        self._spans: dict[str, list[tuple[Span, Scope]]] = {}
        self._variables_by_file: dict[str, list[tuple[Span, Span]]] = {}

    # Whose an item is.

    def of_scope(self, scope: Scope) -> Owner:
        """Whose item a scope belongs to."""
        while scope.parent is not None and is_part(scope):
            scope = scope.parent
        return Owner(scope)

    def of_site(self, caller: Scope, start: int) -> Owner:
        """Whose item a site belongs to that a scope has at a byte offset of its file."""
        owner = self.of_scope(caller).scope
        language = owner.file.language
        if language in ECMA and (child := self._headed_by(caller, start)) is not None:
            return self.of_scope(child)
        if owner.ordinal < 0 or owner.kind is Kind.NAMESPACE:
            number = self._variable_at(owner.file.top, start)
            return Owner(owner) if number is None else Owner(owner.file.top, number)
        return Owner(owner)

    def variables_at(self, top: Scope, at: int) -> Iterator[Owner]:
        """The variable whose name is at an offset, if its value is made by calls."""
        for number, (names, _) in enumerate(self._variables(top)):
            owner = Owner(top, number)
            if names.start <= at <= names.end and any(self._sites_of(owner)):
                yield owner

    def _sites_of(self, owner: Owner) -> Iterator[bool]:
        for part in self.parts(owner):
            for site in part.flow.sites:
                yield self.of_site(part, part.node_start + site[2]) == owner

    def _headed_by(self, around: Scope, start: int) -> Scope | None:
        """The definition nested in a scope before whose body an offset is."""
        if around.key not in self._spans:
            places = [
                (place.symbol.span, child)
                for child in around.children
                if is_shown(child) and (place := self.graph.place_of(child)) is not None
            ]
            self._spans[around.key] = sorted(places, key=lambda one: one[0])
        spans = self._spans[around.key]
        at = bisect_right(spans, start, key=lambda one: one[0].start) - 1
        return spans[at][1] if at >= 0 and covers(spans[at][0], start) else None

    def _variable_at(self, top: Scope, start: int) -> int | None:
        for number, (_, whole) in enumerate(self._variables(top)):
            if covers(whole, start):
                return number
        return None

    def _variables(self, top: Scope) -> list[tuple[Span, Span]]:
        if top.file.language not in WITH_VARIABLES:
            return []
        if top.key not in self._variables_by_file:
            place = self.graph.place_of(top)
            parsed = None if place is None else place.source.parsed()
            found = () if parsed is None else parsed.variables()
            self._variables_by_file[top.key] = [(one.names, one.whole) for one in found]
        return self._variables_by_file[top.key]

    def of_callee(self, callee: Scope, written: str) -> Scope | None:
        """The definition that is shown for a callee by the name that is written; None for none."""
        language = callee.file.language
        around = callee.parent
        if language == "go" and callee.kind is Kind.FUNCTION and is_held(callee):
            return None  # what is called is a variable, which may hold another function by then
        if language == "python" and callee.name in MAKERS and written != callee.name:
            return around if around is not None and around.is_class else callee
        if language in ECMA:
            if callee.kind is Kind.CONSTRUCTOR and around is not None:
                return around
            return self.first_declaration(callee)
        return callee

    def first_declaration(self, function: Scope) -> Scope:
        """Of declarations of one function that follow each other the first."""
        around = function.parent
        if function.file.language not in ECMA or around is None or not is_function(function):
            return function
        place = self.graph.place_of(function)
        for before in reversed(around.children[: function.number]):
            if before.name != function.name or not is_function(before) or place is None:
                break
            other = self.graph.place_of(before)
            if other is None or other.text.raw[
                other.symbol.span.end : place.symbol.span.start
            ].strip(b" \t\r\n;"):
                break
            function, place = before, other
        return function

    def declared(self, file: File, name: str) -> Owner | None:
        """The function of a name that a file declares, or else another one that is seen there."""
        found: Iterable[Scope] = ()
        if file.language != "rust":
            found = self.graph.graph.workspace.mentioning(f"p:{name}")
        elif name in self._given_to_macros:
            found = self.graph.graph.makers(file.top, name)
        files = {scope.file.path: scope.file for scope in found}
        for path in sorted(files, key=lambda path: (path != file.path, path)):
            if any(one.name == name for one in self.prototypes(files[path].top)):
                return Owner(files[path].top, declared=name)
        return None

    @cached_property
    def _given_to_macros(self) -> frozenset[str]:
        """Names that macros of Rust are given outside of functions."""
        return frozenset(
            site[1]
            for scope in self.scopes.values()
            if scope.file.language == "rust" and not scope.is_callable
            if '["o",' in scope.flow_text
            for site in scope.flow.sites
            if site[0] == "o" and isinstance(site[1], str)
        )

    def prototypes(self, top: Scope) -> tuple[Prototype, ...]:
        """The functions that a file declares and does not define."""
        place = self.graph.place_of(top) if top.file.language in PROTOTYPES else None
        parsed = None if place is None else place.source.parsed()
        return () if parsed is None else parsed.prototypes()

    def overloaded_at(self, file: File, at: int) -> Iterator[Scope]:
        """The method of whose overloads one has its name at an offset."""
        for scope in file.scopes[1:] if file.language in ECMA else ():
            place = self.graph.place_of(scope) if at < scope.node_start else None
            if place is not None and place.symbol.span.start <= at:
                names = names_of(place, place.symbol.span.start, scope.node_start)
                if any(name.start <= at <= name.end for name in names):
                    yield scope

    def named_class(self, edge: Edge) -> Scope | None:
        """The class that a `new` names, whichever constructor that runs."""
        if edge.caller.flow.sites[edge.site][0] != "n":
            return None
        named = (self.scopes[key] for key in self.graph.graph.named_at(edge.caller, edge.site))
        return next((one for one in named if one.is_class), None)

    def names_another(self, edge: Edge) -> bool:
        """True if a call of a constructor makes an instance of another class than its own."""
        made = self.named_class(edge)
        target = self.scopes[edge.target] if edge.target is not None else None
        return made is not None and target is not None and made is not target.parent

    # What an item gathers.

    def called_as(self, scope: Scope) -> list[tuple[Scope, bool]]:
        """Definitions whose callers are those of an item; True for those known by inheritance."""
        found = {scope.key: False}
        for child in scope.children if scope.is_class else ():
            if is_maker(child):
                found[child.key] = False
        for other in scope.parent.children if scope.parent is not None else ():
            if other.name == scope.name and self.first_declaration(other) is scope:
                found[other.key] = False
        graph = self.graph.graph
        for key in graph.declared_with(scope) if scope.ordinal >= 0 else ():
            found.setdefault(key, False)
        for base in run_for(self.graph, scope):
            found.setdefault(base.key, True)
        for key in graph.overriding(scope):
            found.setdefault(key, True)
        return [(self.scopes[key], inherited) for key, inherited in found.items()]

    def parts(self, owner: Owner) -> Iterator[Scope]:
        """The scopes whose calls may be an item's: its own, and of the one around its header's."""
        scope = owner.scope
        if owner.variable is not None:
            for one in scope.file.scopes:
                around = self.of_scope(one).scope
                if around.ordinal < 0 or around.kind is Kind.NAMESPACE:
                    yield one
            return
        yield scope
        yield from self._inner(scope)
        if scope.parent is not None and scope.file.language in ECMA:
            yield scope.parent

    def _inner(self, scope: Scope) -> Iterator[Scope]:
        for child in scope.children:
            if is_part(child) or (scope.is_class and is_maker(child)):
                yield child
                yield from self._inner(child)

    def tells_sites_apart(self, part: Scope) -> bool:
        """False if all sites of a scope belong to the item that the scope itself belongs to."""
        owner = self.of_scope(part).scope
        is_outside = owner.ordinal < 0 or owner.kind is Kind.NAMESPACE
        return part.file.language in ECMA or (is_outside and bool(self._variables(part.file.top)))

    # How it is shown.

    def item(self, owner: Owner) -> Item | None:
        """The item; None if its text can't be read as the graph has read it."""
        scope = owner.scope
        place = self.graph.place_of(scope)
        if place is None:
            return None
        if owner.variable is not None:
            return self._variable(scope, place, owner.variable)
        if owner.declared:
            return self._prototype(scope, place, owner.declared)
        if scope.ordinal < 0:
            return self._file(scope, place)
        whole, name_span = whole_and_name(scope, place)
        return Item(
            place=place,
            root=str(self.graph.folder.root),
            key=scope.key,
            name=place.symbol.name,
            kind=kind_of(scope),
            whole=whole,
            name_span=name_span,
        )

    def _file(self, top: Scope, place: Place) -> Item:
        name = basename(top.file.path)
        if top.file.language == "python":
            name = f"(module) {name}"
        end = len(place.text) if top.file.language in ECMA else 0
        return Item(
            place=place,
            root=str(self.graph.folder.root),
            key=top.key,
            name=name,
            kind=Shape.FILE if is_script(top) else Shape.MODULE,
            whole=Span(0, end),
            name_span=Span(0, 0),
        )

    def _variable(self, top: Scope, place: Place, number: int) -> Item:
        names, whole = self._variables(top)[number]
        return Item(
            place=place,
            root=str(self.graph.folder.root),
            key=f"{top.key}{_VARIABLE}{number}",
            name=place.text.slice(names),
            kind=Shape.VARIABLE,
            whole=whole,
            name_span=names,
        )

    def _prototype(self, top: Scope, place: Place, name: str) -> Item | None:
        for one in self.prototypes(top):
            if one.name == name:
                return Item(
                    place=place,
                    root=str(self.graph.folder.root),
                    key=f"{top.key}{_DECLARED}{name}",
                    name=name,
                    kind=Kind.FUNCTION,
                    whole=one.whole,
                    name_span=one.name_span,
                )
        return None

    def by_key(self, key: str) -> Owner | None:
        """What the key of an item stands for; None if it is no longer there."""
        if (scope := self.scopes.get(key)) is not None:
            return Owner(scope)
        top, word, name = key.rpartition(_DECLARED)
        if word and top in self.scopes:
            return self.declared(self.scopes[top].file, name)
        top, _, number = key.rpartition(_VARIABLE)
        around = self.scopes.get(top)
        if around is None or not number.isdigit() or int(number) >= len(self._variables(around)):
            return None
        return Owner(around, int(number))
