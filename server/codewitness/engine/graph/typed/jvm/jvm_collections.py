"""What methods of the collections of Java and Kotlin give, and what they hand to closures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed import calls, folding, keyed, pairs
from codewitness.engine.graph.typed.jvm.jvm_library import (
    CALLED,
    ELEMENT,
    GROUPED,
    PAIR,
    SAME,
    counted,
)
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, builtin, one, union
from codewitness.model.flow import Expression, form, key_said, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

# Methods of maps that give a value.
_OF_VALUES = words(
    "get getOrDefault remove computeIfAbsent getValue getOrPut put putIfAbsent compute "
    "computeIfPresent merge replace getOrElse"
)
_SAME_MAP = words(
    "filter filterValues filterKeys filterNot toMap toMutableMap toSortedMap plus minus onEach "
    "orEmpty headMap tailMap subMap descendingMap ifEmpty"
)
_OF_ENTRIES = words(
    "firstEntry lastEntry floorEntry ceilingEntry higherEntry lowerEntry pollFirstEntry "
    "pollLastEntry"
)
_OF_KEYS = words("firstKey lastKey floorKey ceilingKey higherKey lowerKey")
_KEYS = words("keySet navigableKeySet descendingKeySet")
_OF_PAIRS = words("compute computeIfPresent replaceAll")
# Closures that get values: of which parameter on, those before are keys.
_WITH_VALUES = {"filterValues": 0, "merge": 0, **dict.fromkeys(_OF_PAIRS, 1)}
_WITH_KEYS = words("filterKeys computeIfAbsent") | _OF_PAIRS
# Closures of two that compare elements; those whose last parameter is an element.
_COMPARING = words("sort sorted sortWith sortedWith max min maxWith minWith")
_FOLDING = words("fold foldIndexed reduce reduceIndexed")


def result(ev: Evaluator, at: Where, name: str, receiver: Value, given: list[Expression]) -> Answer:
    """What a method of a collection gives."""
    kind, held = receiver[1], receiver[2]
    if (plain := counted(name)) and kind != "()":
        return builtin(plain)
    if kind in ("[]", "()"):
        if kind == "()" and PAIR.get(name, len(held)) < len(held):
            return held[PAIR[name]]  # type: ignore[no-any-return]
        return _of_list(ev, at, name, receiver, given)
    return _of_map(ev, at, name, receiver, given) if pairs.is_map(receiver) else NOTHING


def _of_list(
    ev: Evaluator, at: Where, name: str, receiver: Value, given: list[Expression]
) -> Answer:
    held = union(receiver[2])
    if name in ELEMENT:
        return held
    if name == "partition":
        return builtin("()", one(receiver), one(receiver))
    if name in GROUPED:
        return builtin("Map", given_back(ev, at, given), one(receiver))
    if name == "associateBy":
        return builtin("Map", given_back(ev, at, given), held)
    if name == "associateWith":
        return builtin("Map", held, given_back(ev, at, given))
    if name in ("associate", "toMap"):
        found = given_back(ev, at, given) if name == "associate" else held
        return builtin("Map", pairs.spread(found, 0, 2), pairs.spread(found, 1, 2))
    if name == "withIndex":
        return builtin("[]", builtin("()", builtin("int"), held))
    if name == "zip":
        others = ev.elements(ev.value(at, given[0])) if given else NOTHING
        return builtin("[]", builtin("()", held, others))
    if name == "flatten":
        return builtin("[]", ev.elements(held))
    if name in ("chunked", "windowed"):
        return builtin("[]", one(receiver))
    if name in ("map", "mapNotNull", "mapIndexed"):
        return builtin("[]", given_back(ev, at, given))
    if name == "flatMap":
        back = given_back(ev, at, given)
        return builtin("[]", ev.elements(back) or back)
    if folded := folding.result(ev, at, name, receiver, given):
        return folded
    if name == "collect":
        return _collected(ev, at, receiver, given)
    return one(receiver) if name in SAME else NOTHING


def _collected(ev: Evaluator, at: Where, receiver: Value, given: list[Expression]) -> Answer:
    """`collect(Collectors.groupingBy(f))`, `collect(toMap(f, g))`; else a list."""
    if len(given) != 1 or form(given[0]) != "c":
        return one(receiver)
    site = ev.site(at.path, at.scope, given[0][1])
    name = last_name(site[1])
    parts = site[4] if len(site) > 4 else []
    if name in ("groupingBy", "groupingByConcurrent", "partitioningBy"):
        held = one(receiver) if len(parts) == 1 else NOTHING
        return builtin("Map", given_back(ev, at, parts[:1]), held)
    if name in ("toMap", "toConcurrentMap") and len(parts) > 1:
        return builtin("Map", given_back(ev, at, parts[:1]), given_back(ev, at, parts[1:2]))
    return NOTHING if name in _NO_LISTS else one(receiver)


_NO_LISTS = words("joining counting summingInt summingLong summingDouble averagingInt mapping")


def _of_map(
    ev: Evaluator, at: Where, name: str, receiver: Value, given: list[Expression]
) -> Answer:
    key, held = receiver[2]
    if name in _OF_VALUES:
        other = ev.value(at, given[-1]) if name == "getOrDefault" and given[1:] else NOTHING
        return union((held, frozenset(v for v in other if v[0] == "f")))
    if name in _SAME_MAP:
        return one(receiver)
    if name in ("values", *_KEYS):
        return builtin("[]", held if name == "values" else key)
    if name in _OF_ENTRIES:
        return pairs.pair_of(receiver)
    if name in _OF_KEYS:
        return key  # type: ignore[no-any-return]
    if name == "mapValues":
        return builtin("Map", key, given_back(ev, at, given))
    if name == "mapKeys":
        return builtin("Map", given_back(ev, at, given), held)
    return (
        builtin("[]", pairs.pair_of(receiver))
        if name == "entrySet"
        else _of_list(ev, at, name, pairs.listed(receiver), given)
    )


def given_back(ev: Evaluator, at: Where, given: list[Expression]) -> Answer:
    """What the closure gives that stands last."""
    values = ev.value(at, given[-1]) if given else NOTHING
    return union(calls.returns(ev, value) for value in values if value[0] == "f")


def handed(name: str, receiver: Value, k: int, n: int) -> Answer:
    """What a method of a collection gives to the k-th of a closure's n parameters."""
    kind, held = receiver[1], union(receiver[2])
    if name in CALLED and kind == "String":
        return builtin("Char") if k == (1 if name.endswith("Indexed") else 0) else NOTHING
    if pairs.is_map(receiver):
        return _of_map_handed(name, receiver, k, n)
    if kind not in ("[]", "()"):
        return NOTHING
    if name in _COMPARING and n == 2:
        return held
    if name.endswith("Indexed") or name in _FOLDING:
        return held if k == n - 1 and name in (CALLED | _FOLDING) else NOTHING
    return held if name in CALLED and k == 0 else NOTHING


def _of_map_handed(name: str, receiver: Value, k: int, n: int) -> Answer:
    key, held = receiver[2]
    if name in _WITH_VALUES and k >= _WITH_VALUES[name]:
        return held  # type: ignore[no-any-return]
    if name in _WITH_KEYS:
        return key if k == 0 else NOTHING
    if name in CALLED or name in ("mapValues", "mapKeys"):
        return pairs.spread(pairs.pair_of(receiver), k, n)
    return NOTHING


def map_of(ev: Evaluator, at: Where, name: str, given: list[Expression]) -> Answer:
    """`Map.of(k, v, ...)`, `Map.ofEntries(Map.entry(k, v), ...)`."""
    values = [ev.value(at, one_) for one_ in given]
    if name == "entry" and len(values) == 2:
        key = keyed.written(key_said(given[0]), values[1])
        return builtin("()", values[0] | key, values[1])
    if name == "of":
        keys = keyed.keys_of(map(key_said, given[::2]), values[1::2])
        return builtin("Map", union(values[::2]) | keys, union(values[1::2]))
    pairs = [v for v in union(values) if v[:2] == ("B", "()") and len(v[2]) == 2]
    if name == "ofEntries":
        return builtin("Map", *(union(pair[2][k] for pair in pairs) for k in (0, 1)))
    return union(values)
