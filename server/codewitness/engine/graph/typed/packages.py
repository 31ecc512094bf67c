"""Languages whose files share packages: names are found by package, import and class around."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import assigned, classes, kept, parameters
from codewitness.engine.graph.typed.outlines import from_outlines
from codewitness.engine.graph.typed.rules import Rules
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, builtin, one, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind, join_name
from codewitness.model.flow import Expression

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

Place = tuple[str, int]


def type_name(base: Expression) -> str:
    """The last name of a type that may be qualified; empty if it is built of something else."""
    return base if isinstance(base, str) else str(base[2]) if base and base[0] == "a" else ""


class PackageRules(Rules):
    """Rules of languages with packages or namespaces.

    lists: library types that hold elements; maps: those with keys; boxes: those with one value.
    """

    sees_members = True
    methods_apart = True
    lists: frozenset[str] = frozenset()
    maps: frozenset[str] = frozenset()
    boxes: frozenset[str] = frozenset()
    tuples: frozenset[str] = frozenset()  # those with several values, each of a type of its own

    @from_outlines
    def by_full_name(self) -> dict[str, list[Place]]:
        """Definitions by their dotted name from the package on; lambdas and locals left out."""
        found: dict[str, list[Place]] = {}
        for path, file in self.world.files.items():
            if file.language not in self.languages:
                continue
            package = self.package(path)
            for name, ordinal in file.outer:
                found.setdefault(join_name(package, name), []).append((path, ordinal))
        return found

    @from_outlines
    def packages(self) -> frozenset[str]:
        """The packages of all files, and the beginnings of their names."""
        found: set[str] = set()
        for path, file in self.world.files.items():
            if file.language in self.languages:
                parts = self.package(path).split(".")
                found.update(".".join(parts[: n + 1]) for n in range(len(parts)))
        return frozenset(found)

    def package(self, path: str) -> str:
        """The package of a file, "" if it has none."""
        return self.world.files[path].module

    def is_local(self, path: str, ordinal: int) -> bool:
        """True for what is defined within a function."""
        return self.world.files[path].is_local(ordinal)

    # Names.

    def full(self, ev: Evaluator, name: str) -> Answer:
        """What a full dotted name stands for."""
        return ev.table.ask(("full", name), lambda: self.find_full(ev, name))

    def find_full(self, ev: Evaluator, name: str) -> Answer:
        """`full` without its memory."""
        plain = name.removesuffix(METHOD)
        places = self.by_full_name.get(plain, ())
        if plain != name:
            places = [p for p in places if ev.file(p[0]).definitions[p[1]].is_callable]
        return self.standing_for(ev, places) or self.variable(ev, plain)

    def variable(self, ev: Evaluator, name: str) -> Answer:
        """A variable of a package."""
        found: list[Answer] = []
        for path, last in self._binding.get(name, ()):
            file = ev.file(path)
            for index in file.binds(MODULE)[last]:
                value = file.flow(MODULE).binds[index][1]
                if not (isinstance(value, list) and value[:1] == ["m"]):
                    own = ev.bound(path, MODULE, index)
                    found += (own, kept.elsewhere(ev, file, MODULE, last, own))
        return union(found)

    def sharing(self, path: str) -> list[str]:
        """The files of the package."""
        return self.paths_by_package[self.package(path)]

    @from_outlines
    def _binding(self) -> dict[str, list[tuple[str, str]]]:
        """The files that bind a name outside of all definitions, by package and name."""
        found: dict[str, list[tuple[str, str]]] = {}
        for package, paths in self.paths_by_package.items():
            for path in paths:
                for name in self.world.files[path].binds(MODULE):
                    if "." not in name:
                        found.setdefault(join_name(package, name), []).append((path, name))
        return found

    @from_outlines
    def paths_by_package(self) -> dict[str, list[str]]:
        """Files by their package."""
        found: dict[str, list[str]] = {}
        for path, file in self.world.files.items():
            if file.language in self.languages:
                found.setdefault(self.package(path), []).append(path)
        return found

    def standing_for(self, ev: Evaluator, places: Iterable[Place]) -> Answer:
        """The values of definitions; one class for all its parts."""
        found: set[Value] = set()
        places = list(places)
        proper = [p for p in places if ev.file(p[0]).definitions[p[1]].kind is not Kind.EXTENSION]
        for path, ordinal in proper or places:
            value = ev.named(path, ordinal)
            if value[0] == "C":
                value = ("C", *self.parts(ev, value)[0], ())
            found.add(value)
        return frozenset(found)

    def imported(self, ev: Evaluator, path: str, module: str, name: str | None = None) -> Answer:
        """What an import gives."""
        dotted = module if name is None else join_name(module, name)
        return self.full(ev, dotted) or self.dotted(ev, dotted) or one(("X", dotted))

    def dotted(self, ev: Evaluator, name: str) -> Answer:
        """A dotted name as the member of what its beginning stands for."""
        outer, _, last = name.rpartition(".")
        if not outer:
            return NOTHING
        owners = self.full(ev, outer) or self.dotted(ev, outer)
        return ev.members(owners, last)

    def contexts(self, ev: Evaluator, at: Where) -> Iterator[str]:
        """Packages whose names are seen in a scope without an import, the nearest first."""
        yield self.package(at.path)

    def free_name(self, ev: Evaluator, at: Where, name: str, *, is_type: bool) -> Answer:
        """A name of the same package, or of one that is imported as a whole."""
        for package in self.contexts(ev, at):
            if found := self.full(ev, join_name(package, name)):
                return found
        for star in self.stars(at):
            if found := self.of_star(ev, star, name):
                return found
        plain = name.removesuffix(METHOD)
        if plain in self.packages and plain == name:
            return one(("N", plain))
        return NOTHING if plain != name else self.outside(name)

    def stars(self, at: Where) -> Iterable[str]:
        """What is imported as a whole where a scope stands."""
        return self.world.files[at.path].flow(MODULE).stars

    def outside(self, name: str) -> Answer:
        """A name that nothing in the project stands for."""
        return one(("X", name))

    def of_star(self, ev: Evaluator, star: str, name: str) -> Answer:
        """What a name is, if all names of `star` are imported."""
        return self.full(ev, join_name(star, name)) or (
            ev.members(self.full(ev, star), name) if star in self.by_full_name else NOTHING
        )

    def member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Members, also those of packages."""
        if owner[0] == "N":
            dotted = join_name(owner[1], name)
            if found := self.full(ev, dotted):
                return found
            if dotted in self.packages:
                return one(("N", dotted))
            return NOTHING if name.endswith(METHOD) else one(("X", dotted))
        found = super().member(ev, owner, name)
        if owner[0] == "O" and found and all(self.is_function(ev, value) for value in found):
            return found | assigned.functions(ev, self._assigned.get(name, []), owner)
        is_object = owner[0] == "S" and ev.definition(owner).kind is Kind.OBJECT
        if (owner[0] == "I" or is_object) and not name.endswith(METHOD):
            typed = [value for value in found if value[0] != "f"]
            is_held = bool(found) and all(_is_held(value) for value in found)
            are_open = all(v[0] == "T" or self.is_function(ev, v) for v in typed)
            if is_held or (typed and are_open):
                given = assigned.functions(ev, self._assigned.get(name, []), owner)
                return (
                    found
                    | given
                    | (NOTHING if is_object else parameters.made_with(ev, owner, name))
                )
            if any(classes.holds_functions(ev, value) for value in typed):
                return found | assigned.collections(ev, self._assigned.get(name, []), owner)
        return found

    @cached_property
    def _assigned(self) -> dict[str, list[assigned.Bound]]:
        return assigned.by_name(self.world, self.languages)

    def own_members(
        self, ev: Evaluator, path: str, ordinal: int, name: str, *, is_type: bool
    ) -> Answer:
        """As everywhere; of a field that holds a function, what is put there too."""
        found = super().own_members(ev, path, ordinal, name, is_type=is_type)
        if not is_type and any(
            self.is_function(ev, value) or _is_held(value) or classes.holds_functions(ev, value)
            for value in found
        ):
            return found | ev.members(self.instance_of(ev, path, ordinal), name)
        return found

    def dotted_type(self, ev: Evaluator, at: Where, expression: Expression) -> Answer:
        """A dotted type whose first name is that of a package."""
        return NOTHING

    # Classes in several parts.

    def parts(self, ev: Evaluator, value: Value) -> list[Place]:
        """The definitions of one class; the first is the same whichever part `value` names."""
        return [(value[1], value[2])]

    def generic(self, ev: Evaluator, base: Expression, arguments: list[Answer]) -> Answer:
        """Types of the library, by what they hold."""
        name = type_name(base)
        if name in self.lists:
            return builtin("[]", arguments[0] if arguments else NOTHING)
        if name in self.maps:
            return builtin("Map", *(arguments[:2] if len(arguments) > 1 else (NOTHING, NOTHING)))
        if name in self.boxes:
            return arguments[0] if arguments else NOTHING
        return builtin("()", *arguments) if name in self.tuples and arguments else NOTHING

    def made_outside(self, ev: Evaluator, name: str) -> Answer:
        """An instance of a type from outside."""
        last = name.rpartition(".")[2]
        return self.generic(ev, last, []) or one(("X", f"{name}()"))

    # Elements.

    def element(self, ev: Evaluator, value: Value) -> Answer:
        """Elements of lists, pairs of maps."""
        if value[0] != "B" or not value[2]:
            return NOTHING
        if value[1] in ("[]", "()"):
            return union(value[2])
        return builtin("()", *value[2]) if value[1] == "Map" else NOTHING

    def item(self, ev: Evaluator, value: Value, key: Expression) -> Answer:
        """What a subscript gives."""
        if value[0] != "B" or not value[2]:
            return NOTHING
        if value[1] == "()" and isinstance(key, list) and key[0] == "k":
            at = key[1]
            n = len(value[2])
            is_there = isinstance(at, int) and -n <= at < n
            known: Answer = value[2][at] if is_there else NOTHING
            return known
        return value[2][-1] if value[1] in ("[]", "Map") else union(value[2])


def _is_held(value: Value) -> bool:
    """True for a function that a field holds; a method is one of an object."""
    return bool(value[0] == "f" and value[3] is None)
