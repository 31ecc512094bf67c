"""Whether something may be of an unknown class beside those that it is known to be of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import parameters
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_MAX_STEPS = 4  # from a call to what gives its object
# Languages in which a variable may be of one class now and of another later, and those in which
# the arms of a condition may be of several.
_UNTYPED = frozenset(("ruby", "javascript"))
_LOOSE = _UNTYPED | {"typescript", "tsx"}
_WITH_ARMS = _LOOSE | {"java", "kotlin", "csharp"}
_OPEN = frozenset("iew")  # of an element or what is awaited only the whole is known


def is_unknown_too(ev: Evaluator, at: Where, expression: Expression, steps: int = 0) -> bool:
    """True if one of the ways to an expression's value gives what nothing is known of."""
    language = ev.file(at.path).language
    if steps > _MAX_STEPS or language not in _WITH_ARMS:
        return False
    if isinstance(expression, str):
        return language in _LOOSE and _is_unknown_name(ev, at, expression, steps)
    read = _FORMS.get(form(expression))
    if read is not None:
        return read(ev, at, expression, steps)
    return form(expression) in _OPEN and _is_nothing(ev, at, expression)


def _is_nothing(ev: Evaluator, at: Where, expression: Expression) -> bool:
    return all(value[0] == "?" for value in ev.value(at, expression))


def _any_arm(ev: Evaluator, at: Where, expression: Expression, steps: int) -> bool:
    return any(is_unknown_too(ev, at, part, steps) for part in expression[1:])


def _declared(ev: Evaluator, at: Where, expression: Expression, steps: int) -> bool:
    if ev.type(at, expression[1]):
        return False
    return is_unknown_too(ev, at, expression[2], steps)


def _is_unknown_name(ev: Evaluator, at: Where, name: str, steps: int) -> bool:
    """A variable of a scope around."""
    from codewitness.engine.graph.typed.evaluate import Where as At

    if name in ("this", "super"):
        return False
    file, scope = ev.file(at.path), at.scope
    while scope != MODULE:
        scope = file.parent(scope)
        own = file.binds(scope).get(name, [])
        if scope != MODULE and file.definitions[scope].is_callable:
            taken = file.header(scope).parameters
            own = [*own, *(-1 - k for k, one in enumerate(taken) if one.name == name)]
        if own:
            return _any_given(ev, At(at.path, scope), ["v", name, *own], steps)
    return False


def _any_given(ev: Evaluator, at: Where, expression: Expression, steps: int) -> bool:
    """A variable, by what may have been assigned to it."""
    file = ev.file(at.path)
    given = expression[2:]
    if file.language not in _UNTYPED and len(given) > 1:
        # Its declaration says its type; in TypeScript one without a value says nothing.
        given = given[:1] if file.language in _LOOSE else []
    return any(
        is_unknown_too(ev, at, file.flow(at.scope).binds[index][1], steps + 1)
        if index >= 0
        else _is_unknown_parameter(ev, at, -1 - index, steps + 1)
        for index in given
    )


def _is_unknown_parameter(ev: Evaluator, at: Where, k: int, steps: int) -> bool:
    """A parameter without a type that a call gives something unknown, or none gives anything."""
    from codewitness.engine.graph.typed.evaluate import Where as At

    header = ev.file(at.path).header(at.scope)
    if steps > _MAX_STEPS or k >= len(header.parameters):
        return False
    own = header.parameters[k]
    if own.type is not None or own.kind[:1] == "*":
        return False
    if ev.file(at.path).definitions[at.scope].kind is Kind.LAMBDA:
        return not ev.parameter(at.path, at.scope, k)
    if own.default is not None and ev.file(at.path).language not in _UNTYPED:
        return is_unknown_too(ev, at, own.default, steps + 1)
    given = list(parameters.arguments(ev, at.path, at.scope, k))
    if not given:
        return True
    return any(is_unknown_too(ev, At(*place), one, steps + 1) for place, one in given)


def _is_unknown_result(ev: Evaluator, at: Where, expression: Expression, steps: int) -> bool:
    """What a call gives: nothing known, or one of several things that a function returns."""
    from codewitness.engine.graph.typed.evaluate import Where as At

    callees = ev.callees(at.path, at.scope, expression[1])
    functions = [value for value in callees if value[0] == "f"]
    if not functions:
        return not ev.result(at.path, at.scope, expression[1])
    return any(_is_unknown_return(ev, At(*value[1:3]), steps + 1) for value in functions)


def _is_unknown_return(ev: Evaluator, inside: Where, steps: int) -> bool:
    file = ev.file(inside.path)
    flow = file.flow(inside.scope)
    if flow.yields or file.header(inside.scope).returns is not None:
        return False
    return any(is_unknown_too(ev, inside, one, steps) for one in flow.returns)


def _is_unknown_field(ev: Evaluator, at: Where, expression: Expression, steps: int) -> bool:
    """A field without a type that is given something unknown by the class that has it."""
    if ev.file(at.path).language not in _LOOSE:
        return False
    owners = ev.owners(at, expression[1])
    return not owners or any(
        is_unknown_too(ev, where, given, steps + 1)
        for owner in owners
        if owner[0] == "I"
        for path, ordinal in ev.rules.parts(ev, owner)
        for where, given in _given_to_field(ev, path, ordinal, expression[2])
    )


def _given_to_field(
    ev: Evaluator, path: str, ordinal: int, name: str
) -> Iterator[tuple[Where, Expression]]:
    """What a class and its methods assign to a field; where its type is declared, nothing."""
    from codewitness.engine.graph.typed.evaluate import Where as At

    file = ev.file(path)
    binds = file.flow(ordinal).binds
    own = [binds[index][1] for index in file.binds(ordinal).get(name, ())]
    if any(form(one) == "y" for one in own):
        return
    yield from ((At(path, ordinal), one) for one in own)
    for scope, index in file.given_to_this(ordinal).get(name, ()):
        yield At(path, scope), file.flow(scope).binds[index][1]


_FORMS: dict[str, Callable[[Evaluator, Where, Expression, int], bool]] = {
    "u": _any_arm,
    "y": _declared,
    "v": _any_given,
    "c": _is_unknown_result,
    "a": _is_unknown_field,
}
