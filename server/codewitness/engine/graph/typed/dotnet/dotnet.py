"""C#: namespaces, extension methods, delegates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.dotnet import (
    delegate_types,
    dotnet_collections,
    dotnet_elements,
    dotnet_tasks,
    dotnet_texts,
    expected,
    extended,
    made_for_types,
    unified,
)
from codewitness.engine.graph.typed.dotnet.dotnet_imports import Imports
from codewitness.engine.graph.typed.outlines import from_outlines
from codewitness.engine.graph.typed.packages import PackageRules, Place, type_name
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import (
    CALLING_OF_DOTNET,
    METHOD,
    Asked,
    Value,
    builtin,
    one,
    union,
)
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind, join_name
from codewitness.model.flow import DECLARED, Expression, Site, form
from codewitness.syntax.paths import module_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

# Methods of collections that an extension of their names never stands for, with the places of what
# they take among the types that are held; -1 for something else.
_OF_OBJECT = ("objA", "objB")  # what the static `object.Equals` takes, which all classes see
_OF_LISTS = {"Add": (0,), "Clear": (), "Contains": (0,), "Remove": (0,)}
_IN_PLACES = {**_OF_LISTS, "IndexOf": (0,), "Insert": (-1, 0), "RemoveAt": (-1,)}
_OF_MAPS = {"Add": (0, 1), "Clear": (), "ContainsKey": (0,), "Remove": (0,)}
OWN_METHODS: dict[str, dict[str, tuple[int, ...]]] = {
    **dict.fromkeys(("ICollection", "Collection", "ISet", "HashSet", "SortedSet"), _OF_LISTS),
    **dict.fromkeys(("List", "IList", "ObservableCollection"), _IN_PLACES),
    **dict.fromkeys(("Dictionary", "IDictionary", "SortedDictionary", "SortedList"), _OF_MAPS),
}
# What is awaited, and what that is done with: of each the result is told.
_AWAITED = frozenset(("Task", "ValueTask", "TaskAwaiter", "ValueTaskAwaiter"))
_OF_BOXES = frozenset(("Value", "Target"))


def _n_parameters(ev: Evaluator, place: Place) -> int:
    """How many types a class is given."""
    return len(ev.file(place[0]).header(place[1]).type_parameters) // 2


def _is_filled(value: Value) -> bool:
    """True for a collection as what it is given: what it is declared to hold is another value."""
    return any(one_[0] == "f" for held in value[2] for one_ in held)


_FUNCTIONS = frozenset(
    ("X", f"{p}{n}") for p in ("", "System.") for n in ("Action", "EventHandler")
)


class DotnetRules(PackageRules):
    """C#."""

    languages = frozenset(("csharp",))
    methods_apart = True
    operators_take_both = True
    calling = CALLING_OF_DOTNET
    literals = MappingProxyType({"str": "string", "float": "double"})
    lists = frozenset(
        [
            "List",
            "IList",
            "IEnumerable",
            "ICollection",
            "IReadOnlyList",
            "IReadOnlyCollection",
            "HashSet",
            "ISet",
            "Queue",
            "Stack",
            "LinkedList",
            "SortedSet",
            "IQueryable",
            "ConcurrentBag",
            "ConcurrentQueue",
            "ImmutableList",
            "ImmutableArray",
            "ObservableCollection",
            "Span",
            "ReadOnlySpan",
            "Memory",
            "IAsyncEnumerable",
            "IEnumerator",
            "Collection",
        ]
    )
    maps = frozenset(
        [
            "Dictionary",
            "IDictionary",
            "IReadOnlyDictionary",
            "ConcurrentDictionary",
            "SortedDictionary",
            "ImmutableDictionary",
            "SortedList",
        ]
    )
    tuples = frozenset(["Tuple", "ValueTuple", "KeyValuePair"])
    boxes = frozenset(["Lazy", "Nullable", "WeakReference", "ThreadLocal", "AsyncLocal"])

    def made_for_types(self, ev: Evaluator, values: Answer) -> Answer:
        """`new T()` makes what is given for `T`."""
        return union(made_for_types.classes(ev, value) for value in values if value[0] == "T")

    def of_arity(self, ev: Evaluator, found: Answer, n_given: int) -> Answer:
        """`Policy` and `Policy<T>` are two classes."""
        others = {v for v in found if v[0] == "C" and _n_parameters(ev, v[1:3]) != n_given}
        return found - others if any(v[0] == "C" for v in found - others) else found

    def generic(self, ev: Evaluator, base: Expression, arguments: list[Answer]) -> Answer:
        """Types of the library; `Func` and `Action` are functions, `Task` is awaited."""
        name = type_name(base)
        if name in _AWAITED:
            return builtin("Promise", arguments[0] if arguments else NOTHING)
        if name == "Func" and arguments:
            return one(("F", arguments[-1], tuple(arguments[:-1])))
        if name in ("Action", "Predicate", "EventHandler", "Comparison"):
            taken = {"EventHandler": (NOTHING, *arguments), "Comparison": (*arguments, *arguments)}
            return one(("F", NOTHING, taken.get(name, tuple(arguments))))
        return super().generic(ev, base, arguments)

    def is_function(self, ev: Evaluator, value: Value) -> bool:
        """Functions, also of a type of the library that takes and gives nothing."""
        return super().is_function(ev, value) or value in _FUNCTIONS

    def awaited(self, ev: Evaluator, value: Value) -> Answer:
        """Of a class that can be awaited, what its awaiter gives."""
        makers = ev.member(value, f"GetAwaiter{METHOD}") if value[0] == "I" else NOTHING
        awaiters = union(calls.returns(ev, one_) for one_ in makers if one_[0] == "f")
        told = (v[2][0] for v in awaiters if v[:2] == ("B", "Promise") and v[2])
        return union(told) or one(value)

    def contexts(self, ev: Evaluator, at: Where) -> Iterator[str]:
        """The namespaces around, from the innermost on, and the names of all."""
        return self._around(at.path, at.scope)

    def _around(self, path: str, scope: int) -> Iterator[str]:
        file = self.world.files[path]
        spaces = []
        while scope != MODULE:
            if file.definitions[scope].kind is Kind.NAMESPACE:
                spaces.append(join_name(self.package(path), file.definitions[scope].qualified_name))
            scope = file.parent(scope)
        for name in [*spaces, self.package(path)]:
            while name:
                yield name
                name = name.rpartition(".")[0]
        yield ""

    def _within(self, path: str, scope: int, name: str) -> str:
        """The full name of what an import names that stands in these namespaces."""
        known = self._completed.get((path, scope, name))
        if known is None:
            ways = (join_name(space, name) for space in self._around(path, scope))
            there = (way for way in ways if way in self.packages or way in self.by_full_name)
            known = self._completed[path, scope, name] = next(there, name)
        return known

    @from_outlines
    def _completed(self) -> dict[tuple[str, int, str], str]:
        return {}

    def imported_in(self, ev: Evaluator, at: Where, module: str, name: str | None = None) -> Answer:
        """What `using A = B.C` names, which may begin in the namespaces around it."""
        if not module.startswith(DECLARED):
            return super().imported_in(ev, at, module, name)
        full = join_name(module.removeprefix(DECLARED), name or "")
        return self.imported(ev, at.path, "", self._within(at.path, at.scope, full))

    @cached_property
    def _imports(self) -> Imports:
        return Imports(self.world)

    def stars(self, at: Where) -> Iterable[str]:
        """What the file and the namespaces around import, and what its project does."""
        for star, scope in self._imports.stars(at.path, at.scope):
            yield star if scope is None else self._within(at.path, scope, star)

    def free_name(self, ev: Evaluator, at: Where, name: str, *, is_type: bool) -> Answer:
        """As in all packages; also a namespace, by its name within those around."""
        found = super().free_name(ev, at, name, is_type=is_type)
        if not any(value[0] != "X" for value in found):
            aliases = self._imports.aliases(at.path, name)
            found = union(ev.bound(path, MODULE, index) for path, index in aliases) or found
        if any(value[0] != "X" for value in found) or name.endswith(METHOD):
            return found
        around = (join_name(space, name) for space in self.contexts(ev, at))
        return next((one(("N", full)) for full in around if full in self.packages), found)

    def package(self, path: str) -> str:
        """What the file declares; a module's name that is made of the path does not count."""
        if (known := self._declared.get(path)) is None:
            known = self._declared[path] = self._package(path)
        return known

    @from_outlines
    def _declared(self) -> dict[str, str]:
        return {}

    def _package(self, path: str) -> str:
        module = super().package(path)
        if module != module_name(path):
            return module
        declared = f'"{DECLARED}{module}"'  # as it is written there, so that no flow is read
        return module if declared in self.world.files[path].file.top.flow_text else ""

    def parts(self, ev: Evaluator, value: Value) -> list[Place]:
        """All parts of a class that is written in several."""
        definition = ev.definition(value)
        if self.is_local(value[1], value[2]):
            return [(value[1], value[2])]
        name = join_name(self.package(value[1]), definition.qualified_name)
        n_own = _n_parameters(ev, value[1:3])
        same = [
            place
            for place in self.by_full_name.get(name, ())
            if ev.file(place[0]).definitions[place[1]].is_class
            and _n_parameters(ev, place) == n_own
        ]
        return same or [(value[1], value[2])]

    def instance_of(self, ev: Evaluator, path: str, ordinal: int) -> Answer:
        """`this` is of the first part of a class that is written in several."""
        key = ("instance", path, ordinal)
        return ev.table.ask(
            key,
            lambda: super(DotnetRules, self).instance_of(ev, *self._first_part(ev, path, ordinal)),
        )

    def _first_part(self, ev: Evaluator, path: str, ordinal: int) -> Place:
        value = ev.named(path, ordinal)
        is_plain = value[0] == "C" and not _n_parameters(ev, (path, ordinal))
        return self.parts(ev, value)[0] if is_plain else (path, ordinal)

    @from_outlines
    def extension_methods(self) -> dict[str, list[Place]]:
        """Methods for other classes, by name."""
        found: dict[str, list[Place]] = {}
        for path, file in self.world.files.items():
            if file.language not in self.languages:
                continue
            for ordinal, definition in enumerate(file.definitions):
                if definition.kind is Kind.METHOD:
                    known_as = file.header(ordinal).known_as
                    if isinstance(known_as, list) and known_as[0] == "E":
                        found.setdefault(definition.name, []).append((path, ordinal))
        return found

    def extensions(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Extension methods whose first parameter takes the owner."""
        from codewitness.engine.graph.typed.evaluate import Where as At

        found: set[Value] = set()
        plain = name.removesuffix(METHOD)
        if owner[:2] == ("B", "()"):  # an array that is written
            owner = ("B", "[]", (union(owner[2]),))
        for path, ordinal in self.extension_methods.get(plain, ()):
            file = ev.file(path)
            kind = file.header(ordinal).known_as[1]
            if extended.is_other_arity(ev, owner, kind):
                continue
            if type_name(kind) == "object" and owner[0] in "IB":
                found.add(("f", path, ordinal, None, "extension"))
            for wanted in ev.type(At(path, file.parent(ordinal), ordinal), kind):
                if wanted[0] == "T" or (
                    self._is_a(ev, owner, wanted) and self._may_be(ev, owner, wanted)
                ):
                    found.add(("f", path, ordinal, None, "extension"))
        return frozenset(found)

    def is_hidden(self, ev: Evaluator, at: Where, site: Site, function: Value) -> bool:
        """True for an extension where what it is called on has a method that takes as much."""
        known_as = ev.file(function[1]).header(function[2]).known_as
        if function[4:] != ("extension",) or not isinstance(site[1], list):
            return False
        if not self._sees(at, function) or not unified.may_extend(ev, at, site, function):
            return True
        kind = known_as[1] if isinstance(known_as, list) and known_as[:1] == ["E"] else None
        name = type_name(kind[1]) if kind and form(kind) == "G" else ""
        held = OWN_METHODS.get(name, {}).get(ev.definition(function).name)
        if held is None or (len(site) > 6 and site[6]):
            return False
        given = [ev.value(at, one_) for one_ in site[4]] if len(site) > 4 else []
        owners = [v for v in ev.owners(at, site[1][1]) if v[0] == "B" and not _is_filled(v)]
        return len(given) == len(held) and any(
            all(self._holds(ev, owner, k, values) for k, values in zip(held, given, strict=True))
            for owner in owners
        )

    def _sees(self, at: Where, function: Value) -> bool:
        """False for an extension of a namespace that is neither around nor imported."""
        space = next(self._around(*function[1:3]))
        if not space or space in self._around(at.path, at.scope):
            return True
        owner = self.world.files[function[1]].definitions[function[2]].parent
        holder = join_name(space, owner.name) if owner is not None else space
        return not {space, holder}.isdisjoint(self.stars(at))

    def _holds(self, ev: Evaluator, owner: Value, k: int, values: Answer) -> bool:
        """True if an argument may be one of the k-th type that a collection holds; -1: of any."""
        if k >= len(owner[2]) or k < 0:
            return not any(value[0] in "fF" for value in values)
        return not values or any(
            self._may_be(ev, value, wanted) for value in values for wanted in owner[2][k]
        )

    def extending(self, ev: Evaluator, name: str) -> list[Place]:
        """Extension methods."""
        return list(self.extension_methods.get(name, ()))

    def _may_be(self, ev: Evaluator, value: Value, wanted: Value) -> bool:
        """False for what is known to be of another type, or to hold others."""
        if "T" in (value[0], wanted[0]) or wanted[0] == "X":
            return value[0] not in "fF"
        if value[0] == "X":
            return "." in value[1] or "(" in value[1]
        if value[0] == "B" and wanted[0] == "B" and value[1] == wanted[1]:
            pairs = [*zip(value[2], wanted[2], strict=False)]
            return all(
                not own or not want or any(self._may_be(ev, a, b) for a in own for b in want)
                for own, want in pairs
            )
        return self._is_a(ev, value, wanted)

    def _is_a(self, ev: Evaluator, value: Value, wanted: Value, depth: int = 0) -> bool:
        if value[:3] == wanted[:3] or (value[0] == "B" and value[:2] == wanted[:2]):
            return True
        if value[0] not in "IC" or depth > 20:
            return False
        return any(self._is_a(ev, base, wanted, depth + 1) for base in ev.bases(value))

    def member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Members, extensions of anything known among them."""
        found = super().member(ev, owner, name)
        if not found and owner[0] in "fF":
            return delegate_types.extensions(ev, self.extension_methods, owner, name)
        if found and all(value[0] in "bX" for value in found):
            return self.extensions(ev, owner, name) or found
        if owner[0] == "I" and name in _OF_BOXES:
            is_box = all(v[0] == "I" and self._is_a(ev, owner, v) for v in found)
            return one(owner) if is_box else found  # `Lazy<T>` counts as what it holds
        return found

    def asked(self, ev: Evaluator, at: Where, callee: Expression) -> Answer:
        """Of what is declared to be a delegate that one: extensions are found by its type."""
        found = super().asked(ev, at, callee)
        is_run = callee[2] in CALLING_OF_DOTNET
        return found if is_run else delegate_types.declared_owner(ev, at, callee[1], found)

    def accessors(self, ev: Evaluator, owner: Value, name: str) -> list[Value]:
        """Properties with code, and those that an interface asks for."""
        if owner[0] == "I" and ev.definition(owner).kind is Kind.INTERFACE:
            asked: list[Value] = [
                ("f", path, place, owner, owner)
                for path, ordinal in self.parts(ev, owner)
                for place in ev.file(path).members.get((ordinal, name), ())
                if ev.file(path).definitions[place].kind is Kind.PROPERTY
            ]
            if asked:
                return asked
        return super().accessors(ev, owner, name)

    def places(self, ev: Evaluator, value: Value, name: str) -> list[Place]:
        """What keeps one interface's promise alone is not called by its plain name."""
        found = super().places(ev, value, name)
        if len(found) < 2:
            return found
        plain = [p for p in found if ev.file(p[0]).header(p[1]).known_as != ["explicit"]]
        return plain or found

    def builtin_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What methods of collections give."""
        _, name, receiver = callee
        name = name.removesuffix(METHOD)
        kind, held = receiver[1], receiver[2]
        if kind == "Promise" and name in ("ConfigureAwait", "GetAwaiter"):
            return one(receiver)
        if kind == "Promise" and name == "ContinueWith":
            given = dotnet_collections.given_back(ev, at, site[4] if len(site) > 4 else [])
            return builtin("Promise", ev.awaited(given))
        if kind == "Promise" and name == "GetResult" and held:
            return held[0]  # type: ignore[no-any-return]
        if kind == "string":
            return dotnet_texts.result(ev, at, name, receiver, site)
        if name == "Parse" and not held:  # `int.Parse`
            return one(receiver)
        return dotnet_collections.result(ev, at, name, receiver, site)

    def element(self, ev: Evaluator, value: Value) -> Answer:
        """Elements of collections, also of those that share a key."""
        if value[:2] == ("B", "Group"):
            return value[2][1]  # type: ignore[no-any-return]
        if value[0] == "I":
            return dotnet_elements.of_object(ev, value)
        return dotnet_elements.of_text(value) or super().element(ev, value)

    def builtin_member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """`Values`, `Result` and the like; any other one is a method."""
        if owner[1] == "Map" and len(owner[2]) == 2 and name in ("Values", "Keys"):
            return builtin("[]", owner[2][name == "Values"])
        if owner[1] == "string" and name == "Empty":
            return one(owner)
        if owner[1] == "Group" and name == "Key":
            return owner[2][0]  # type: ignore[no-any-return]
        plain = name.removesuffix(METHOD)
        if owner[1] == "()" and plain in ("Key", "Value") and len(owner[2]) == 2:
            return owner[2][plain == "Value"]  # type: ignore[no-any-return]
        if owner[1] == "()" and 0 <= (at := dotnet_collections.place_in_tuple(name)) < len(
            owner[2]
        ):
            return owner[2][at]  # type: ignore[no-any-return]
        if owner[1] == "Promise" and name == "Result" and owner[2]:
            return owner[2][0]  # type: ignore[no-any-return]
        return super().builtin_member(ev, owner, name)

    def callback_parameter(
        self, ev: Evaluator, callee: Value, argument: int, k: int, n: int
    ) -> Answer:
        """What methods of collections give to the functions that they are given."""
        _, name, receiver = callee
        if receiver[1] == "Promise":
            is_given = name.removesuffix(METHOD) == "ContinueWith" and k == 0
            return one(receiver) if is_given else NOTHING
        return dotnet_collections.handed(name, receiver, k, n)

    def handed_outside(
        self, ev: Evaluator, at: Where, site: Site, callee: Value, asked: Asked
    ) -> Answer:
        """What parallel loops hand to their lambdas."""
        return dotnet_tasks.handed(ev, at, site, callee, asked.k)

    def outside_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What starts tasks gives them; of other functions nothing is known."""
        found = dotnet_tasks.result(ev, at, site, callee)
        return found or super().outside_result(ev, at, site, callee)

    def callees(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        """What a site calls; `new(...)` as an argument makes what is taken there."""
        if site[1] == expected.UNNAMED:
            return expected.classes(ev, at, site)
        found = super().callees(ev, at, site)
        if site[1] == "Equals" and len(site) > 4 and len(site[4]) == len(_OF_OBJECT):
            found = frozenset(v for v in found if v[0] != "f" or calls.takes(ev, v, site))
            return found or one(("X", "object.Equals"))
        return found

    def returned(self, ev: Evaluator, path: str, ordinal: int, found: Answer) -> Answer:
        """What lambdas give; async ones a task."""
        if ev.file(path).definitions[ordinal].is_async:
            return builtin("Promise", ev.awaited(found))
        return found

    def item(self, ev: Evaluator, value: Value, key: Expression) -> Answer:
        """Subscripts, those that classes define too."""
        if value[0] == "I":
            return dotnet_elements.at(ev, value, key)
        return dotnet_elements.of_text(value) or super().item(ev, value, key)
