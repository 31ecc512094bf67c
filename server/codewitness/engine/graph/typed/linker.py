"""Edges of languages with declared types, in the form of the graph's other edges."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence

from codewitness.engine.graph.edges import MAX_CANDIDATES, Edge, Resolution
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed import (
    callers,
    fitting,
    outlines,
    outside_bases,
    partly,
    relatives,
    type_arguments,
)
from codewitness.engine.graph.typed.c import c_library
from codewitness.engine.graph.typed.calls import takes
from codewitness.engine.graph.typed.common_names import COMMON
from codewitness.engine.graph.typed.evaluate import Evaluator, Where
from codewitness.engine.graph.typed.families import FAMILIES
from codewitness.engine.graph.typed.overloads import beside, overloads_among
from codewitness.engine.graph.typed.resolve import Target, targets
from codewitness.engine.graph.typed.ruby.ruby_levels import is_in_instance, is_of_class
from codewitness.engine.graph.typed.tabling import Answer, Table
from codewitness.engine.graph.typed.world import FileScopes, World
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Site, configures, form

_WRITTEN = frozenset("cnd")  # kinds of sites that are calls as they are written
_ITSELF = ("this", "super")
_TWINS = frozenset((Kind.METHOD, Kind.FUNCTION, Kind.CONSTRUCTOR))
_MAX_TWINS = 3  # functions of one name that a call may all mean; of more it tells none
_MANY_CANDIDATES = 300  # they are looked at within some tenths of a second
Candidates = dict[str, list[tuple[str, int]]]  # by a definition's key: keys of scopes, and sites
RECURSION = 12_000  # frames; each question of `tabling` that waits for another takes about ten


class TypedLinker:
    """Links the languages of all families, each family for itself."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._evaluators: dict[int, Evaluator] = {}
        self._before: dict[int, tuple[Evaluator, Candidates]] = {}  # some may stay after an edit
        self._files: dict[str, FileScopes] = {}
        self._candidates: dict[int, Candidates] = {}
        self._family_by_language = {
            language: number
            for number, family in enumerate(FAMILIES)
            for language in family.languages
        }

    def links(self, scope: Scope) -> bool:
        """True if the language of a scope is one of these."""
        return scope.file.language in self._family_by_language

    def are_related(self, one: str, other: str) -> bool:
        """True for two languages that may call each other."""
        family = self._family_by_language.get(one)
        return family is not None and family == self._family_by_language.get(other)

    def forget(self, languages: Iterable[str], paths: Iterable[str] = ()) -> None:
        """Files of these languages and paths have changed; some may configure imports of others."""
        if any(configures(path) for path in paths):
            self._evaluators.clear()
            self._candidates.clear()
            self._before.clear()
        for language in languages:
            number = self._family_by_language.get(language)
            if number is None:
                continue
            candidates = self._candidates.pop(number, {})
            if (ev := self._evaluators.pop(number, None)) is not None:
                self._before[number] = (ev, candidates)

    def n_answers(self) -> int:
        """How many answers are remembered."""
        known = (*self._evaluators.values(), *(ev for ev, _ in self._before.values()))
        return sum(len(ev.table.done) for ev in known)

    def clear(self) -> None:
        """Forget everything."""
        self._evaluators.clear()
        self._before.clear()
        self._files.clear()
        self._candidates.clear()

    def of(self, scope: Scope, index: int) -> list[Edge]:
        """All edges of one site; a call that leads nowhere known has one that says so."""
        site = scope.flow.sites[index]
        ev = self._evaluator(scope)
        try:
            found, external = targets(ev, scope.file.path, scope.ordinal, index)
        except RecursionError:
            # Code that is nested so deeply that no answer is found in time has none.
            del self._evaluators[self._number(scope)]
            ev, found, external = self._evaluator(scope), {}, ""
        found = beside(ev, scope.file.path, found)
        if twins := _of_one_name(ev, found):
            keys = tuple(sorted(self._key(ev, target) for target in twins))
            return [_ambiguous(scope, index, keys[:MAX_CANDIDATES])]
        is_named = site[0] in _WRITTEN or (site[0] == "o" and scope.file.language == "kotlin")
        unsure = self._unsure(ev, scope, site[1], found) if is_named else {}
        edges = [
            Edge(
                caller=scope,
                site=index,
                target=self._key(ev, target),
                resolution=Resolution.AMBIGUOUS if target in unsure else Resolution(how),
                candidates=tuple(self._key(ev, one) for one in unsure.get(target, ())),
                is_implicit=site[0] not in _WRITTEN,
            )
            for target, how in sorted(found.items())
        ]
        if edges and site[0] == "c" and form(site[1]) == "a":
            edges += self._if_unknown(ev, scope, index, edges, external)
        if edges or site[0] not in _WRITTEN:
            return edges
        at = Where(scope.file.path, scope.ordinal)
        if site[0] == "c" and (candidates := type_arguments.methods(ev, at, site)):
            return [_ambiguous(scope, index, candidates)]
        if external and (candidates := self._extensions(ev, scope, site)):
            return [_ambiguous(scope, index, candidates)]
        if external and self._may_be_own(ev, scope, site, external):
            return [_ambiguous(scope, index, ())]
        if external:
            plain = external.replace("()", "")
            kind = Resolution.EXTERNAL
            return [Edge(caller=scope, site=index, target=None, resolution=kind, external=plain)]
        return self._below(ev, scope, index) or [self._by_name(ev, scope, index, site)]

    def _below(self, ev: Evaluator, scope: Scope, index: int) -> list[Edge]:
        """Calls on `this` of what only classes below its own have."""
        site = scope.flow.sites[index]
        return [
            Edge(caller=scope, site=index, target=key, resolution=Resolution.INHERITED)
            for key in (relatives.of_those_below(ev, scope, site) if site[0] == "c" else ())
        ]

    def _unsure(
        self, ev: Evaluator, scope: Scope, callee: Expression, found: Mapping[Target, str]
    ) -> dict[Target, list[Target]]:
        """Those of which it can't be told whether the call is of them, and of which it may be."""
        caller = scope.file.path, scope.ordinal
        unsure = overloads_among(ev, found)
        if isinstance(callee, str):
            for one in found:
                if c_library.may_be_the_library(ev, callee, one, caller):
                    unsure[one] = [one]
        return unsure

    def named_at(self, scope: Scope, index: int) -> list[str]:
        """Keys of the definitions that the callee of a site names, types among them."""
        ev = self._evaluator(scope)
        values = ev.callees(scope.file.path, scope.ordinal, index)
        return self._keys(ev, values)

    def meant_by(self, scope: Scope, name: str) -> list[str]:
        """Keys of the definitions that a name in a scope means."""
        ev = self._evaluator(scope)
        at = Where(scope.file.path, scope.ordinal)
        return self._keys(ev, ev.look_up(at, name) | ev.look_up(at, name, is_type=True))

    def held_by(self, scope: Scope, expression: Expression) -> list[str]:
        """Keys of the definitions that an expression in a scope may be."""
        ev = self._evaluator(scope)
        return self._keys(ev, ev.value(Where(scope.file.path, scope.ordinal), expression))

    def classes_of(self, scope: Scope, name: str, members: Sequence[str] = ()) -> list[str]:
        """Keys of the classes of which a name in a scope is an instance, or that it is.

        With `members`: of which that is that one reaches from there by their names, in turn.
        """
        ev = self._evaluator(scope)
        at: Scope | None = scope
        found: Answer = frozenset()
        while at is not None and not found:
            own = [-1 - place for place, one in enumerate(at.parameters) if one.name == name]
            own += at.binds(name)
            said: Expression = ["v", name, *own] if own else name
            for member in members:
                said = ["a", said, member]
            found = ev.value(Where(at.file.path, at.ordinal), said)
            at = None if own else at.parent
        return sorted({self._key(ev, (v[1], v[2])) for v in found if v[0] in "ICS"})

    def included(self, scope: Scope) -> frozenset[str]:
        """The file of a scope and all files that it includes, directly or not."""
        return self._evaluator(scope).rules.included(scope.file.path)

    def calls_named(self, around: Scope, name: str) -> list[tuple[Scope, int]]:
        """Sites, of the languages that a scope's can call, whose callee has this name."""
        return list(callers.sites_called(self._evaluator(around).world, [name]))

    def is_used_by_macro(self, scope: Scope, index: int, word: str = "") -> bool:
        """True if a macro calls, or with `fn ` makes, the function that a site gives it by name."""
        site = scope.flow.sites[index]
        ev = self._evaluator(scope)
        return site[0] == "o" and ev.rules.is_used_by_macro(ev, site, word)

    def overridden(self, method: Scope) -> list[str]:
        """Keys of the methods of bases in whose place a method runs."""
        return relatives.overridden(self._evaluator(method), method)

    def overriding(self, method: Scope) -> list[str]:
        """Keys of the methods that keep what a method of an interface or trait promises."""
        return relatives.overriding(self._evaluator(method), method)

    def having_the_rest(self, method: Scope) -> tuple[list[str], bool]:
        """Keys of the types that have all of an interface but one method, and whether as meant."""
        return relatives.having_the_rest(self._evaluator(method), method)

    def may_run(self, scope: Scope, index: int, method: Scope) -> bool:
        """True if the call at a site, of a relative of a method, may run the method itself."""
        ev = self._evaluator(scope)
        return relatives.may_run(ev, scope.file.path, scope.ordinal, index, method)

    def may_run_from_outside(self, scope: Scope, index: int, method: Scope) -> bool:
        """True if a call through an interface of a library may run a method that implements it."""
        ev = self._evaluator(scope)
        return outside_bases.may_run(ev, Where(scope.file.path, scope.ordinal), index, method)

    def is_other_field(self, scope: Scope, index: int, meant: Scope) -> bool:
        """True if a site asks an object of a known type for what can't be `meant`."""
        ev = self._evaluator(scope)
        return relatives.is_other_field(ev, scope.file.path, scope.ordinal, index, meant)

    def may_be_call(self, scope: Scope, index: int, function: Scope) -> bool:
        """False if a site is not as the function is called: by its arguments, or without any."""
        return fitting.may_be_call(self._evaluator(scope), scope.flow.sites[index], function)

    def is_below(self, one: Scope, owner: Scope) -> bool:
        """True for a class that is another, stands on it or mixes it in, by their names."""
        return relatives.is_below(self._evaluator(one), one, owner)

    def declared_with(self, function: Scope) -> list[str]:
        """Keys of all declarations of a function, its own among them."""
        ev = self._evaluator(function)
        places = ev.rules.declared_with(ev, function.file.path, function.ordinal)
        return [self._key(ev, place) for place in places]

    def _keys(self, ev: Evaluator, values: Answer) -> list[str]:
        return sorted({self._key(ev, (v[1], v[2])) for v in values if v[0] in "fCS"})

    def candidates(self, function: Scope) -> list[tuple[Scope, int]]:
        """Sites that might call a definition."""
        ev = self._evaluator(function)
        of_family = self._candidates.setdefault(self._number(function), {})
        if (known := of_family.get(function.key)) is None:
            places = callers.candidates(ev.world, function)
            known = of_family[function.key] = [(scope.key, site) for scope, site in places]
        return [(self.workspace.scopes[key], site) for key, site in known]

    def likely_first(
        self, function: Scope, places: list[tuple[Scope, int]]
    ) -> list[tuple[Scope, int]]:
        """Candidates, if they are many those first that are as the function is called, nearby.

        So an answer that must stop in the middle has most of what there is.
        """
        if len(places) <= _MANY_CANDIDATES:
            return places
        ev = self._evaluator(function)
        owner = function if function.is_class or function.parent is None else function.parent
        near = {function.file.path, *self.workspace.paths_with(owner.name)}
        value = ("f", function.file.path, function.ordinal, None, None)

        def unlikeliness(place: tuple[Scope, int]) -> int:
            scope, index = place
            fits = function.is_class or takes(ev, value, scope.flow.sites[index])
            return (scope.file.path not in near) + 2 * (not fits)

        return sorted(places, key=unlikeliness)

    def _number(self, scope: Scope) -> int:
        return self._family_by_language[scope.file.language]

    def _evaluator(self, scope: Scope) -> Evaluator:
        number = self._number(scope)
        if (known := self._evaluators.get(number)) is not None:
            return known
        if sys.getrecursionlimit() < RECURSION:
            sys.setrecursionlimit(RECURSION)
        family = FAMILIES[number]
        world = World(self.workspace, family.languages, self._files)
        gone = [path for path in self._files if path not in self.workspace.files]
        for path in gone:
            del self._files[path]
        self._files.update(world.files)
        ev = self._evaluators[number] = Evaluator(world, family(world), Table())
        if (before := self._before.pop(number, None)) is not None:
            if outlines.take_over(before[0], ev):
                self._candidates[number] = before[1]
        return ev

    def _key(self, ev: Evaluator, target: Target) -> str:
        return ev.file(target[0]).definitions[target[1]].key

    def _by_name(self, ev: Evaluator, scope: Scope, index: int, site: Site) -> Edge:
        """A call on something unknown: methods of its name that take its arguments."""
        candidates: tuple[str, ...] = ()
        callee = site[1]
        if isinstance(callee, list) and callee[0] == "a" and callee[2] not in COMMON:
            at = Where(scope.file.path, scope.ordinal)
            if not ev.value(at, callee[1]):
                candidates = self._methods(ev, callee[2], site)
        elif isinstance(callee, str) and callee not in COMMON and ev.rules.may_be_method(callee):
            is_of_object = is_in_instance(ev, Where(scope.file.path, scope.ordinal), callee)
            candidates = self._methods(ev, callee, site, is_of_object=is_of_object)
        return _ambiguous(scope, index, candidates)

    def _if_unknown(
        self, ev: Evaluator, scope: Scope, index: int, known: list[Edge], external: str
    ) -> list[Edge]:
        """Beside what a call is known to run: what else, if its object may be unknown, too."""
        site = scope.flow.sites[index]
        base, name = site[1][1:]
        if base in _ITSELF or all(one.resolution is Resolution.EXACT for one in known):
            return []
        if len(self.workspace.named(name)) <= len(known):
            return []
        is_given = bool(external) and self._may_be_own(ev, scope, site, external)
        if not is_given and not partly.is_unknown_too(
            ev, Where(scope.file.path, scope.ordinal), base
        ):
            return []
        own = {key for one in known for key in (one.target or "", *one.candidates)}
        others = [key for key in self._methods_named(ev, name, site) if key not in own]
        if not others or is_given:
            return [_ambiguous(scope, index, ())] if others else []
        is_telling = name not in COMMON and len(others) <= MAX_CANDIDATES
        return [_ambiguous(scope, index, tuple(others) if is_telling else ())]

    def _extensions(self, ev: Evaluator, scope: Scope, site: Site) -> tuple[str, ...]:
        """On what a library gave, of whose type nothing is known: extensions of the name."""
        callee = site[1]
        if not (isinstance(callee, list) and callee[0] == "a") or callee[2] in COMMON:
            return ()
        places = ev.rules.extending(ev, callee[2])
        if not 0 < len(places) <= MAX_CANDIDATES:
            return ()
        owners = ev.value(Where(scope.file.path, scope.ordinal), callee[1])
        if not all(v[0] == "X" and _is_given(v[1]) for v in owners):
            return ()
        return tuple(
            sorted(
                ev.file(path).definitions[place].key
                for path, place in places
                if ev.rules.sees_extension(ev, scope.file.path, (path, place))
                if ev.rules.may_be_given(ev, owners, (path, place))
                if takes(ev, ("f", path, place, None, "extension"), site)
            )
        )

    def _may_be_own(self, ev: Evaluator, scope: Scope, site: Site, external: str) -> bool:
        """True for a call on what a library gave, if a method of the workspace would fit."""
        callee = site[1]
        if ev.rules.may_be_lost(ev, external, site):
            return True
        at = Where(scope.file.path, scope.ordinal)
        if isinstance(callee, str):
            is_told = callee in COMMON or not self._has_method(ev, callee, site)
            return not is_told and ev.rules.may_run_on(ev, at)
        if not (isinstance(callee, list) and callee[0] == "a"):
            return False
        plain = callee[2][:1].lower() + callee[2][1:]
        if plain in (COMMON if form(callee[1]) == "a" else ev.rules.names_of_content):
            return False
        owners = ev.value(at, callee[1])
        if ev.rules.may_extend(ev, at, owners, site):
            return True
        if not any(v[0] == "X" and ev.rules.may_be_own(v[1]) for v in owners):
            return False
        return self._has_method(ev, callee[2], site)

    def _has_method(self, ev: Evaluator, name: str, site: Site) -> bool:
        return any(
            ev.file(path).definitions[ordinal].kind is Kind.METHOD
            and takes(ev, ("f", path, ordinal, None, None), site)
            for path, ordinal in ev.world.named(name)
        )

    def _methods(
        self, ev: Evaluator, name: str, site: Site, *, is_of_object: bool = False
    ) -> tuple[str, ...]:
        found = self._methods_named(ev, name, site)
        if is_of_object:  # it has none of those that classes have
            scopes = (self.workspace.scopes[key] for key in found)
            found = [s.key for s in scopes if not is_of_class(ev, s.file.path, s.ordinal)]
        return tuple(found) if len(found) <= MAX_CANDIDATES else ()

    def _methods_named(self, ev: Evaluator, name: str, site: Site) -> list[str]:
        return sorted(
            ev.file(path).definitions[ordinal].key
            for path, ordinal in ev.world.named(name)
            if ev.file(path).definitions[ordinal].kind is Kind.METHOD
            and takes(ev, ("f", path, ordinal, None, None), site)
        )


def _is_given(outside: str) -> bool:
    """True for what a library gave, and for a variable of which nothing else is known."""
    return "." in outside or outside.endswith("()") or outside[:1].islower()


def _of_one_name(ev: Evaluator, found: Mapping[Target, str]) -> list[Target]:
    """Those functions of one class that share the name of the first, of which one call runs one."""
    if len(found) <= _MAX_TWINS:
        return []
    names = {
        (path, ev.file(path).parent(ordinal), ev.file(path).definitions[ordinal].name)
        for path, ordinal in found
    }
    kinds = {ev.file(path).definitions[ordinal].kind for path, ordinal in found}
    return [*found] if len(names) == 1 and kinds <= _TWINS else []


def _ambiguous(scope: Scope, index: int, candidates: tuple[str, ...]) -> Edge:
    return Edge(
        caller=scope,
        site=index,
        target=candidates[0] if len(candidates) == 1 else None,
        resolution=Resolution.AMBIGUOUS if candidates else Resolution.UNRESOLVED,
        candidates=candidates,
    )
