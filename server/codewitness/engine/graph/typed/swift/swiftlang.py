"""Swift: one module for all files, extensions, labels; optionals count as their value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls, classes, kept, levels
from codewitness.engine.graph.typed.calls import takes
from codewitness.engine.graph.typed.outlines import from_outlines
from codewitness.engine.graph.typed.packages import PackageRules, Place
from codewitness.engine.graph.typed.swift import swift_collections, swift_implicit
from codewitness.engine.graph.typed.swift.swift_collections import ON_OPTIONALS
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, builtin, one, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import OBSERVED, WRAPPED, Parameter, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

# Types of the library, each with protocols that it keeps, the nearest first.
_SEQUENCES = ("RangeReplaceableCollection", "RandomAccessCollection", "MutableCollection")
_KEPT = ("BidirectionalCollection", "Collection", "Sequence")
_PROTOCOLS = {
    "Array": (*_SEQUENCES, *_KEPT),
    "Dictionary": _KEPT[1:],
    "String": ("StringProtocol", _SEQUENCES[0], *_KEPT),
}
_NAMES = {"[]": "Array", "Map": "Dictionary"}
_CONCRETE = frozenset(("Array", "Dictionary", "String", "Int", "Double", "Bool"))
_TARGET = re.compile(r"(?:^|/)Sources/([^/]+)/")


class SwiftRules(PackageRules):
    """Swift."""

    languages = frozenset(("swift",))
    constructs_by_call = True
    made_by_none = frozenset({Kind.TYPE})  # a protocol may ask for `init`
    operators_take_both = True
    call_operator = "callAsFunction"
    labels_tell = True
    lists = frozenset(
        ["Array", "Set", "ArraySlice", "ContiguousArray", "Sequence", "Collection", "AnySequence"]
    )
    maps = frozenset(("Dictionary",))
    boxes = frozenset(["Optional", "Published", "Binding", "State", "ObservedObject", "Weak"])

    def package(self, path: str) -> str:
        """All files are taken for one module."""
        return ""

    def contexts(self, ev: Evaluator, at: Where) -> Iterator[str]:
        """Types around, then all names."""
        if at.scope != MODULE:
            space = ev.file(at.path).definitions[at.scope].qualified_name
            while "." in space:
                space = space.rpartition(".")[0]
                yield space
        yield ""

    def parts(self, ev: Evaluator, value: Value) -> list[Place]:
        """A type and its extensions, whatever file they are in."""
        own = (value[1], value[2])
        if self.is_local(*own):
            return [own]
        name = ev.definition(value).qualified_name
        same = [
            place
            for place in self.by_full_name.get(name, ())
            if ev.file(place[0]).definitions[place[1]].is_class
        ]
        return sorted(same, key=lambda p: (self._is_extension(ev, p), p)) or [own]

    def _is_extension(self, ev: Evaluator, place: Place) -> bool:
        return ev.file(place[0]).definitions[place[1]].kind is Kind.EXTENSION

    def instance_of(self, ev: Evaluator, path: str, ordinal: int) -> Answer:
        """`self` in an extension is of its type."""
        value = ev.named(path, ordinal)
        if value[0] == "C" and self._is_extension(ev, (path, ordinal)):
            first = self.parts(ev, value)[0]
            if self._is_extension(ev, first):
                name = ev.definition(value).name
                from codewitness.engine.graph.typed.evaluate import Where

                told = ev.file(path).header(ordinal).known_as
                where = Where(path, ev.file(path).parent(ordinal), ordinal)
                is_told = isinstance(told, list) and told[:1] == ["W"]
                held = [ev.type(where, told[1])] if is_told else []
                return self.generic(ev, name, held) or builtin(name)
            return super().instance_of(ev, *first)
        return super().instance_of(ev, path, ordinal)

    def places(self, ev: Evaluator, value: Value, name: str) -> list[Place]:
        """Members; what a protocol asks for hides what an extension of it does by default."""
        found = super().places(ev, value, name)
        asked = [self._labels(ev, place) for place in found if self._is_asked_for(ev, place)]
        return [
            place
            for place in found
            if self._is_asked_for(ev, place) or self._labels(ev, place) not in asked
        ]

    def _is_asked_for(self, ev: Evaluator, place: Place) -> bool:
        file = ev.file(place[0])
        parent = file.parent(place[1])
        return parent != MODULE and file.definitions[parent].kind is Kind.INTERFACE

    def _labels(self, ev: Evaluator, place: Place) -> list[str]:
        parameters = ev.file(place[0]).header(place[1]).parameters
        return [parameter.kind.removeprefix("?") for parameter in parameters]

    def accessors(self, ev: Evaluator, owner: Value, name: str) -> list[Value]:
        """Properties that are computed; what only watches its changes is not run by a read."""
        return [
            value
            for value in super().accessors(ev, owner, name)
            if ev.file(value[1]).header(value[2]).known_as != OBSERVED
        ] or self._of_wrapper(ev, owner, name)

    def setters(self, ev: Evaluator, owner: Value, name: str) -> list[Value]:
        """Properties that are computed, and those that watch their changes."""
        return super().accessors(ev, owner, name) or self._of_wrapper(ev, owner, name)

    def _of_wrapper(self, ev: Evaluator, owner: Value, name: str) -> list[Value]:
        """What reading or setting a property runs that its attribute wraps."""
        from codewitness.engine.graph.typed.evaluate import Where

        if owner[0] not in "ICS" or name not in ev.world.delegated_names:
            return []
        plain, way = name.removeprefix("$"), "projectedValue" if name[0] == "$" else "wrappedValue"
        for kind in (owner, *sorted(ev.bases(owner), key=repr)):
            for path, ordinal in self.parts(ev, kind) if kind[0] in "ICS" else ():
                for target, made in ev.file(path).flow(ordinal).binds:
                    if target == [WRAPPED, plain]:
                        held = ev.value(Where(path, ordinal), made)
                        return [one_ for v in held for one_ in classes.accessors(ev, v, way)]
        return []

    def extensions(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Methods that extensions give to types from outside."""
        plain = name.removesuffix(METHOD)
        kind = self._name_of(owner)
        if owner[0] == "X":
            kind = owner[1].removesuffix("()").rpartition(".")[2]
        for one_ in (kind, *_PROTOCOLS.get(kind, ())) if kind else ():
            places = self.by_full_name.get(f"{one_}.{plain}", ())
            found = [p for p in places if ev.file(p[0]).definitions[p[1]].is_callable]
            if found:
                return frozenset(("f", *place, owner, owner) for place in found)
        return NOTHING

    def may_extend(self, ev: Evaluator, at: Where, owners: Answer, site: Site) -> bool:
        """True if an extension may be meant, of a protocol that what is not ours may keep."""
        own = {self._name_of(owner) for owner in owners}
        return any(
            takes(ev, ("f", path, place, None, None), site)
            and self._may_be_for(ev, ev.named(path, ev.file(path).parent(place)), own)
            for path, place in self.extending(ev, site[1][2])
        )

    def _may_be_for(self, ev: Evaluator, extension: Value, own: set[str]) -> bool:
        """False for an extension of a type that it is known not to be, or that is ours."""
        first = ev.definition(("C", *self.parts(ev, extension)[0], ()))
        if first.kind not in (Kind.EXTENSION, Kind.INTERFACE):
            return False
        return first.name in own or not (own <= _CONCRETE and first.name in _CONCRETE)

    def _name_of(self, owner: Value) -> str:
        name: str = owner[1] if owner[0] == "B" else ""
        return _NAMES.get(name, name)

    def taking_implicit(
        self, ev: Evaluator, at: Where, site: Site, functions: list[Value]
    ) -> list[Value]:
        """Those whose parameters are of types that have what `.name` is a member of."""
        return swift_implicit.taking(ev, at, site, functions)

    def extending(self, ev: Evaluator, name: str) -> list[Place]:
        """Methods of extensions."""
        return [
            (path, place)
            for path, place in ev.world.named(name)
            if ev.file(path).definitions[place].is_callable
            and (parent := ev.file(path).parent(place)) != MODULE
            and self._is_extension(ev, (path, parent))
        ]

    def member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Members; `init` of a class is its constructor, `first` of an array an element."""
        if owner[0] == "X" and owner[1] in self._targets:
            if own := self._of_target(ev, owner[1], name):
                return own
        if owner[0] == "X" and (put := self.extensions(ev, owner, name)):
            return put
        plain = name.removesuffix(METHOD)
        if plain in ("init", "self", "shared"):
            if plain == "init" and owner[0] in "CI":
                return one(("C", *owner[1:]))
            if plain == "self":
                return one(owner)
        if owner[0] == "B" and owner[2] and plain == name:
            if (part := swift_collections.member(owner, name)) is not None:
                return part
        found = super().member(ev, owner, name)
        if owner[0] in "IfF" and plain in ON_OPTIONALS and all(v[0] == "X" for v in found):
            return one(("b", name, owner)) if plain != name else found
        if owner[0] == "I" and ev.definition(owner).kind is not Kind.INTERFACE:
            found = frozenset(self._by_default(ev, value, plain) for value in found)
        is_listed = name == "allCases" and all(value[0] == "X" for value in found)
        if is_listed and owner[0] in "CI" and ev.definition(owner).kind is Kind.ENUM:
            return builtin("[]", one(("I", *owner[1:])))
        return found

    @from_outlines
    def _targets(self) -> frozenset[str]:
        """Names of the modules whose sources have a folder: `Sources/Kit/...`."""
        found = (_TARGET.search(path) for path in self.world.files)
        return frozenset(target[1] for target in found if target is not None)

    def _of_target(self, ev: Evaluator, target: str, name: str) -> Answer:
        """What stands outside of types in the module of this name: `Kit.label()`."""
        plain = name.removesuffix(METHOD)
        places = [
            place
            for place in self.by_full_name.get(plain, ())
            if (told := _TARGET.search(place[0])) is not None and told[1] == target
        ]
        return self.standing_for(ev, places)

    def head(self, ev: Evaluator, path: str, ordinal: int) -> list[Parameter]:
        """As everywhere; a structure without `init` is made of what it declares: of functions."""
        from codewitness.engine.graph.typed.evaluate import Where as Place

        file = ev.file(path)
        is_made = file.definitions[ordinal].kind is Kind.STRUCT
        if not is_made or (ordinal, "init") in file.members:
            return super().head(ev, path, ordinal)
        at = Place(path, ordinal)
        return [
            Parameter(target, f"={target}", value[1], None)
            for target, value in file.flow(ordinal).binds
            if isinstance(target, str) and form(value) == "y"
            if any(one_[0] == "F" for one_ in ev.type(at, value[1]))
        ]

    def _by_default(self, ev: Evaluator, value: Value, name: str) -> Value:
        """What a type runs that leaves it to its protocol: what an extension of that does."""
        if value[0] != "f" or not self._is_asked_for(ev, (value[1], value[2])):
            return value
        file = ev.file(value[1])
        protocol = ev.named(value[1], file.parent(value[2]))
        labels = self._labels(ev, (value[1], value[2]))
        for place in super().places(ev, protocol, name):
            if not self._is_asked_for(ev, place) and self._labels(ev, place) == labels:
                return (value[0], *place, *value[3:])
        return value

    def callees(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        """What a site calls; `.name()` by what the call expects that it is given to."""
        if form(site[1]) == "a" and site[1][1] == ["T", None]:
            name = site[1][2]
            kinds = swift_implicit.expected(ev, at, site)
            found = [ev.member(kind, name + METHOD) or ev.member(kind, name) for kind in kinds]
            return calls.chosen(ev, union(found), site)
        return levels.meant(ev, at, site, super().callees(ev, at, site))

    def result(self, ev: Evaluator, at: Where, number: int) -> Answer:
        """What a site gives; a case of an enumeration that holds something is one of it."""
        found = super().result(ev, at, number)
        if found or not isinstance(ev.site(at.path, at.scope, number)[1], list):
            return found
        return frozenset(
            value
            for value in ev.callees(at.path, at.scope, number)
            if value[0] == "I" and ev.definition(value).kind is Kind.ENUM
        )

    def outside_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """Collections that are made of others."""
        labels = dict(zip(site[5][::2], site[5][1::2], strict=False)) if len(site) > 5 else {}
        if callee[1] == "Dictionary" and "grouping" in labels:
            held = ev.elements(ev.value(at, labels["grouping"]))
            return builtin("Map", NOTHING, builtin("[]", held))
        if callee[1] in ("Array", "Set", "ContiguousArray") and len(site) > 4 and site[4]:
            return builtin("[]", ev.elements(ev.value(at, site[4][0])))
        if callee[1] == "Dictionary" and "uniqueKeysWithValues" in labels:
            return kept.mapped(ev.value(at, labels["uniqueKeysWithValues"]))
        if callee[1] == "zip" and len(site[4]) == 2:
            return builtin("[]", builtin("()", *(ev.elements(ev.value(at, v)) for v in site[4])))
        return super().outside_result(ev, at, site, callee)

    def builtin_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What methods of collections give."""
        _, name, receiver = callee
        name = name.removesuffix(METHOD)
        return swift_collections.result(ev, at, name, receiver, site)

    def callback_parameter(
        self, ev: Evaluator, callee: Value, argument: int, k: int, n: int
    ) -> Answer:
        """What methods of collections give to the closures that they are given."""
        _, name, receiver = callee
        name = name.removesuffix(METHOD)
        return swift_collections.handed(name, receiver, k, n)
