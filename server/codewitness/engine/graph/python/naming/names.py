"""What names mean by declaration alone: scopes, imports, classes, bases, declared types.

This is settled before values flow: it asks for no call's result, so that what is *not* found here
can be relied on. Values: ("C", key) a class, ("F", key) a function, ("M", path) a module, ("X",
dotted) something from outside the workspace, ("I", key) an instance, ("Y", key, type) an instance
of a declared generic type.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from codewitness.engine.graph.cells import NONE, Cells, Key, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.listed import words
from codewitness.engine.graph.python.naming import older
from codewitness.engine.graph.python.naming.aliases import alias, may_be_alias
from codewitness.engine.graph.python.naming.builtin_names import (
    CONTAINERS,
    GIVING,
    NAMELESS,
    WRAPPERS,
)
from codewitness.engine.graph.python.naming.module_lookups import ModuleLookups
from codewitness.engine.graph.python.naming.outside import outside
from codewitness.engine.graph.python.naming.star_imports import starred
from codewitness.engine.graph.python.naming.uses import is_used
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.flow import Expression, form

Value = tuple[Any, ...]
Read = Callable[[Key], Values]

MAX_ALIASES = 6  # of types that stand for types; more say nothing
MAX_CAUGHT = 12  # classes below one that is caught; with more it is that one's own methods
_ENUMS = ("Enum", "Flag", "Choices")
# Annotations that say nothing of what an object is; `x: Final = f()` is what `f` gives.
_SAY_NOTHING = words(
    "Any any object Callable callable TypeVar T type Type function Final ClassVar InitVar"
)

_OPEN = CONTAINERS | {"Any", "object"}  # of what these hold they tell nothing


class Names:
    """The meaning of names, over one workspace."""

    def __init__(self, workspace: Workspace, cells: Cells) -> None:
        self.workspace = workspace
        self.cells = cells
        self.modules = ModuleLookups(workspace, cells)

    def scope(self, key: str) -> Scope | None:
        """The scope of a key, which the running rule then depends on."""
        self.cells.note("scope", key)
        return self.workspace.scopes.get(key)

    # Which scope a name belongs to.

    def home(self, scope: Scope, name: str) -> Scope | None:
        """The scope in which `name` has its value, seen from `scope`; its file tells that."""
        homes = scope.homes
        if homes is None or name not in homes:
            home = self._home(scope, name)
            if scope.is_read:  # else it would not be forgotten
                scope.homes = homes = homes or {}
                homes[name] = home
            return home
        home = homes[name]
        at: Scope | None = scope
        while at is not None:
            self.cells.note("scope", at.key)
            if at is home:
                if at.is_callable and at.parent is not None:
                    self.cells.note("scope", at.parent.key)  # it may name a parameter
                break
            at = at.parent
        return home

    def _home(self, scope: Scope, name: str) -> Scope | None:
        at: Scope | None = scope
        while at is not None:
            if (at is scope or not at.is_class) and self.has(at, name):
                return at
            at = at.parent
        return None

    def has(self, scope: Scope, name: str) -> bool:
        """True if `scope` itself gives `name` a value."""
        self.cells.note("scope", scope.key)
        if scope.binds(name) or scope.outer_binds(name):
            return True
        if scope.is_callable and scope.parent is not None:
            self.cells.note("scope", scope.parent.key)
            return name in scope.parameter_names
        return False

    def sources(self, scope: Scope, name: str) -> Iterator[tuple[Scope, int]]:
        """The binds that `name`, which `scope` has, may have its value from."""
        last = None if scope.is_callable else scope.flow.last.get(name)
        for index in scope.binds(name) if last is None else last:
            yield scope, index
        yield from scope.outer_binds(name)

    # Static values.

    def static_name(self, key: str, name: str) -> Iterable[Value]:
        """Rule `sv`: what `name` of a scope is by declaration."""
        scope = self.scope(key)
        found: set[Value] = set()
        if scope is not None:
            for home, index in self.sources(scope, name):
                self.cells.note("scope", home.key)
                found |= self.static(home, home.flow.binds[index][1], self.cells.get)
        return found

    def static_bind(self, key: str, index: int) -> Iterable[Value]:
        """Rule `sb`: what one assignment gives by declaration."""
        scope = self.scope(key)
        if scope is None or index >= len(scope.flow.binds):
            return NONE
        return self.static(scope, scope.flow.binds[index][1], self.cells.get)

    def static_member(self, path: str, name: str) -> Iterable[Value]:
        """Rule `sm`: what `name` of a module is by declaration."""
        return self.member(path, name, self.cells.get, "sv", "sm")

    def member(self, path: str, name: str, read: Read, var: str, member: str) -> Values:
        """What a module has by `name`: its own, a module inside it, or what it imports by star."""
        found: Values = NONE
        file = self.workspace.files.get(path)
        if file is not None:
            if self.has(file.top, name):
                return read((var, file.top.key, name))
            for source in starred(self, file.top, name):
                found |= read((member, source, name))
        if not found and (inner := self.modules.inside(path, name)) is not None:
            return frozenset([("M", inner)])
        return found

    def module(self, importer: str, name: str) -> Value:
        """The module that `name` means in the file `importer`."""
        found = self.modules.find(importer, name)
        return ("M", found) if found is not None else outside(name.lstrip(".") or name)

    def imported(self, scope: Scope, expression: Expression, read: Read, kind: str) -> Values:
        """The value of an import."""
        module = self.module(scope.file.path, expression[1])
        if len(expression) == 2:
            return frozenset([module])
        if module[0] == "X":
            return frozenset([outside(module[1], expression[2])])
        if module[1] == scope.file.path:  # a package imports what is inside it, not from itself
            inner = self.modules.inside(module[1], expression[2])
            if inner is not None:
                return frozenset([("M", inner)])
        file = self.workspace.files.get(module[1])
        if file is not None and self.has(file.top, expression[2]):
            return read(("var" if kind == "ma" else "sv", file.top.key, expression[2]))
        return read((kind, module[1], expression[2]))

    def static(  # noqa: PLR0911 (a form each)
        self, scope: Scope, expression: Expression, read: Read
    ) -> set[Value]:
        """Classes, functions and modules that an expression is by declaration alone."""
        if isinstance(expression, str):
            return set(self._static_lookup(scope, expression, read))
        kind = form(expression)
        if kind == "v":
            return set().union(*(read(("sb", scope.key, i)) for i in expression[2:] if i >= 0))
        if kind == "a":
            owners = self.static(scope, expression[1], read)
            return {v for one in owners for v in self._static_attribute(one, expression[2], read)}
        if kind == "f" and expression[1] < len(scope.children):
            child = scope.children[expression[1]]
            return {("C" if child.is_class else "F", child.key)}
        if kind == "c":
            site = scope.flow.sites[expression[1]]
            return self.static(scope, site[4][0], read) if site[0] == "d" else set()
        if kind == "m":
            return set(self.imported(scope, expression, read, "sm"))
        if kind == "u":
            return set().union(*(self.static(scope, one, read) for one in expression[1:]))
        if kind == "y":
            return self.static(scope, expression[2], read)
        return self.static(scope, expression[1], read) if kind in ("i", "n") else set()

    def _static_lookup(self, scope: Scope, name: str, read: Read) -> Values:
        home = self.home(scope, name)
        if home is not None:
            return read(("sv", home.key, name))
        sources = starred(self, scope.file.top, name)
        found = NONE.union(*(read(("sm", source, name)) for source in sources))
        if not found and (meant := older.builtin(name)) is not None:
            return frozenset([("X", meant)])
        return found

    def _static_attribute(self, owner: Value, name: str, read: Read) -> Values:
        if owner[0] == "M":
            return read(("sm", owner[1], name))
        if owner[0] == "X":
            return frozenset([outside(owner[1], name)])
        if owner[0] == "C":
            for entry in self.mro(owner[1]):
                scope = self.scope(entry[1]) if entry[0] == "C" else None
                if scope is not None and self.has(scope, name):
                    return read(("sv", scope.key, name))
        return NONE

    # Classes.

    def bases(self, key: str) -> Iterable[Value]:
        """Rule `bases`: (place, value) of each base of a class."""
        scope = self.scope(key)
        if scope is None or scope.parent is None:
            return
        self.cells.note("scope", scope.parent.key)
        for place, base in enumerate(scope.header[2]):
            found = self.static(scope.parent, base, self.cells.get)
            found = found or self._made_by_function(scope.parent, base)
            for value in found or self.made_outside(scope.parent, base, 0):
                if value[0] in "CX" and value != ("C", key) and value[1] not in NAMELESS:
                    yield (place, value)

    def _made_by_function(self, scope: Scope, base: Expression) -> set[Value]:
        """The classes that a function of the workspace gives, which is called for a base."""
        site = scope.flow.sites[base[1]] if form(base) == "c" else None
        made = () if site is None else self.static(scope, site[1], self.cells.get)
        makers = [one for value in made if value[0] == "F" and (one := self.scope(value[1]))]
        given = [
            one
            for maker in makers
            for value in maker.flow.returns
            for one in self.static(maker, value, self.cells.get)
        ]
        return {one for one in given if one[0] == "C"}

    def made_outside(self, scope: Scope, expression: Expression, steps: int) -> set[Value]:
        """What a call of a library gave, and what that has: `declarative_base()`, `db.Model`."""
        if steps > MAX_ALIASES:
            return set()
        kind = form(expression)
        if kind == "a" and (owners := self.made_outside(scope, expression[1], steps + 1)):
            return {outside(one[1], expression[2]) for one in owners}
        if kind == "c":
            site = scope.flow.sites[expression[1]]
            made = self.static(scope, site[1], self.cells.get) if site[0] == "c" else ()
            return {outside(one[1], "()") for one in made if one[0] == "X"}
        places = self.given_at(scope, expression)
        return {
            one
            for home, index in places
            for one in self.made_outside(home, home.flow.binds[index][1], steps + 1)
        }

    def given_at(self, scope: Scope, expression: Expression) -> list[tuple[Scope, int]]:
        """The assignments that a name, or something imported, has its value from."""
        if form(expression) == "v":
            return [(scope, index) for index in expression[2:] if index >= 0]
        if isinstance(expression, str):
            home, name = self.home(scope, expression), expression
        else:
            is_member = form(expression) in ("a", "m") and len(expression) == 3
            name = expression[2] if is_member else ""
            modules: Iterable[Value] = ()
            if form(expression) == "m":
                modules = [self.module(scope.file.path, expression[1])]
            elif is_member:
                modules = self.static(scope, expression[1], self.cells.get)
            files = [self.workspace.files.get(one[1]) for one in modules if one[0] == "M"]
            home = next((file.top for file in files if file is not None), None)
        return list(self.sources(home, name)) if home is not None and self.has(home, name) else []

    def mro(self, key: str) -> tuple[Value, ...]:
        """The classes that members of a class are looked up in, in their order."""
        (found,) = self.cells.settle(("mro", key))
        return found  # type: ignore[no-any-return]

    def linearised(self, key: str) -> Iterable[tuple[Value, ...]]:
        """Rule `mro`: the order of C3, or depth first where there is none."""
        return [tuple(self._linear(key, frozenset()))]

    def _linear(self, key: str, within: frozenset[str]) -> list[Value]:
        own: Value = ("C", key)
        found = sorted(self.cells.settle(("bases", key)), key=lambda pair: (pair[0], pair[1]))
        bases = [value for _, value in found]
        lists = [
            self._linear(base[1], within | {key}) if base[0] == "C" else [base]
            for base in bases
            if base[1] not in within
        ]
        merged = _merge([*lists, bases])
        if merged is None:
            merged = list(dict.fromkeys(value for one in lists for value in one))
        return [own, *(value for value in merged if value != own)]

    def subclasses(self, key: str) -> list[Scope]:
        """All classes below a class."""
        below = self.cells.settle(("sub", key))
        found = (self.workspace.scopes.get(one) for one in sorted(below))
        return [scope for scope in found if scope is not None]

    def all_below(self, key: str) -> Iterable[str]:
        """Rule `sub`: keys of all classes below a class."""
        scope = self.scope(key)
        found: dict[str, None] = {}
        names = [scope.name] if scope is not None else []
        if scope is not None and scope.parent is not None and scope.parent.is_callable:
            names.append(scope.parent.name)  # `class Own(made_for("x"))`
        seen = set(names)
        for name in names:
            self.cells.note("based", name)
            self.cells.note("alias", name)
            for other in self.workspace.lookups.aliases.get(name, ()):
                if other not in seen:
                    seen.add(other)
                    names.append(other)
            for child in self.workspace.lookups.classes.get(name, ()):
                if (
                    child.key not in found
                    and child.key != key
                    and ("C", key) in self.mro(child.key)
                ):
                    found[child.key] = None
                    if child.name not in seen:
                        seen.add(child.name)
                        names.append(child.name)
        return found

    def is_enum(self, key: str) -> bool:
        """True for a class whose names are its objects."""
        return any(one[0] == "X" and one[1].endswith(_ENUMS) for one in self.mro(key))

    def is_protocol(self, key: str) -> bool:
        """True for a class that says what others have, who need not name it."""
        scope = self.scope(key)
        around = None if scope is None else scope.parent
        if scope is None or around is None:
            return False
        self.cells.note("scope", around.key)
        bases = [one[1] if form(one) == "i" else one for one in scope.header[2]]
        meant = {value for one in bases for value in self.static(around, one, self.cells.settle)}
        return any(one[0] == "X" and one[1].endswith(".Protocol") for one in meant)

    def metaclasses(self, key: str) -> tuple[str, ...]:
        """Keys of the metaclasses that a class has of itself, or of a base."""
        (found,) = self.cells.settle(("mt", key))
        return found  # type: ignore[no-any-return]

    def is_base_alone(self, key: str) -> bool:
        """True for a class that is there to come from, of which only classes below are made."""
        if not self.workspace.limits.is_few or self.is_used(key):
            return False
        return any(self.is_used(one.key) for one in self.subclasses(key))

    def is_used(self, key: str) -> bool:
        """True if something is done with a class: what comes from it alone does nothing."""
        scope = self.scope(key)
        if scope is None:
            return False
        name = scope.name
        self.cells.note("alias", name)
        if any(n > 0 for n in self.workspace.lookups.aliases.get(name, {}).values()):
            return True
        self.cells.note("mention", name)
        for home in self.workspace.mentioning(name):
            self.cells.note("scope", home.key)
            if is_used(home, name) and (home.file is scope.file or self._may_mean(home, name, key)):
                return True
        return False

    def _may_mean(self, scope: Scope, name: str, key: str) -> bool:
        """False if a name is something else there."""
        meant = self.static(scope, name, self.cells.settle)
        return not meant or ("C", key) in meant

    def beside(self, key: str) -> Values:
        """Keys of the classes that some class below a class stands on as well."""
        return self.cells.settle(("bes", key)) if self.cells.settle(("sub", key)) else NONE

    def all_beside(self, key: str) -> Iterable[str]:
        """Rule `bes`: what `beside` gives."""
        own = self.mro(key)
        below = self.cells.settle(("sub", key))
        for one in below:
            for kind, other in self.mro(one):
                if kind == "C" and other not in below and (kind, other) not in own:
                    yield other

    def enclosing_class(self, scope: Scope | None) -> Scope | None:
        """The class whose method `scope` is or is within."""
        while scope is not None and not scope.is_class:
            scope = scope.parent
        return scope

    # Declared types.

    def types(self, scope: Scope, declared: Expression, depth: int = 0) -> set[Value]:
        """Instances that an annotation, read in `scope`, stands for; empty if it says nothing."""
        if form(declared) == "u":
            return set().union(*(self.types(scope, one, depth) for one in declared[1:]))
        if form(declared) == "t" or depth > MAX_ALIASES:
            return set()
        if form(declared) == "i":
            return self._generic(scope, declared, self.cells.settle, depth)
        values = self.static(scope, declared, self.cells.settle)
        if may_be_alias(declared, values) and (meant := alias(self, scope, declared)) is not None:
            return self.types(*meant, depth + 1)
        return {one for value in values for one in self._instances(scope, value, declared)}

    def caught(self, scope: Scope, declared: Expression) -> Values:
        """What `except` of a type may catch beside it: objects of a few classes below."""
        kinds = self.types(scope, declared)
        below = {one.key for kind in kinds if kind[0] == "I" for one in self.subclasses(kind[1])}
        return frozenset(("I", one) for one in below if len(below) <= MAX_CAUGHT)

    def is_generic(self, scope: Scope, declared: Expression) -> bool:
        """True if an annotation has a name in it that stands for no type: a type variable."""
        if isinstance(declared, str):
            return not self.static(scope, declared, self.cells.settle)
        if form(declared) in ("i", "u"):
            return any(self.is_generic(scope, one) for one in declared[1:])
        return form(declared) == "L" and any(self.is_generic(scope, one) for one in declared[3:])

    def holds_anything(self, scope: Scope, declared: Expression, is_bare: bool = True) -> bool:
        """True if an annotation has a part that anything may be: `list`, `dict[str, Callable]`."""
        if form(declared) in ("i", "u", "L"):
            parts = declared[3:] if form(declared) == "L" else declared[1:]
            inner = [k > 0 or form(declared) != "i" for k in range(len(parts))]
            return any(
                self.holds_anything(scope, one, bare)
                for one, bare in zip(parts, inner, strict=True)
            )
        values = self.static(scope, declared, self.cells.settle)
        names = {one[1].rpartition(".")[2] for one in values if one[0] == "X"}
        return "Callable" in names or (is_bare and not names.isdisjoint(_OPEN))

    def _instances(self, scope: Scope, value: Value, declared: Expression) -> set[Value]:
        if value[0] == "C":
            return {("I", value[1])}
        if value[0] != "X":
            return set()
        last = value[1].rpartition(".")[2]
        if last == "Self":
            around = self.enclosing_class(scope)
            return set() if around is None else {("I", around.key)}
        if last in _SAY_NOTHING:
            return set()
        if last in CONTAINERS:
            return {("Y", scope.key, json.dumps(declared))}
        if value[1].startswith("builtins."):
            return {("T", last)}
        return {outside(value[1], "()")}

    def _generic(
        self, scope: Scope, declared: Expression, read: Read, depth: int = 0
    ) -> set[Value]:
        found: set[Value] = set()
        given = declared[2][3:] if form(declared[2]) == "L" else [declared[2]]
        for value in self.static(scope, declared[1], read):
            last = value[1].rpartition(".")[2]
            if value[0] == "C":
                found.add(("I", value[1]))
            elif last in ("Type", "type"):
                for one in given:
                    found |= {v for v in self.static(scope, one, read) if v[0] in "CX"}
            elif last in WRAPPERS:
                for one in given[-1:] if WRAPPERS[last] else given:
                    found |= self.types(scope, one, depth)
            elif last in CONTAINERS:
                found.add(("Y", scope.key, json.dumps(declared)))
            elif value[0] == "X" and last not in ("Callable", "Literal"):
                found.add(outside(value[1], "()"))
                found |= {("Y", scope.key, json.dumps(declared)) for _ in GIVING & {last}}
        return found


def _merge(lists: list[list[Value]]) -> list[Value] | None:
    """C3: what all lists agree on, first come first; None if they contradict each other."""
    lists = [list(one) for one in lists if one]
    merged: list[Value] = []
    while lists:
        for one in lists:
            head = one[0]
            if not any(head in other[1:] for other in lists):
                break
        else:
            return None
        merged.append(head)
        lists = [kept for other in lists if (kept := [v for v in other if v != head])]
    return merged
