"""C#: the classes that `new T()` makes: those that anybody gives for the type parameter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, union
from codewitness.model.flow import Expression, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.files import Scope
    from codewitness.engine.graph.typed.evaluate import Evaluator

_MAX_GIVEN = 40  # classes for one parameter; of more, they tell nothing


def classes(ev: Evaluator, parameter: Value) -> Answer:
    """The classes that are given for a type parameter of a method or a class, wherever it is."""
    found = ev.table.ask(("given", *parameter), lambda: _given(ev, parameter))
    return found if len(found) <= _MAX_GIVEN else NOTHING


def _given(ev: Evaluator, parameter: Value) -> Answer:
    _, path, ordinal, k = parameter
    file = ev.file(path)
    name = file.definitions[ordinal].name
    is_method = file.definitions[ordinal].is_callable
    ways = _to_methods if is_method else _to_classes
    found: list[Answer] = []
    for scope in ev.world.mentioning(name):
        found += ways(ev, scope, name, (path, ordinal, k))
    given = union(found)
    further = union(classes(ev, value) for value in given if value[0] == "T" and value != parameter)
    return (
        further
        | frozenset(("C", *value[1:]) for value in given if value[0] == "I")
        | frozenset(value for value in given if value[0] == "C")
    )


def _to_methods(
    ev: Evaluator, scope: Scope, name: str, meant: tuple[str, int, int]
) -> Iterator[Answer]:
    """`Make<Row>()`."""
    from codewitness.engine.graph.typed.evaluate import Where

    path, ordinal, k = meant
    at = Where(scope.file.path, scope.ordinal)
    for number, site in enumerate(scope.flow.sites):
        types = site[6] if len(site) > 6 else []
        if k < len(types) and last_name(site[1]) == name and types[k] is not None:
            callees = ev.callees(*at[:2], number)
            if any(value[0] == "f" and value[1:3] == (path, ordinal) for value in callees):
                yield ev.type(at, types[k])


def _to_classes(
    ev: Evaluator, scope: Scope, name: str, meant: tuple[str, int, int]
) -> Iterator[Answer]:
    """`Pool<Row>`, as any type that is written."""
    from codewitness.engine.graph.typed.evaluate import Where

    path, ordinal, k = meant
    at = Where(scope.file.path, scope.ordinal)
    flow = scope.flow
    for kind in _applied([flow.sites, flow.binds, flow.returns, flow.headers], name):
        if k + 2 < len(kind) and any(v[1:3] == (path, ordinal) for v in ev.type(at, kind)):
            yield ev.type(at, kind[k + 2])


def _applied(part: Any, name: str) -> Iterator[Expression]:
    if not isinstance(part, list):
        return
    if part[:1] == ["G"] and last_name(part[1]) == name:
        yield part
    for one in part:
        yield from _applied(one, name)
