"""Kotlin: on what functions without a name run, where their place does not say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import union
from codewitness.engine.graph.typed.world import MODULE, called
from codewitness.model.facts import Kind

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where


def labelled(ev: Evaluator, at: Where, label: str) -> Answer:
    """`this@cut` in the extension `cut`, or in a closure that is given to a function `cut`."""
    file, scope = ev.file(at.path), at.scope
    while scope != MODULE:
        definition = file.definitions[scope]
        if definition.kind is Kind.LAMBDA:
            is_meant = label in _takers(ev, at.path, scope)
        else:
            is_meant = definition.is_callable and definition.name == label
        if is_meant and (owner := ev.rules.owner(ev, at.path, scope)):
            return owner
        scope = file.parent(scope)
    return NOTHING


def _takers(ev: Evaluator, path: str, ordinal: int) -> list[str]:
    """The names of what is called with a closure."""
    return [called(ev.site(path, scope, one)[1]) for scope, one in _calls_with(ev, path, ordinal)]


def is_given_to_own(ev: Evaluator, path: str, ordinal: int) -> bool:
    """True for a closure that a function of the workspace is given, though it be called `run`."""
    return any(value[0] == "f" for value in _given_to(ev, path, ordinal))


def may_be_unknown(ev: Evaluator, at: Where) -> bool:
    """True in a closure that may run on something of which nothing is known."""
    file, scope = ev.file(at.path), at.scope
    while scope != MODULE and file.language == "kotlin":
        if file.definitions[scope].kind is Kind.LAMBDA and _is_unknown(ev, at.path, scope):
            return True
        scope = file.parent(scope)
    return False


def _is_unknown(ev: Evaluator, path: str, ordinal: int) -> bool:
    if owners := ev.rules.owner(ev, path, ordinal):
        return any(value[0] == "X" and ev.rules.may_be_own(value[1]) for value in owners)
    return any(value[0] == "X" for value in _given_to(ev, path, ordinal))


def _given_to(ev: Evaluator, path: str, ordinal: int) -> Answer:
    """What is called with a function without a name."""
    calls = _calls_with(ev, path, ordinal)
    return union(ev.callees(path, scope, one_) for scope, one_ in calls) if calls else NOTHING


def _calls_with(ev: Evaluator, path: str, ordinal: int) -> list[tuple[int, int]]:
    """The scope and the numbers of the calls that a function without a name is given to."""
    file = ev.file(path)
    scope = file.parent(ordinal)
    uses = file.uses(scope).get(file.children[scope].index(ordinal), ())
    return [(scope, use[1]) for use in uses if use[0] == "c"]
