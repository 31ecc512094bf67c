"""What methods that fold a collection, or go over two, hand to a closure beside an element."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, one
from codewitness.model.flow import Expression, Site

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

# By language: names, and where the first value stands beside the closure, if it does not begin
# with an element.
_FOLDING: dict[str, tuple[set[str], int]] = {
    "java": ({"reduce"}, 0),
    "kotlin": ({"fold", "foldIndexed", "reduce", "reduceIndexed"}, 0),
    "csharp": ({"Aggregate"}, 0),
    "rust": ({"fold"}, 0),
    "javascript": ({"reduce", "reduceRight"}, 1),
    "typescript": ({"reduce", "reduceRight"}, 1),
}


def handed(ev: Evaluator, at: Where, site: Site, callee: Value, k: int, n: int) -> Answer:
    """What stands at the k-th of a closure's n parameters, if that is no element of the object."""
    _, name, receiver = callee
    language = ev.file(at.path).language
    given: list[Expression] = site[4] if len(site) > 4 else []
    name = name.removesuffix(METHOD)
    if language == "kotlin" and name == "zip" and len(given) == 2 and n == 2:
        return ev.elements(one(receiver) if k == 0 else ev.value(at, given[0]))
    names, first = _FOLDING.get("typescript" if language == "tsx" else language, (set(), 0))
    if name not in names or k != (max(n - 2, 0) if first == 0 else 0):
        return NOTHING
    begun = ev.value(at, given[first]) if len(given) > 1 else ev.elements(one(receiver))
    closure = given[-1:] if first == 0 else given[:1]
    return begun | functions_given_back(ev, at, closure)


def functions_given_back(ev: Evaluator, at: Where, closure: list[Expression]) -> Answer:
    """Functions that a closure gives, which a fold hands to it again: `(h, wrap) => wrap(h)`."""
    made = (v for one_ in closure for v in ev.value(at, one_) if v[0] == "f")
    return frozenset(v for one_ in made for v in calls.returns(ev, one_) if v[0] == "f")


def result(ev: Evaluator, at: Where, name: str, receiver: Value, given: list[Expression]) -> Answer:
    """What a fold gives: what it begins with, or an element."""
    if name not in ("fold", "foldIndexed", "reduce", "reduceIndexed", "reduceOrNull"):
        return NOTHING
    begun = ev.value(at, given[0]) if len(given) > 1 else ev.elements(one(receiver))
    return begun | functions_given_back(ev, at, given[-1:])
