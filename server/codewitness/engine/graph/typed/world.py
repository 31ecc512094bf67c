"""What the files of a workspace say, arranged for linking by declared types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from codewitness.engine.graph.files import MODULE, File, Scope
from codewitness.engine.graph.typed.ecma.ecma_imports import EcmaImports
from codewitness.engine.graph.typed.outlines import from_outlines
from codewitness.engine.graph.typed.renamed import renamed
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.facts import Kind
from codewitness.model.flow import (
    CONFIGURATION,
    WRAPPED,
    Expression,
    Flow,
    Parameter,
    configures,
    form,
)

__all__ = ["MODULE", "FileScopes", "Header", "World", "bears_name_of_base", "called"]


@dataclass(slots=True)
class Header:
    """What stands in front of a definition's body, as its surroundings read it.

    known_as: what an alias stands for, what an extension extends, whose method a function is.
    type_parameters: names and bounds in turn.
    """

    parameters: list[Parameter]
    bases: list[Expression]
    returns: Expression
    known_as: Expression
    type_parameters: list[Expression]


# How binds of members, and of names of scopes around, begin in the text of a flow.
_MEMBER_BIND = '[["a",'
_OUTER_BIND = '[["g",'
_ASSIGNING = (_MEMBER_BIND, _OUTER_BIND)
_NAMELESS = frozenset(("java", "kotlin"))  # have classes without names
_MAX_NAMES = 2_000  # whose scopes are kept
_NO_HEADER = Header([], [], None, None, [])
# How sites are written that make an object of a class that they don't name.
_UNNAMED = ('["T",["q",', '["n",["T","', '["n",["T",null]')


class FileScopes:
    """One file. Scopes are the ordinals of its definitions, `MODULE` for the file itself."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.path = file.path
        self.language = file.language
        self.module = file.module
        self.definitions = file.scopes[1:]
        self._binds: dict[int, dict[str, list[int]]] = {}
        self._displays: dict[int, dict[int, list[Any]]] = {}
        self._headers: dict[int, Header] = {}
        self._in_displays: dict[int, frozenset[int]] = {}
        self._given: dict[int, dict[str, list[tuple[int, int]]]] = {}
        self._uses: dict[int, dict[int, list[tuple[Any, ...]]]] = {}

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """The definitions nested directly in each scope."""
        return {
            scope.ordinal: [child.ordinal for child in scope.children]
            for scope in self.file.scopes
            if scope.children
        }

    @cached_property
    def members(self) -> dict[tuple[int, str], list[int]]:
        """The definitions of a name in a scope."""
        found: dict[tuple[int, str], list[int]] = {}
        for ordinal, definition in enumerate(self.definitions):
            found.setdefault((self.parent(ordinal), definition.name), []).append(ordinal)
        return found

    def is_type_parameter(self, scope: int, name: Expression) -> bool:
        """True for a name that stands for any type in a scope."""
        while scope != MODULE:
            if name in self.header(scope).type_parameters[::2]:
                return True
            scope = self.parent(scope)
        return False

    def parent(self, ordinal: int) -> int:
        """The scope around a definition."""
        parent = self.definitions[ordinal].parent
        return MODULE if parent is None else parent.ordinal

    def flow(self, scope: int) -> Flow:
        """What a scope does with values."""
        return self.file.scopes[scope + 1].flow

    def binds(self, scope: int) -> Mapping[str, list[int]]:
        """Indexes of a scope's binds by what they bind.

        A name as it is, `x:` before one that is exported, `a:` before that of a member; `**` for
        what is spread out in an object.
        """
        if (known := self._binds.get(scope)) is None:
            known = self._binds[scope] = {}
            for index, (target, _) in enumerate(self.flow(scope).binds):
                if isinstance(target, str):
                    known.setdefault(target, []).append(index)
                elif isinstance(target, list) and target[0] == "x":
                    known.setdefault(f"x:{target[1]}", []).append(index)
                elif isinstance(target, list) and target[0] == "a":
                    known.setdefault(f"a:{target[2]}", []).append(index)
                elif isinstance(target, list) and target[0] == "**":
                    known.setdefault("**", []).append(index)
        return known

    @cached_property
    def given_within(self) -> dict[str, list[tuple[int, int, bool]]]:
        """Where scopes give something to a variable of a scope around, by its name.

        The scope, the index of the bind, and whether it is put into the variable's collection.
        """
        found: dict[str, list[tuple[int, int, bool]]] = {}
        for scope in range(MODULE, len(self.definitions)):
            if _OUTER_BIND not in self.file.scopes[scope + 1].flow_text:
                continue
            for index, (target, value) in enumerate(self.flow(scope).binds):
                if isinstance(target, list) and target[0] == "g":
                    is_held = isinstance(value, list) and value[:1] in (["E"], ["L"])
                    found.setdefault(target[1], []).append((scope, index, is_held))
        return found

    @cached_property
    def outer(self) -> list[tuple[str, int]]:
        """Qualified name and ordinal of what has a name of its own and is in no function."""
        return [
            (definition.qualified_name, ordinal)
            for ordinal, definition in enumerate(self.definitions)
            if definition.kind is not Kind.LAMBDA and not self.is_local(ordinal)
            if self.language not in _NAMELESS or not bears_name_of_base(self, ordinal)
        ]

    def is_local(self, ordinal: int) -> bool:
        """True for what is defined within a function."""
        parent = self.parent(ordinal)
        while parent != MODULE:
            if self.definitions[parent].is_callable:
                return True
            parent = self.parent(parent)
        return False

    @cached_property
    def assigned(self) -> list[tuple[str, int, int]]:
        """Binds of members, and of names of scopes around: the name, the scope, the index."""
        return [
            (target[-1], scope, index)
            for scope in range(MODULE, len(self.definitions))
            if any(mark in self.file.scopes[scope + 1].flow_text for mark in _ASSIGNING)
            for index, (target, _) in enumerate(self.flow(scope).binds)
            if isinstance(target, list) and target[0] in "ag"
        ]

    def given_to_this(self, ordinal: int) -> Mapping[str, list[tuple[int, int]]]:
        """Scope and index of the binds of `this.name` in the functions of a class, by name."""
        if (known := self._given.get(ordinal)) is None:
            known = self._given[ordinal] = {}
            for scope in self.inside(ordinal):
                if _MEMBER_BIND not in self.file.scopes[scope + 1].flow_text:
                    continue
                for index, (target, _) in enumerate(self.flow(scope).binds):
                    if isinstance(target, list) and target[0] == "a" and target[1] == "this":
                        known.setdefault(target[2], []).append((scope, index))
        return known

    def inside(self, ordinal: int) -> list[int]:
        """The functions of a class and those in them."""
        found = [ordinal] if self.definitions[ordinal].is_callable else []
        stack = list(self.children.get(ordinal, ()))
        while stack:
            scope = stack.pop()
            if self.definitions[scope].is_callable:
                found.append(scope)
                stack += self.children.get(scope, ())
        return found

    def header(self, ordinal: int) -> Header:
        """The header of a definition."""
        if (known := self._headers.get(ordinal)) is not None:
            return known
        headers = self.flow(self.parent(ordinal)).headers
        number = self.definitions[ordinal].number
        raw = headers[number] if number < len(headers) else []
        found = _NO_HEADER
        if raw:
            _, parameters, bases, returns, known_as, *rest = raw
            given = [Parameter(*one) for one in parameters]
            found = Header(given, bases, returns, known_as, rest[0] if rest else [])
        self._headers[ordinal] = found
        return found

    def nested(self, scope: int, number: int) -> int:
        """Ordinal of the `number`-th definition that is nested in a scope."""
        return self.file.scopes[scope + 1].children[number].ordinal

    def display(self, scope: int, number: int) -> list[Any]:
        """The display of this number in a scope; a type that lists its members has it negative."""
        return self.displays(scope)[number]

    def displays(self, scope: int) -> dict[int, list[Any]]:
        """All displays of a scope, and types that list their members, by their numbers."""
        if (known := self._displays.get(scope)) is None:
            known = self._displays[scope] = {}
            flow = self.flow(scope)
            parts = (flow.sites, flow.binds, flow.returns, flow.yields, flow.headers)
            for one in _displays(parts):
                known[one[1] if one[0] == "D" else -one[1]] = one
        return known

    def display_with(self, scope: int, function: int) -> int | None:
        """The number of the display that holds a function nested in a scope; None if none does."""
        for number, one in self.displays(scope).items():
            if number > 0 and ["f", function] in one[3::2]:
                return number
        return None

    def heading(self, scope: int, number: int) -> int | None:
        """The definition in whose header a type lists its members; None elsewhere."""
        for child, header in enumerate(self.flow(scope).headers):
            if any(one[0] == "O" and -one[1] == number for one in _displays([header])):
                return self.nested(scope, child)
        return None

    def in_displays(self, scope: int) -> frozenset[int]:
        """The definitions in a scope that stand in displays of mappings which it binds."""
        if (known := self._in_displays.get(scope)) is None:
            numbers = {
                function
                for _, given in self.flow(scope).binds
                for key, function in _functions(given[2] if form(given) == "y" else given)
                if key
            }
            children = self.children.get(scope, [])
            known = frozenset(children[number] for number in numbers)
            self._in_displays[scope] = known
        return known

    def uses(self, scope: int) -> Mapping[int, list[tuple[Any, ...]]]:
        """Where the functions nested in a scope stand as values.

        `("y", type, key)` if they are declared to be of a type, `("c", site, argument, key)` if
        given to a call, by place or label, `("r", key)` if returned, all of these perhaps within
        a display under a key, `("b", target)` if assigned to what is declared elsewhere.
        """
        if (known := self._uses.get(scope)) is None:
            known = self._uses[scope] = {}
            flow = self.flow(scope)
            for number, site in enumerate(flow.sites):
                for argument, given in enumerate(site[4] if len(site) > 4 else ()):
                    for key, function in _functions(given):
                        known.setdefault(function, []).append(("c", number, argument, key))
                named = site[5] if len(site) > 5 else ()
                for label, given in zip(named[::2], named[1::2], strict=False):
                    for key, function in _functions(given):
                        known.setdefault(function, []).append(("c", number, label, key))
            for given in flow.returns:
                for key, function in _functions(given):
                    known.setdefault(function, []).append(("r", key))
            for target, given in flow.binds:
                if _is_function(given) and isinstance(target, list) and target[0] in ("a", "g"):
                    place = target if target[0] == "a" else target[1]
                    known.setdefault(given[1], []).append(("b", place))
                if isinstance(given, list) and given and given[0] == "y":
                    for kind, part in _typed_parts(given):
                        for key, function in _functions(part):
                            known.setdefault(function, []).append(("y", kind, key))
        return known


def _is_function(given: Expression) -> bool:
    return isinstance(given, list) and given[:1] == ["f"]


def _typed_parts(declared: Expression) -> Iterable[tuple[Expression, Expression]]:
    """What is declared to be of a type, and the elements of a list that is, with their types."""
    _, kind, given, *_ = declared
    yield kind, given
    yield from ((["e", kind], part) for part in (given[3:] if form(given) == "L" else ()))


def _functions(given: Expression) -> Iterable[tuple[str, int]]:
    if not isinstance(given, list) or not given:
        return
    if given[0] == "f":
        yield "", given[1]
    elif given[0] == "D":
        for key, value in zip(given[2::2], given[3::2], strict=False):
            if isinstance(key, list) and key[0] == "k":
                if isinstance(value, list) and value and value[0] == "f":
                    yield str(key[1]), value[1]


def _displays(parts: Iterable[Any]) -> Iterable[list[Any]]:
    stack: list[Any] = list(parts)
    while stack:
        one = stack.pop()
        if not isinstance(one, list):
            continue
        if len(one) > 1 and one[0] in ("D", "O") and isinstance(one[1], int):
            yield one
        stack += one


class World:
    """The files of some languages, and what configures their imports."""

    def __init__(
        self, workspace: Workspace, languages: frozenset[str], known: Mapping[str, FileScopes]
    ) -> None:
        self.workspace = workspace
        self.languages = languages
        self.known_as: dict[str, list[tuple[str, str]]] = {}  # kept by `known_as`
        self.filled: dict[str, list[tuple[str, int, int]]] | None = None  # kept by `filled`
        self.member_calls: dict[str, list[tuple[Scope, int]]] = {}  # kept by `member_calls`
        self.variables_called: dict[tuple[str, str], list[tuple[str, int]]] = {}
        self._mentioning: dict[str, list[Scope]] = {}
        self._named: dict[str, list[tuple[str, int]]] = {}
        self.files: dict[str, FileScopes] = {}
        # Of several that would do the first is taken: in what order they were read must not matter.
        for path, file in sorted(workspace.files.items()):
            if file.language in languages:
                old = known.get(path)
                same = old is not None and old.file is file
                self.files[path] = old if old is not None and same else FileScopes(file)

    def take_over(self, before: World, words: Iterable[str]) -> None:
        """What another world knows by names, but by those that changed files mention.

        Both have the same files, and these the same definitions.
        """
        self._named = before._named
        self._mentioning = before._mentioning
        for word in words:
            self._mentioning.pop(word, None)

    @from_outlines
    def texts(self) -> dict[str, str]:
        """Texts of the files that configure imports, by path."""
        found: dict[str, str] = {}
        for path, file in sorted(self.workspace.files.items()):
            if configures(path):
                for target, text in file.top.flow.binds:
                    if target == CONFIGURATION:
                        found[path] = text[1]
        return found

    @from_outlines
    def imports(self) -> EcmaImports:
        """Finds the files that imports of JavaScript mean."""
        return EcmaImports(frozenset(self.files), self.texts)

    def named(self, name: str) -> list[tuple[str, int]]:
        """Places of the definitions of a name, in order."""
        if (found := self._named.get(name)) is None:
            found = self._named[name] = sorted(
                (scope.file.path, scope.ordinal)
                for scope in self.workspace.named(name)
                if scope.file.path in self.files
            )
        return found

    def mentioning(self, name: str) -> list[Scope]:
        """Scopes in whose flow a name is, in order of their keys."""
        if (found := self._mentioning.get(name)) is None:
            if len(self._mentioning) >= _MAX_NAMES:
                self._mentioning.clear()
            every = self.workspace.mentioning(name.replace('"', '\\"'))  # as flow texts have it
            of_these = (scope for scope in every if scope.file.path in self.files)
            found = self._mentioning[name] = sorted(of_these, key=lambda scope: scope.key)
        return found

    @from_outlines
    def originals(self) -> dict[str, set[str]]:
        """What is imported or kept under another name: its names before, by the new one."""
        found: dict[str, set[str]] = {}
        for file in self.files.values():
            for target, value in file.flow(MODULE).binds:
                for known_as, original in renamed(file, target, value):
                    found.setdefault(known_as, set()).add(original)
        return found

    @cached_property
    def unnamed_constructions(self) -> list[tuple[Scope, int]]:
        """Sites that make an object of a class that they don't name: `new(...)`, `new T()`."""
        return [
            (scope, number)
            for file in self.files.values()
            if file.language in ("csharp", "cpp")
            for scope in file.file.scopes
            if any(way in scope.flow_text for way in _UNNAMED)
            for number, site in enumerate(scope.flow.sites)
            if isinstance(site[1], list) and site[1][0] == "T"
            if form(site[1][1]) == "q"
            or site[1][1] is None
            or file.is_type_parameter(scope.ordinal, site[1][1])
        ]

    @from_outlines
    def property_names(self) -> frozenset[str]:
        """Names of all properties that have code of their own, or of what they delegate to."""
        return self.delegated_names | frozenset(
            definition.name
            for file in self.files.values()
            for definition in file.definitions
            if definition.kind is Kind.PROPERTY
        )

    @from_outlines
    def delegated_names(self) -> frozenset[str]:
        """Names of properties for which another object stands.

        Kotlin's `var name by Held()`, and Swift's `@Held var name`, which is `$name` as well.
        """
        if self.named("wrappedValue"):
            return self._wrapped_names
        if not self.named("getValue"):
            return frozenset()
        return frozenset(
            target
            for file in self.files.values()
            for scope in (file.definitions if file.language == "kotlin" else ())
            if scope.is_class and '["w",' in scope.flow_text
            for target, value in scope.flow.binds
            if isinstance(target, str) and delegate_of(value) is not None
        )

    @property
    def _wrapped_names(self) -> frozenset[str]:
        names = [
            target[1]
            for file in self.files.values()
            for scope in file.definitions
            if scope.is_class and f'["{WRAPPED}",' in scope.flow_text
            for target, _ in scope.flow.binds
            if isinstance(target, list) and target[0] == WRAPPED
        ]
        return frozenset((*names, *(f"${name}" for name in names)))


def delegate_of(value: Expression) -> Expression:
    """What a property of Kotlin delegates to, of what its class binds; None if to nothing."""
    if isinstance(value, list) and value[:1] == ["y"]:
        value = value[2]
    return value[1] if isinstance(value, list) and value[:1] == ["w"] else None


def bears_name_of_base(file: FileScopes, place: int) -> bool:
    """True for a class without a name of its own, which is called as what it stands on."""
    name = file.definitions[place].name
    return any(
        base == name or (isinstance(base, list) and base[0] == "G" and base[1] == name)
        for base in file.header(place).bases
    )


def called(callee: Expression) -> str:
    """The last name of a callee."""
    if isinstance(callee, str):
        return callee
    if isinstance(callee, list) and callee:
        if callee[0] in ("a", "v") and isinstance(callee[-1 if callee[0] == "a" else 1], str):
            return str(callee[2] if callee[0] == "a" else callee[1])
        if callee[0] in ("T", "G"):
            return called(callee[1])
        if callee[0] == "B" or callee == ["q", "this"]:  # `Self`
            return str(callee[1])
        if callee[0] in ("i", "e"):
            return called(callee[1])
        if callee[0] == "y" and len(callee) == 4:  # cast to a type
            return called(callee[2])
        if callee[0] == "m" and len(callee) > 2:
            return str(callee[2])
    return ""
