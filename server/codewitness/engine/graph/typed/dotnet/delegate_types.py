"""C#: whether a function fits a delegate, by how much it takes and whether it gives something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from codewitness.engine.graph.typed.assigned import is_a
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

NEVER = 100  # a function that the parameter can't take
_NOTHING, _VALUE, _TASK, _UNKNOWN = "nothing", "value", "task", ""
_ACTIONS = ("Action", "System.Action")
_VOID = ["t", "void"]
_TASKS = frozenset(("Task", "ValueTask"))
# Delegates of the library: how many they take if that is no type argument each, and what they give.
_GIVING = {"Func": _VALUE, "Predicate": _VALUE, "Comparison": _VALUE, "Converter": _VALUE}
_TAKING = {"Comparison": 2, "Converter": 1, "EventHandler": 2}


class _Shape(NamedTuple):
    n_taken: int
    gives: str


def misfit(ev: Evaluator, kind: Expression, wanted: Answer, given: Answer, told: Answer) -> int:
    """How badly functions fit a declared delegate; 0 if nothing speaks against it.

    told: what they are declared to be themselves.
    """
    delegate = _delegate(kind)
    if _take_others(ev, wanted, told) or (delegate and _gives_other(delegate, told)):
        return NEVER
    if _hold_others(ev, wanted, given):
        return NEVER
    if delegate is None or not given or any(value[0] != "f" for value in given):
        return 0
    return min(_between(ev, delegate, value) for value in given)


def _take_others(ev: Evaluator, wanted: Answer, given: Answer) -> bool:
    """True for functions all of which take more or less than a delegate, the project's own too."""
    told = [value for value in given if value[0] in "fF"]
    if not told or not wanted or any(one[0] != "F" for one in wanted):
        return False
    taken = {_n_taken(ev, value) for value in told}
    if taken.isdisjoint(len(one[2]) for one in wanted):
        return True
    return all(v[0] == "F" and _are_apart(ev, v, one) for v in told for one in wanted)


def _gives_other(delegate: _Shape, told: Answer) -> bool:
    """True for what is declared as a `Func` where an `Action` is taken, and the other way round."""
    if not told:
        return False
    if delegate.gives == _NOTHING:
        return all(value[0] == "F" and value[1] for value in told)
    return all(value[0] == "X" and value[1] in _ACTIONS for value in told)


def _hold_others(ev: Evaluator, wanted: Answer, given: Answer) -> bool:
    """True for collections and tuples of functions that take more or less than those wanted."""
    pairs = [(want, value) for want in wanted for value in given]
    return bool(pairs) and all(
        want[0] == "B"
        and value[:2] == want[:2]
        and any(
            _take_others(ev, taken, own) or _hold_others(ev, taken, own)
            for taken, own in zip(want[2], value[2], strict=False)
        )
        for want, value in pairs
    )


def _are_apart(ev: Evaluator, given: Value, wanted: Value) -> bool:
    """True for delegates one of whose parameters is of classes that have nothing in common."""
    return any(
        bool(own and taken)
        and all(v[0] == "I" for v in own | taken)
        and not any(is_a(ev, a, b) or is_a(ev, b, a) for a in own for b in taken)
        for own, taken in zip(given[2], wanted[2], strict=False)
    )


def told_by(ev: Evaluator, at: Where, expression: Expression, values: Answer) -> Answer:
    """Of what is declared to be a delegate that one, whatever functions are kept there."""
    if not any(value[0] in "fF" for value in values):
        return values
    declared = _declared_for(ev, at, expression)
    if declared and all(value[0] == "F" for value in declared):
        return declared
    is_declared = any(value[0] == "F" for value in values)
    return frozenset(v for v in values if v[0] != "f") if is_declared else values


def declared_owner(ev: Evaluator, at: Where, expression: Expression, values: Answer) -> Answer:
    """What a name is declared to be, if that is a delegate, whatever functions are kept there."""
    declared = _declared_for(ev, at, expression)
    return declared if declared and all(value[0] == "F" for value in declared) else values


def _declared_for(ev: Evaluator, at: Where, expression: Expression) -> Answer:
    """The type that a name is declared with, here or in a scope around."""
    from codewitness.engine.graph.typed.evaluate import Where as Place

    if not isinstance(expression, str) and (form(expression) != "v" or len(expression) != 3):
        return NOTHING
    name = expression if isinstance(expression, str) else expression[1]
    file, scope = ev.file(at.path), at.scope
    while scope != MODULE:
        if name in file.binds(scope):
            given = [file.flow(scope).binds[index][1] for index in file.binds(scope)[name]]
            kinds = [one[1] for one in given if form(one) == "y"]
            return ev.type(Place(at.path, scope), kinds[0]) if len(kinds) == 1 else NOTHING
        for parameter in file.header(scope).parameters:
            if parameter.name == name:
                return ev.type(Place(at.path, file.parent(scope), scope), parameter.type)
        scope = file.parent(scope)
    return NOTHING


def _n_taken(ev: Evaluator, value: Value) -> int:
    if value[0] == "F":
        return len(value[2])
    return len(ev.file(value[1]).header(value[2]).parameters)


def _delegate(kind: Expression) -> _Shape | None:
    base, arguments = (kind[1], kind[2:]) if form(kind) == "G" else (kind, [])
    name = last_name(base)
    if name in ("Action", "EventHandler"):
        return _Shape(_TAKING.get(name, len(arguments)), _NOTHING)
    if name not in _GIVING or not arguments:
        return None
    is_task = name == "Func" and last_name(arguments[-1]) in _TASKS
    n_taken = len(arguments) - (name == "Func")
    return _Shape(_TAKING.get(name, n_taken), _TASK if is_task else _GIVING[name])


def _between(ev: Evaluator, wanted: _Shape, function: Value) -> int:
    file, ordinal = ev.file(function[1]), function[2]
    if len(file.header(ordinal).parameters) != wanted.n_taken:
        return NEVER
    is_lambda = file.definitions[ordinal].kind is Kind.LAMBDA
    gives = _given_by_lambda(ev, function) if is_lambda else _declared(file.header(ordinal).returns)
    if gives in (_UNKNOWN, wanted.gives):
        return 0
    if wanted.gives == _NOTHING:
        return 1 if is_lambda and _may_be_statement(ev, function) else NEVER
    return NEVER if gives == _NOTHING else 1


def _declared(result: Expression) -> str:
    if result == _VOID:
        return _NOTHING
    return _TASK if isinstance(result, str) and result in _TASKS else _VALUE


def _given_by_lambda(ev: Evaluator, function: Value) -> str:
    file, ordinal = ev.file(function[1]), function[2]
    returns = file.flow(ordinal).returns
    if None in returns:  # `return;`, or an expression of which nothing is known
        return _UNKNOWN
    if not returns:
        return _TASK if file.definitions[ordinal].is_async else _NOTHING
    found = {_given_by(ev, function, one) for one in returns}
    return found.pop() if len(found) == 1 else _UNKNOWN if _UNKNOWN in found else _VALUE


def _given_by(ev: Evaluator, function: Value, value: Expression) -> str:
    is_awaited = form(value) == "w"
    call = value[1] if is_awaited else value
    if form(call) != "c":
        return _UNKNOWN if is_awaited else _VALUE
    if ev.site(function[1], function[2], call[1])[0] == "o":
        return _VALUE
    callees = ev.callees(function[1], function[2], call[1])
    if not callees or any(one[0] != "f" for one in callees):
        return _UNKNOWN
    found = {_declared(ev.file(one[1]).header(one[2]).returns) for one in callees}
    gives = found.pop() if len(found) == 1 else _UNKNOWN
    return gives if not is_awaited or gives == _TASK else _UNKNOWN


def _may_be_statement(ev: Evaluator, function: Value) -> bool:
    """True for a lambda that may be run for what it does alone: `() => Save()`."""
    returns = ev.file(function[1]).flow(function[2]).returns
    return all(one is None or form(one) in ("c", "w") for one in returns)


def extensions(
    ev: Evaluator, by_name: Mapping[str, Sequence[tuple[str, int]]], owner: Value, name: str
) -> Answer:
    """Extension methods for functions that take as many arguments: `this Func<Task<T>> action`."""
    from codewitness.engine.graph.typed.evaluate import Where as Place

    n_taken = _n_taken(ev, owner)
    found: set[Value] = set()
    for path, ordinal in by_name.get(name.removesuffix(METHOD), ()):
        file = ev.file(path)
        kind = file.header(ordinal).known_as[1]
        wanted = ev.type(Place(path, file.parent(ordinal), ordinal), kind)
        fitting = [v for v in wanted if v[0] == "F" and len(v[2]) == n_taken]
        if any(owner[0] == "f" or not _are_apart(ev, owner, one) for one in fitting):
            found.add(("f", path, ordinal, None, "extension"))
    return frozenset(found)
