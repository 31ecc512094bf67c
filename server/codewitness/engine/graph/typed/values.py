"""Values and types while linking: small tuples that begin with a word for what they are.

    ("f", path, ordinal, receiver)  a function; the receiver is a value, or None
    ("C", path, ordinal, args)      a class, interface, alias or enum itself
    ("I", path, ordinal, args)      an instance of one
    ("S", path, ordinal)            a namespace, or an object with members of its own
    ("M", path)                     a module
    ("X", name)                     something from outside, by its dotted name
    ("B", name, args)               an instance of a built-in type: `[]`, `()`, `Promise`
    ("b", name, receiver)           a method of a built-in type
    ("D", path, scope, id)          a display of a mapping
    ("O", path, scope, id)          a type that lists its members
    ("F", returns, parameters)      a function of which only the type is known
    ("T", path, ordinal, index)     a type parameter
    ("this",)                       the type of whatever a method is called on

`args`, `returns` and `parameters` hold answers: frozensets of values, empty if nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from codewitness.engine.graph.typed.tabling import NOTHING, Answer

Value = tuple[Any, ...]
Env = Mapping[Value, Answer]


class Asked(NamedTuple):
    """The k-th parameter of the function that is one argument of a call, by number or label."""

    argument: int | str
    k: int


# Members by which the types of functions of a language's library call the function.
CALLING_OF_ECMA = frozenset(("call", "apply"))
# Members of arrays that call a function with each element; all that do so with what they hold.
CALLED_WITH_ELEMENT = frozenset(
    (
        *("forEach", "map", "filter", "find", "findIndex", "findLast", "findLastIndex"),
        *("some", "every", "flatMap"),
    )
)
# Methods of collections that hand what their closure gives to it again.
FOLDS = frozenset(("Aggregate", "fold", "foldIndexed", "reduce", "reduceIndexed", "reduceRight"))
GIVING_ELEMENTS = CALLED_WITH_ELEMENT | {"sort", "reduce", "reduceRight", "then"}
CALLING_OF_DOTNET = frozenset(("Invoke", "DynamicInvoke"))
CALLING_OF_JVM = frozenset(
    (
        *("apply", "accept", "test", "get", "run", "call", "invoke", "compare"),
        *("getAsInt", "getAsLong", "getAsDouble", "getAsBoolean"),
        *("applyAsInt", "applyAsLong", "applyAsDouble"),
    )
)
CALLING = CALLING_OF_ECMA | CALLING_OF_DOTNET | CALLING_OF_JVM

SIGNATURE = "=>"  # in place of a name: how an object of an interface is called
METHOD = "()"  # at the end of a name: the method of that name, not the field
THIS: Value = ("this",)
_REST = ("...[]", "...()")  # names of built-in types, in the last parameter of a function
MAX_NESTING = 4  # type arguments within type arguments; deeper ones are not known
MAX_VALUES = 24  # of one expression; a set that is larger tells nothing


def union(answers: Iterable[Answer]) -> Answer:
    """What any of them holds."""
    found: frozenset[Any] = NOTHING.union(*answers)
    return found if len(found) <= MAX_VALUES else NOTHING


def cast(declared: Answer, found: Answer) -> Answer:
    """What is cast to a type: functions and displays stay what they are, others are of it."""
    return frozenset(value for value in found if value in declared or value[0] in "fCSD")


def one(value: Value) -> Answer:
    """Just this value."""
    return frozenset((value,))


def builtin(name: str, *arguments: Answer) -> Answer:
    """An instance of a built-in type."""
    return one(("B", name, tuple(clipped(argument) for argument in arguments)))


def rest(taken: Answer) -> Answer:
    """What a function takes from one place on: each of a list, or those of a tuple in turn."""
    listed = [value for value in taken if value[0] == "B" and value[1] in ("[]", "()")]
    return frozenset(("B", f"...{value[1]}", value[2]) for value in listed)


def taken_at(parameters: Sequence[Answer], k: int) -> Answer:
    """What a function of these parameters takes as its k-th argument."""
    last = parameters[-1] if parameters else NOTHING
    if k >= len(parameters) - 1 and any(value[1] in _REST for value in last if value[0] == "B"):
        found: set[Value] = set()
        for _, kind, held in last:
            at = k - len(parameters) + 1 if kind == "...()" else 0
            found |= held[at] if at < len(held) else NOTHING
        return frozenset(found)
    return parameters[k] if k < len(parameters) else NOTHING


def takes_so_many(parameters: Sequence[Answer], n: int) -> bool:
    """False if so many arguments are more than a function of these parameters takes."""
    last = parameters[-1] if parameters else NOTHING
    lengths = [
        len(value[2]) if value[1] == "...()" else n
        for value in last
        if value[0] == "B" and value[1] in _REST
    ]
    return n <= len(parameters) - bool(lengths) + max(lengths, default=0)


def with_arguments(value: Value, arguments: Iterable[Answer]) -> Value:
    """A class, or instance of one, with these type arguments."""
    return (*value[:3], tuple(clipped(argument) for argument in arguments))


def clipped(answer: Answer, depth: int = MAX_NESTING - 1) -> Answer:
    """The same with what is nested too deeply left out."""
    if not any(value[0] in "IBCF" for value in answer):
        return answer
    return frozenset(_clipped(value, depth) for value in answer)


def _clipped(value: Value, depth: int) -> Value:
    kind = value[0]
    if kind in "IC" and value[3]:
        return (*value[:3], tuple(clipped(arg, depth - 1) for arg in value[3]) if depth else ())
    if kind == "B" and value[2]:
        return (*value[:2], tuple(clipped(arg, depth - 1) for arg in value[2]) if depth else ())
    if kind == "F":
        if not depth:
            return ("F", NOTHING, ())
        parameters = tuple(clipped(parameter, depth - 1) for parameter in value[2])
        return ("F", clipped(value[1], depth - 1), parameters)
    return value


def substituted(answer: Answer, env: Env) -> Answer:
    """`answer` with type parameters replaced by what `env` says of them."""
    if not env or not any(value[0] in ("T", "I", "B", "C", "F", "this") for value in answer):
        return answer
    found: set[Value] = set()
    for value in answer:
        kind = value[0]
        if kind in ("T", "this"):
            found |= env.get(value, frozenset((value,)))
        elif kind in "IC" and value[3]:
            found.add(with_arguments(value, [substituted(arg, env) for arg in value[3]]))
        elif kind == "B" and value[2]:
            found |= builtin(value[1], *[substituted(arg, env) for arg in value[2]])
        elif kind == "F":
            parameters = tuple(clipped(substituted(one_, env)) for one_ in value[2])
            found.add(("F", clipped(substituted(value[1], env)), parameters))
        else:
            found.add(value)
    return frozenset(found)
