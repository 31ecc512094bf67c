"""Which sites might call a function, told by names alone; each is then resolved.

A function is called by its own name, by a name that it was imported or assigned as, or, if it is
handed around as a value, wherever a value is called.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain

from codewitness.engine.graph.cells import NONE, Cells, Values
from codewitness.engine.graph.files import Scope, is_definition
from codewitness.engine.graph.python.calls.by_quoted_names import by_quoted_name
from codewitness.engine.graph.python.calls.callbacks import CALLING_NAMES, calling_back
from codewitness.engine.graph.python.calls.handed_over import HANDING, handing, may_hand
from codewitness.engine.graph.python.calls.handed_to import called_there
from codewitness.engine.graph.python.calls.unnamed_sites import (
    RUN_BY_OTHERS,
    asking,
    by_its_call,
    implicit,
    kind_running,
)
from codewitness.engine.graph.python.calls.unnamed_values import (
    LOADING,
    is_got,
    is_loaded,
    is_told_of,
)
from codewitness.engine.graph.python.decorators import of_resources
from codewitness.engine.graph.python.decorators.run_as import DECORATING, run_as
from codewitness.engine.graph.python.library.arguments import ADDING, PARSING
from codewitness.engine.graph.python.naming.builtin_names import (
    AFTER_INIT,
    ASKED_FOR,
    CONSTRUCTORS,
    NOT_FOUND,
)
from codewitness.engine.graph.python.naming.metaclasses import made_by
from codewitness.engine.graph.python.naming.names import Names
from codewitness.engine.graph.python.naming.uses import (
    NO_CALLS,
    NO_CALLS_OR_ATTRIBUTES,
    NO_PLAIN_CALLS,
    TYPE,
    by_path,
    is_named_otherwise,
    is_of_call,
    of_type,
    uses,
)
from codewitness.engine.graph.python.objects.descriptors import READING, Descriptors
from codewitness.engine.graph.python.objects.filled import names_given
from codewitness.engine.graph.python.objects.given_bases import has_given_base
from codewitness.engine.graph.python.objects.properties import (
    below_property,
    is_deleter,
    is_property,
    is_setter,
    made_of,
    names_in_class,
)
from codewitness.engine.graph.python.values.overrides import has_from
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, form

Place = tuple[Scope, int]

MAX_ALIASES = 40
MAX_NEAR = 150  # calls of values in files that mention a function, where all are too many
MAX_BY_NAME = 80  # calls by name of a function that is a value as well, where not all are sought
MAX_IMPORTS = 4  # from module to module, behind a name that is called

_MAKING = (*CONSTRUCTORS, *AFTER_INIT, NOT_FOUND)
_CALLING, _HANDING = sorted({*CALLING_NAMES, *PARSING, ADDING}), sorted(HANDING)
_DEFAULTS = "defaultdict"


class Sites:
    """Finds sites over one workspace."""

    def __init__(self, workspace: Workspace, names: Names, cells: Cells) -> None:
        self.workspace = workspace
        self.names = names
        self.cells = cells
        self.descriptors = Descriptors(workspace, cells, names)
        self.indirect_now: list[Place] | None = None
        self._of_type_now: tuple[list[Place], list[Place]] = ([], [])
        self._decorating_now: tuple[list[Place], list[Place]] = ([], [])
        self._by_path_now: tuple[list[Place], dict[str, list[Place]]] = ([], {})

    def changed(self, paths: Container[str]) -> None:
        """Files have other texts, of which the same sites call values as before."""
        if self.indirect_now is not None:
            now = self.workspace.scopes
            self.indirect_now = [
                (now[one.key] if one.file.path in paths else one, index)
                for one, index in self.indirect_now
            ]

    def candidates(self, function: Scope, among: Container[str] | None = None) -> list[Place]:
        """Sites that might call `function`, or make what it constructs; of these scopes, or all."""
        names, is_value = self.known_as(function)
        found = self._candidates(function, names, is_value, among)
        more = [*self._of_defaults(function, names), *asking(self, function)]
        more = [one for one in more if among is None or one[0].key in among]
        return self._merged(found, more) if more else found

    def _of_defaults(self, function: Scope, names: Sequence[str]) -> Iterator[Place]:
        """Keys that are read, if a function is what makes those of a `defaultdict`."""
        self.cells.note("mention", _DEFAULTS)
        is_one = any(
            function.kind is Kind.LAMBDA or may_hand(scope.flow.sites[index], frozenset(names))
            for scope in self.workspace.mentioning(_DEFAULTS)
            for index in scope.sites_of(_DEFAULTS, but=NO_CALLS)
        )
        for scope in self.calling(function, "__getitem__") if is_one else ():
            for index in scope.sites_of("__getitem__"):
                yield scope, index

    def candidates_up_to(self, function: Scope, most: int) -> list[Place]:
        """The same, but none if there are more; calls of values near it, if all are too many.

        In larger workspaces that is done for constructors alone: others are called by name there.
        """
        if not most:
            return []
        names, is_value = self.known_as(function)
        if is_value and len(self._all_values()) <= most:
            found = self._candidates(function, names, is_value)
            found = self._merged(found, called_there(self, function, names))
            if len(found) <= most:
                return found
        found = self._candidates(function, names, is_value=False)
        if is_value:
            found = self._merged(found, self.handed_at(function, names))
            found = self._merged(found, called_there(self, function, names))
        if is_value and not self._is_sought(function):
            most = min(most, MAX_BY_NAME)
        elif is_value:
            near = self._near(function, names, min(MAX_NEAR, most - len(found)))
            found = self._merged(found, near)
        return found if len(found) <= most else []

    def _merged(self, *found: Iterable[Place]) -> list[Place]:
        return list({(one[0].key, one[1]): one for one in chain(*found)}.values())

    def are_followed(self, function: Scope, most: int) -> bool:
        """True if there are sites that might call a function, and all that do are among them."""
        if not most:
            return False
        is_lost = not self._is_sought(function) and self.known_as(function)[1]
        if is_lost and len(self._all_values()) > most:
            return False
        return bool(self.candidates_up_to(function, most))

    def _is_sought(self, function: Scope) -> bool:
        """True if calls of values near a function are looked at, where all are too many."""
        return self.workspace.limits.is_few or function.name in CONSTRUCTORS

    def _candidates(
        self,
        function: Scope,
        names: Sequence[str],
        is_value: bool,
        among: Container[str] | None = None,
    ) -> list[Place]:
        found = self._by_name(function, names, among)
        if is_value:
            of_library = chain(self._of_library(function), self.handed_at(function, names))
            for place in (*self.indirect(function, names), *of_library):
                if among is None or place[0].key in among:
                    found[place[0].key, place[1]] = place
        return list(found.values())

    def of_name(self, name: str) -> Iterator[Place]:
        """All sites of Python that call something of a name."""
        self.cells.note("mention", name)
        for scope in self.workspace.mentioning(name):
            if scope.file.language == "python":
                self.cells.note("scope", scope.key)
                for index in scope.sites_of(name, but=NO_CALLS):
                    yield scope, index

    def named(self, function: Scope) -> list[Place]:
        """Sites that might call `function` by a name that it has."""
        return list(self._by_name(function, self.known_as(function)[0]).values())

    def naming(self, function: Scope) -> list[Place]:
        """Calls that may name `function`, by a name that it has or by a value, in order."""
        names, _ = self.known_as(function)
        found = {(one.key, index): (one, index) for one, index in self.indirect(function, names)}
        is_below = function.parent is not None and below_property(function.parent, function)
        but = NO_CALLS_OR_ATTRIBUTES if is_below else NO_PLAIN_CALLS  # what reading it runs
        for name in names:
            self.cells.note("mention", name)
            for scope in self.calling(function, name):
                for index in scope.sites_of(name, but=but):
                    found[scope.key, index] = (scope, index)
        return [found[key] for key in sorted(found)]

    def _by_name(
        self, function: Scope, names: Sequence[str], among: Container[str] | None = None
    ) -> dict[tuple[str, int], Place]:
        found: dict[tuple[str, int], Place] = {}
        related = self._related(function)
        is_set = is_setter(function) or is_deleter(function)
        is_set = is_set or any(sets for _, sets in made_of(function))
        is_inner = function.parent is not None and function.parent.is_callable
        is_set = is_set or (is_inner and any(map(self._is_for_setter, names)))
        asked_for = ASKED_FOR.get(function.name, ())
        if kept := self.descriptors.asked_for(function):
            asked_for, is_set = kept, function.name != READING
        for name in (*names, *asked_for):
            self.cells.note("mention", name)
            for scope in self.calling(function, name):
                if among is None or scope.key in among:
                    for index in scope.sites_of(name, but="" if is_set else "px"):
                        if name not in CONSTRUCTORS or self._may_make((scope, index), related):
                            found[scope.key, index] = (scope, index)
        kind = kind_running(self, function)
        more: list[Iterable[Place]] = []
        if kind is not None or function.name in RUN_BY_OTHERS:
            more.append(implicit(self, function, kind))
        if function.is_class or function.name in _MAKING:
            more.append(self._of_own_class(function))
        more += (by_quoted_name(self, function, names), by_its_call(self, function, names))
        for place in chain.from_iterable(more):
            found[place[0].key, place[1]] = place
        return found

    def _may_make(self, place: Place, related: Values) -> bool:
        """False for `super().__init__()` in a class that has nothing to do with a constructor's."""
        callee = _callee(place)
        if form(callee) != "a" or not is_of_call(place[0], callee[1], "super"):
            return True
        around = self.names.enclosing_class(place[0])
        return around is None or around.key in related or has_given_base(self.names, around.key)

    def _related(self, function: Scope) -> Values:
        """Keys of the classes that stand on the class of a method, or beside it."""
        owner = function.parent
        if owner is None or function.name not in CONSTRUCTORS:
            return NONE
        return self.cells.settle(("sub", owner.key)) | self.names.beside(owner.key)

    def _of_library(self, function: Scope) -> Iterator[Place]:
        """Calls of the library's functions that call what they are given."""
        if self.workspace.limits.is_large:
            return
        for name in _CALLING:
            self.cells.note("mention", name)
            for scope in self.calling(function, name):
                is_parsing = name in PARSING or name == ADDING
                found = scope.sites_of(name, but=NO_CALLS) if is_parsing else None
                for index in calling_back(scope, name) if found is None else found:
                    yield scope, index

    def handed_at(self, function: Scope, names: Sequence[str]) -> Iterator[Place]:
        """Calls of the library's functions that are given a function with what it will get."""
        if self.workspace.limits.is_large:
            return
        own = frozenset(names)
        for name in _HANDING:
            self.cells.note("mention", name)
            for scope in self.calling(function, name):
                for index, given in handing(scope, name):
                    if not own.isdisjoint(given):
                        yield scope, index

    def _of_own_class(self, function: Scope) -> Iterator[Place]:
        """Calls of `self.__class__`, `type(self)` and `cls`."""
        for name in ("__class__", "cls"):
            self.cells.note("mention", name)
            for scope in self.calling(function, name):
                for index in scope.sites_of(name, but=NO_CALLS):
                    yield scope, index
        yield from self._of_type(function)

    def _of_type(self, function: Scope) -> list[Place]:
        """Calls of what `type(one)` gives, kept; in a large workspace, where none are, sought."""
        if not self.workspace.limits.indirect:
            self.cells.note("mention", TYPE)
            return list(chain.from_iterable(map(of_type, self.calling(function, TYPE))))
        every = self._all_values()
        if self._of_type_now[0] is not every:
            found = [one for one in every if is_of_call(one[0], _callee(one), TYPE)]
            self._of_type_now = (every, found)
        return self._of_type_now[1]

    def all_decorating(self) -> list[Place]:
        """Decorators that are values, kept."""
        every = self._all_values()
        if self._decorating_now[0] is not every:
            found = [one for one in every if one[0].flow.sites[one[1]][0] == "d"]
            self._decorating_now = (every, found)
        return self._decorating_now[1]

    def mentioning(self, function: Scope, name: str) -> Iterator[Scope]:
        """Scopes of a function's language that have a name somewhere."""
        for scope in self.workspace.mentioning(name):
            if scope.file.language == function.file.language:
                self.cells.note("scope", scope.key)
                yield scope

    def calling(self, function: Scope, name: str) -> Iterator[Scope]:
        """Scopes of a function's language that have a site of a name."""
        if self.cells.is_noting:  # what has none now may have one when its text has changed
            yield from self.mentioning(function, name)
            return
        for scope in self.workspace.calling(name):
            if scope.file.language == function.file.language:
                yield scope

    def known_as(self, function: Scope) -> tuple[list[str], bool]:
        """Names that a function may be called by, and whether it is handed around as a value."""
        names: dict[str, None] = {}
        is_value = function.kind is Kind.LAMBDA or bool(function.header[0])
        owner = function.parent
        if function.name in _MAKING and owner is not None and owner.is_class:
            names[function.name] = None
            below = self.names.subclasses(owner.key)
            for one in (owner, *(one for one in below if has_from(self.names, one, function))):
                names[one.name] = None
                is_value = is_value or bool(one.header[0]) or is_told_of(self, one)
        elif function.name == "__call__":
            is_value = True
            names |= {function.name: None} | self._made_by(owner)
        elif function.kind is not Kind.LAMBDA:
            names[function.name] = None
            is_value = is_value or is_told_of(self, function)
        names |= dict.fromkeys(names_in_class(function))
        is_value = is_value or self._is_looked_up(function.name)
        is_value = is_value or of_resources.may_be_listed(self.workspace, self.cells, function)
        own = frozenset(names)
        waiting = [] if is_property(function) else list(names)
        while waiting and len(names) <= MAX_ALIASES:
            name = waiting.pop()
            self.cells.note("mention", name)
            known: dict[str, None] = {}
            if self.workspace.limits.is_large:
                self.cells.note("alias", name)
                known |= dict.fromkeys(sorted(self.workspace.lookups.aliases.get(name, ())))
            else:
                for scope in self.mentioning(function, name):
                    used = uses(scope)
                    known |= dict.fromkeys(used.aliases.get(name, []))
                    is_value = is_value or name in used.values or is_got(self, scope, name)
                    is_value = is_value or (name not in own and name in used.copies)
                    is_value = is_value or (name in used.kept and self._is_for_setter(name))
            for alias in known:
                is_value = is_value or self._is_for_setter(alias)
                if alias not in names:
                    names[alias] = None
                    waiting.append(alias)
        self.cells.note("mention", DECORATING)
        names |= dict.fromkeys(run_as(function, self.names))
        return list(names), is_value

    def _is_for_setter(self, name: str) -> bool:
        """True if what is assigned to an attribute of this name may be given to a function."""
        self.cells.note("property", name)
        is_few = self.workspace.limits.is_few
        is_property = self.workspace.lookups.properties[name] > 0
        return is_property or (is_few and self.descriptors.may_be(name))

    def _made_by(self, metaclass: Scope | None) -> dict[str, None]:
        """Names of the classes that a class makes, if it is a metaclass."""
        keys = made_by(self.names, metaclass.key) if metaclass is not None else []
        return {made.name: None for key in keys if (made := self.names.scope(key)) is not None}

    def may_be_value(self, function: Scope) -> bool:
        """False if a function is surely named where it is defined, imported and called, only."""
        names, is_value = self.known_as(function)
        is_value = is_value or function.name in RUN_BY_OTHERS  # by `map(str, ones)`
        return is_value or any(
            is_named_otherwise(scope, name)
            for name in names
            for scope in self.workspace.mentioning(name)
            if scope.file.language == function.file.language
        )

    def _is_looked_up(self, name: str) -> bool:
        """True if a name may be one of those that are put together to be looked up."""
        self.cells.note("likeness")
        return bool(name) and any(
            n > 0 and name.startswith(begin) and name.endswith(end)
            for (begin, end), n in self.workspace.lookups.likenesses.items()
        )

    def indirect(self, function: Scope, names: Sequence[str]) -> list[Place]:
        """Sites that call a value rather than something by its name.

        In a large workspace only those are looked at whose file mentions the function, if they
        are not too many.
        """
        most = self.workspace.limits.indirect
        if not most:
            return []
        every = self._all_values()
        return every if len(every) <= most else self._near(function, names, most)

    def _near(self, function: Scope, names: Sequence[str], most: int) -> list[Place]:
        """Sites that call a value in files that mention a function; none if they are more."""
        is_inner = function.parent is not None and function.parent.is_callable
        is_loaded = LOADING[0] in self._given_by(function)  # in files that need not name it
        own = [one for one in names if not (is_inner or is_loaded) or one != function.name]
        known = (self.workspace.mentioning(name) for name in (*own, *self._given_by(function)))
        near = {function.file.path, *(scope.file.path for scope in chain.from_iterable(known))}
        groups = [group for path, group in self.values_by_path().items() if path in near]
        return list(chain(*groups)) if sum(map(len, groups)) <= most else []

    def _given_by(self, function: Scope) -> Iterator[str]:
        """The name of what gives a function to others: the one around, or the class it calls."""
        around = function.parent
        if around is not None and around.is_class and is_loaded(self, around):
            yield from LOADING
        if around is not None and (around.is_callable or function.name == "__call__"):
            maker = around.parent if around.name in CONSTRUCTORS else around
            if maker is not None:
                self.cells.note("mention", maker.name)
                yield maker.name

    def values_by_path(self) -> dict[str, list[Place]]:
        """Sites that call a value, by the path of their file; kept."""
        every = self._all_values()
        if self._by_path_now[0] is not every:
            self._by_path_now = (every, by_path(every))
        return self._by_path_now[1]

    def _all_values(self) -> list[Place]:
        """`_all_indirect`, kept."""
        self.cells.note("indirect")
        if self.indirect_now is None:
            self.indirect_now = self._all_indirect()
        return self.indirect_now

    def _all_indirect(self) -> list[Place]:
        written = self.workspace.written_attributes() | names_given(self.workspace)
        found: list[Place] = []
        for scope in list(self.workspace.scopes.values()):
            for index, attribute in scope.indirect:
                if attribute in written if attribute else self._is_value(scope, index):
                    found.append((scope, index))
        return found

    def _is_value(self, scope: Scope, index: int) -> bool:
        callee = scope.flow.sites[index][1]
        if not isinstance(callee, str):
            return True
        home = self.names.home(scope, callee)
        if home is None:
            return False
        binds = [one.flow.binds[i][1] for one, i in self.names.sources(home, callee)]
        if not binds or not all(is_definition(home, value) for value in binds):
            return True
        return any(form(value) == "m" and self._is_imported_value(home, value) for value in binds)

    def _is_imported_value(self, scope: Scope, value: Expression, depth: int = 0) -> bool:
        """True for what its module gives another value than a definition or an import."""
        if len(value) < 3 or depth > MAX_IMPORTS:
            return False
        path = self.names.modules.find(scope.file.path, value[1])
        file = self.workspace.files.get(path) if path is not None else None
        if file is None:
            return False
        top = file.top
        binds = [top.flow.binds[index][1] for index in top.binds(value[2])]
        if any(not is_definition(top, one) for one in binds):
            return True
        return any(
            form(one) == "m" and self._is_imported_value(top, one, depth + 1) for one in binds
        )

    def all_of_language(self, function: Scope) -> Iterator[Scope]:
        """All scopes of a function's language."""
        for file in self.workspace.files.values():
            if file.language == function.file.language:
                yield from file.scopes


def _callee(place: Place) -> Expression:
    return place[0].flow.sites[place[1]][1]
