"""What sites call, and what calls give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import filled, keyed, named_arguments
from codewitness.engine.graph.typed.handled import ECMA
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import (
    METHOD,
    SIGNATURE,
    THIS,
    Value,
    builtin,
    clipped,
    one,
    substituted,
    union,
    with_arguments,
)
from codewitness.model.facts import Kind
from codewitness.model.flow import MAKER, Expression, Parameter, Site, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where


_REFERRING = frozenset(("java", "kotlin", "go"))  # where a method is a function of its object
_NAMING = frozenset(("kotlin", "csharp"))  # an argument's label is the name of a parameter


def callees(ev: Evaluator, at: Where, site: Site) -> Answer:
    """What a site may call: functions, classes, function types, names from outside."""
    callee = site[1]
    if site[0] == "o" and isinstance(callee, list) and callee[:1] == ["a"]:
        from codewitness.engine.graph.typed import operators

        return operators.functions(ev, at, site) if operators.is_operator(ev, site) else NOTHING
    if callee == "super":
        supers = union(ev.bases(value) for value in ev.this(at))
        return frozenset(("C", *v[1:]) for v in supers if v[0] == "I")
    if callee == "this":
        return frozenset(("C", *v[1:]) for v in ev.this(at) if v[0] == "I")
    found = ev.called(at, callee) if ev.rules.methods_apart else ev.value(at, callee)
    is_kept = isinstance(callee, list) and callee[0] in "iu"
    is_object = site[0] == "c" and any(value[0] in "IS" for value in found)
    if ev.rules.call_operator and is_object:
        found = _with_call_operators(ev, found)
    is_told = is_object or not is_kept
    return chosen(ev, found, site) if is_told else found


def _with_call_operators(ev: Evaluator, found: Answer) -> Answer:
    """Objects that are called like functions: the method that then runs."""
    name = ev.rules.call_operator + (METHOD if ev.rules.methods_apart else "")
    methods = ev.members(frozenset(value for value in found if value[0] in "IS"), name)
    return found | frozenset(value for value in methods if value[0] == "f")


def chosen(ev: Evaluator, found: Answer, site: Site) -> Answer:
    """Of several functions those that take as many arguments as there are."""
    functions = [value for value in found if value[0] == "f"]
    if len(functions) < 2:
        return found
    fitting = [value for value in functions if takes(ev, value, site)]
    if fitting and ev.rules.drops_arguments:
        fitting += [v for v in functions if v not in fitting and _drops(ev, v, functions, site)]
    if not fitting:
        return found
    fitting += [v for v in functions if v not in fitting and _takes_object(ev, v, site)]
    return frozenset(fitting) | frozenset(value for value in found if value[0] != "f")


def _takes_object(ev: Evaluator, function: Value, site: Site) -> bool:
    """True for a method that is called by another name with its object first: `Row::text`."""
    definition = ev.file(function[1]).definitions[function[2]]
    given = site[4] if len(site) > 4 else []
    if (
        definition.kind is not Kind.METHOD
        or definition.file.language not in _REFERRING
        or not given
    ):
        return False
    is_other = last_name(site[1]) != definition.name
    return is_other and takes(ev, function, [*site[:4], given[1:], *site[5:]])


def _drops(ev: Evaluator, function: Value, functions: list[Value], site: Site) -> bool:
    """True for a function that takes fewer arguments than it is given, and is no overload."""
    known = ev.file(function[1]).definitions
    own, n_given = known[function[2]], len(site[4]) if len(site) > 4 else 0
    needed = [one_ for one_ in ev.file(function[1]).header(function[2]).parameters if not one_.kind]
    return len(needed) <= n_given and not any(
        other[1] == function[1]
        and other[2] != function[2]
        and known[other[2]].name == own.name
        and known[other[2]].parent is own.parent
        and own.name
        for other in functions
    )


def takes(ev: Evaluator, function: Value, site: Site) -> bool:
    """True if a function takes what the site gives."""
    given = site[4] if len(site) > 4 else []
    named = site[5][::2] if len(site) > 5 else []
    if any(isinstance(part, list) and part and part[0] == "*" for part in given):
        return True
    parameters = parameters_of(ev, function)
    if ev.rules.labels_tell and any("=" in parameter.kind for parameter in parameters):
        closures = sum(isinstance(one_, list) and one_[:1] == ["f"] for one_ in given)
        kinds = [parameter.kind for parameter in parameters]
        return _labels_fit(kinds, len(given), list(named), closures)
    if named and ev.rules.labels_tell:
        return False
    if named and ev.file(function[1]).language in _NAMING:
        is_known = {*named} <= {parameter.name for parameter in parameters}
        if not is_known or not named_arguments.is_complete(ev, function, site):
            return False
    n_needed = sum(parameter.kind == "" for parameter in parameters)
    n_given = len(given) + len(named)
    is_open = any(parameter.kind in ("*", "**") for parameter in parameters)
    return n_needed <= n_given and (is_open or n_given <= len(parameters))


def parameters_of(ev: Evaluator, function: Value) -> list[Parameter]:
    """What a function takes in brackets; an extension's object stands before the dot."""
    header = ev.file(function[1]).header(function[2])
    is_extension = function[4:] == ("extension",) and bool(header.known_as)
    return (
        header.parameters[1:] if is_extension and header.known_as[0] == "E" else header.parameters
    )


def _labels_fit(kinds: list[str], n_given: int, named: list[str], n_closures: int) -> bool:
    """True if arguments come in the order of the parameters; those with `?` may be left out.

    A function after the other arguments has no label.
    """
    for kind in kinds:
        label = kind.partition("=")[2] if "=" in kind else None
        if label is not None and named and named[0] == label:
            named = named[1:]
        elif label is None and n_given:
            n_given -= 1
        elif not kind.startswith("?"):
            if not n_given or named or not n_closures:
                return False
            n_given -= 1
            n_closures -= 1
    return not named and n_given <= 0


def result(ev: Evaluator, at: Where, number: int) -> Answer:
    """What a site gives."""
    site = ev.site(at.path, at.scope, number)
    is_new = site[0] == "n" or ev.rules.constructs_by_call
    found: list[Answer] = []
    for callee in keyed.asked(ev, at, site, ev.callees(at.path, at.scope, number)):
        kind = callee[0]
        if kind == "f":
            found.append(_result_of_function(ev, at, site, callee))
        elif kind == "C" and is_new:
            found.append(_made(ev, at, site, callee))
        elif kind == "F" or callee[:2] == ("B", MAKER):
            found.append(callee[1] if kind == "F" else union(callee[2]))
        elif kind == "X":
            found.append(ev.rules.outside_result(ev, at, site, callee))
        elif kind == "b":
            found.append(ev.rules.builtin_result(ev, at, site, callee))
        elif kind in "IO":
            found += (one_[1] for one_ in signatures(ev, callee))
            made = ev.member(callee, MAKER) if is_new and kind == "I" else NOTHING
            found += (union(one_[2]) for one_ in made if one_[:2] == ("B", MAKER))
    return union(found)


def type_of(ev: Evaluator, value: Value) -> Value:
    """What a value is as a type: not the function itself, but whatever is called like it."""
    if value[0] != "f" or not ev.file(value[1]).definitions[value[2]].is_callable:
        return value
    n_taken = len(ev.file(value[1]).header(value[2]).parameters)
    taken = (clipped(ev.parameter(value[1], value[2], k)) for k in range(n_taken))
    return ("F", clipped(returns(ev, value)), tuple(taken))


def signatures(ev: Evaluator, called: Value) -> list[Value]:
    """How an object can be called, of a type that says it."""
    found = ev.member(called, "()" if called[0] == "O" else SIGNATURE)
    return [value for value in found if value[0] == "F"]


def _result_of_function(ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
    if site[0] == "n":
        return one(("I", callee[1], callee[2], ()))
    return returns(ev, callee, at, site)


def returns(
    ev: Evaluator, function: Value, at: Where | None = None, site: Site | None = None
) -> Answer:
    """What a function gives, called on its receiver with the arguments of a site."""
    path, ordinal, receiver = function[1:4]
    found = ev.table.ask(("returns", path, ordinal), lambda: _declared_or_found(ev, path, ordinal))
    env: dict[Value, Answer] = {}
    this = function[4] if len(function) > 4 else None
    if receiver is not None:
        env.update(ev.arguments(receiver))
        env[THIS] = one(this or receiver)
    elif THIS in found:
        env[THIS] = ev.this(_body_of(path, ordinal))
    if receiver is not None and ev.file(path).header(ordinal).known_as is not None:
        given = receiver[3] if receiver[0] == "I" else ()
        env.update({("T", path, ordinal, k): one_ for k, one_ in enumerate(given)})
    env.update(ev.rules.arguments_of_block(ev, function))
    if at is not None and site is not None and ev.rules.is_generic(ev, path, ordinal):
        env.update(inferred(ev, at, _with_owner(ev, function, site), path, ordinal, env))
        env.update(ev.rules.made_by_block(ev, function, env))
    if receiver is not None:
        env.update(of_receiver(ev, path, ordinal, receiver))
    return _of_parameter(ev, path, ordinal, env) or substituted(found, env)


def _body_of(path: str, ordinal: int) -> Where:
    from codewitness.engine.graph.typed.evaluate import Where

    return Where(path, ordinal)


def _of_parameter(ev: Evaluator, path: str, ordinal: int, env: dict[Value, Answer]) -> Answer:
    """What `E.Response` is as a result, where the arguments tell the type parameter `E`."""
    header = ev.file(path).header(ordinal)
    kind = header.returns
    names = header.type_parameters[::2]
    if not isinstance(kind, list) or kind[:1] != ["a"] or kind[1] not in names:
        return NOTHING
    own = env.get(("T", path, ordinal, names.index(kind[1])), NOTHING)
    given = (ev.member(("C", *v[1:]), kind[2]) for v in own if v[0] == "I")
    return frozenset(("I", *v[1:]) for v in union(given) if v[0] == "C")


def _with_owner(ev: Evaluator, function: Value, site: Site) -> Site:
    """A call of an extension whose object is its first parameter, with that among what it gives."""
    callee = site[1]
    header = ev.file(function[1]).header(function[2])
    if not isinstance(callee, list) or len(parameters_of(ev, function)) == len(header.parameters):
        return site
    return [*site[:4], [callee[1], *(site[4] if len(site) > 4 else [])], *site[5:]]


def _declared_or_found(ev: Evaluator, path: str, ordinal: int) -> Answer:
    from codewitness.engine.graph.typed.evaluate import Where

    file = ev.file(path)
    declared = file.header(ordinal).returns
    if declared is not None:
        found = ev.type(Where(path, file.parent(ordinal), ordinal), declared)
        if found and all(ev.rules.is_function(ev, value) for value in found):
            given = _found(ev, path, ordinal)
            return found | frozenset(value for value in given if value[0] in "fF")
        if any(value[:2] == ("B", "()") and _holds_function(value) for value in found):
            return found | frozenset(v for v in _found(ev, path, ordinal) if v[:2] == ("B", "()"))
        if any(value[:2] == ("B", "[]") and _are_functions(ev, value) for value in found):
            given = _found(ev, path, ordinal)  # a list that is written is known place by place
            return found | frozenset(v for v in given if v[0] == "B" and v[1] in ("[]", "()"))
        if any(value[:2] == ("B", "Map") and _maps_to_functions(ev, value) for value in found):
            given = _found(ev, path, ordinal)
            return found | frozenset(v for v in given if v[:2] == ("B", "Map"))
        if found and not all(value[0] in "FO" for value in found):
            return found
        return found | _found(ev, path, ordinal)
    return _found(ev, path, ordinal)


def _holds_function(value: Value) -> bool:
    return any(one_[0] == "F" for part in value[2] for one_ in part)


def _maps_to_functions(ev: Evaluator, value: Value) -> bool:
    held = value[2][1] if len(value[2]) > 1 else NOTHING
    return bool(held) and all(ev.rules.is_function(ev, one_) for one_ in held)


def _are_functions(ev: Evaluator, value: Value) -> bool:
    held = [one_ for part in value[2] for one_ in part]
    return bool(held) and all(ev.rules.is_function(ev, one_) for one_ in held)


def _found(ev: Evaluator, path: str, ordinal: int) -> Answer:
    from codewitness.engine.graph.typed.evaluate import Where

    flow = ev.file(path).flow(ordinal)
    found = union(
        one(THIS) if one_ == "this" and _gives_itself(ev, path, ordinal) else ev.value(at, one_)
        for at in (Where(path, ordinal),)
        for one_ in flow.returns
    )
    if any(value[0] == "B" and value[1] in ("[]", "Map") for value in found):
        found |= filled.by_calls(ev, path, ordinal)
    if flow.yields:
        return builtin("[]", union(ev.value(Where(path, ordinal), y) for y in flow.yields))
    return ev.rules.returned(ev, path, ordinal, found)


def _gives_itself(ev: Evaluator, path: str, ordinal: int) -> bool:
    """True for a method of JavaScript: its `return this` gives what it is called on."""
    file = ev.file(path)
    is_method = file.definitions[ordinal].kind is Kind.METHOD
    return is_method and file.language in ECMA and not file.flow(ordinal).yields


def _made(ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
    """The instance that a class makes, its type arguments found in the constructor's."""
    names = ev.file(callee[1]).header(callee[2]).type_parameters
    if not names or callee[3]:
        return one(("I", *callee[1:]))
    env: dict[Value, Answer] = {}
    for maker in constructors(ev, callee):
        if maker[0] == "f":
            env.update(inferred(ev, at, site, maker[1], maker[2], {}))
    given = [env.get(("T", *callee[1:3], k), NOTHING) for k in range(len(names) // 2)]
    return one(with_arguments(("I", *callee[1:3]), given))


def told(ev: Evaluator, at: Where, expression: Sequence[Expression]) -> Answer:
    """What a function that tells types says of its argument, if it is one.

    Of an argument that is made there, as `out var x`, it is what the function declares.
    """
    old, number, k = expression[1:]
    for callee in ev.callees(at.path, at.scope, number):
        if callee[0] != "f":
            continue
        header = ev.file(callee[1]).header(callee[2])
        if old is None and k < len(header.parameters):
            found = ev.type(_header_of(ev, callee), header.parameters[k].type)
            return substituted(found, ev.arguments(callee[3]) if callee[3] else {})
        told = header.returns
        if isinstance(told, list) and told[:1] == ["P"] and k < len(header.parameters):
            if header.parameters[k].name == told[1]:
                known = ev.type(_header_of(ev, callee), told[2])
                known = frozenset(v for v in known if v[0] != "T")
                if known:
                    return known
    return ev.value(at, old)


def _header_of(ev: Evaluator, function: Value) -> Where:
    """Where the types in a function's header are looked up."""
    from codewitness.engine.graph.typed.evaluate import Where as At

    return At(function[1], ev.file(function[1]).parent(function[2]), function[2])


def constructors(ev: Evaluator, value: Value, depth: int = 0) -> list[Value]:
    """The constructors of a class, or the inherited ones."""
    receiver = ("I", *value[1:])
    found: list[Value] = [("f", *place, receiver, receiver) for place in ev.rules.makers(ev, value)]
    if not found and depth < 20:
        for base in sorted(ev.bases(value), key=repr) if _inherits_makers(ev, value) else ():
            if base[0] == "I" and (found := constructors(ev, base, depth + 1)):
                break
    return found


def _inherits_makers(ev: Evaluator, value: Value) -> bool:
    """False for a class of Kotlin, and one of C# with a constructor in its head."""
    language = ev.file(value[1]).language
    if language != "csharp":
        return language != "kotlin"
    parts = ev.rules.parts(ev, value)
    return not any(ev.file(path).header(ordinal).parameters for path, ordinal in parts)


def of_receiver(ev: Evaluator, path: str, ordinal: int, on: Value) -> dict[Value, Answer]:
    """What the object says that an extension of any type is called on: `fun <T> T.also()`."""
    header = ev.file(path).header(ordinal)
    names = header.type_parameters[::2]
    if not isinstance(header.known_as, str) or header.known_as not in names:
        return {}
    return {("T", path, ordinal, names.index(header.known_as)): one(on)}


def inferred(
    ev: Evaluator, at: Where, site: Site, path: str, ordinal: int, env: dict[Value, Answer]
) -> dict[Value, Answer]:
    """What the arguments of a site say of type parameters."""
    from codewitness.engine.graph.typed.evaluate import Where

    file = ev.file(path)
    where = Where(path, file.parent(ordinal), ordinal)
    found: dict[Value, Answer] = {}
    for k, kind in enumerate(site[6] if len(site) > 6 else ()):
        if kind is not None:
            found["T", path, ordinal, k] = ev.type(at, kind)
    given: list[Expression] = site[4] if len(site) > 4 else []
    parameters = file.header(ordinal).parameters
    if len(given) == 1 and len(parameters) > 1:
        given = [["i", given[0], ["k", k]] for k in range(len(parameters))]
    for k, (parameter, argument) in enumerate(zip(parameters, given, strict=False)):
        if parameter.type is None or argument is None:
            continue
        wanted = substituted(ev.type(where, parameter.type), env)
        if any(_has_parameter(value) for value in wanted):
            is_many = parameter.kind == "*"
            values = _many(ev, at, given[k:]) if is_many else ev.value(at, argument)
            _unify(ev, wanted, values, found)
    return found


def _many(ev: Evaluator, at: Where, given: list[Expression]) -> Answer:
    """The arguments of a parameter that takes any number of them, as it has them."""
    if len(given) == 1 and isinstance(given[0], list) and given[0][:1] == ["*"]:
        return ev.value(at, given[0][1])
    return builtin("[]", union(ev.value(at, one_) for one_ in given))


def _has_parameter(value: Value) -> bool:
    kind = value[0]
    if kind == "T":
        return True
    if kind in "IC":
        return any(_has_parameter(v) for arg in value[3] for v in arg)
    if kind == "B":
        return any(_has_parameter(v) for arg in value[2] for v in arg)
    if kind == "F":
        return any(_has_parameter(v) for v in value[1])
    return False


def _unify(ev: Evaluator, wanted: Answer, given: Answer, found: dict[Value, Answer]) -> None:
    for want in wanted:
        kind = want[0]
        if kind == "T":
            plain = frozenset(value for value in given if value[0] != "?")
            found[want] = found.get(want, NOTHING) | plain
        elif kind == "I" and want[3]:
            made = [v for v in given if v[0] == "C"]
            if made and (makers := ev.member(want, MAKER)):
                _unify(ev, makers, frozenset(made), found)
            for value in given:
                if value[:3] == want[:3]:
                    for part, own in zip(want[3], value[3], strict=False):
                        _unify(ev, part, own, found)
        elif kind == "B" and want[2]:
            for value in given:
                if value[0] == "C" and want[1] == MAKER:
                    _unify(ev, want[2][0], one(("I", *value[1:])), found)
                if value[0] == "B" and value[2] and want[1] == value[1]:
                    for part, own in zip(want[2], value[2], strict=False):
                        _unify(ev, part, own, found)
                elif value[0] == "B" and value[1] == "()" and want[1] == "[]":
                    _unify(ev, want[2][0], union(value[2]), found)
        elif kind == "F":
            for value in given:
                if value[0] == "f":
                    _unify(ev, want[1], returns(ev, value), found)
                elif value[0] == "F":
                    _unify(ev, want[1], value[1], found)
