"""Swift: one module for all files, extensions, labels; optionals count as their value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.packages import PackageRules, Place
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, builtin, one, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import Site

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_ELEMENT = frozenset(
    [
        "first",
        "last",
        "popLast",
        "removeLast",
        "removeFirst",
        "randomElement",
        "min",
        "max",
        "remove",
        "dropFirst",
    ]
)
_SAME = frozenset(
    [
        "filter",
        "sorted",
        "reversed",
        "prefix",
        "suffix",
        "shuffled",
        "dropLast",
        "lazy",
        "compactMap",
        "append",
        "insert",
    ]
)
_CALLED = frozenset(
    [
        "forEach",
        "map",
        "compactMap",
        "flatMap",
        "filter",
        "first",
        "contains",
        "allSatisfy",
        "sorted",
        "firstIndex",
        "reduce",
        "removeAll",
        "min",
        "max",
        "sort",
        "partition",
        "last",
    ]
)


class SwiftRules(PackageRules):
    """Swift."""

    languages = frozenset(("swift",))
    constructs_by_call = True
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
                return self.generic(ev, name, []) or builtin(name)
            return super().instance_of(ev, *first)
        return super().instance_of(ev, path, ordinal)

    def extensions(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Methods that extensions give to types from outside."""
        plain = name.removesuffix(METHOD)
        kind = (
            {"[]": "Array", "Map": "Dictionary"}.get(owner[1], owner[1]) if owner[0] == "B" else ""
        )
        if owner[0] == "X":
            kind = owner[1].removesuffix("()").rpartition(".")[2]
        places = self.by_full_name.get(f"{kind}.{plain}", ()) if kind else ()
        return frozenset(
            ("f", *place, owner, owner)
            for place in places
            if ev.file(place[0]).definitions[place[1]].is_callable
        )

    def member(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Members; `init` of a class is its constructor, `first` of an array an element."""
        if owner[0] == "X" and (put := self.extensions(ev, owner, name)):
            return put
        plain = name.removesuffix(METHOD)
        if plain in ("init", "self", "shared"):
            if plain == "init" and owner[0] in "CI":
                return one(("C", *owner[1:]))
            if plain == "self":
                return one(owner)
        if owner[0] == "B" and owner[2] and plain == name:
            if owner[1] == "[]" and name in ("first", "last"):
                return owner[2][0]  # type: ignore[no-any-return]
            if owner[1] == "Map" and name in ("values", "keys"):
                return builtin("[]", owner[2][name == "values"])
        return super().member(ev, owner, name)

    def builtin_result(self, ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
        """What methods of collections give."""
        _, name, receiver = callee
        name = name.removesuffix(METHOD)
        held = receiver[2]
        if receiver[1] in ("[]", "()"):
            if name in _ELEMENT:
                return union(held)
            if name in ("map", "flatMap", "compactMap"):
                given = site[4] if len(site) > 4 else []
                values = ev.value(at, given[-1]) if given else NOTHING
                return builtin("[]", union(calls.returns(ev, v) for v in values if v[0] == "f"))
            if name == "enumerated":
                return builtin("[]", builtin("()", builtin("Int"), union(held)))
            return one(receiver) if name in _SAME else NOTHING
        return NOTHING

    def callback_parameter(
        self, ev: Evaluator, at: Where, callee: Value, argument: int, k: int
    ) -> Answer:
        """What methods of collections give to the closures that they are given."""
        _, name, receiver = callee
        name = name.removesuffix(METHOD)
        if name not in _CALLED or receiver[1] not in ("[]", "()"):
            return NOTHING
        if name == "reduce":
            return union(receiver[2]) if k == 1 else NOTHING
        return union(receiver[2]) if k == 0 or name in ("sorted", "sort", "min", "max") else NOTHING
