"""C++: which types a template is given in the project, and members that `using` brings in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, union
from codewitness.engine.graph.typed.world import called
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator

_MAX_GIVEN = 4  # classes; what a template of more may call tells too little
_MAX_SCOPES = 80  # that mention the name of a template


def classes(ev: Evaluator, parameter: Value) -> Answer:
    """Instances of the classes that are written for a type parameter; nothing if they are many."""
    key = ("given types", *parameter[1:])
    found = ev.table.ask(key, lambda: _classes(ev, parameter))
    return found if len({value[:3] for value in found}) <= _MAX_GIVEN else NOTHING


def _classes(ev: Evaluator, parameter: Value) -> Answer:
    path, ordinal = parameter[1:3]
    own = ev.file(path).definitions[ordinal]
    scopes = ev.world.mentioning(own.name) if own.name else []
    if len(scopes) > _MAX_SCOPES or ev.file(path).language != "cpp":
        return NOTHING
    ways = _of_calls(ev, scopes, parameter) if own.is_callable else _applied(ev, scopes, parameter)
    given = union(ways)
    further = (classes(ev, value) for value in given if value[0] == "T" and value != parameter)
    return frozenset(value for value in given | union(further) if value[0] == "I")


def _of_calls(ev: Evaluator, scopes: list[Scope], parameter: Value) -> Iterator[Answer]:
    """`make<Circle>(2.0)`."""
    from codewitness.engine.graph.typed.evaluate import Where

    _, path, ordinal, k = parameter
    name = ev.file(path).definitions[ordinal].name
    for scope in scopes:
        here = Where(scope.file.path, scope.ordinal)
        for number, site in enumerate(scope.flow.sites):
            kinds = site[6] if len(site) > 6 else []
            if called(site[1]) == name and k < len(kinds) and kinds[k] is not None:
                if any(v[:3] == ("f", path, ordinal) for v in ev.callees(*here[:2], number)):
                    yield ev.type(here, kinds[k])


def _applied(ev: Evaluator, scopes: list[Scope], parameter: Value) -> Iterator[Answer]:
    """`Handle<Shape>`, wherever it is written."""
    from codewitness.engine.graph.typed.evaluate import Where

    _, path, ordinal, k = parameter
    name = ev.file(path).definitions[ordinal].name
    for scope in scopes:
        here = Where(scope.file.path, scope.ordinal)
        flow = scope.flow
        for kind in _written([flow.sites, flow.binds, flow.headers, flow.returns], name):
            for value in ev.type(here, kind):
                if value[:3] == ("I", path, ordinal) and k < len(value[3]):
                    yield value[3][k]


def _written(expression: Expression, name: str) -> Iterator[Expression]:
    if isinstance(expression, list):
        if expression[:1] == ["G"] and called(expression[1]) == name:
            yield expression
        for part in expression:
            yield from _written(part, name)


def members(ev: Evaluator, parameter: Value, name: str) -> Answer:
    """Methods of those classes."""
    found = union(ev.member(one, name) for one in classes(ev, parameter))
    return frozenset(value for value in found if value[0] == "f")


def made(ev: Evaluator, site: Site, found: Answer) -> Answer:
    """What `new T(...)` makes an object of."""
    kinds = [value for value in found if value[0] == "T"] if site[0] == "n" else []
    known = union(classes(ev, kind) for kind in kinds)
    return (found - {*kinds} if known else found) | {("C", *value[1:]) for value in known}


def with_used(ev: Evaluator, owner: Value, name: str, found: Answer) -> Answer:
    """With the overloads of a base that `using Base::name;` brings in and it has not itself."""
    from codewitness.engine.graph.typed.evaluate import Where

    file = ev.file(owner[1])
    plain = name.removesuffix(METHOD)
    indexes = file.binds(owner[2]).get(plain, ()) if found else ()
    used = [
        value
        for index in indexes
        if form(value := file.flow(owner[2]).binds[index][1]) == "a" and value[2] == plain
    ]
    own = {_taken(ev, value) for value in found if value[0] == "f"}
    here = Where(owner[1], owner[2])
    others = union(ev.value(here, value) for value in used) if own else NOTHING
    return found | {
        (*v[:4], owner) for v in others if v[0] == "f" and v[3] and _taken(ev, v) not in own
    }


def _taken(ev: Evaluator, function: Value) -> tuple[str, ...]:
    return tuple(repr(one.type) for one in ev.file(function[1]).header(function[2]).parameters)
