"""Java and Kotlin, which call each other."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls, classes, levels
from codewitness.engine.graph.typed.jvm import (
    boxed,
    companions,
    delegates,
    jvm_collections,
    jvm_functions,
    jvm_written,
    kotlin_extensions,
    kotlin_properties,
    kotlin_visible,
    member_extensions,
    nested_functions,
    receivers,
)
from codewitness.engine.graph.typed.jvm.default_package import WithDefaultPackage
from codewitness.engine.graph.typed.jvm.jvm_library import (
    BOXES,
    CAUSE,
    FAILED,
    HELD,
    HOLDING,
    LISTED,
    LISTING,
    LISTS,
    LITERALS,
    MAPPED,
    MAPS,
    OF_BOXES,
    OF_FUNCTIONS,
    PAIR,
    SCOPED,
    THROWABLE,
    THROWN,
    TUPLE_TYPES,
    TUPLES,
    UNBOXED,
    UNCHANGED,
    has_no_more,
    is_plain,
    is_telling,
    plain_given,
    scoping,
)
from codewitness.engine.graph.typed.jvm.kotlin_visible import names_of
from codewitness.engine.graph.typed.outlines import from_outlines
from codewitness.engine.graph.typed.packages import Place, type_name
from codewitness.engine.graph.typed.parameters import receiver
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import (
    CALLING_OF_JVM,
    METHOD,
    Asked,
    Value,
    builtin,
    one,
    substituted,
    union,
)
from codewitness.engine.graph.typed.world import MODULE, bears_name_of_base
from codewitness.model.facts import Kind, join_name
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where


COMPONENT = "component"  # before a number: what destructuring calls
# Types of Kotlin that are no functions.
_PLAIN = frozenset(("X", name) for name in ("Boolean", "Int", "Long", "Double", "Char", "String"))


def _is_of_others(ev: Evaluator, function: Value, name: str, records: set[Value]) -> bool:
    """True for a method of this name that is written, of what is none of these records."""
    is_method = ev.definition(function).name == name and function[4] is not None
    return is_method and function[4][:3] not in records


class JvmRules(WithDefaultPackage):
    """Java and Kotlin."""

    languages = frozenset(("java", "kotlin"))
    constructs_by_call = True
    call_operator = "invoke"
    receivers_by_context = True
    calling = CALLING_OF_JVM
    literals = LITERALS
    lists, maps, boxes, tuples = LISTS, MAPS, BOXES, TUPLE_TYPES

    def free_name(self, ev: Evaluator, at: Where, name: str, *, is_type: bool) -> Answer:
        """As in all packages; `UtilKt` stands for the functions of Util.kt."""
        if name.endswith("Kt") and ev.file(at.path).language == "java":
            package = self.package(at.path)
            stem = f"{name.removesuffix('Kt')}.kt"
            for path in self.paths_by_package.get(package, ()):
                if posixpath.basename(path) == stem:
                    return one(("N", package))
        if name == jvm_written.ENTRIES and (own := jvm_written.entries_around(ev, at)):
            return own
        if name == CAUSE and THROWN in (found := ev.members(ev.this(at), name)):
            return found
        return super().free_name(ev, at, name, is_type=is_type)

    def of_star(self, ev: Evaluator, star: str, name: str) -> Answer:
        """Names of a package, or static ones of a class."""
        return self.full(ev, join_name(star, name)) or ev.members(self.full(ev, star), name)

    def member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Members; those of a companion are those of its class."""
        if (owner[0], name) in (("S", "INSTANCE"), ("C", "Companion"), ("C", "class")):
            return one(owner)
        if name.startswith(COMPONENT) and name[len(COMPONENT) :].isdecimal():
            return self._component(ev, owner, name)
        if name == CAUSE and owner[0] == "X" and owner[1].endswith(THROWABLE):
            return one(THROWN)
        found = jvm_written.completed(ev, owner, name, super().member(ev, owner, name))
        if owner[0] == "I" and all(value[0] == "X" for value in found):
            found = self._of_head(ev, owner, name) or found
            found = found or (one(("b", name, owner)) if name in HELD else NOTHING)
        if owner[0] in "IS":
            found |= delegates.members(ev, owner, name)
        if not found and owner[0] in "CI":
            found = self._of_companion(ev, owner, name)
        if owner[0] == "X" and (put := self.extensions(ev, owner, name)):
            return put
        plain = name.removesuffix(METHOD)
        if owner[0] == "C" and plain != name and all(value[0] == "X" for value in found):
            # A class within it is not what a base of elsewhere may have by its name.
            inner = frozenset(v for v in classes.own_members(ev, owner, plain) if v[0] == "C")
            found = inner or found
        if owner[0] == "C" and not found and plain in self.calling:  # `Guide::new`
            return one(owner)
        if owner[0] in "If":
            is_boxed = owner[0] == "I" and has_no_more(found)
            is_boxed = is_boxed and plain != name and plain in OF_BOXES
            if is_boxed or plain in scoping(owner[0], {value[0] for value in found}):
                return one(("b", name, owner))
        return found

    def read(self, ev: Evaluator, found: Answer) -> Answer:
        """As everywhere; what a box holds is the box itself."""
        held = (v[2] if v[0] == "b" and v[1] in HELD and v[2][0] == "I" else v for v in found)
        return super().read(ev, frozenset(held))

    def _component(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """What `val (a, b) = owner` gives to one of the names."""
        at = int(name[len(COMPONENT) :]) - 1
        if owner[0] == "B":
            held = owner[2]
            if owner[1] == "()":
                return held[at] if at < len(held) else NOTHING
            return union(held) if owner[1] == "[]" else NOTHING
        if owner[0] != "I":
            return NOTHING
        if own := [v for v in super().member(ev, owner, name + METHOD) if v[0] == "f"]:
            return union(calls.returns(ev, value) for value in own)
        fields = ev.file(owner[1]).header(owner[2]).parameters
        return ev.members(one(owner), fields[at].name) if at < len(fields) else NOTHING

    def _of_head(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """What Kotlin's class without a body declares in its head."""
        file, ordinal = ev.file(owner[1]), owner[2]
        if file.language != "kotlin" or file.definitions[ordinal].n_flow:
            return NOTHING
        names = [parameter.name for parameter in file.header(ordinal).parameters]
        if name not in names:
            return NOTHING
        given = ev.parameter(owner[1], ordinal, names.index(name))
        return substituted(given, ev.arguments(owner))

    def builtin_member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Properties of pairs and maps; any other member is a method."""
        held = owner[2]
        if owner[1] == "()" and PAIR.get(name, len(held)) < len(held):
            return held[PAIR[name]]  # type: ignore[no-any-return]
        if len(held) == 2 and owner[1] == "Map" and name in ("keys", "values"):
            return builtin("[]", held[name == "values"])
        if len(held) == 2 and owner[1] == "Map" and name == "entries":
            return builtin("[]", builtin("()", *held))
        return super().builtin_member(ev, owner, name)

    def _of_companion(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        file = ev.file(owner[1])
        return union(
            ev.members(one(("S", owner[1], child)), name)
            for child in file.children.get(owner[2], ())
            if levels.is_companion(file, child)
        ) or ev.members(companions.bases(ev, owner), name)

    @from_outlines
    def _beside_classes(self) -> dict[str, list[Place]]:
        """Places of what Kotlin defines outside of classes, by name."""
        found: dict[str, list[Place]] = {}
        for path, file in self.world.files.items():
            if file.language == "kotlin":
                for ordinal in file.children.get(MODULE, ()):
                    found.setdefault(file.definitions[ordinal].name, []).append((path, ordinal))
        return found

    def extensions(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Kotlin's functions that are declared for a class."""
        plain = name.removesuffix(METHOD)
        names = [plain, *sorted(ev.world.originals.get(plain, ()))]  # `import a.trim as cut`
        places = [place for one_ in names for place in self._beside_classes.get(one_, ())]
        return kotlin_extensions.of_object(ev, owner, places) if places else NOTHING

    def places(self, ev: Evaluator, value: Value, name: str) -> list[tuple[str, int]]:
        """Members; none of its own are functions for objects of others, and classes without names.

        These are called as what they stand on.
        """
        return [
            (path, place)
            for path, place in super().places(ev, value, name)
            if not self._is_extension(ev, path, place)
            and not bears_name_of_base(ev.file(path), place)
        ]

    def _is_extension(self, ev: Evaluator, path: str, place: int) -> bool:
        file = ev.file(path)
        is_function = file.language == "kotlin" and file.definitions[place].is_callable
        return is_function and file.header(place).known_as is not None

    def callees(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        """As everywhere; of the classes around also what they have for objects of another one."""
        found = super().callees(ev, at, site)
        callee = site[1]
        if ev.file(at.path).language == "kotlin":
            found = kotlin_visible.visible(ev, at.path, found, self._imported, self.package)
            found = kotlin_properties.meant(ev, at, callee, levels.meant(ev, at, site, found))
            found = companions.instead(ev, at, site, companions.of_arity(ev, at, site, found))
        if form(callee) == "v" and (hidden := self._hidden(ev, at, site, callee[1], found)):
            return hidden
        if any(value[0] == "f" for value in found):
            if records := self._giving_fields(ev, at, callee):
                name = callee[2]
                found = frozenset(
                    v for v in found if v[0] != "f" or _is_of_others(ev, v, name, records)
                )
        if form(callee) != "a" or any(value[0] in "fCI" for value in found):
            return found
        return member_extensions.functions(ev, at, callee, self._is_extension) or found

    def _hidden(self, ev: Evaluator, at: Where, site: Site, name: str, found: Answer) -> Answer:
        """In Kotlin the function beside which a local variable of its name is no function."""
        if ev.file(at.path).language != "kotlin" or not found or not ev.world.named(name):
            return NOTHING
        if any(value[0] not in "BI" and value not in _PLAIN for value in found):
            return NOTHING
        if any(value[0] == "f" for value in ev.members(found, f"invoke{METHOD}")):
            return NOTHING
        functions = frozenset(v for v in ev.look_up(at, name + METHOD) if v[0] == "f")
        return calls.chosen(ev, functions, site)

    def _giving_fields(self, ev: Evaluator, at: Where, callee: Expression) -> set[Value]:
        """Of what a method is called on the records of Java that have it for a field, unwritten."""
        if ev.file(at.path).language != "java" or form(callee) != "a":
            return set()
        return {
            owner[:3]
            for owner in ev.owners(at, callee[1])
            if owner[0] == "I"
            if callee[2] in (one_.name for one_ in ev.file(owner[1]).header(owner[2]).parameters)
            and not self.places(ev, owner, callee[2])
        }

    def accessors(self, ev: Evaluator, owner: Value, name: str) -> list[Value]:
        """Properties of the class, or that extend it, which have code to read them."""
        found = self._with_code(ev, owner, name, "get")
        if owner[0] in "XB":
            return found
        return found or delegates.accessors(ev, owner, name, delegates.GETTING)

    def setters(self, ev: Evaluator, owner: Value, name: str) -> list[Value]:
        """Those that have code to set them, which may have a name of its own: `width.set`."""
        found = self._with_code(ev, owner, name, "set")
        for path, ordinal in self.parts(ev, owner) if not found else ():
            file = ev.file(path)
            found += (
                ("f", path, place, owner, owner)
                for place in file.members.get((ordinal, "set"), ())
                if file.definitions[place].qualified_name.endswith(f".{name}.set")
            )
        return found or delegates.accessors(ev, owner, name, delegates.SETTING)

    def _with_code(self, ev: Evaluator, owner: Value, name: str, way: str) -> list[Value]:
        added = [
            ("f", path, place, owner, owner)
            for path, place in ev.world.named(name)
            if self._extends(ev, path, place, owner)
        ]
        return [
            value
            for value in super().accessors(ev, owner, name) or added
            if way in ev.file(value[1]).header(value[2]).bases
        ]

    def _extends(self, ev: Evaluator, path: str, place: int, owner: Value) -> bool:
        definition = ev.file(path).definitions[place]
        is_outer = definition.kind is Kind.PROPERTY and ev.file(path).parent(place) == MODULE
        around = definition.qualified_name.rpartition(".")[0]
        return is_outer and bool(around) and around in names_of(ev, owner)

    def promised(self, ev: Evaluator, value: Value) -> list[Value]:
        """What an interface of one method without code of its own promises."""
        if ev.definition(value).kind is not Kind.INTERFACE:
            return []
        found = [
            ("f", path, place, value, value)
            for path, ordinal in self.parts(ev, value)
            for place in ev.file(path).children.get(ordinal, ())
            if ev.file(path).definitions[place].kind is Kind.METHOD
            and not ev.file(path).definitions[place].n_flow
        ]
        return found if len(found) == 1 else []

    def extending(self, ev: Evaluator, name: str) -> list[tuple[str, int]]:
        """Kotlin's functions that are declared for a class."""
        return [
            (path, place)
            for path, place in ev.world.named(name)
            if ev.file(path).language == "kotlin"
            and ev.file(path).definitions[place].is_callable
            and ev.file(path).header(place).known_as is not None
        ]

    @from_outlines
    def _imported(self) -> kotlin_visible.Imported:
        return {}

    def sees_extension(self, ev: Evaluator, path: str, place: Place) -> bool:
        """False for Kotlin's extensions of other packages that a file does not import."""
        return kotlin_visible.is_visible(ev, path, place, self._imported, self.package)

    def may_extend(self, ev: Evaluator, at: Where, owners: Answer, site: Site) -> bool:
        """True if a function may be meant that is declared for a class from elsewhere."""
        if ev.file(at.path).language != "kotlin" or all(map(is_plain, owners)):
            return False
        places = [p for p in self.extending(ev, site[1][2]) if self.sees_extension(ev, at.path, p)]
        return any(calls.takes(ev, ("f", *place, None, "extension"), site) for place in places)

    def owner(self, ev: Evaluator, path: str, ordinal: int) -> Answer:
        """`this` of an extension."""
        known_as = ev.file(path).header(ordinal).known_as
        if known_as is None:
            file = ev.file(path)
            is_closure = file.definitions[ordinal].kind is Kind.LAMBDA
            is_kotlin = file.language == "kotlin"
            return receiver(ev, path, ordinal) if is_closure and is_kotlin else NOTHING
        from codewitness.engine.graph.typed.evaluate import Where as Place

        if isinstance(known_as, list) and known_as[0] == "R":
            if receivers.is_given_to_own(ev, path, ordinal):
                return receiver(ev, path, ordinal)
            return ev.value(Place(path, ev.file(path).parent(ordinal)), known_as[1])
        return ev.type(Place(path, ev.file(path).parent(ordinal), ordinal), known_as)

    def asked(self, ev: Evaluator, at: Where, callee: Expression) -> Answer:
        """As everywhere; before a dot stands a class, and not a function of its name."""
        found = super().asked(ev, at, callee)
        return found | companions.named(ev, at, callee[1], found)

    def labelled(self, ev: Evaluator, at: Where, label: Expression) -> Answer:
        """`this@name` in Kotlin."""
        return receivers.labelled(ev, at, label) if isinstance(label, str) else NOTHING

    def may_be_own(self, dotted: str) -> bool:
        """What a call gave; of Java's own library, what hands out what it was given."""
        return super().may_be_own(dotted) and not is_telling(dotted)

    def may_run_on(self, ev: Evaluator, at: Where) -> bool:
        """True in a closure of Kotlin that runs on something of which nothing is known."""
        return receivers.may_be_unknown(ev, at)

    def result(self, ev: Evaluator, at: Where, number: int) -> Answer:
        """What a site gives; the methods that records have for their fields are the fields."""
        callee = ev.site(at.path, at.scope, number)[1]
        if form(callee) == "a" and self._giving_fields(ev, at, callee):
            return ev.members(ev.owners(at, callee[1]), callee[2])
        found = super().result(ev, at, number)
        if all(value[0] == "X" for value in found):
            found = jvm_written.given(ev, at, callee) or found
        if not found and ev.file(at.path).language == "java":
            callees = ev.callees(at.path, at.scope, number)
            return frozenset(value for value in callees if value[0] in "IB")
        return found

    def makes_itself(self, ev: Evaluator, value: Value, site: Site) -> bool:
        """Kotlin's primary constructor, if it takes the arguments."""
        file = ev.file(value[1])
        if file.language != "kotlin" or not file.header(value[2]).parameters:
            return False
        return calls.takes(ev, ("f", value[1], value[2]), site)

    def handed_outside(
        self, ev: Evaluator, at: Where, site: Site, callee: Value, asked: Asked
    ) -> Answer:
        """What functions take that are given to what makes comparators and collectors."""
        return nested_functions.handed(ev, at, site, callee, asked)

    def outside_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """Collections that the library makes of its arguments."""
        outer, _, name = callee[1].removesuffix(METHOD).rpartition(".")
        kind = outer.rpartition(".")[2]
        given = union(ev.value(at, one_) for one_ in (site[4] if len(site) > 4 else ()))
        types = [ev.type(at, one_) for one_ in site[6]] if len(site) > 6 else []
        if name == "valueOf" and kind in boxed.BOXES:
            return one(("X", kind))
        if text := plain_given(kind, name):
            return builtin(text)
        is_handed = name in jvm_written.REQUIRED or (kind, name) == ("Arrays", "stream")
        if is_handed or (kind == "Optional" and name in HOLDING):
            return given
        if callee[1] == "runCatching":
            return one(("X", "Result"))
        if name in jvm_written.RUNNING:
            return jvm_collections.given_back(ev, at, site[4] if len(site) > 4 else [])
        if kind.endswith("Map") and name in ("of", "ofEntries", "entry", "copyOf"):
            return jvm_collections.map_of(ev, at, name, site[4])
        if name in TUPLES and len(site[4]) > 1:
            return builtin("()", *(ev.value(at, part) for part in site[4]))
        if name in LISTED and (kind in LISTING if name in ("of", "asList") else not kind):
            return builtin("[]", given | union(types))
        if name in MAPPED and not kind and len(types) == 2 and not given:
            return builtin("Map", *types)
        if name in MAPPED and not kind:
            pairs = [value for value in given if value[:2] == ("B", "()") and len(value[2]) == 2]
            keys, held = (union(pair[2][k] for pair in pairs) for k in (0, 1))
            return builtin("Map", keys, held)
        return super().outside_result(ev, at, site, callee)

    def builtin_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What methods of collections give."""
        _, name, receiver = callee
        name = name.removesuffix(METHOD)
        given = site[4] if len(site) > 4 else []
        if name in UNCHANGED:
            return one(receiver)
        if receiver[0] != "B":
            is_same = name in UNBOXED and name not in SCOPED
            return one(receiver) if is_same else jvm_collections.given_back(ev, at, given)
        if receiver[1] == "String":
            return builtin(text) if (text := plain_given("String", name)) else NOTHING
        return jvm_collections.result(ev, at, name, receiver, given)

    def generic(self, ev: Evaluator, base: Expression, arguments: list[Answer]) -> Answer:
        """Types of the library, by what they hold, or what they take and give as functions."""
        found = super().generic(ev, base, arguments)
        return found or jvm_functions.of_type(type_name(base), arguments)

    def is_function(self, ev: Evaluator, value: Value) -> bool:
        """Functions, also of a type of the library."""
        return value[0] == "F" or (value[0] == "X" and OF_FUNCTIONS.search(value[1]) is not None)

    def callback_parameter(
        self, ev: Evaluator, callee: Value, argument: int, k: int, n: int
    ) -> Answer:
        """What methods of collections give to the functions that they are given."""
        _, name, receiver = callee
        name = name.removesuffix(METHOD)
        if receiver[0] != "B":
            is_given = (name in SCOPED or name in OF_BOXES) and name not in FAILED and k == 0
            return one(receiver) if is_given else NOTHING
        return jvm_collections.handed(name, receiver, k, n)

    def item(self, ev: Evaluator, value: Value, key: object) -> Answer:
        """Subscripts of collections, and of classes with `get`."""
        if value[0] == "I":
            found = ev.member(value, "get" + METHOD)
            own = [one_ for one_ in found if one_[0] == "f"]
            if not own:
                return union(self.item(ev, base, key) for base in ev.bases(value))
            return union(calls.returns(ev, one_) for one_ in own)
        return super().item(ev, value, key)

    def element(self, ev: Evaluator, value: Value) -> Answer:
        """Elements of collections, and of classes that say what they iterate over."""
        if value[0] == "I":
            ways = (v for v in ev.member(value, "iterator" + METHOD) if v[0] == "f")
            given = union(ev.elements(calls.returns(ev, way)) for way in ways)
            return given or union(self.element(ev, base) for base in ev.bases(value))
        if value[0] in "BX" and value[1] == "String":
            return builtin("Char")
        return super().element(ev, value)

    def awaited(self, ev: Evaluator, value: Value) -> Answer:
        """What a property is that this object stands for."""
        return delegates.given(ev, value)
