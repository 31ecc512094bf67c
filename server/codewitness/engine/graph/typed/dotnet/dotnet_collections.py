"""What the collections of .NET give, and what they hand to lambdas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed import calls, pairs
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, builtin, one, union
from codewitness.model.flow import Expression, Site

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_ELEMENT = words(
    "First FirstOrDefault Last LastOrDefault Single SingleOrDefault Find ElementAt "
    "ElementAtOrDefault Pop Peek Dequeue Min Max MinBy MaxBy Aggregate FindLast"
)
_SAME = words(
    "Where OrderBy OrderByDescending ThenBy ThenByDescending Take Skip Reverse Distinct DistinctBy "
    "ToList ToArray ToHashSet Concat AsEnumerable FindAll TakeWhile SkipWhile Append Prepend Union "
    "Except Intersect AsQueryable TakeLast SkipLast Order OrderDescending AsSpan AsMemory Slice"
)
_CALLED = (
    _ELEMENT
    | _SAME
    | words(
        "ForEach Select SelectMany Any All Count Sum Average ToDictionary GroupBy ToLookup "
        "RemoveAll Exists ConvertAll FindIndex TrueForAll"
    )
)
_OF_VALUES = words("GetOrAdd GetValueOrDefault AddOrUpdate")
_COMPARING = words("Sort")


def result(ev: Evaluator, at: Where, name: str, receiver: Value, site: Site) -> Answer:
    """What a method of a collection gives."""
    kind, held = receiver[1], receiver[2]
    if kind == "Group":
        kind, held = "[]", held[1:]
        receiver = ("B", "[]", held)
    if kind in ("[]", "()"):
        return _of_list(ev, at, name, receiver, site)
    if not pairs.is_map(receiver):
        return NOTHING
    if name in _OF_VALUES:
        return held[1]  # type: ignore[no-any-return]
    return _of_list(ev, at, name, pairs.listed(receiver), site)


def _of_list(ev: Evaluator, at: Where, name: str, receiver: Value, site: Site) -> Answer:
    held = union(receiver[2])
    given: list[Expression] = site[4] if len(site) > 4 else []
    if name in ("GroupBy", "ToLookup"):
        own = given_back(ev, at, given[1:2]) if len(given) == 2 else held
        return builtin("[]", builtin("Group", given_back(ev, at, given), own))
    if name == "ToDictionary":
        own = given_back(ev, at, given[1:2]) if len(given) > 1 else held
        return builtin("Map", given_back(ev, at, given), own)
    if name in ("OfType", "Cast") and len(site) > 6 and site[6]:
        return builtin("[]", ev.type(at, site[6][0]))
    if name in _ELEMENT:
        return held
    if name in ("Select", "SelectMany", "ConvertAll"):
        back = given_back(ev, at, given)
        return builtin("[]", back if name != "SelectMany" else ev.elements(back))
    if name == "Zip" and given:
        others = ev.elements(ev.value(at, given[0]))
        is_plain = len(given) == 1
        return builtin(
            "[]", builtin("()", held, others) if is_plain else given_back(ev, at, given[1:])
        )
    return one(receiver) if name in _SAME else NOTHING


def given_back(ev: Evaluator, at: Where, given: list[Expression]) -> Answer:
    """What the lambda gives that stands first."""
    values = ev.value(at, given[0]) if given else NOTHING
    return union(calls.returns(ev, v) for v in values if v[0] == "f")


def handed(name: str, receiver: Value, k: int, n: int) -> Answer:
    """What a method of a collection gives to the k-th of a lambda's n parameters."""
    name = name.removesuffix(METHOD)
    if pairs.is_map(receiver):
        if name in ("AddOrUpdate", "GetOrAdd"):
            return receiver[2][k] if k < 2 and (name, k) != ("GetOrAdd", 1) else NOTHING
        receiver = pairs.listed(receiver)
    if receiver[1] not in ("[]", "()", "Group"):
        return NOTHING
    held: Answer = receiver[2][1] if receiver[1] == "Group" else union(receiver[2])
    if n == 2 and name in _COMPARING:
        return held
    if name == "Aggregate":
        return held if k == 1 else NOTHING
    return held if k == 0 and name in _CALLED | {"Zip"} else NOTHING


def place_in_tuple(name: str) -> int:
    """The place of `Item1` and the like; -1 for another name."""
    number = name.removeprefix("Item")
    return int(number) - 1 if number != name and number.isdecimal() else -1
