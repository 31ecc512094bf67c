"""Rust: functions of a trait that a type has for itself, told by the type that is expected.

`Default::default()` runs the one of the field, variable or parameter that it is for; `collect()`
the `from_iter` of what it gives, and `parse()` its `from_str`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.packages import PackageRules
from codewitness.engine.graph.typed.rust import rust_iterators
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, THIS, Env, Value, substituted, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.flow import Expression, Site, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_DEFAULT, _INTO = "default", "into"
_MADE_BY = {"collect": "from_iter", "parse": "from_str", "sum": "sum", "product": "product"}


class WithExpected(PackageRules):
    """Packages, what an expected type has of a trait, and what is named by a type's block."""

    def dotted_type(self, ev: Evaluator, at: Where, expression: Expression) -> Answer:
        """`Self::Item`, for which the block says what it stands for."""
        return rust_iterators.associated(ev, at, expression)

    def is_generic(self, ev: Evaluator, path: str, ordinal: int) -> bool:
        """As everywhere; also a function of a block that has type parameters."""
        block = ev.file(path).parent(ordinal)
        is_of_block = block != MODULE and bool(ev.file(path).header(block).type_parameters)
        return is_of_block or super().is_generic(ev, path, ordinal)

    def made_by_block(self, ev: Evaluator, function: Value, env: Env) -> Env:
        """`Replace::new(Capture::new())` is a `Replace<Capture>`."""
        path, ordinal, receiver = function[1:4]
        block = ev.file(path).parent(ordinal)
        if receiver is None or receiver[3] or not any(key[1:3] == (path, block) for key in env):
            return {}
        where = _header_of(ev, path, block)
        made = substituted(ev.type(where, ev.file(path).header(block).known_as), env)
        own = frozenset(value for value in made if value[:3] == ("I", *receiver[1:3]))
        return {THIS: own} if own else {}

    def callees(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        """What a site calls, also by what it is to give."""
        callee = site[1]
        if form(callee) != "a":
            return super().callees(ev, at, site)
        if callee[2] == _DEFAULT and form(callee[1]) == "T":
            plain = [site[0], ["a", "Default", _DEFAULT], *site[2:]]
            return _default(ev, at, site) or super().callees(ev, at, plain)
        if callee[2] in _MADE_BY and len(site) > 6:
            kinds = union(ev.type(at, kind) for kind in site[6][:1])
            if made := _of_types(ev, kinds, _MADE_BY[callee[2]]):
                return made
        if callee[2] == _INTO and len(site) > 6:
            found = super().callees(ev, at, site)
            if kinds := union(ev.type(at, kind) for kind in site[6][:1]):
                others = frozenset(value for value in found if value[0] != "f")
                return _taking(ev, at, site, _of_types(ev, kinds, "from")) or others
            return found
        return super().callees(ev, at, site)


def _taking(ev: Evaluator, at: Where, site: Site, ways: Answer) -> Answer:
    """Of the `from` of a type the one that takes what is converted; none if several may."""
    given = {_plain(value) for value in ev.value(at, site[1][1])}
    found = [
        way for way in ways if any(_plain(v) in given for v in ev.parameter(way[1], way[2], 0))
    ]
    return frozenset(found) if len(found) == 1 else NOTHING


def _plain(value: Value) -> tuple[object, ...]:
    """A type without its arguments; one without fields is named like its only value."""
    return value[1:3] if value[0] in "IC" else value[:2]


def _header_of(ev: Evaluator, path: str, block: int) -> Where:
    from codewitness.engine.graph.typed.evaluate import Where as Place

    return Place(path, ev.file(path).parent(block), block)


def _default(ev: Evaluator, at: Where, site: Site) -> Answer:
    kind: Expression = site[1][1][1]
    if kind is None:
        return _of_types(ev, _taken(ev, at, site), _DEFAULT)
    if form(kind) == "q" and form(kind[1]) == "a" and _is_option(ev, at, kind[1]):
        return NOTHING
    return _of_types(ev, ev.type(at, kind), _DEFAULT)


def _of_types(ev: Evaluator, kinds: Answer, name: str) -> Answer:
    """The function of one's own types by a name; nothing if several may be meant."""
    found = [
        frozenset(v for v in ev.member(("C", *kind[1:]), name + METHOD) if v[0] == "f")
        for kind in kinds
        if kind[0] == "I"
    ]
    return found[0] if len(found) == 1 else NOTHING


def _taken(ev: Evaluator, at: Where, site: Site) -> Answer:
    """What the function takes to which the result of a site is given."""
    from codewitness.engine.graph.typed.evaluate import Where as Place

    sites = ev.file(at.path).flow(at.scope).sites
    own = ["c", next(number for number, one in enumerate(sites) if one is site)]
    found: list[Answer] = []
    for number, outer in enumerate(sites):
        for k, given in enumerate(outer[4] if len(outer) > 4 else ()):
            for callee in ev.callees(at.path, at.scope, number) if given == own else ():
                if callee[0] == "f":
                    path, ordinal = callee[1:3]
                    parameters = ev.file(path).header(ordinal).parameters
                    kind = parameters[k].type if k < len(parameters) else None
                    place = Place(path, ev.file(path).parent(ordinal), ordinal)
                    found.append(NOTHING if _names_option(kind) else ev.type(place, kind))
    return union(found)


def _is_option(ev: Evaluator, at: Where, field: Expression) -> bool:
    """True for a field that may hold nothing, of which the default is just that."""
    return any(
        _names_option(bind[1][1])
        for owner in ev.owners(at, field[1])
        if owner[0] == "I"
        for bind in _binds(ev, owner, field[2])
        if form(bind[1]) == "y"
    )


def _binds(ev: Evaluator, owner: Value, name: str) -> list[Expression]:
    file = ev.file(owner[1])
    flow = file.flow(owner[2])
    return [flow.binds[index] for index in file.binds(owner[2]).get(name, ())]


def _names_option(kind: Expression) -> bool:
    return form(kind) == "G" and last_name(kind[1]) == "Option"
