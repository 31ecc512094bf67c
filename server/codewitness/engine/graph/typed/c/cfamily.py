"""C, C++ and Objective-C: headers and sources, namespaces, function pointers, selectors."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import assigned, calls, levels, operators
from codewitness.engine.graph.typed.c import (
    c_algorithms,
    c_below,
    c_given_types,
    c_library,
    c_spaces,
    lost_names,
    places_in_lists,
)
from codewitness.engine.graph.typed.c.c_objects import ObjectRules, contexts, without_makers
from codewitness.engine.graph.typed.outlines import from_outlines
from codewitness.engine.graph.typed.packages import Place, type_name
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Asked, Value, builtin, one, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import GLOBAL, Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where
    from codewitness.engine.graph.typed.world import FileScopes

_OF_ALL_CLASSES = frozenset(("alloc", "allocWithZone", "new", "init", "copy", "class"))
_ELEMENT = frozenset(
    [
        "front",
        "back",
        "at",
        "top",
        "get",
        "value",
        "operator*",
        "objectAtIndex",
        "firstObject",
        "lastObject",
        "data",
        "objectForKey",
        "valueForKey",
        "anyObject",
    ]
)
_ARROWS = ("operator->", "operator*")
_READ_AS_ELEMENT = frozenset(["firstObject", "lastObject", "anyObject"])
_ITERATOR = frozenset(["find", "begin", "rbegin", "cbegin", "lower_bound", "upper_bound"])
_UNBOXED = frozenset(["get", "lock", "value", "value_or", "load"])  # of pointers and the like
_PAIR = {"first": 0, "second": 1}
_CALLED = frozenset(["enumerateObjectsUsingBlock", "for_each"])


class CFamilyRules(ObjectRules):
    """C, C++ and Objective-C."""

    languages = frozenset(("c", "cpp", "objc"))
    methods_apart = False
    literals = MappingProxyType({})  # they are read as what they are
    constructs_by_call = True
    has_friends = True
    fields_beside_methods = True
    call_operator = "operator()()"  # with the mark of methods at its end
    labels_tell = True
    lists = c_library.LISTS
    maps = frozenset(["map", "unordered_map", "multimap", "NSDictionary", "NSMutableDictionary"])
    boxes = frozenset(
        ["unique_ptr", "shared_ptr", "weak_ptr", "optional", "reference_wrapper", "atomic"]
    )

    def package(self, path: str) -> str:
        """Names are told by namespaces alone."""
        return ""

    # Names.

    def full(self, ev: Evaluator, name: str) -> Answer:
        """Only with a place to see it from; see `seen`."""
        return NOTHING

    def free_name(self, ev: Evaluator, at: Where, name: str, *, is_type: bool) -> Answer:
        """A name of the namespaces around, of those that are used, and of all."""
        plain = name.removesuffix(METHOD)
        if plain == GLOBAL:
            return one(("N", "", at.path))
        if found := self._around(ev, at, plain, is_type=is_type):
            return found
        for full in c_spaces.through_used(ev, at, self._used, self.included(at.path), plain):
            if found := self.seen(ev, at.path, full, is_type=is_type):
                return found
        for file in sorted(self.included(at.path)):
            flow = ev.file(file).flow(MODULE)
            binds = ev.file(file).binds(MODULE)
            for index in (*binds.get(plain, ()), *binds.get(f"p:{plain}", ())):
                if file != at.path and (found := ev.bound(file, MODULE, index)):
                    return found
            for star in flow.stars:
                if star[:1] not in '"<' and (found := self.seen(ev, at.path, f"{star}.{plain}")):
                    return found
        if self.is_space(plain):
            return one(("N", plain, at.path))
        others = self._defined_as(at.path, plain)
        if found := union(self._around(ev, at, other, is_type=is_type) for other in others):
            return found
        return self._variable_of_all(ev, plain) or self.outside(plain)

    def _around(self, ev: Evaluator, at: Where, name: str, *, is_type: bool) -> Answer:
        for space in self.contexts(ev, at):
            full = f"{space}.{name}" if space else name
            if found := self.seen(ev, at.path, full, is_type=is_type):
                return found
        return NOTHING

    def _defined_as(self, path: str, name: str) -> list[str]:
        """What `#define name other` in a file or in what it includes makes of a name.

        And `typedef struct name { ... } other`: a structure is known by what its users write.
        """
        found = [name]
        for known in found:
            for place, other in self._defines.get(known, ()):
                if other not in found and place in self.included(path):
                    found.append(other)
        return found[1:]

    @from_outlines
    def _defines(self) -> dict[str, list[tuple[str, str]]]:
        """The files in which this name stands for another name, and that."""
        found: dict[str, list[tuple[str, str]]] = {}
        for path, file in self.world.files.items():
            for target, value in file.flow(MODULE).binds:
                if isinstance(target, list) and target[0] == "x" and isinstance(value, str):
                    found.setdefault(target[1], []).append((path, value))
        return found

    def _variable_of_all(self, ev: Evaluator, name: str) -> Answer:
        places = self._variables.get(name, ())
        return union(ev.bound(*place) for place in places) if len(places) < 4 else NOTHING

    @from_outlines
    def _variables(self) -> dict[str, list[tuple[str, int, int]]]:
        """Variables with a value, by name."""
        found: dict[str, list[tuple[str, int, int]]] = {}
        for path, file in self.world.files.items():
            if file.language not in self.languages:
                continue
            for index, (target, value) in enumerate(file.flow(MODULE).binds):
                if isinstance(target, str) and isinstance(value, list) and value[:1] == ["y"]:
                    if value[2] is not None:
                        found.setdefault(target, []).append((path, MODULE, index))
        return found

    def contexts(self, ev: Evaluator, at: Where) -> Iterator[str]:
        """Classes and namespaces around, the innermost first."""
        return contexts(ev.file(at.path), at.scope)

    @from_outlines
    def by_full_name(self) -> dict[str, list[Place]]:
        """Also by the names that inline namespaces leave out."""
        found = super().by_full_name
        c_spaces.inlined(self.world, self.languages, found)
        return found

    @from_outlines
    def _used(self) -> c_spaces.Used:
        return c_spaces.used(self.world, self.languages)

    @from_outlines
    def _spaces(self) -> frozenset[str]:
        return frozenset(
            definition.qualified_name
            for file in self.world.files.values()
            if file.language in self.languages
            for definition in file.definitions
            if definition.kind is Kind.NAMESPACE
        )

    def is_space(self, name: str) -> bool:
        """True for the full name of a namespace."""
        return name in self._spaces

    def seen(self, ev: Evaluator, path: str, name: str, *, is_type: bool = False) -> Answer:
        """What a full name stands for in a file: types it includes, functions of the program."""
        places = [
            place
            for place in self.by_full_name.get(name, ())
            if self.kind_of(ev, place) is not Kind.CONSTRUCTOR
            and not (is_type and self.kind_of(ev, place).is_callable)
        ]
        if not places:
            return NOTHING
        if self.is_space(name) and all(
            self.kind_of(ev, place) is Kind.NAMESPACE for place in places
        ):
            return one(("N", name, path))
        around = self.included(path)
        near = [place for place in places if place[0] in around]
        if not near and (before := self.included_before(path)):
            around, near = around | before, [place for place in places if place[0] in before]
        functions = [
            place
            for place in (near or places)
            if self.kind_of(ev, place).is_callable and self._is_open(ev, place, path)
        ]
        if not functions and near:
            functions = [
                place
                for place in places
                if self.kind_of(ev, place).is_callable and self._is_open(ev, place, path)
            ]
        types = [place for place in near if self.kind_of(ev, place).is_classlike]
        if not types and is_type:
            types = self.announced(ev, places, name, around)
        others = [place for place in near if self.kind_of(ev, place) in (Kind.TYPE, Kind.MACRO)]
        declared = [place for place in places if self.kind_of(ev, place).is_callable]
        declared = self.declared_beside(ev, path, functions, declared)
        functions = [*self._linked(functions, path), *self._linked(declared, path)]
        return self.standing_for(ev, [*functions, *(types[:1] or others[:1])])

    def _linked(self, functions: list[Place], path: str) -> list[Place]:
        """Of several functions of a name those that are built with the file, if that can be told.

        They are in the file itself, else in one that includes the header which declares them to
        the file, else in one that shares any header; and of those the ones in the file's folder,
        since what differs from system to system has a folder for each.
        """
        same = [place for place in functions if place[0] == path]
        if same or len(functions) < 2:
            return same or functions
        own = self.included(path) - {path}
        name = self.world.files[functions[0][0]].definitions[functions[0][1]].name
        declaring = {p for p in own if f"p:{name}" in self.world.files[p].binds(MODULE)}
        for headers in (declaring, own):
            if sharing := [place for place in functions if headers & self.included(place[0])]:
                functions = sharing
                break
        folder = posixpath.dirname(path)
        beside = [place for place in functions if posixpath.dirname(place[0]) == folder]
        return beside or functions

    def kind_of(self, ev: Evaluator, place: Place) -> Kind:
        """What a definition is."""
        return ev.file(place[0]).definitions[place[1]].kind or Kind.LAMBDA

    def _is_open(self, ev: Evaluator, place: Place, path: str) -> bool:
        """False for a function that only its own file knows, or, asked from C, C++."""
        is_static = ev.file(place[0]).header(place[1]).known_as == ["static"]
        is_strange = ev.file(path).language == "c" and self.is_header_of_cpp(place[0])
        return not (is_static or is_strange) or place[0] in self.included(path)

    def member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Members; of a namespace those of all its parts; of a field the functions put into it."""
        if owner[0] == "N":
            return c_spaces.member(self, ev, owner, name.removesuffix(METHOD))
        if name[:1] == "#":
            field = places_in_lists.named(ev, owner, name) if owner[0] == "I" else ""
            return ev.member(owner, field) if field else NOTHING
        if owner[0] in "XB" and (added := self.extensions(ev, owner, name)):
            return added
        found = without_makers(ev, super().member(ev, owner, name))
        if owner[0] == "T" and not found:
            return c_below.members(ev, owner, name) or c_given_types.members(ev, owner, name)
        if owner[0] == "I":
            found = c_given_types.with_used(ev, owner, name, found)
            found |= self._put_into(ev, owner, name, found)
        if owner[0] == "B" and owner[1] == "()" and len(owner[2]) == 2 and name in _PAIR:
            return owner[2][_PAIR[name]]  # type: ignore[no-any-return]
        if not found and owner[0] == "I" and not name.startswith("operator"):
            found = self._pointed_to(ev, owner, name)
        if not found and (owner[0] == "B" or (owner[0] == "I" and name in _UNBOXED)):
            return one(("b", name, owner))
        return found

    def read(self, ev: Evaluator, found: Answer) -> Answer:
        """As everywhere; `list.firstObject` is an element."""
        held = [v[2] for v in found if v[0] == "b" and v[1] in _READ_AS_ELEMENT]
        return super().read(ev, found) | union(ev.elements(one(owner)) for owner in held)

    def _pointed_to(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Members of what an object stands for, by its `operator->` or `operator*`."""
        for arrow in (one_ for one_ in _ARROWS if ev.world.named(one_)):
            ways = [v for v in ev.member(owner, arrow) if v[0] == "f"]
            given = union(calls.returns(ev, v) for v in ways)
            others = frozenset(v for v in given if v[0] == "I" and v[1:3] != owner[1:3])
            if found := ev.members(others, name):
                return found
        return NOTHING

    def _put_into(self, ev: Evaluator, owner: Value, name: str, known: Answer) -> Answer:
        """Functions in a field, if it is known to hold one or if nothing is known of it."""
        if not all(self.is_function(ev, v) or (v[0] == "f" and v[3] is None) for v in known):
            return NOTHING
        listed = places_in_lists.functions(ev, self._filled, owner, name, known)
        # The type of a pointer to a function may be hidden by a macro or a name from outside.
        return listed | (
            NOTHING if known else assigned.functions(ev, self._assigned.get(name, []), owner)
        )

    def filled_elsewhere(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """`const Table Parser::rules = {...};`."""
        return assigned.collections(ev, self._assigned.get(name, []), owner)

    @cached_property
    def _filled(self) -> places_in_lists.Filled:
        return places_in_lists.by_place(self.world, self.languages)

    # Classes.

    def instance(self, ev: Evaluator, at: Where | None, kind: Value) -> Value:
        """As everywhere; a template's name within it stands for it with its own parameters."""
        return c_below.within(ev, at, kind) if at is not None else ("I", *kind[1:])

    def own_members(
        self, ev: Evaluator, path: str, ordinal: int, name: str, *, is_type: bool
    ) -> Answer:
        """As everywhere; the name of a constructor stands for the class."""
        return without_makers(ev, super().own_members(ev, path, ordinal, name, is_type=is_type))

    def parts(self, ev: Evaluator, value: Value) -> list[Place]:
        """In Objective-C a class, its extensions and its implementation, wherever they are."""
        own = (value[1], value[2])
        if ev.file(value[1]).language != "objc" and not self.is_objc(ev, own):
            return [own]
        name = ev.definition(value).qualified_name
        same = [
            place
            for place in self.by_full_name.get(name, ())
            if self.is_objc(ev, place) and self.kind_of(ev, place) in (Kind.CLASS, Kind.EXTENSION)
        ]
        if self.kind_of(ev, own) is Kind.INTERFACE:
            return [own]
        return sorted(
            same, key=lambda place: (self.kind_of(ev, place) is not Kind.CLASS, place)
        ) or [own]

    def places(self, ev: Evaluator, value: Value, name: str) -> list[Place]:
        """Members in the class, and those that are defined outside of it."""
        if ev.file(value[1]).language == "objc":
            return super().places(ev, value, name)
        own = ev.definition(value)
        full = f"{own.qualified_name}.{name}"
        return [
            place
            for place in self.by_full_name.get(full, ())
            if self.kind_of(ev, place) is not Kind.CONSTRUCTOR and self.sees(place[0], value[1])
        ]

    def makers(self, ev: Evaluator, value: Value) -> list[Place]:
        """Constructors, in the class or outside of it."""
        own = ev.definition(value)
        return [
            place
            for place in self.by_full_name.get(f"{own.qualified_name}.{own.name}", ())
            if self.kind_of(ev, place) is Kind.CONSTRUCTOR and self.sees(place[0], value[1])
        ]

    def owner(self, ev: Evaluator, path: str, ordinal: int) -> Answer:
        """The class of a method that is defined outside of it."""
        file = ev.file(path)
        if file.header(ordinal).known_as != ["M"]:
            return NOTHING
        name = file.definitions[ordinal].qualified_name.rpartition(".")[0]
        found = self.seen(ev, path, name) if name else NOTHING
        return frozenset(("I", *value[1:]) for value in found if value[0] == "C")

    def header_scope(self, file: FileScopes, ordinal: int) -> int:
        """The types of a method's parameters may be its class's, wherever it stands."""
        is_method = file.header(ordinal).known_as == ["M"]
        return ordinal if is_method else super().header_scope(file, ordinal)

    def instance_of(self, ev: Evaluator, path: str, ordinal: int) -> Answer:
        """`self` in an implementation is of its class."""
        value = ev.named(path, ordinal)
        if value[0] == "C" and ev.file(path).language == "objc":
            return one(("I", *self.parts(ev, value)[0], ()))
        return super().instance_of(ev, path, ordinal)

    # Calls.

    def callees(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        """As everywhere; a base that a constructor names is one of the class's."""
        callee = site[1]
        if isinstance(callee, list) and callee[0] == "B":
            return self.initialised(ev, at, site, callee[1])
        if isinstance(callee, list) and callee[:2] == ["a", GLOBAL]:
            return self.seen(ev, at.path, callee[2]) or self.outside(callee[2])
        found = c_given_types.made(ev, site, super().callees(ev, at, site))
        found = levels.meant(ev, at, site, found)
        if isinstance(callee, str) and not any(value[0] in "fC" for value in found):
            return self.friends(ev, at, site, callee) or self.beside(ev, at, site, callee) or found
        is_new = isinstance(callee, list) and callee[0] == "a" and callee[2] == "new"
        if is_new and not any(value[0] == "f" for value in found):
            made = frozenset(("I", *v[1:]) for v in ev.value(at, callee[1]) if v[0] in "CI")
            return frozenset(v for v in ev.members(made, "init") if v[0] == "f") or found
        return found

    def result(self, ev: Evaluator, at: Where, number: int) -> Answer:
        """What a site gives; `alloc` and the like give an instance, `class` the class."""
        site = ev.site(at.path, at.scope, number)
        if form(site[1]) == "a" and site[1][2] in _OF_ALL_CLASSES:
            kind = "C" if site[1][2] == "class" else "I"
            made = frozenset((kind, *v[1:]) for v in ev.value(at, site[1][1]) if v[0] in "CI")
            if made:
                return made
        return super().result(ev, at, number) or operators.calculated(ev, at, site)

    def builtin_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What methods of containers give."""
        _, name, receiver = callee
        if receiver[0] == "I":
            return one(receiver)
        held = receiver[2]
        if receiver[1] in ("[]", "()", "Map") and held:
            if name in _ITERATOR:
                return builtin("()", *held) if receiver[1] == "Map" else union(held)
            if name in _ELEMENT:
                return held[-1]  # type: ignore[no-any-return]
            return one(receiver)
        return NOTHING

    def callback_parameter(
        self, ev: Evaluator, callee: Value, argument: int, k: int, n: int
    ) -> Answer:
        """What `enumerateObjectsUsingBlock:` gives to its block."""
        _, name, receiver = callee
        if name in _CALLED and k == 0 and receiver[2]:
            return receiver[2][0]  # type: ignore[no-any-return]
        is_of_map = name == "enumerateKeysAndObjectsUsingBlock" and receiver[1] == "Map"
        if is_of_map and k < len(receiver[2]):
            return receiver[2][k]  # type: ignore[no-any-return]
        return NOTHING

    def outside_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What algorithms of the library give."""
        found = c_algorithms.result(ev, at, site, callee)
        return found or super().outside_result(ev, at, site, callee)

    def handed_outside(
        self, ev: Evaluator, at: Where, site: Site, callee: Value, asked: Asked
    ) -> Answer:
        """What they hand to lambdas."""
        return c_algorithms.handed(ev, at, site, callee, asked.k)

    def element(self, ev: Evaluator, value: Value) -> Answer:
        """Elements; of a class with `begin` what that leads to."""
        if value[0] != "I":
            return super().element(ev, value)
        begun = union(calls.returns(ev, v) for v in ev.member(value, "begin") if v[0] == "f")
        # An iterator of the library is taken for what it leads to.
        own = frozenset(v for v in begun if ev.member(v, "operator++"))
        ways = [v for v in ev.members(own, "operator*") if v[0] == "f"]
        return union(calls.returns(ev, way) for way in ways) if ways else begun

    def item(self, ev: Evaluator, value: Value, key: Expression) -> Answer:
        """Subscripts; of a pointer that is taken for what it leads to, itself."""
        if value[0] in "If":
            if isinstance(key, list) and key[0] == "k":
                return NOTHING
            operators = ev.member(value, "operator[]") if value[0] == "I" else NOTHING
            return union(calls.returns(ev, v) for v in operators if v[0] == "f") or one(value)
        return super().item(ev, value, key)

    def returned(self, ev: Evaluator, path: str, ordinal: int, found: Answer) -> Answer:
        """What lambdas give."""
        return found

    def made(self, ev: Evaluator, function: Value) -> Answer:
        """What a function gives."""
        return calls.returns(ev, function)

    def may_be_lost(self, ev: Evaluator, dotted: str, site: Site) -> bool:
        """True if what stands outside of a namespace may belong to it."""
        return lost_names.may_be(ev, dotted, site)

    def generic(self, ev: Evaluator, base: Expression, arguments: list[Answer]) -> Answer:
        """Types of the library; `std::function` is a function."""
        name = type_name(base)
        if name == "function":
            return arguments[0] if arguments else NOTHING
        if name in ("pair", "tuple"):
            return builtin("()", *arguments)
        return super().generic(ev, base, arguments)
