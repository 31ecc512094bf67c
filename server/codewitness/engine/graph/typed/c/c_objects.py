"""Objects of the C family: classes that are only announced, what makes them, their friends."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.c import c_pointers
from codewitness.engine.graph.typed.c.c_prototypes import PrototypeRules
from codewitness.engine.graph.typed.packages import Place
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where
    from codewitness.engine.graph.typed.world import FileScopes

_MADE_OF_FIELDS = frozenset((Kind.CLASS, Kind.STRUCT, Kind.UNION))
# Classes of Objective-C's library by what their objects count as.
_KNOWN_AS = {
    "char": ("NSString",),
    "int": ("NSNumber",),
    "[]": ("NSArray", "NSMutableArray", "NSSet"),
    "Map": ("NSDictionary", "NSMutableDictionary"),
}


class ObjectRules(PrototypeRules):
    """What the rules of the C family say of objects."""

    def types_among(self, ev: Evaluator, found: Answer) -> Answer:
        """A variable is no type: `args::Parser` beside a variable `args` is of the namespace."""
        return frozenset(v for v in super().types_among(ev, found) if v[0] != "X")

    def callees(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        """As everywhere; `object.add(x)` of Objective-C runs the block that `add` gives."""
        found = super().callees(ev, at, site)
        return _given_by_property(ev, at, site, found) or found

    def result(self, ev: Evaluator, at: Where, number: int) -> Answer:
        """As everywhere; `[object name]` may be a property that is declared alone."""
        found = super().result(ev, at, number)
        return found or _of_property(ev, at, ev.site(at.path, at.scope, number))

    def is_pointer(self, ev: Evaluator, at: Where, expression: Expression) -> bool | None:
        """As it is declared."""
        if ev.file(at.path).language != "cpp":
            return False
        return c_pointers.is_pointer(ev, at, expression)

    def seen(self, ev: Evaluator, path: str, name: str, *, is_type: bool = False) -> Answer:
        """What a full name stands for in a file."""
        raise NotImplementedError

    def announced(
        self, ev: Evaluator, places: list[Place], name: str, around: frozenset[str]
    ) -> list[Place]:
        """The class that a file knows by `class Name;` alone, if there is only one that it can be.

        Of several the one whose file includes one that says so.
        """
        announcing = self._announcing.get(name.rpartition(".")[2], frozenset()) & around
        found = (
            [p for p in places if ev.file(p[0]).definitions[p[1]].kind in _MADE_OF_FIELDS]
            if announcing
            else []
        )
        if found and all(self.is_objc(ev, place) for place in found):
            return found[:1]
        if len(found) > 1:
            found = [place for place in found if announcing & self.included(place[0])]
        return found if len(found) == 1 else []

    @cached_property
    def _announcing(self) -> dict[str, frozenset[str]]:
        """The files that name a class which they need not define, by its name."""
        found: dict[str, set[str]] = {}
        for path, file in self.world.files.items():
            if file.language in self.languages:
                for scope in range(MODULE, len(file.definitions)):
                    for name in file.binds(scope):
                        if name[:2] == "d:":
                            found.setdefault(name[2:], set()).add(path)
        return {name: frozenset(paths) for name, paths in found.items()}

    def initialised(self, ev: Evaluator, at: Where, site: Site, name: str) -> Answer:
        """What `name(...)` before a constructor's body makes: the class, a base, or a field."""
        this = ev.this(at)
        known = this | union(ev.bases(value) for value in this)
        named = frozenset(
            ("C", *v[1:]) for v in known if v[0] == "I" and ev.definition(v).name == name
        )
        given = [ev.value(at, one_) for one_ in site[4]]
        # An object that is copied is not made by a constructor that is written.
        kinds = frozenset(
            value
            for value in ev.members(this, f"v:{name}")
            if value[0] == "C" and not (len(given) == 1 and _is_of(given[0], value))
        )
        fitting = frozenset(
            value
            for value in kinds
            if any(calls.takes(ev, maker, site) for maker in calls.constructors(ev, value))
        )
        return named or fitting

    def copies(self, ev: Evaluator, at: Where, site: Site, value: Value) -> bool:
        """`Board b(other)`."""
        given: list[Expression] = site[4] if len(site) > 4 else []
        if len(given) != 1 or ev.file(value[1]).language != "cpp":
            return False
        values = ev.value(at, given[0])
        return bool(values) and all(_is_of(frozenset((one,)), value) for one in values)

    def friends(self, ev: Evaluator, at: Where, site: Site, name: str) -> Answer:
        """Functions that the class of an argument has for a friend."""
        given = union(ev.value(at, one_) for one_ in site[4]) if ev.world.named(name) else NOTHING
        return frozenset(
            ("f", *place, None, None)
            for value in given
            if value[0] == "I"
            for place in self.places(ev, value, name)
            if ev.file(place[0]).header(place[1]).known_as == ["friend"]
        )

    def beside(self, ev: Evaluator, at: Where, site: Site, name: str) -> Answer:
        """Functions of the namespaces that the classes of the arguments stand in."""
        given = union(ev.value(at, one_) for one_ in site[4]) if ev.world.named(name) else NOTHING
        spaces = {
            ev.definition(value).qualified_name.rpartition(".")[0]
            for value in given
            if value[0] == "I" and ev.file(value[1]).language == "cpp"
        }
        found = union(self.seen(ev, at.path, f"{space}.{name}") for space in spaces if space)
        return frozenset(value for value in found if value[0] == "f")

    def extensions(self, ev: Evaluator, owner: Value, name: str) -> Answer:
        """Methods of Objective-C's categories on classes of the library."""
        if owner[0] not in "XB":
            return NOTHING
        kinds = _KNOWN_AS.get(owner[1], (owner[1].removesuffix("()"),))
        return frozenset(
            ("f", *place, owner, owner)
            for kind in kinds
            for place in self.by_full_name.get(f"{kind}.{name}", ())
            if self.is_objc(ev, place) and self._is_in_category(ev, place)
        )

    def _is_in_category(self, ev: Evaluator, place: Place) -> bool:
        around = ev.file(place[0]).definitions[place[1]].parent
        return around is not None and around.kind is Kind.EXTENSION

    def is_objc(self, ev: Evaluator, place: Place) -> bool:
        """True for what a file of Objective-C defines."""
        return ev.file(place[0]).language == "objc"


def contexts(file: FileScopes, scope: int) -> Iterator[str]:
    """The names of classes and namespaces around a scope, the innermost first.

    A function that is no method may be named like one, as `TEST(Clock, Ticks)` is.
    """
    while scope != MODULE:
        definition, parent = file.definitions[scope], file.parent(scope)
        name = definition.qualified_name
        around = file.definitions[parent].qualified_name if parent != MODULE else ""
        is_free = definition.is_callable and file.header(scope).known_as != ["M"]
        while name and name != around:
            yield name
            name = around if is_free else name.rpartition(".")[0]
        scope = parent
    yield ""


def _is_of(values: Answer, kind: Value) -> bool:
    """True if a value is an instance of a class."""
    return any(value[0] == "I" and value[1:3] == kind[1:3] for value in values)


def without_makers(ev: Evaluator, found: Answer) -> Answer:
    """In a class its own name, and that of a base, stand for the class, not for constructors."""
    return frozenset(
        value
        for value in found
        if value[0] != "f" or ev.definition(value).kind is not Kind.CONSTRUCTOR
    )


def _given_by_property(ev: Evaluator, at: Where, site: Site, found: Answer) -> Answer:
    """The blocks that methods without parameters give, where they are given arguments."""
    is_run = site[0] == "c" and form(site[1]) == "a" and len(site) > 4 and bool(site[4])
    if not is_run or ev.file(at.path).language != "objc":
        return NOTHING
    methods = [value for value in found if value[0] == "f" and value[3] is not None]
    if not methods or any(calls.parameters_of(ev, value) for value in methods):
        return NOTHING
    given = union(calls.returns(ev, value) for value in methods)
    return frozenset(value for value in given if value[0] in "fF")


def _of_property(ev: Evaluator, at: Where, site: Site) -> Answer:
    is_plain = site[0] == "c" and form(site[1]) == "a" and not (len(site) > 4 and site[4])
    if not is_plain or ev.file(at.path).language != "objc":
        return NOTHING
    return frozenset(value for value in ev.value(at, site[1]) if value[0] in "IXB")
