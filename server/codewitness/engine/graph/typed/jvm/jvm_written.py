"""What the compilers of Java and Kotlin write for a class, and what its library hands back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, builtin, one, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

ENTRIES = "entries"  # of an enumeration of Kotlin
_LISTING = "values"
_WRITTEN = frozenset((_LISTING, "valueOf"))
# Functions of the library that give back what they are given, if it is there.
REQUIRED = words("requireNotNull checkNotNull requireNonNull requireNonNullElse")
# Those that give what their closure gives, or hold it.
RUNNING = words(
    "lazy runCatching async withContext runBlocking coroutineScope supervisorScope withTimeout "
    "withTimeoutOrNull synchronized supplyAsync"
)


def given(ev: Evaluator, at: Where, callee: Expression) -> Answer:
    """What a method gives that nobody wrote: of an enumeration, or `copy` of a data class."""
    name = last_name(callee)
    if name in _WRITTEN:
        owners = ev.value(at, callee[1]) if form(callee) == "a" else _around(ev, at)
        kinds = [v for v in owners if v[0] == "C" and _is_enum(ev, v)]
        return union(_listed(v) if name == _LISTING else one(("I", *v[1:])) for v in kinds)
    if name == "copy" and form(callee) == "a":
        owners = ev.value(at, callee[1])
        return frozenset(v for v in owners if v[0] == "I" and _has_head(ev, v))
    return NOTHING


def completed(ev: Evaluator, owner: Value, name: str, found: Answer) -> Answer:
    """`Colour.entries`; and as an object's own what it has of a base that anything has.

    Such are methods of a box, and extensions of any type.
    """
    if owner[0] == "C" and name == ENTRIES and not found and _is_enum(ev, owner):
        return _listed(owner)
    if owner[0] != "I":
        return found
    return frozenset(
        ("b", value[1], owner)
        if value[0] == "b" and value[2][0] == "I"
        else (*value[:3], owner, owner)
        if _is_of_any(ev, value)
        else value
        for value in found
    )


def entries_around(ev: Evaluator, at: Where) -> Answer:
    """What `entries` alone means in an enumeration of Kotlin."""
    kinds = _around(ev, at) if ev.file(at.path).language == "kotlin" else NOTHING
    return union(_listed(kind) for kind in kinds)


def _is_of_any(ev: Evaluator, value: Value) -> bool:
    """True for an extension of any type: `fun <T> T.also()`."""
    if value[0] != "f" or value[3] is None or value[3][0] != "I":
        return False
    return bool(calls.of_receiver(ev, *value[1:4]))


def _listed(kind: Value) -> Answer:
    return builtin("[]", one(("I", *kind[1:])))


def _is_enum(ev: Evaluator, value: Value) -> bool:
    return ev.definition(value).kind is Kind.ENUM


def _has_head(ev: Evaluator, value: Value) -> bool:
    """True for a class of Kotlin that declares in its head what it is made of."""
    file = ev.file(value[1])
    return file.language == "kotlin" and bool(file.header(value[2]).parameters)


def _around(ev: Evaluator, at: Where) -> Answer:
    """The enumeration in which a bare name stands."""
    file, scope = ev.file(at.path), at.scope
    while scope != MODULE:
        if file.definitions[scope].kind is Kind.ENUM:
            return one(("C", at.path, scope, ()))
        scope = file.parent(scope)
    return NOTHING
