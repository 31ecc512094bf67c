"""What is in what: displays, generators, declared containers, and what built-ins make."""

from __future__ import annotations

import json
from collections.abc import Iterable

from codewitness.engine.graph.cells import ANYTHING, NONE, Cells, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.calls.arity import taken_by_name
from codewitness.engine.graph.python.calls.calls import Calls
from codewitness.engine.graph.python.containers.handed_containers import followed, giving
from codewitness.engine.graph.python.containers.held_names import is_called, names_of
from codewitness.engine.graph.python.containers.keys import of_constants
from codewitness.engine.graph.python.containers.made_by_calls import MadeByCalls
from codewitness.engine.graph.python.containers.mappings import Mappings
from codewitness.engine.graph.python.containers.own_containers import OwnContainers, gives_elements
from codewitness.engine.graph.python.containers.slices import kept
from codewitness.engine.graph.python.containers.told_apart import ToldApart
from codewitness.engine.graph.python.naming import older
from codewitness.engine.graph.python.naming.builtin_names import MAPPINGS
from codewitness.engine.graph.python.naming.kinds import display_of, objects
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.naming.outside import outside
from codewitness.engine.graph.python.objects.records import (
    field_names,
    is_of_tuple,
    is_of_typed_keys,
)
from codewitness.engine.graph.python.special.contexts import Contexts
from codewitness.engine.graph.python.values.own_methods import handed_on
from codewitness.engine.graph.python.values.values import Flows
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.flow import Expression, Site, form, last_name

ANY: Value = ("*",)
_MAX_WRITES = 150
_MAX_HOMES = 200  # scopes that mention what gives a container; of more those of the same file
_MAX_PLACES = 8  # of what is spread out, that go to `*args` behind other parameters


class Containers:
    """Rules for elements."""

    def __init__(
        self, workspace: Workspace, flows: Flows, names: Names, cells: Cells, calls: Calls
    ) -> None:
        self.workspace = workspace
        self.flows = flows
        self.names = names
        self.cells = cells
        self.calls = calls
        self.contexts = Contexts(calls)
        self.mappings = Mappings(names, cells)
        self.own = OwnContainers(names, cells, flows)
        self.made = MadeByCalls(self)
        self.told_apart = ToldApart(self)

    def elements(self, owner: Value, key: Value | None) -> Iterable[Value]:
        """Rule `el`: what is in `owner` at a key, `ANY` for any; None for what iteration gives."""
        if owner == ("?",):
            return ANYTHING
        read = _KINDS.get(owner[0])
        return NONE if read is None else read(self, owner, key)

    # Displays.

    def _sequence(self, owner: Value, key: Value | None) -> Values:
        scope, display = self._find(owner)
        if scope is None or display is None:
            return NONE
        if key is not None and key[0] == "K" and isinstance(key[1], str):
            return NONE
        put = self.written(owner, scope, key)
        parts = kept(owner, display, is_whole=not put)
        found: set[Value] = set(put)
        spread = next((k for k, one in enumerate(parts) if form(one) == "*"), len(parts))
        at = key[1] if key is not None and key[0] == "K" else None
        for k, part in enumerate(parts):
            if form(part) == "*":
                inner = self.flows.values(scope, part[1])
                found |= self.flows.each(inner, lambda one: self.cells.get(("el", one, None)))
            elif not isinstance(at, int) or k > spread or at in (k, k - len(parts)):
                found |= handed_on(self.flows, scope, part)
        return frozenset(found)

    def _mapping(self, owner: Value, key: Value | None) -> Values:
        scope, display = self._find(owner)
        if scope is None or display is None:
            return NONE
        found: set[Value] = set()
        for own, value in reversed([*zip(display[2::2], display[3::2], strict=True)]):
            if form(own) == "**":
                others = self.flows.values(scope, value)
                found |= self.flows.each(others, lambda one: self.cells.get(("el", one, key)))
                if self.surely_have(others, key):
                    break
            elif key is None:
                found |= self.flows.values(scope, own)
            elif key[0] != "K" or self._may_be(scope, own, key):
                found |= self.flows.values(scope, value)
                if key[0] == "K" and form(own) == "k":
                    break  # what stands before it counts no more
        return frozenset(found | self.written(owner, scope, key))

    def surely_have(self, mappings: Values, key: Value | None) -> bool:
        """True if a key is written in the displays that all of some mappings are."""
        if key is None or key[0] != "K" or not mappings:
            return False
        written = f'["k",{json.dumps(key[1], ensure_ascii=False)}]'
        return all(one[0] == "D" and self._writes(one, key[1], written) for one in mappings)

    def _writes(self, display: Value, key: object, written: str) -> bool:
        scope = self.names.scope(display[1])
        if scope is None or written not in scope.flow_text:
            return False
        found = self._find(display)[1]
        return found is not None and ["k", key] in found[2::2]

    def _may_be(self, scope: Scope, own: Expression, key: Value) -> bool:
        if form(own) == "k":
            return bool(own[1] == key[1] and type(own[1]) is type(key[1]))
        if (whole := of_constants(own)) is not None:
            return whole == key
        if form(own) == "a" and _are_constants(known := self.flows.keys(scope, own)):
            return key in known
        return key in self.flows.values(scope, own)

    def _comprehension(self, owner: Value, key: Value | None) -> Values:
        scope, display = self._find(owner)
        if scope is None or display is None:
            return NONE
        is_keys = display[1] == "dict" and key is None
        own = self.flows.values(scope, display[-1] if is_keys else display[3])
        return own | self.written(owner, scope, key)

    def _find(self, owner: Value) -> tuple[Scope | None, Expression]:
        scope = self.names.scope(owner[1])
        if scope is None:
            return None, None
        return scope, display_of(owner, scope)

    def length(self, owner: Value) -> int | None:
        """How many elements a display of a sequence has; None if that is not known."""
        scope, display = self._find(owner) if owner[0] == "L" else (None, None)
        if scope is None or display is None or self.written(owner, scope, ANY):
            return None
        parts = kept(owner, display)
        return None if any(form(one) == "*" for one in parts) else len(parts)

    def written(self, owner: Value, scope: Scope, key: Value | None) -> Values:
        """What is put into a display after it was made."""
        found: Values = NONE
        for place, index in sorted(self.cells.get(("dw", owner, scope.key))):
            home = self.workspace.scopes[place]
            target = home.flow.binds[index][0]
            is_exact = key is not None and key[0] == "K" and form(target[2]) in ("k", "a")
            at = self.flows.keys(home, target[2]) if is_exact else []
            if is_exact and key not in at and _are_constants(at):
                continue
            into = self.flows.values(home, target[1])
            if not any(_same_container(one, owner) for one in into):
                continue
            if key is None and target[2] is not None and self.mappings.is_one(owner):
                keys = self.flows.values(home, target[2])
                found |= frozenset(one for one in keys if one[0] not in "KT")
            else:
                own = self.told_apart.put(owner, home, index, key)
                found |= self._put(owner, home, index, key) if own is None else own
        return found

    def _put(self, owner: Value, home: Scope, index: int, key: Value | None) -> Values:
        """What an assignment puts into a container: an element, or all those of another one."""
        target, value = home.flow.binds[index]
        if form(value) != "e" or target[2] is not None:
            return self.cells.get(("bd", home.key, index))
        is_mapping = self.mappings.is_one(owner)
        if value[1] == target[1]:  # its own elements moved
            is_place = key is not None and key[0] == "K" and not is_mapping
            return self.cells.get(("el", owner, None)) if is_place else NONE
        if not is_mapping:
            return self.flows.values(home, value)
        others = self.flows.values(home, value[1])
        return self.flows.each(others, lambda one: self.mappings.taken(one, key))

    def writes(self, owner: Value, key: str) -> list[Value]:
        """Rule `dw`: (scope, number) of assignments to elements of what may be a scope's display.

        By the names that it has, which do not change while values settle.
        """
        scope = self.names.scope(key)
        if scope is None:
            return []
        names = names_of(owner, scope)
        homes = {scope.key: scope} | self._mentioning(names, scope)
        is_local = scope.is_callable and all(map(scope.binds, names))
        within = (scope, *scope.below()) if is_local else scope.file.scopes
        near = [one for one in within if one.key in homes]
        far = followed(self.workspace, self.cells, near, names)
        if more := (far.names | giving(near, names)) - names:
            homes |= self._mentioning(more, scope, _MAX_HOMES)
            names |= more
        found: list[Value] = [*far.places]
        for home in homes.values():
            if '[["i",' not in home.flow_text:
                continue
            self.cells.note("scope", home.key)
            for index, (target, _) in enumerate(home.flow.binds):
                if form(target) == "i" and (home is scope or is_called(target[1], home, names)):
                    found.append((home.key, index))
        return sorted(set(found))[:_MAX_WRITES]

    def _mentioning(
        self, names: Iterable[str], scope: Scope, most: int | None = None
    ) -> dict[str, Scope]:
        within = scope.file if self.workspace.limits.is_large else None
        found: dict[str, Scope] = {}
        for name in names:
            self.cells.note("mention", name)
            some = self.workspace.mentioning(name, within)
            if most is not None and len(some) > most:
                some = self.workspace.mentioning(name, scope.file)
            found |= {one.key: one for one in some}
        return found

    # Objects.

    def _instance(self, owner: Value, key: Value | None) -> Values:
        fields = self._fields(owner[1])
        if fields is not None and (key is not None or not self._has_iterator(owner[1])):
            return self._field(owner[1], fields, key or ANY)
        if key is not None and (keys := self._typed_keys(owner[1])) is not None:
            wanted = [key[1]] if key[0] == "K" and key[1] in keys else keys if key == ANY else []
            return NONE.union(*(self.flows.attribute(owner, one) for one in wanted))
        name = "__getitem__" if key is not None else self._iterating(owner[1])
        found: Values = NONE
        methods = self.cells.get(("ia", owner[1], name))
        if key is not None and not methods:  # `a, b = one` takes what iteration gives
            name = self._iterating(owner[1])
            methods = self.cells.get(("ia", owner[1], name))
        for method in methods:
            if method[0] in "FB":
                given = self.cells.get(("ret", method[1])) | self.contexts.itself(method, owner)
                found |= given if name == "__getitem__" else self._nexts(given)
            elif method[0] == "X":
                found |= {outside(method[1], "()")} | self._put_in(owner[1], method[1], key)
        return found

    def _put_in(self, kind: str, method: str, key: Value | None) -> Values:
        """What is put into objects of a class that is a container of the library with more."""
        if not gives_elements(method):
            return NONE
        found: Values = NONE
        for missing in self.cells.get(("ia", kind, "__missing__")) if key is not None else ():
            if missing[0] in "FB":
                found |= self.cells.get(("ret", missing[1]))
        for home, index in self.own.writes(kind):
            at = home.flow.binds[index][0][2]
            is_exact = key is not None and key[0] == "K" and form(at) == "k"
            if not is_exact or at[1] == key[1]:  # type: ignore[index]
                found |= self._put(("I", kind), home, index, key)
        return found

    def _iterating(self, key: str) -> str:
        """The method by which a class is iterated: what there is, in this order."""
        entries = (self.names.scope(one[1]) for one in self.names.mro(key) if one[0] == "C")
        own = [scope for scope in entries if scope is not None]
        for name in ("__iter__", "__aiter__", "__getitem__"):
            if any(self.names.has(scope, name) for scope in own):
                return name
        return "__iter__"

    def _fields(self, key: str) -> list[str] | None:
        """Names of what a named tuple holds, in order; None for other classes."""
        if ("X", "typing.NamedTuple") not in self.names.mro(key):
            return field_names(self.names, key) if is_of_tuple(self.names, key) else None
        for entry in self.names.mro(key):
            scope = self.names.scope(entry[1]) if entry[0] == "C" else None
            if scope is not None and ("X", "typing.NamedTuple") in self.names.mro(scope.key)[1:2]:
                return _declared_names(scope)
        return None

    def _has_iterator(self, key: str) -> bool:
        scopes = (self.names.scope(one[1]) for one in self.names.mro(key) if one[0] == "C")
        return any(scope is not None and self.names.has(scope, "__iter__") for scope in scopes)

    def _typed_keys(self, key: str) -> list[str] | None:
        """The keys that a typed dictionary declares; None for other classes."""
        if not is_of_typed_keys(self.names, key):
            return None
        scopes = [self.names.scope(one[1]) for one in self.names.mro(key) if one[0] == "C"]
        return [name for one in scopes if one is not None for name in _declared_names(one)]

    def _field(self, key: str, names: list[str], at: Value) -> Values:
        """What a named tuple has at a place; all if that is not known."""
        if at[0] == "K" and isinstance(at[1], int):
            names = names[at[1] : at[1] + 1] if at[1] >= 0 else names[at[1] :][:1]
        return NONE.union(*(self.flows.attribute(("I", key), name) for name in names))

    def _nexts(self, iterators: Iterable[Value]) -> Values:
        found: Values = NONE
        for one in iterators:
            if one[0] == "I":
                names = ("__next__", "__anext__", older.NEXT)
                methods = (self.cells.get(("ia", one[1], name)) for name in names)
                for method in next((some for some in methods if some), NONE):
                    if method[0] in "FB":
                        found |= self.cells.get(("ret", method[1]))
            else:
                found |= self.cells.get(("el", one, None))
        return found

    def _class(self, owner: Value, key: Value | None) -> Values:
        if self.names.is_enum(owner[1]):
            return frozenset([("I", owner[1])])
        return NONE if key is None else frozenset([owner])

    def _generator(self, owner: Value, _key: Value | None) -> Values:
        scope = self.names.scope(owner[1])
        if scope is None:
            return NONE
        return NONE.union(*(handed_on(self.flows, scope, one) for one in scope.flow.yields))

    def _declared(self, owner: Value, key: Value | None) -> Values:
        scope = self.names.scope(owner[1])
        declared = json.loads(owner[2])
        if scope is None or form(declared) != "i":
            return NONE
        name = last_name(declared[1])
        given = declared[2][3:] if form(declared[2]) == "L" else [declared[2]]
        at = 0
        if name in MAPPINGS:
            at = 0 if key is None else 1
        elif name in ("tuple", "Tuple") and key is not None and isinstance(key[-1], int):
            at = key[1] if key[1] < len(given) and len(given) > 1 else 0
        elif name in ("tuple", "Tuple") and len(given) > 1 and given[1] is not None:
            return NONE.union(*(self.names.types(scope, one) for one in given))
        return frozenset(self.names.types(scope, given[at])) if -1 < at < len(given) else NONE

    def _gathered(self, owner: Value, key: Value | None) -> Values:
        """What `*args` and `**kwargs` hold: what callers give beyond the other parameters."""
        function = self.names.scope(owner[1])
        if function is None or owner[2] >= len(function.parameters):
            return NONE
        kind = function.parameters[owner[2]].kind
        declared = function.parameters[owner[2]].type
        types: Values = NONE
        if declared is not None and function.parent is not None:
            types = frozenset(self.names.types(function.parent, declared))
            is_open = any(one[0] == "I" and self.names.is_protocol(one[1]) for one in types)
            if types and not is_open:
                return types if kind == "*" or key is not None else NONE
        found: Values = NONE
        for scope, site, callee in self.calls.calls_of(function):
            if kind == "*":
                found |= self._by_place(owner[2], key, scope, site, callee)
            elif key is not None and len(site) > 5:
                taken = taken_by_name(function, callee, site)
                found |= self.named(scope, site, key, taken)
        if kind != "*" and key is not None and key[0] == "K":
            found |= self._set_by_key(function, function.parameters[owner[2]].name, key)
        return types | objects(found) if types else found

    def _set_by_key(self, function: Scope, name: str, key: Value) -> Values:
        """What a function itself puts into its `**kwargs` by a key that is written out."""
        found: Values = NONE
        for index, (target, _) in enumerate(function.flow.binds):
            is_one = form(target) == "i" and target[2] == ["k", key[1]]
            if is_one and form(target[1]) == "v" and target[1][1] == name:
                found |= self.cells.get(("bd", function.key, index))
        return found

    def _by_place(
        self, k: int, key: Value | None, scope: Scope, site: Site, callee: Value
    ) -> Values:
        """What a site gives to the parameter `*k`: at a place of it, or all of it."""
        first = k - (1 if callee[0] in "BCI" else 0)
        given = site[4] if len(site) > 4 else []
        if first < 0:  # the object itself is the first of them
            own = site[1][1] if callee[0] == "B" and form(site[1]) == "a" else None
            first, given = 0, [own, *given]
        at = key[1] if key is not None and key[0] == "K" and isinstance(key[1], int) else None
        star = next((i for i, one in enumerate(given) if form(one) == "*"), len(given))
        if star == len(given) or (first <= star and (at is None or at < 0)):
            parts = given[first:]
            if at is not None:
                parts = parts[at : at + 1] if at >= 0 else parts[at:][:1]
            return NONE.union(*(self.argument(scope, part) for part in parts))
        if at is not None and 0 <= first + at < star:
            return self.flows.values(scope, given[first + at])
        return self._spread_out(given[star][1], scope, first - star + (at or 0), at)

    def _spread_out(self, spread: Expression, scope: Scope, begin: int, at: int | None) -> Values:
        """What `*spread` gives to places from `begin` on, or to that one alone."""
        found: Values = NONE
        for owner in self.flows.values(scope, spread):
            first = begin
            if owner[0] == "V" and form(spread) == "s" and (spread[2] or 0) > 0:
                first += spread[2]
            places = range(first, first + (1 if at is not None and at >= 0 else _MAX_PLACES))
            # A function that hands its own `*args` on to itself, less the first, has no last place.
            keys = [("K", n) for n in places] if first < _MAX_PLACES else [ANY]
            if owner[0] in "VL":
                found |= NONE.union(*(self.cells.get(("el", owner, key)) for key in keys))
            else:
                found |= self.cells.get(("el", owner, ANY))
        return found

    def argument(self, scope: Scope, part: Expression) -> Values:
        """What an argument gives, or all that one gives that is spread out."""
        if form(part) != "*":
            return self.flows.values(scope, part)
        owners = self.flows.values(scope, part[1])
        return self.flows.each(owners, lambda one: self.cells.get(("el", one, ANY)))

    def named(
        self, scope: Scope, site: Site, key: Value, taken: frozenset[str] = frozenset()
    ) -> Values:
        """Arguments by name that go to this key, but those that go to parameters."""
        found: Values = NONE
        named = site[5] if len(site) > 5 else []
        for name, value in zip(named[::2], named[1::2], strict=True):
            if name == "**":
                owners = self.flows.values(scope, value)
                found |= self.flows.each(owners, lambda one: self.cells.get(("el", one, key)))
            elif name not in taken and (key[0] != "K" or key[1] == name):
                found |= self.flows.values(scope, value)
        return found

    def _made(self, owner: Value, key: Value | None) -> Values:
        return self.made.elements(owner, key)

    def _pair(self, owner: Value, key: Value | None) -> Values:
        return self.made.of_pair(owner, key)

    def _namespace(self, owner: Value, key: Value | None) -> Values:
        """What a module, a class or a function has by a name: `globals()["main"]`."""
        _, kind, at = owner
        if key is None or key == ANY:
            return NONE
        if key[0] == "T":
            return self.calls.library.named_like((kind, at), key)
        if not isinstance(key[1], str):
            return NONE
        is_plain = kind == "F"
        return (
            self.cells.get(("var", at, key[1]))
            if is_plain
            else self.flows.attribute((kind, at), key[1])
        )

    def _order(self, owner: Value, _key: Value | None) -> Values:
        return frozenset(one for one in self.names.mro(owner[1]) if one[0] == "C")

    def _external(self, owner: Value, _key: Value | None) -> Values:
        return frozenset([outside(owner[1], "[]")])

    def _text(self, owner: Value, _key: Value | None) -> Values:
        is_text = owner[:2] == ("T", "str") or (owner[0] == "K" and isinstance(owner[1], str))
        return frozenset([("T", "str")]) if is_text else NONE


def _are_constants(keys: Iterable[Value]) -> bool:
    return all(one[0] == "K" for one in keys)


def _declared_names(scope: Scope) -> list[str]:
    return [target for target, value in scope.flow.binds if form(value) == "y"]


def _same_container(one: Value, other: Value) -> bool:
    """True for the same container, or another slice of it."""
    return one == other if other[0] == "E" else one[:3] == other[:3]


_KINDS = {
    "L": Containers._sequence,
    "D": Containers._mapping,
    "H": Containers._comprehension,
    "I": Containers._instance,
    "C": Containers._class,
    "G": Containers._generator,
    "Y": Containers._declared,
    "V": Containers._gathered,
    "E": Containers._made,
    "U": Containers._pair,
    "S": Containers._namespace,
    "O": Containers._order,
    "X": Containers._external,
    "T": Containers._text,
    "K": Containers._text,
}
