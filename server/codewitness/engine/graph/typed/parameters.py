"""What parameters may be: as declared, by default, by context, by what calls give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed import above, calls, classes, expected, folding
from codewitness.engine.graph.typed.arguments_of import (
    LEFT_OVER,
    closure_behind,
    flat,
    given_for,
    label_of,
)
from codewitness.engine.graph.typed.asked_for import is_asked, is_called, is_given_back
from codewitness.engine.graph.typed.callers import BEHIND, candidates, sites_called
from codewitness.engine.graph.typed.classes import holds_functions
from codewitness.engine.graph.typed.handled import ECMA, is_by_call
from codewitness.engine.graph.typed.known_as import known_as
from codewitness.engine.graph.typed.ruby import ruby_making
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import (
    THIS,
    Asked,
    Value,
    builtin,
    one,
    substituted,
    taken_at,
    takes_so_many,
    union,
)
from codewitness.engine.graph.typed.world import MODULE, FileScopes
from codewitness.model.facts import Kind
from codewitness.model.flow import MAKER, RECEIVER, Expression, Parameter, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_HANDED = (Kind.FUNCTION, Kind.METHOD)
_RECEIVER = -1  # in place of the number of a parameter
_MOST_LISTED = 8  # arguments that a parameter takes together are looked at
_MAX_GIVEN = 4  # classes of objects that a template is given
_MAX_CALLS = 80  # of one name; of a name that is called more often the arguments tell too little


def parameter(ev: Evaluator, path: str, ordinal: int, k: int) -> Answer:
    """What the k-th parameter of a definition may be."""
    from codewitness.engine.graph.typed.evaluate import Where

    file = ev.file(path)
    header = file.header(ordinal)
    if k >= len(header.parameters):
        return NOTHING
    own = header.parameters[k]
    declared = ev.type(Where(path, ev.rules.header_scope(file, ordinal), ordinal), own.type)
    if own.kind[:1] == "*" and any(holds_functions(ev, value) for value in declared):
        return declared | builtin("[]", _left_over(ev, path, ordinal, k))
    if own.kind == "*" and not declared:
        return builtin("[]", _left_over(ev, path, ordinal, k))
    is_vague = all(value[0] in "OT" or ev.rules.is_function(ev, value) for value in declared)
    if any(value[0] == "T" for value in declared) and not is_called(ev, path, ordinal, k):
        return declared | _of_template(ev, path, ordinal, k)
    if declared and not is_vague:
        if any(value[:2] == ("B", "[]") and holds_functions(ev, value) for value in declared):
            return declared | frozenset(
                v for v in given_by_calls(ev, path, ordinal, k) if _has_functions(v)
            )
        if any(value[0] == "F" for value in declared):  # or anything else
            given = given_by_calls(ev, path, ordinal, k)
            return declared | frozenset(v for v in given if v[0] == "f")
        return declared
    found = declared | ev.value(Where(path, file.parent(ordinal)), own.default)
    is_closure = file.definitions[ordinal].kind is Kind.LAMBDA
    if not declared:
        found |= _by_context(ev, path, ordinal, k)
    elif is_closure and file.language == "objc":  # a type says at most how it is called
        found |= frozenset(v for v in _by_context(ev, path, ordinal, k) if v[0] == "f")
    is_used = not found and (is_asked(ev, path, ordinal, k) or is_given_back(ev, path, ordinal, k))
    if not is_closure or is_used:
        given = given_by_calls(ev, path, ordinal, k)
        if declared:
            kinds = "f" if any(value[0] == "T" for value in declared) else "fCDSF"
            given = frozenset(v for v in given if v[0] in kinds or _is_functor(ev, v))
        found |= given
    return found


def _left_over(ev: Evaluator, path: str, ordinal: int, k: int) -> Answer:
    """What calls give from a place on, without what they give by a name."""
    places = range(k, k + _MOST_LISTED)
    return union(given_by_calls(ev, path, ordinal, LEFT_OVER + n) for n in places)


def _is_functor(ev: Evaluator, value: Value) -> bool:
    """True for an object that is called like a function, and handed to what takes one."""
    name = ev.rules.call_operator
    return value[0] == "I" and bool(name) and any(v[0] == "f" for v in ev.member(value, name))


def _of_template(ev: Evaluator, path: str, ordinal: int, k: int) -> Answer:
    """The objects that a template of C++ is given for a parameter of a type of its own."""
    if ev.file(path).language != "cpp":
        return NOTHING
    found = frozenset(v for v in given_by_calls(ev, path, ordinal, k) if v[0] == "I")
    return found if len(found) <= _MAX_GIVEN else NOTHING


def given_by_calls(ev: Evaluator, path: str, ordinal: int, k: int) -> Answer:
    """What the calls of a function give as its k-th argument."""
    from codewitness.engine.graph.typed.evaluate import Where

    own: list[Answer] = []
    others: list[Answer] = []  # given to what the function overrides; left out if they are many
    for place, expression, is_own in _arguments(ev, path, ordinal, k):
        (own if is_own else others).append(ev.value(Where(*place), expression))
    found = union((*own, *others)) or union(own)
    found = frozenset(v for v in found if not _is_own(ev, v, path, ordinal))
    listed = frozenset(flat(value) for value in found if _has_functions(value))
    makers = union(value[2][0] for value in found if value[:2] == ("B", MAKER))
    found |= frozenset(("C", *value[1:]) for value in makers if value[0] == "I")
    named = frozenset(v for v in found if v[:2] == ("B", "Symbol") and v[2])  # sent, in Ruby
    return frozenset(v for v in found if v[0] in "fCDSFI") | listed | named


def _has_functions(value: Value) -> bool:
    """True for a list that is written with functions in it."""
    is_list = value[0] == "B" and value[1] in ("[]", "()")
    return is_list and any(one_[0] == "f" for held in value[2] for one_ in held)


def arguments(
    ev: Evaluator, path: str, ordinal: int, k: int
) -> Iterator[tuple[tuple[str, int], Expression]]:
    """The k-th arguments of the calls of a function, each with its file and scope."""
    for place, given, _ in _arguments(ev, path, ordinal, k):
        yield place, given


def _arguments(
    ev: Evaluator, path: str, ordinal: int, k: int
) -> Iterator[tuple[tuple[str, int], Expression, bool]]:
    """The same, each with whether the function itself is called, and not what it overrides."""
    is_class = ev.file(path).definitions[ordinal].is_class  # whose head declares what makes it
    made = ("C", path, ordinal if is_class else _class(ev, path, ordinal))
    replaced = _replaced(ev, path, ordinal)
    places = called_as(ev, path, ordinal)
    # A name alone is handed around; what a table has may call a method of its own name.
    is_itself = (path, ordinal) if not is_class else None
    if all(ev.site(*one_)[0] == "r" or one_[:2] == is_itself for one_ in places):
        places = _handed(ev, path, ordinal, k)
    for caller, scope, number in places:
        site = ev.site(caller, scope, number)
        values = [
            value
            for value in ev.callees(caller, scope, number)
            if value[:3] in (("f", path, ordinal), made)
            or (value[:3] in replaced and _may_run(ev, (caller, scope), number, (path, ordinal)))
            or (made[2] is not None and value[0] == "C" and _inherits(ev, value, path, ordinal))
        ]
        if values and ev.file(caller).language in ECMA and is_by_call(site):
            if ev.file(path).definitions[ordinal].name != "call":
                site = [*site[:4], site[4][1:], *site[5:]]
        # The object of an extension stands before the dot.
        is_extension = any(value[4:] == ("extension",) for value in values)
        parameters = ev.rules.head(ev, path, ordinal)
        given = given_for(site, parameters, k, is_extension=is_extension) if values else None
        if values and ev.file(caller).language in BEHIND:
            if (behind := closure_behind(site, parameters)) is not None:
                is_last = k == len(parameters) - 1
                given = behind if is_last else None if given == behind else given
        if given is not None:
            is_own = any(value[:3] not in replaced for value in values)
            yield (caller, scope), given, is_own


def _inherits(ev: Evaluator, kind: Value, path: str, constructor: int) -> bool:
    """True for a class that is made by a constructor which it has of another one."""
    return any(one_[:3] == ("f", path, constructor) for one_ in calls.constructors(ev, kind))


def _replaced(ev: Evaluator, path: str, ordinal: int) -> Answer:
    """The methods of bases and interfaces in whose place a method runs, and is given arguments."""
    from codewitness.engine.graph.typed import relatives

    method = ev.file(path).definitions[ordinal]
    if method.kind is not Kind.METHOD:
        return NOTHING

    def work_out() -> Answer:
        scopes = [ev.world.workspace.scopes[key] for key in relatives.overridden(ev, method)]
        return frozenset(
            ("f", one_.file.path, one_.ordinal)
            for one_ in scopes
            # What Swift's extension of a protocol has is run by what is declared to be one.
            if one_.parent is None or one_.parent.kind is not Kind.EXTENSION
        )

    return ev.table.ask(("replaced", path, ordinal), work_out)


def _may_run(ev: Evaluator, at: tuple[str, int], number: int, method: tuple[str, int]) -> bool:
    """True if a call of what a method overrides may run the method itself."""
    from codewitness.engine.graph.typed import relatives

    callee, own = ev.site(*at, number)[1], ev.file(method[0]).definitions[method[1]]
    if isinstance(callee, list) and (made := relatives.made_here(ev, *at, callee[1])):
        return relatives.is_of_its_class(ev, made, own)
    return relatives.may_run(ev, *at, number, own)


def made_with(ev: Evaluator, owner: Value, name: str) -> Answer:
    """The functions that objects of a class are made with, for a field that they have."""
    found: list[Answer] = []
    for path, ordinal in ev.rules.parts(ev, owner):
        for k, field in enumerate(ev.rules.head(ev, path, ordinal)):
            if field.name == name:
                found.append(given_by_calls(ev, path, ordinal, k))
    return frozenset(value for value in union(found) if value[0] == "f")


def _class(ev: Evaluator, path: str, ordinal: int) -> int | None:
    file = ev.file(path)
    one_ = file.definitions[ordinal]
    is_constructor = one_.kind is Kind.CONSTRUCTOR or ruby_making.makes(file.language, one_.name)
    return file.parent(ordinal) if is_constructor else None


def called_as(ev: Evaluator, path: str, ordinal: int) -> list[tuple[str, int, int]]:
    """The sites that may call a definition, by its name."""
    file = ev.file(path)
    name = file.definitions[ordinal].name
    owner = _class(ev, path, ordinal)
    if owner is not None and owner >= 0:
        name = file.definitions[owner].name
    is_structure = file.language == "ruby" and file.definitions[ordinal].is_class
    if is_structure or ruby_making.makes(file.language, file.definitions[ordinal].name):
        found = _some(ruby_making.made(ev.world, file.definitions[ordinal]))
    else:
        found = _some(sites_called(ev.world, [name]))
        if len(found) <= _MAX_CALLS:
            found += _some(sites_called(ev.world, known_as(ev.world, name)[1:]))
    if owner is not None and owner >= 0 and file.language in ECMA:  # `new this(...)`
        own = (file.definitions[one_] for one_ in file.children.get(owner, ()))
        for scope in own:
            sites = enumerate(scope.flow.sites) if scope.is_callable else ()
            found += [(path, scope.ordinal, n) for n, site in sites if site[:2] == ["n", "this"]]
    made = file.definitions[ordinal if owner is None else owner]
    if (owner is not None and owner >= 0) or above.is_base(made):
        found += _some(above.calls_from_below(ev.world, made, sites_called))
    return found if len(found) <= _MAX_CALLS else []


def _handed(ev: Evaluator, path: str, ordinal: int, k: int) -> list[tuple[str, int, int]]:
    """Where a function is called that is only handed around, and calls what it is given."""
    function = ev.file(path).definitions[ordinal]
    last = len(ev.file(path).header(ordinal).parameters) - 1  # it may take the rest
    asked = is_asked(ev, path, ordinal, k) or is_given_back(ev, path, ordinal, k)
    calls_it = function.kind in _HANDED and is_called(ev, path, ordinal, min(k, last))
    if not asked and not calls_it:
        return []
    found = _some(candidates(ev.world, function))
    return found if len(found) <= _MAX_CALLS else []


def _is_own(ev: Evaluator, value: Value, path: str, ordinal: int) -> bool:
    """True for a function that stands in this one: what a wrapper makes is not what it wraps."""
    if value[0] != "f" or value[1] != path or not ev.file(path).definitions[ordinal].is_callable:
        return False
    file, at = ev.file(path), value[2]
    while at not in (MODULE, ordinal):
        at = file.parent(at)
    return bool(at == ordinal)


def _some(places: Iterable[tuple[Scope, int]]) -> list[tuple[str, int, int]]:
    few = islice(places, _MAX_CALLS + 1)
    return [(scope.file.path, scope.ordinal, number) for scope, number in few]


def _by_context(ev: Evaluator, path: str, ordinal: int, k: int) -> Answer:
    """What the place where a function stands says of its k-th parameter."""
    from codewitness.engine.graph.typed.evaluate import Where

    file = ev.file(path)
    scope = file.parent(ordinal)
    number = file.children[scope].index(ordinal)
    where = Where(path, scope)
    found: list[Answer] = []
    if scope != MODULE and file.definitions[scope].kind is Kind.OBJECT:
        found.append(_of_type(ev, expected.of_member(ev, path, scope, number), k))
    for kind, *use in file.uses(scope).get(number, ()):
        if kind == "y":
            kinds = expected.keyed(ev, ev.type(where, use[0]), use[1])
            found.append(_of_type(ev, kinds, k))
        elif kind == "b":  # as what has the name is declared elsewhere
            kinds = frozenset(value for value in ev.value(where, use[0]) if value[0] in "FI")
            found.append(_of_type(ev, kinds or _declared_for(ev, where, use[0]), k))
        elif kind == "r":
            kinds = expected.keyed(ev, _declared_result(ev, path, scope), use[0])
            found.append(_of_type(ev, kinds, k))
        else:
            found.append(_by_site(ev, where, use, k, _how_many(file, ordinal)))
    return union(found)


def _declared_for(ev: Evaluator, where: Where, target: Expression) -> Answer:
    """The type of a field that begins with a function: `event Action<Row> Added = delegate { }`."""
    from codewitness.engine.graph.typed.evaluate import Where as Place

    if form(target) != "a":
        return NOTHING
    found: list[Answer] = []
    for owner in ev.owners(where, target[1]):
        for path, ordinal in ev.rules.parts(ev, owner) if owner[0] == "I" else ():
            file = ev.file(path)
            binds = (file.flow(ordinal).binds[k][1] for k in file.binds(ordinal).get(target[2], ()))
            found += (ev.type(Place(path, ordinal), one_[1]) for one_ in binds if form(one_) == "y")
    return union(found)


def _how_many(file: FileScopes, ordinal: int) -> int:
    """How many parameters a closure has; of those without names (`$0`) the ones that it uses."""
    names = [one_.name for one_ in file.header(ordinal).parameters]
    if names[:1] != ["$0"]:
        return len(names)
    text = file.definitions[ordinal].flow_text
    return max(k for k, name in enumerate(names, 1) if k == 1 or f'"{name}"' in text)


def _declared_result(ev: Evaluator, path: str, scope: int) -> Answer:
    """What the function around a closure is declared to give."""
    from codewitness.engine.graph.typed.evaluate import Where

    if scope == MODULE:
        return NOTHING
    file = ev.file(path)
    return ev.type(Where(path, file.parent(scope), scope), file.header(scope).returns)


def receiver(ev: Evaluator, path: str, ordinal: int) -> Answer:
    """On what a function without a name runs, as the place where it stands says."""
    return _by_context(ev, path, ordinal, _RECEIVER)


def _of_type(ev: Evaluator, kinds: Answer, k: int) -> Answer:
    found: list[Answer] = []
    for value in kinds:
        if value[0] == "F":
            found.append(_taken(value[2], k))
        elif value[0] == "T":  # `F: Fn(&Row)`
            bound = classes.bound(ev, value)
            found += (_taken(one_[2], k) for one_ in bound if one_[0] == "F")
        elif value[0] == "f" and k >= 0:  # a method that an interface asks for
            taken = ev.parameter(value[1], value[2], k)
            env = ev.arguments(value[3]) if value[3] is not None else {}
            found.append(substituted(taken, env))
        elif value[0] in "IO":
            found += (_taken(one_[2], k) for one_ in calls.signatures(ev, value))
            promised = ev.rules.promised(ev, value) if value[0] == "I" and k >= 0 else []
            found += (
                substituted(ev.parameter(one_[1], one_[2], k), ev.arguments(value))
                for one_ in promised
            )
    return union(found)


def _taken(given: tuple[Answer, ...], k: int) -> Answer:
    """What a function of these parameters takes as its k-th, or runs on."""
    on = [v[2][0] for v in given[0] if v[:2] == ("B", RECEIVER) and v[2]] if given else []
    if k == _RECEIVER:
        return union(on)
    plain = given[1:] if on else given
    return taken_at(plain, k)


def _by_site(ev: Evaluator, where: Where, use: list[Any], k: int, n: int) -> Answer:
    number, argument, key = use
    label = argument if isinstance(argument, str) else ""
    site = ev.site(where.path, where.scope, number)
    found: list[Answer] = []
    for callee in ev.callees(where.path, where.scope, number):
        if callee[0] == "b":
            if not key and k >= 0:
                at = 0 if label else argument
                found.append(ev.rules.callback_parameter(ev, callee, at, k, n))
                found.append(folding.handed(ev, where, site, callee, k, n))
        elif callee[0] == "X" and k >= 0:
            found.append(ev.rules.handed_outside(ev, where, site, callee, Asked(argument, k)))
        elif callee[0] in "FIO" and not label:
            found.append(_by_signature(ev, callee, site, argument, key, k))
        elif callee[0] in "fC":
            makers = [callee] if callee[0] == "f" else calls.constructors(ev, callee)
            found += (_by_function(ev, where, site, m, argument, key, k) for m in makers)
    return union(found)


def _by_signature(
    ev: Evaluator, callee: Value, site: list[Expression], argument: int, key: str, k: int
) -> Answer:
    """By the type of what is called; of several signatures that fit all must say the same."""
    signatures = [callee] if callee[0] == "F" else calls.signatures(ev, callee)
    n_given = len(site[4]) if len(site) > 4 else 0
    answers = [
        found
        for one_ in signatures
        if (callee[0] == "F" or takes_so_many(one_[2], n_given))
        and (found := _of_type(ev, expected.keyed(ev, taken_at(one_[2], argument), key), k))
    ]
    kinds = {frozenset(value[:3] for value in found) for found in answers}
    return union(answers) if len(kinds) == 1 else NOTHING


def _by_function(  # noqa: PLR0913
    ev: Evaluator,
    where: Where,
    site: list[Expression],
    callee: Value,
    argument: int | str,
    key: str,
    k: int,
) -> Answer:
    from codewitness.engine.graph.typed.evaluate import Where as Place

    path, ordinal, receiver = callee[1:4]
    file = ev.file(path)
    parameters = file.header(ordinal).parameters
    if isinstance(argument, str):
        labels = [label_of(one_) for one_ in parameters]
        if argument not in labels:
            return NOTHING
        argument = labels.index(argument)
        site = [*site[:4], [None] * len(labels), [], *site[6:]]
    is_extension = callee[4:] == ("extension",) and isinstance(site[1], list)
    if is_extension and len(calls.parameters_of(ev, callee)) < len(file.header(ordinal).parameters):
        # Its object is its first parameter.
        site = [*site[:4], [site[1][1], *site[4]], *site[5:]]
        argument += 1
    if len(site) > 5 and site[5] and argument == len(site[4]) - 1 and parameters:
        argument = len(parameters) - 1  # after arguments with labels: the function behind them
    if argument >= len(parameters):
        return NOTHING
    place = Place(path, file.parent(ordinal), ordinal)
    argument = _place_behind(ev, place, site, parameters, argument)
    wanted = expected.keyed(ev, ev.type(place, parameters[argument].type), key)
    found = _of_type(ev, wanted, k)
    env: dict[Value, Answer] = {}
    if receiver is not None:
        env = {**ev.arguments(receiver), THIS: one(receiver)}
    if file.header(ordinal).type_parameters and any(v[0] == "T" for v in found):
        given = [None if n == argument else a for n, a in enumerate(site[4])]
        others = [*site[:4], given, [], *site[6:]]
        env.update(calls.inferred(ev, where, others, path, ordinal, env))
    if receiver is not None:
        env.update(calls.of_receiver(ev, path, ordinal, receiver))
    return substituted(found, env)


def _place_behind(
    ev: Evaluator, place: Where, site: Site, parameters: list[Parameter], argument: int
) -> int:
    """Kotlin: the place of the last parameter, for a closure that the one of its own can't take."""
    is_last = argument == len(site[4]) - 1 and closure_behind(site, parameters) is not None
    if not is_last or ev.file(place.path).language != "kotlin":
        return argument
    takes = any(
        value[0] == "T"
        or ev.rules.is_function(ev, value)
        or (value[0] == "I" and ev.rules.promised(ev, value))
        for value in ev.type(place, parameters[argument].type)
    )
    return argument if takes else len(parameters) - 1
