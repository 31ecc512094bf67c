"""Objects that keep what they were made with, though nobody wrote a constructor that says so.

Named tuples, and classes whose decorator or base makes the constructor of what they declare.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.listed import words
from codewitness.engine.graph.python.naming.kinds import hold_plain, is_known, objects
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.naming.uses import is_of_call
from codewitness.engine.graph.python.objects.fields import declared, listed
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.calls import Calls

NAMESPACE = "SimpleNamespace"
NAMED_TUPLE = "collections.namedtuple"
_CONSTRUCTOR = "__init__"
_DECORATORS = words("dataclass dataclasses define frozen mutable attrs attributes s")
_BASES = frozenset({"typing.NamedTuple", "pydantic.BaseModel"})
_TYPED_KEYS = ".TypedDict"


def field_names(names: Names, key: str) -> list[str]:
    """What objects of a class are made with, in order; nothing if it has its own constructor."""
    return [name for _, name in sorted(names.cells.settle(("fs", key)))]


def matched(names: Names, key: str, place: int) -> str:
    """The attribute that a pattern of a class calls its part at a place."""
    for entry in names.mro(key):
        scope = names.scope(entry[1]) if entry[0] == "C" else None
        for index in scope.binds("__match_args__") if scope is not None else ():
            parts = [one[1] for one in scope.flow.binds[index][1][3:]]  # type: ignore[union-attr]
            return str(parts[place]) if place < len(parts) else ""
    fields = field_names(names, key)
    return fields[place] if place < len(fields) else ""


def is_data_class(names: Names, key: str) -> bool:
    """True for a class whose constructor a decorator writes."""
    for entry in names.mro(key):
        scope = names.scope(entry[1]) if entry[0] == "C" else None
        if scope is None or names.has(scope, _CONSTRUCTOR):
            return False
        if not _DECORATORS.isdisjoint(scope.decorators):
            return True
    return False


def is_of_tuple(names: Names, key: str) -> bool:
    """True for a class whose objects are tuples of their fields, by a base that a call makes."""
    for entry in names.mro(key):
        scope = names.scope(entry[1]) if entry[0] == "C" else None
        if scope is not None and next(_of_bases(names, scope), None) is not None:
            return True
    return False


def _of_bases(names: Names, scope: Scope) -> Iterator[str]:
    """Fields of a base that is made where the class is defined: `class A(namedtuple(...))`."""
    around = scope.parent
    for base in scope.header[2] if around is not None else ():
        for home, made in _calls_of(names, around, base):  # type: ignore[arg-type]
            site = home.flow.sites[made[1]]
            if ("X", NAMED_TUPLE) in names.static(home, site[1], names.cells.settle):
                yield from listed(site)


def is_of_typed_keys(names: Names, key: str) -> bool:
    """True for a class that tells the keys of dictionaries, which are given by name alone."""
    return any(one[0] == "X" and one[1].endswith(_TYPED_KEYS) for one in names.mro(key))


def are_of_typed_keys(names: Names, declared: Iterable[Value]) -> bool:
    """True if one of some types is such a class."""
    return any(one[0] == "I" and is_of_typed_keys(names, one[1]) for one in declared)


def _calls_of(names: Names, scope: Scope, expression: Expression) -> list[tuple[Scope, Expression]]:
    """The call that an expression is, or that a name has its value from, with its scope."""
    if form(expression) == "c":
        return [(scope, expression)]
    given = [(home, home.flow.binds[i][1]) for home, i in names.given_at(scope, expression)]
    return [(home, value) for home, value in given if form(value) == "c"]


class Records:
    """What fields hold, by the calls that make the objects."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.flows = calls.flows
        self.names = calls.names
        self.cells = calls.cells

    def fields(self, key: str) -> Iterable[Value]:
        """Rule `fs`: (place, name) of each field of a class."""
        found: dict[str, None] = {}
        names = self.names
        order = [names.scope(one[1]) for one in names.mro(key) if one[0] == "C"]
        is_made = is_of_typed_keys(names, key) or any(
            one[0] == "X" and one[1] in _BASES for one in names.mro(key)
        )
        for scope in reversed(order):
            if scope is None:
                continue
            if names.has(scope, _CONSTRUCTOR):
                found.clear()
            elif is_made or not _DECORATORS.isdisjoint(scope.decorators):
                found.update(dict.fromkeys(declared(scope)))
            else:
                found.update(dict.fromkeys(_of_bases(names, scope)))
        return enumerate(found)

    def field(self, key: str, name: str) -> Iterable[Value]:
        """Rule `fd`: what the objects of a class, or of one below it, were given for a field."""
        found: Values = NONE
        scope = self.names.scope(key)
        limit = self.names.workspace.limits.callers
        if scope is None or name not in field_names(self.names, key):
            return found
        told = self._told(key, name)
        if is_known(told):
            return found
        found |= self.calls.factories.default(key, name)
        for maker in self.calls.factories.of_field(key, name):
            if maker[0] in "FB":
                found |= self.cells.get(("ret", maker[1]))
        is_keyed = is_of_typed_keys(self.names, key)
        for made in (scope, *self.names.subclasses(key)):
            fields = field_names(self.names, made.key)
            if name not in fields:
                found |= self._handed_on(made, name)
                continue
            places = self.calls.sites.named(made) if limit else []
            for home, index in places if len(places) <= limit else []:
                if ("C", made.key) in self.cells.get(("s", home.key, index)):
                    site = home.flow.sites[index]
                    site = [*site[:4], [], *site[5:]] if is_keyed else site
                    found |= self._given(home, site, fields, name)
        found |= self._replaced(key, name) if limit else NONE
        return objects(found, told) if hold_plain(told) else found

    def _replaced(self, key: str, name: str) -> Values:
        """What copies of objects are given instead: `replace(one, name=...)`."""
        found: Values = NONE
        self.cells.note("mention", name)
        for home in self.names.workspace.mentioning(name):
            if 'replace"' not in home.flow_text or home.file.language != "python":
                continue
            self.cells.note("scope", home.key)
            for index in [*home.sites_of("replace"), *home.sites_of("_replace")]:
                site = home.flow.sites[index]
                callee, given = site[1], site[4] if len(site) > 4 else []
                named = dict(zip(site[5][::2], site[5][1::2], strict=True)) if site[5:] else {}
                is_own = form(callee) == "a" and callee[2] == "_replace"
                own = callee[1] if is_own else next(iter(given), None)
                if name in named and any(
                    one[0] == "I" and ("C", key) in self.names.mro(one[1])
                    for one in self.flows.values(home, own)
                ):
                    found |= self.flows.values(home, named[name])
        return found

    def _handed_on(self, made: Scope, name: str) -> Values:
        """What a class with a constructor of its own hands to that which was written for a base."""
        above = [one[1] for one in self.names.mro(made.key)[1:2] if one[0] == "C"]
        fields = [one for key in above for one in field_names(self.names, key)]
        found: Values = NONE
        for function in made.children if name in fields else ():
            if function.name != _CONSTRUCTOR:
                continue
            self.cells.note("scope", function.key)
            for index in function.sites_of(_CONSTRUCTOR):
                site = function.flow.sites[index]
                if form(site[1]) == "a" and is_of_call(function, site[1][1], "super"):
                    found |= self._given(function, site, fields, name)
        return found

    def _told(self, key: str, name: str) -> set[Value]:
        """What a field's type says that it holds."""
        for entry in self.names.mro(key):
            scope = self.names.scope(entry[1]) if entry[0] == "C" else None
            for index in scope.binds(name) if scope is not None else ():
                value = scope.flow.binds[index][1]  # type: ignore[union-attr]
                if form(value) == "y":
                    return self.names.types(scope, value[1])  # type: ignore[arg-type]
        return set()

    def held(self, owner: Value, key: Value | None) -> Values:
        """What a named tuple, made at a site, holds by a name or at a place; all of it for None."""
        found = self.calls.site(owner[1], owner[2])
        if found is None:
            return NONE
        scope, site = found
        every: Values = NONE
        for kind in self.cells.get(("s", scope.key, owner[2])):
            made = self.calls.site(kind[1], kind[2]) if is_tuple_class(kind) else None
            fields = [] if made is None else listed(made[1])
            wanted = fields
            if key is not None and key[0] == "K":
                at = key[1]
                wanted = [at] if at in fields else []
                if isinstance(at, int) and -len(fields) <= at < len(fields):
                    wanted = [fields[at]]
            for name in wanted:
                every |= self._given(scope, site, fields, name)
        return every

    def _given(self, scope: Scope, site: Site, fields: list[str], name: str) -> Values:
        given: list[Expression] = site[4] if len(site) > 4 else []
        named: list[Expression] = site[5] if len(site) > 5 else []
        for label, value in zip(named[::2], named[1::2], strict=True):
            if label == name:
                return self.flows.values(scope, value)
        place = fields.index(name)
        if place >= len(given) or any(form(one) == "*" for one in given[: place + 1]):
            return NONE
        return self.flows.values(scope, given[place])


def is_tuple_class(value: Value) -> bool:
    """True for what a call of `namedtuple` gives."""
    return value[0] == "E" and bool(value[3] == "namedtuple")


def is_record(value: Value) -> bool:
    """True for what a call of that gives, and for what has what it is given by name."""
    return value[0] == "E" and value[3] in ("record", NAMESPACE)
