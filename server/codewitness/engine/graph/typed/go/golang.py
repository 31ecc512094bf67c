"""Go: packages are folders, methods stand beside their types, embedded types lend their methods."""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import assigned
from codewitness.engine.graph.typed.c import places_in_lists
from codewitness.engine.graph.typed.callers import sites_called
from codewitness.engine.graph.typed.go.go_modules import folder_by_module
from codewitness.engine.graph.typed.outlines import from_outlines
from codewitness.engine.graph.typed.packages import PackageRules, Place
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, one, union
from codewitness.model.facts import Kind, join_name
from codewitness.model.flow import RECEIVED, Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

# Packages of Go's own library that hand out what they were given.
_HANDING = (
    *("atomic.", "container/", "context.", "iter.", "list.", "maps.", "plugin.", "reflect."),
    *("ring.", "slices.", "sync.", "sync/"),
)
# Types that have no methods, so that a type which is one of them lends none.
_WITHOUT_MEMBERS = frozenset(
    [
        "bool",
        "byte",
        "complex64",
        "complex128",
        "float32",
        "float64",
        "int",
        "int8",
        "int16",
        "int32",
        "int64",
        "rune",
        "string",
        "uint",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "uintptr",
    ]
)


class GoRules(PackageRules):
    """Go."""

    names_of_content = frozenset()
    languages = frozenset(("go",))
    sees_members = False
    methods_apart = False
    constructs_by_call = True
    calls_classes = False
    promises_by_shape = True
    functions_have_types = True

    def package(self, path: str) -> str:
        """The folder."""
        return posixpath.dirname(path)

    @from_outlines
    def _folder_by_module(self) -> dict[str, str]:
        return folder_by_module(self.world, self._folders)

    @from_outlines
    def _folders(self) -> frozenset[str]:
        return frozenset(
            posixpath.dirname(path)
            for path, file in self.world.files.items()
            if file.language == "go"
        )

    def folder(self, module: str) -> str | None:
        """The folder of an imported package; None if it is outside."""
        start, inside = module, ""
        while start:
            if (folder := self._folder_by_module.get(start)) is not None:
                found = posixpath.join(folder, inside) if inside else folder
                return found if found in self._folders else None
            start, _, last = start.rpartition("/")
            inside = posixpath.join(last, inside) if inside else last
        return None

    def imported(self, ev: Evaluator, path: str, module: str, name: str | None = None) -> Answer:
        """A package."""
        folder = self.folder(module)
        if module.startswith("."):
            beside = posixpath.normpath(posixpath.join(self.package(path), module))
            folder = beside if beside in self._folders else None
        return one(("X", module)) if folder is None else one(("N", folder))

    def of_star(self, ev: Evaluator, star: str, name: str) -> Answer:
        """A name of a package all of whose names are imported."""
        folder = self.folder(star)
        return NOTHING if folder is None else self.full(ev, join_name(folder, name))

    def parts(self, ev: Evaluator, value: Value) -> list[Place]:
        """A type has one definition."""
        return [(value[1], value[2])]

    def places(self, ev: Evaluator, value: Value, name: str) -> list[Place]:
        """Methods of a type, which stand in any file of its package."""
        definition = ev.definition(value)
        full = join_name(self.package(value[1]), definition.qualified_name, name)
        return self.by_full_name.get(full, [])

    def owner(self, ev: Evaluator, path: str, ordinal: int) -> Answer:
        """What a method's receiver is."""
        known_as = ev.file(path).header(ordinal).known_as
        if not isinstance(known_as, str):
            return NOTHING
        found: set[Value] = set()
        for value in self.full(ev, join_name(self.package(path), known_as)):
            if value[0] == "C":
                found |= self.instance_of(ev, value[1], value[2])
        return frozenset(found)

    def is_alias(self, ev: Evaluator, value: Value) -> bool:
        """`type A = B`; a type that is defined by another one has methods of its own."""
        return (
            ev.definition(value).kind is Kind.TYPE
            and ev.file(value[1]).header(value[2]).known_as is not None
        )

    def element(self, ev: Evaluator, value: Value) -> Answer:
        """Elements of slices, maps and channels, also by a name of their own."""
        if value[0] == "I":
            return union(self.element(ev, base) for base in ev.bases(value) if base[0] == "B")
        if value[0] == "B" and value[1] in ("chan", "Map"):
            return value[2][-1]  # type: ignore[no-any-return]
        return super().element(ev, value)

    def item(self, ev: Evaluator, value: Value, key: Expression) -> Answer:
        """Elements by index; a call with one result has it in the first place."""
        if value[0] == "F":
            return _yielded(value, 0 if key == ["k", RECEIVED] else 1)
        if key == ["k", RECEIVED]:
            bases = ev.bases(value) if value[0] == "I" else one(value)
            kinds = [base for base in bases if base[0] == "B" and base[1] in ("chan", "Map")]
            return union(kind[2][0] for kind in kinds)
        if value[0] == "I":
            if key is not None:
                return one(value) if key == ["k", 0] else NOTHING
            return union(self.item(ev, base, key) for base in ev.bases(value) if base[0] == "B")
        if value[0] in "Cf":
            return one(value)  # a generic type or function with its arguments
        if value[0] == "B" and value[1] == "chan":
            return value[2][0]  # type: ignore[no-any-return]
        return super().item(ev, value, key)

    def generic(self, ev: Evaluator, base: Expression, arguments: list[Answer]) -> Answer:
        """Sequences that a loop goes through are functions which it hands its body to."""
        if base in (["a", "iter", "Seq"], ["a", "iter", "Seq2"]):
            body = ("F", NOTHING, tuple(arguments))
            return one(("F", NOTHING, (one(body),)))
        return super().generic(ev, base, arguments)

    def sharing(self, path: str) -> list[str]:
        """The files of the package."""
        return self.paths_by_package[self.package(path)]

    def member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Members; what lists without names of fields put into one that holds a function."""
        if owner[0] == "X" and owner[1] in _WITHOUT_MEMBERS:
            return NOTHING
        if name[:1] == "#":
            field = places_in_lists.named(ev, owner, name) if owner[0] == "I" else ""
            return ev.member(owner, field) if field else NOTHING
        found = super().member(ev, owner, name)
        typed = [value for value in found if value[0] != "f"]
        if owner[0] == "O" and typed and all(self.is_function(ev, value) for value in typed):
            return found | assigned.functions(ev, self._assigned.get(name, []), owner)
        if owner[0] == "I" and typed and all(self.is_function(ev, value) for value in typed):
            listed = places_in_lists.functions(ev, self._filled, owner, name, frozenset(typed))
            return found | listed
        return found

    @cached_property
    def _filled(self) -> places_in_lists.Filled:
        return places_in_lists.by_place(self.world, self.languages)

    def is_function(self, ev: Evaluator, value: Value) -> bool:
        """Functions, also of a type with a name."""
        return value[0] == "F" or (
            value[0] == "I" and any(base[0] == "F" for base in ev.bases(value))
        )

    def callees(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        """As everywhere; a receiver that is a function is what is converted to its type."""
        found = super().callees(ev, at, site)
        if site[0] != "c" or not _is_receiver(ev, at, site[1]):
            return found
        own = [value for value in found if value[0] == "I" and self.is_function(ev, value)]
        return found | union(self._converted(ev, value) for value in own)

    def _converted(self, ev: Evaluator, kind: Value) -> Answer:
        """The functions that `Kind(f)` makes into objects of a type."""
        from codewitness.engine.graph.typed.evaluate import Where as At

        found: set[Value] = set()
        for scope, number in sites_called(ev.world, [ev.definition(kind).name]):
            place, given = At(scope.file.path, scope.ordinal), scope.flow.sites[number][4]
            meant = ev.callees(*place[:2], number)
            if len(given) == 1 and any(value[:3] == ("C", *kind[1:3]) for value in meant):
                found |= {value for value in ev.value(place, given[0]) if value[0] == "f"}
        return frozenset(found)

    def result(self, ev: Evaluator, at: Where, number: int) -> Answer:
        """What a site gives; a function that is converted to a type of functions is itself, too."""
        found = super().result(ev, at, number)
        if any(value[0] == "I" and self.is_function(ev, value) for value in found):
            site = ev.site(at.path, at.scope, number)
            given = site[4] if len(site) > 4 else []
            is_type = any(v[0] == "C" for v in ev.callees(at.path, at.scope, number))
            values = ev.value(at, given[0]) if is_type and len(given) == 1 else NOTHING
            return found | frozenset(value for value in values if value[0] == "f")
        return found

    def builtin_member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Built-in types have no members."""
        return NOTHING

    def may_be_own(self, dotted: str) -> bool:
        """What a call gave; of Go's own library, what hands out what it was given."""
        path = dotted.partition(METHOD)[0]
        first, _, rest = path.partition("/")
        is_standard = "." not in first if rest else True
        return METHOD in dotted and (not is_standard or path.startswith(_HANDING))

    def outside_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What a function from outside gives: nothing is known of it."""
        given = site[4] if len(site) > 4 else []
        if callee[1].removesuffix(METHOD) in ("any", "interface{}") and given:
            return ev.value(at, given[0])
        return super().outside_result(ev, at, site, callee)


def _yielded(sequence: Value, k: int) -> Answer:
    """What a loop over a function gets: what that hands to the body."""
    bodies = union(sequence[2][:1])
    return union(body[2][k] for body in bodies if body[0] == "F" and k < len(body[2]))


def _is_receiver(ev: Evaluator, at: Where, callee: Expression) -> bool:
    """True for the variable that a method is run on."""
    if form(callee) != "v" or len(callee) != 3 or callee[2] < 0:
        return False
    return bool(ev.file(at.path).flow(at.scope).binds[callee[2]][1] == "this")
