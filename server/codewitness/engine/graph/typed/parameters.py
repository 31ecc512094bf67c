"""What parameters may be: as declared, by default, by context, by what calls give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.callers import known_as, sites_called
from codewitness.engine.graph.typed.classes import holds_functions
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import THIS, Value, builtin, one, substituted, union
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_MOST_LISTED = 8  # arguments that a parameter takes together are looked at
_MAX_CALLS = 80  # of one name; of a name that is called more often the arguments tell too little


def parameter(ev: Evaluator, path: str, ordinal: int, k: int) -> Answer:
    """What the k-th parameter of a definition may be."""
    from codewitness.engine.graph.typed.evaluate import Where

    file = ev.file(path)
    header = file.header(ordinal)
    if k >= len(header.parameters):
        return NOTHING
    own = header.parameters[k]
    declared = ev.type(Where(path, file.parent(ordinal), ordinal), own.type)
    if own.kind[:1] == "*" and any(holds_functions(ev, value) for value in declared):
        places = range(k, k + _MOST_LISTED)
        return declared | builtin("[]", union(given_by_calls(ev, path, ordinal, n) for n in places))
    is_vague = all(value[0] in "OT" or ev.rules.is_function(ev, value) for value in declared)
    if any(value[0] == "T" for value in declared) and not _is_called(ev, path, ordinal, k):
        return declared
    if declared and not is_vague:
        return declared
    found = declared | ev.value(Where(path, file.parent(ordinal)), own.default)
    if not declared:
        found |= _by_context(ev, path, ordinal, k)
    if file.definitions[ordinal].kind is not Kind.LAMBDA:
        given = given_by_calls(ev, path, ordinal, k)
        if declared:
            kinds = "f" if any(value[0] == "T" for value in declared) else "fCDSF"
            given = frozenset(value for value in given if value[0] in kinds)
        found |= given
    return found


def _is_called(ev: Evaluator, path: str, ordinal: int, k: int) -> bool:
    """True if a function calls its k-th parameter, itself or in a function in it."""
    file = ev.file(path)
    name = file.header(ordinal).parameters[k].name
    sites = file.flow(ordinal).sites
    own = any(isinstance(s[1], list) and s[1][:1] == ["v"] and -1 - k in s[1][2:] for s in sites)
    return own or any(
        site[1] == name
        for child in file.children.get(ordinal, ())
        for site in file.flow(child).sites
    )


def given_by_calls(ev: Evaluator, path: str, ordinal: int, k: int) -> Answer:
    """What the calls of a function give as its k-th argument."""
    from codewitness.engine.graph.typed.evaluate import Where

    found: list[Answer] = []
    for caller, scope, number in called_as(ev, path, ordinal):
        site = ev.site(caller, scope, number)
        given = site[4] if len(site) > 4 else []
        if k > len(given):
            continue
        values = [
            value
            for value in ev.callees(caller, scope, number)
            if value[:3] in (("f", path, ordinal), ("C", path, _class(ev, path, ordinal)))
        ]
        # The object of an extension stands before the dot.
        at = k - 1 if any(value[4:] == ("extension",) for value in values) else k
        if values and 0 <= at < len(given) and given[at] is not None:
            found.append(ev.value(Where(caller, scope), given[at]))
    return frozenset(value for value in union(found) if value[0] in "fCDSFI")


def _class(ev: Evaluator, path: str, ordinal: int) -> int | None:
    file = ev.file(path)
    is_constructor = file.definitions[ordinal].kind is Kind.CONSTRUCTOR
    return file.parent(ordinal) if is_constructor else None


def called_as(ev: Evaluator, path: str, ordinal: int) -> list[tuple[str, int, int]]:
    """The sites that may call a definition, by its name."""
    file = ev.file(path)
    name = file.definitions[ordinal].name
    owner = _class(ev, path, ordinal)
    if owner is not None and owner >= 0:
        name = file.definitions[owner].name
    found = [
        (scope.file.path, scope.ordinal, number)
        for scope, number in sites_called(ev.world, known_as(ev.world, name))
    ]
    return found if len(found) <= _MAX_CALLS else []


def _by_context(ev: Evaluator, path: str, ordinal: int, k: int) -> Answer:
    """What the place where a function stands says of its k-th parameter."""
    from codewitness.engine.graph.typed.evaluate import Where

    file = ev.file(path)
    scope = file.parent(ordinal)
    number = file.children[scope].index(ordinal)
    where = Where(path, scope)
    found: list[Answer] = []
    for kind, *use in file.uses(scope).get(number, ()):
        if kind == "y":
            found += (_of_type(ev, ev.type(where, use[0]), k),)
        else:
            found.append(_by_site(ev, where, use, k))
    return union(found)


def _of_type(ev: Evaluator, kinds: Answer, k: int) -> Answer:
    found: list[Answer] = []
    for value in kinds:
        if value[0] == "F" and k < len(value[2]):
            found.append(value[2][k])
        elif value[0] in "IO":
            calls_ = ev.member(value, "()")
            found += (v[2][k] for v in calls_ if v[0] == "F" and k < len(v[2]))
    return union(found)


def _by_site(ev: Evaluator, where: Where, use: list[Any], k: int) -> Answer:
    number, argument, key = use
    site = ev.site(where.path, where.scope, number)
    found: list[Answer] = []
    for callee in ev.callees(where.path, where.scope, number):
        if callee[0] == "b":
            if not key:
                found.append(ev.rules.callback_parameter(ev, where, callee, argument, k))
        elif callee[0] == "F":
            if argument < len(callee[2]):
                found.append(_of_type(ev, _keyed(ev, callee[2][argument], key), k))
        elif callee[0] in "fC":
            makers = [callee] if callee[0] == "f" else calls.constructors(ev, callee)
            found += (_by_function(ev, where, site, m, argument, key, k) for m in makers)
    return union(found)


def _by_function(  # noqa: PLR0913
    ev: Evaluator,
    where: Where,
    site: list[Expression],
    callee: Value,
    argument: int,
    key: str,
    k: int,
) -> Answer:
    from codewitness.engine.graph.typed.evaluate import Where as Place

    path, ordinal, receiver = callee[1:4]
    file = ev.file(path)
    is_extension = callee[4:] == ("extension",) and isinstance(site[1], list)
    if is_extension and len(calls.parameters_of(ev, callee)) < len(file.header(ordinal).parameters):
        # Its object is its first parameter.
        site = [*site[:4], [site[1][1], *site[4]], *site[5:]]
        argument += 1
    parameters = file.header(ordinal).parameters
    if argument >= len(parameters):
        return NOTHING
    place = Place(path, file.parent(ordinal), ordinal)
    wanted = _keyed(ev, ev.type(place, parameters[argument].type), key)
    found = _of_type(ev, wanted, k)
    env: dict[Value, Answer] = {}
    if receiver is not None:
        env = {**ev.arguments(receiver), THIS: one(receiver)}
    if file.header(ordinal).type_parameters and any(v[0] == "T" for v in found):
        given = [None if n == argument else a for n, a in enumerate(site[4])]
        others = [*site[:4], given, [], *site[6:]]
        env.update(calls.inferred(ev, where, others, path, ordinal, env))
    return substituted(found, env)


def _keyed(ev: Evaluator, kinds: Answer, key: str) -> Answer:
    return ev.members(kinds, key) if key else kinds
