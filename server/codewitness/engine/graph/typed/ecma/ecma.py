"""JavaScript and TypeScript: modules, and what their own library gives and calls back."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import assigned, calls, classes, folding
from codewitness.engine.graph.typed.ecma import ecma_keys, ecma_likenesses, ecma_tables
from codewitness.engine.graph.typed.ecma import ecma_prototypes as prototypes
from codewitness.engine.graph.typed.ecma.ecma_levels import is_in_static, of_level
from codewitness.engine.graph.typed.ecma.ecma_scripts import Scripts
from codewitness.engine.graph.typed.rules import Rules
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import (
    CALLED_WITH_ELEMENT,
    METHOD,
    Value,
    builtin,
    one,
    union,
)
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import (
    MAKER,
    OF_ASSIGNED,
    OF_OBJECT,
    OF_TYPE,
    Expression,
    Site,
    form,
    key_said,
)
from codewitness.syntax.languages.ecma_bound import WRAPPING

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

# Types of the library by what they hold: elements; a key and elements; what is awaited.
_SEQUENCES = frozenset(
    [
        "Array",
        "ReadonlyArray",
        "Set",
        "ReadonlySet",
        "WeakSet",
        "Iterable",
        "IterableIterator",
        "Iterator",
        "Generator",
        "AsyncIterable",
        "AsyncIterableIterator",
        "AsyncGenerator",
        "ArrayLike",
    ]
)
_MAPPINGS = frozenset(["Map", "WeakMap", "ReadonlyMap", "Record"])
_AWAITED = frozenset(("Promise", "PromiseLike"))
# Types that stand for the type that they are given.
_SAME = frozenset(
    [
        "Partial",
        "Required",
        "Readonly",
        "NonNullable",
        "Pick",
        "Omit",
        "Awaited",
        "Exclude",
        "Extract",
        "ThisType",
        "NoInfer",
        "DeepReadonly",
        "WeakRef",
    ]
)

_TEXT = builtin("string")
_COLLECTIONS = frozenset(("Map", "WeakMap", "Set", "WeakSet"))
_KNOWN = _COLLECTIONS | frozenset(
    [
        "Object.create",
        "Object.freeze",
        "Object.seal",
        "Object.assign",
        "Object.entries",
        "Object.values",
        "Promise.resolve",
        "Promise.all",
        "Promise.allSettled",
        "Promise.race",
        "Promise.any",
        "Array.from",
    ]
)
# Types of libraries whose values are called.
_OF_FUNCTIONS = re.compile(
    r"(?:^|\.)(?:Function|FC|VFC|FunctionComponent|ComponentType|ElementType|\w*(?:Handler|Callback|Listener))$"
)
_ELEMENT = frozenset(["pop", "shift", "find", "findLast", "at"])
_SEQUENCE = frozenset(
    [
        "filter",
        "slice",
        "concat",
        "reverse",
        "sort",
        "splice",
        "fill",
        "values",
        "toSorted",
        "toReversed",
        "with",
        "add",
    ]
)


class EcmaRules(Rules):
    """JavaScript, TypeScript and their dialects with elements."""

    names_of_content = frozenset()
    languages = frozenset(("javascript", "typescript", "tsx"))
    sets_in_constructors = True
    drops_arguments = True

    def held_types(self, ev: Evaluator, kinds: Answer, of: str = "") -> Answer:
        """Elements, or what a type lists under all of its keys."""
        return ecma_keys.listed(ev, kinds) if of else super().held_types(ev, kinds)

    # Modules.

    def imported(self, ev: Evaluator, path: str, module: str, name: str | None = None) -> Answer:
        """What an import gives; the module "" is the file itself."""
        target = path if module == "" else self.world.imports.find(path, module)
        if target is None:
            outside = module if name in (None, "=", "default") else f"{module}.{name}"
            return one(("X", outside))
        if name is None:
            return self._whole(ev, target) if module == "" else one(("M", target))
        if name == "=":
            return self._whole(ev, target)
        return self.exported(ev, target, name)

    def _whole(self, ev: Evaluator, path: str) -> Answer:
        """What `require` gives: what the module exports as a whole, else the module."""
        if "x:=" not in ev.file(path).binds(MODULE):
            return one(("M", path))
        return self._bound(ev, path, "x:=") | one(("M", path))

    def exported(self, ev: Evaluator, path: str, name: str) -> Answer:
        """What a module exports by this name."""
        key = ("exported", path, name)
        return ev.table.ask(key, lambda: self._exported(ev, path, name))

    def _exported(self, ev: Evaluator, path: str, name: str) -> Answer:
        file = ev.file(path)
        binds = file.binds(MODULE)
        if f"x:{name}" in binds:
            return self._bound(ev, path, f"x:{name}") or one(("?", name))
        if "x:=" in binds:
            whole = self._bound(ev, path, "x:=")
            return whole if name == "default" else ev.members(whole, name)
        if name == "default":
            return NOTHING
        found = union(
            self.exported(ev, target, name)
            for module in file.flow(MODULE).stars
            if (target := self.world.imports.find(path, module)) is not None
        )
        if not found and path.endswith(".d.ts") and name in binds:
            return self._bound(ev, path, name)
        return found

    def _bound(self, ev: Evaluator, path: str, name: str) -> Answer:
        indexes = ev.file(path).binds(MODULE).get(name, ())
        return union(ev.bound(path, MODULE, index) for index in indexes)

    @cached_property
    def _scripts(self) -> Scripts:
        return Scripts(self.languages)

    def free_name(self, ev: Evaluator, at: Where, name: str, *, is_type: bool) -> Answer:
        """A script's names are those of all scripts; else a name of the environment."""
        return self._scripts.shared(ev, at.path, name) or one(("X", name))

    def types_among(self, ev: Evaluator, found: Answer) -> Answer:
        """In comments of JavaScript a function that makes objects names their type, too."""
        makers = (v for v in found if v[0] == "f" and ev.file(v[1]).language == "javascript")
        return super().types_among(ev, found) or frozenset(makers)

    def declared_with(self, ev: Evaluator, path: str, ordinal: int) -> list[tuple[str, int]]:
        """A function that scripts declare is one, in however many of them."""
        if not self._scripts.is_declared(ev, (path, ordinal)):
            return super().declared_with(ev, path, ordinal)
        named = ev.world.named(ev.file(path).definitions[ordinal].name)
        return sorted(place for place in named if self._scripts.is_declared(ev, place))

    def parts(self, ev: Evaluator, value: Value) -> list[tuple[str, int]]:
        """A class, and interfaces of its name beside it."""
        file = ev.file(value[1])
        definition = file.definitions[value[2]]
        same = file.members.get((file.parent(value[2]), definition.name), ())
        if definition.is_callable:
            return [
                (value[1], value[2]),
                *((value[1], p) for p in same if self._extends(file.definitions[p].kind)),
            ]
        is_space = definition.kind is Kind.NAMESPACE
        return [
            (value[1], place)
            for place in same
            if not file.definitions[place].is_callable
            and (file.definitions[place].kind is Kind.NAMESPACE) == is_space
        ]

    def _extends(self, kind: Kind | None) -> bool:
        return kind is Kind.EXTENSION

    def places(self, ev: Evaluator, value: Value, name: str) -> list[tuple[str, int]]:
        """Members of a class; functions in the object that a field holds are none."""
        return [
            (path, place)
            for path, place in super().places(ev, value, name)
            if place not in ev.file(path).in_displays(ev.file(path).parent(place))
        ]

    def owner(self, ev: Evaluator, path: str, ordinal: int) -> Answer:
        """`this` of a function on a prototype, of one that makes instances, of an object's own."""
        file = ev.file(path)
        definition = file.definitions[ordinal]
        told = file.header(ordinal).known_as
        if form(told) == OF_TYPE:
            return prototypes.declared(ev, path, ordinal, told[1])
        if told == OF_OBJECT:
            return prototypes.object_around(file, ordinal)
        if told == OF_ASSIGNED and (found := prototypes.assigned_to(ev, path, ordinal)):
            return found
        owner, _, _ = definition.qualified_name.rpartition(".")
        owner = owner.rpartition(".")[2]
        if definition.kind is Kind.FUNCTION and prototypes.makes_instances(ev, path, ordinal):
            return one(("I", path, ordinal, ()))
        if definition.kind is Kind.METHOD and owner:
            for place in file.members.get((file.parent(ordinal), owner), ()):
                if file.definitions[place].is_callable:
                    return one(("I", path, place, ()))
        if definition.kind in (Kind.LAMBDA, Kind.METHOD) or told == OF_ASSIGNED:
            return prototypes.put_on(ev, path, ordinal)
        return NOTHING

    def instance_of(self, ev: Evaluator, path: str, ordinal: int) -> Answer:
        """`this` in what is put on a prototype at once: `Object.assign(Door.prototype, {...})`."""
        file = ev.file(path)
        own = file.definitions[ordinal]
        if own.kind is Kind.EXTENSION:
            same = file.members.get((file.parent(ordinal), own.name), ())
            makers = [place for place in same if file.definitions[place].kind is not own.kind]
            if makers:
                return one(("I", path, makers[0], ()))
        return super().instance_of(ev, path, ordinal)

    def is_function(self, ev: Evaluator, value: Value) -> bool:
        """Also for the types by which libraries name functions and components."""
        if value[0] == "I":  # of an interface that tells how its classes are made
            return MAKER in ev.file(value[1]).binds(value[2])
        is_named = value[0] == "X" and _OF_FUNCTIONS.search(value[1]) is not None
        return value[0] == "F" or value[:2] == ("B", MAKER) or is_named

    def bases(self, ev: Evaluator, value: Value) -> Answer:
        """Those of a class; of a function that makes instances what its prototype was made of."""
        if value[0] not in "IC" or not ev.definition(value).is_callable:
            return prototypes.mixed_into(ev, super().bases(ev, value))
        key = ("bases", *value[:3])
        return ev.table.ask(key, lambda: prototypes.above(ev, value))

    def member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Members of a class; of a function's instances those of its prototype."""
        if owner[0] == "I" and ev.definition(owner).is_callable:
            found = prototypes.member(ev, owner, name)
            if all(value[0] == "B" for value in found):  # methods may add to what is made elsewhere
                found |= super().member(ev, owner, name)
            if found:
                return found
        if name == "constructor" and owner[0] == "I" and not ev.definition(owner).is_callable:
            return one(("C", *owner[1:]))
        if name == "prototype" and owner[0] == "C":
            return one(("I", *owner[1:]))
        found = super().member(ev, owner, name)
        if owner[0] == "C":
            found = of_level(ev, found, is_static=True)
        if not found and owner[0] in "CI":
            found = prototypes.put_on_class(ev, owner, name)
        is_unknown = owner[0] == "I" and all(value[0] == "X" for value in found)
        if is_unknown and ev.file(owner[1]).language == "javascript":
            # Nothing declares what a field holds: `child.parent = this`.
            places = self._assigned.get(name.removesuffix(METHOD), [])
            return assigned.objects(ev, places, owner) or found
        if found and owner[0] in "CI" and ev.file(owner[1]).language == "javascript":
            if all(classes.is_open(value) for value in found):
                return found | assigned.collections(ev, self._assigned.get(name, []), owner)
        return found

    def builtin_member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Methods of the library; `record["a"]` is what is there under this key."""
        return ecma_tables.under(owner, name) or super().builtin_member(ev, owner, name)

    @cached_property
    def _assigned(self) -> dict[str, list[assigned.Bound]]:
        return assigned.by_name(self.world, frozenset(("javascript",)))

    def callees(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        """As everywhere; `this` in a static method is the class."""
        found = super().callees(ev, at, site)
        callee = site[1]
        if not isinstance(callee, list) or callee[0] != "a" or len(found) < 2:
            return found
        if callee[1] in ("this", "super"):
            return of_level(ev, found, is_static=is_in_static(ev, at))
        owners = {value[0] for value in ev.value(at, callee[1])}
        return found if "C" in owners else of_level(ev, found, is_static=False)

    def accessors(self, ev: Evaluator, owner: Value, name: str) -> list[Value]:
        """Getters: they take nothing."""
        found = super().accessors(ev, owner, name)
        return [value for value in found if not calls.parameters_of(ev, value)]

    def setters(self, ev: Evaluator, owner: Value, name: str) -> list[Value]:
        """Setters: they take what is assigned."""
        found = super().accessors(ev, owner, name)
        return [value for value in found if calls.parameters_of(ev, value)]

    # The library.

    def outside_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What functions of the library give back."""
        name = callee[1]
        given = site[4] if len(site) > 4 else []
        first = ev.value(at, given[0]) if given and name in _KNOWN else NOTHING
        if name in _COLLECTIONS and site[0] == "n":
            return self._new_collection(ev, name, first)
        if name in ("Object.create", "Object.freeze", "Object.seal"):
            return first
        if name == "Object.assign":
            return union([first, *(ev.value(at, one_) for one_ in given[1:])])
        if name == "Promise.resolve":
            return builtin("Promise", ev.awaited(first))
        if name in ("Promise.all", "Promise.allSettled", "Promise.race", "Promise.any"):
            return builtin("Promise", builtin("[]", ev.awaited(ev.elements(first))))
        if name == "Array.from" and len(given) == 1:
            return builtin("[]", ev.elements(first))
        if name in ("Object.values", "Object.entries"):
            held = union(
                ecma_tables.all_of(ev, v) if v[0] in "DS" else ev.item(one(v), None) for v in first
            )
            return builtin("[]", held if name == "Object.values" else builtin("()", _TEXT, held))
        if WRAPPING.fullmatch(name.rpartition(".")[2]):
            return self._wrapped(ev, at, site, callee)
        return super().outside_result(ev, at, site, callee)

    def _new_collection(self, ev: Evaluator, name: str, given: Answer) -> Answer:
        """`new Map([[key, value], ...])`, `new Set([...])`."""
        held = ev.elements(given)
        if not name.endswith("Map"):
            return builtin("[]", held)
        parts = [ev.item(held, ["k", k]) for k in (0, 1)]
        return builtin("Map", *parts)

    def _wrapped(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What is called by calling what a library made of a function: that function."""
        given = union(ev.value(at, one_) for one_ in (site[4] if len(site) > 4 else []))
        known = frozenset(value for value in given if value[0] in "fC")
        return known or super().outside_result(ev, at, site, callee)

    def generic(self, ev: Evaluator, base: Expression, arguments: list[Answer]) -> Answer:
        """`Promise<T>`, `Map<K, V>`, `Partial<T>` and the like."""
        first = arguments[0] if arguments else NOTHING
        if not isinstance(base, str):
            return NOTHING
        if base in _SEQUENCES:
            return builtin("[]", first)
        if base in _MAPPINGS:
            return builtin("Map", *(arguments if len(arguments) == 2 else (NOTHING, NOTHING)))
        if base in _AWAITED:
            return builtin("Promise", first)
        if base in _SAME:
            return first
        if base == "ReturnType":
            return union(
                calls.returns(ev, v) if v[0] == "f" else v[1] for v in first if v[0] in "fF"
            )
        if base == "InstanceType":
            return ev.instances(frozenset(v for v in first if v[0] == "C"))
        return NOTHING

    def builtin_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What methods of arrays, maps and promises give."""
        _, name, receiver = callee
        if receiver[0] == "f":
            return one(receiver)
        kind, held = receiver[1], receiver[2]
        given = site[4] if len(site) > 4 else []
        if kind in ("[]", "()"):
            element = union(held)
            if name in _ELEMENT:
                return element
            if name in ("map", "flatMap"):
                found = self._called_back(ev, at, given)
                return builtin("[]", found if name == "map" else ev.elements(found) or found)
            if name in ("reduce", "reduceRight"):
                first = ev.value(at, given[1]) if len(given) > 1 else element
                return first | folding.functions_given_back(ev, at, given[:1])
            if name == "entries":
                return builtin("[]", builtin("()", builtin("number"), element))
            return builtin("[]", element) if name in _SEQUENCE else NOTHING
        if kind == "Map" and len(held) == 2:
            if name == "get":
                return held[1]  # type: ignore[no-any-return]
            if name in ("values", "keys"):
                return builtin("[]", held[name == "values"])
            if name == "entries":
                return builtin("[]", builtin("()", *held))
            return one(receiver) if name == "set" else NOTHING
        if kind == "Promise":
            if name == "then":
                found = self._called_back(ev, at, given[:1])
                return builtin("Promise", ev.awaited(found))
            return one(receiver)
        if kind == "string":
            return builtin("[]", builtin("string")) if name == "split" else builtin("string")
        return NOTHING

    def _called_back(self, ev: Evaluator, at: Where, given: list[Expression]) -> Answer:
        functions = ev.value(at, given[0]) if given else NOTHING
        return union(
            calls.returns(ev, v) if v[0] == "f" else v[1] for v in functions if v[0] in "fF"
        )

    def callback_parameter(
        self, ev: Evaluator, callee: Value, argument: int, k: int, n: int
    ) -> Answer:
        """What `forEach` and the like give to the functions that they are given."""
        _, name, receiver = callee
        if receiver[0] == "f":
            return NOTHING
        kind, held = receiver[1], receiver[2]
        if argument != 0:
            return NOTHING
        if kind in ("[]", "()"):
            if name in CALLED_WITH_ELEMENT:
                return union(held) if k == 0 else NOTHING
            if name == "sort" or (name in ("reduce", "reduceRight") and k == 1):
                return union(held)
        if kind == "Map" and name == "forEach" and len(held) == 2 and k < 2:
            return held[1 - k]  # type: ignore[no-any-return]
        if kind == "Promise" and name == "then" and k == 0 and held:
            return ev.awaited(held[0])
        return NOTHING

    def returned(self, ev: Evaluator, path: str, ordinal: int, found: Answer) -> Answer:
        """An async function gives a promise."""
        if ev.file(path).definitions[ordinal].is_async:
            return builtin("Promise", ev.awaited(found))
        return found

    def element(self, ev: Evaluator, value: Value) -> Answer:
        """Elements of arrays, and pairs of maps."""
        if value[0] == "B" and value[1] in ("[]", "()"):
            return union(value[2])
        if value[0] == "B" and value[1] == "Map":
            return builtin("()", *value[2])
        if value[0] == "I":  # what its iterator gives, or the generator that makes one
            ways = [v for v in ev.member(value, "iterator") if v[0] == "f"]
            return union(ev.elements(calls.returns(ev, way)) for way in ways)
        return NOTHING

    def item(self, ev: Evaluator, value: Value, key: Expression) -> Answer:
        """`a[0]`, `record[key]`."""
        if ecma_likenesses.is_likeness(key) and value[0] in "ICS":
            return ecma_likenesses.members(ev, value, key)
        if value[0] == "B" and value[1] == "()":
            at = key[1] if isinstance(key, list) and key[:1] == ["k"] else None
            if isinstance(at, int) and at < len(value[2]):
                return value[2][at]  # type: ignore[no-any-return]
            return union(value[2])
        if value[0] == "B" and value[1] in ("[]", "Map"):
            return value[2][-1] if value[2] else NOTHING
        if value[0] == "O":
            return ev.member(value, "[]")
        if value[0] in "DS":
            own = ecma_tables.under_variable(ev, value, key)
            return own or ecma_tables.any_of(ev, value, key_said(key))
        if value[0] == "I" and isinstance(key, str):
            return ecma_tables.under_symbol(ev, value, key)
        return NOTHING

    def _held(self, ev: Evaluator, value: Value) -> Answer:
        return ecma_tables.all_of(ev, value) if value[0] in "DS" else self.item(ev, value, None)
