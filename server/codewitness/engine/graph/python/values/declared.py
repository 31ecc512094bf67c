"""What the declared type of a parameter of Python leaves open, which callers tell more of."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable

from codewitness.engine.graph.python.naming.kinds import objects
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.objects.records import is_of_typed_keys
from codewitness.model.flow import form


def is_open(names: Names, declared: Iterable[Value]) -> bool:
    """True if a type says what an object has, or what is in it may be of classes below."""
    return any(_is_open(names, one) for one in declared)


def told_by(names: Names, declared: Collection[Value], given: set[Value]) -> set[Value]:
    """What callers give that tells more than such a type: functions, for one that is called."""
    kinds = [scope for one in declared if one[0] == "I" and (scope := names.scope(one[1]))]
    is_called = any(names.is_protocol(one.key) and names.has(one, "__call__") for one in kinds)
    functions = {one for one in given if one[0] in "FBCP"} if is_called else set()
    return functions | objects(frozenset(given), declared)


def _is_open(names: Names, declared: Value) -> bool:
    if declared[0] == "I":
        return _says_what_it_has(names, declared[1])
    scope = names.scope(declared[1]) if declared[0] == "Y" else None
    if scope is None:
        return False
    meant = json.loads(declared[2])
    if form(meant) != "i":
        return False
    parts = meant[2][3:] if form(meant[2]) == "L" else [meant[2]]
    held = {one[1] for part in parts for one in names.types(scope, part) if one[0] == "I"}
    return any(_says_what_it_has(names, key) or names.subclasses(key) for key in held)


def _says_what_it_has(names: Names, key: str) -> bool:
    return names.is_protocol(key) or is_of_typed_keys(names, key)
