"""What algorithms of C++'s library give, and hand to lambdas. An iterator is what it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, builtin, one, union
from codewitness.model.flow import Expression, Site

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

# They give what they are given first.
_SAME = words(
    """
    move forward as_const ref cref addressof next prev max min clamp exchange
    """
)
# The same of iterators; those of `std::ranges` take the collection itself.
_FINDING = words(
    """
    find find_if find_if_not find_end find_first_of adjacent_find search lower_bound upper_bound
    max_element min_element remove remove_if unique partition stable_partition rotate
    partition_point is_sorted_until
    """
)
_OF_COLLECTIONS = words("begin end cbegin cend rbegin rend crbegin crend data")
_FOLDING = frozenset(("accumulate", "reduce"))
# They hand elements to lambdas.
_RUNNING = words(
    """
    for_each for_each_n all_of any_of none_of count_if sort stable_sort partial_sort nth_element
    is_sorted copy_if transform generate remove_copy_if replace_if inplace_merge binary_search
    equal_range minmax_element includes
    """
)
_WITH_BOTH = 5  # arguments of a `transform` that goes over two collections


def result(ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
    """What a function of the library gives, if what it is given tells."""
    name, is_of_ranges = _algorithm(callee)
    given: list[Expression] = site[4] if len(site) > 4 else []
    if not name or not given:
        return NOTHING
    if name in _FOLDING:
        return ev.value(at, given[2]) if len(given) > 2 else NOTHING
    first = ev.value(at, given[0])
    if name in _OF_COLLECTIONS:
        return _elements(ev, first)
    if name in _FINDING:
        return _elements(ev, first) if is_of_ranges else first
    return first if name in _SAME else NOTHING


def handed(ev: Evaluator, at: Where, site: Site, callee: Value, k: int) -> Answer:
    """What an algorithm hands to the k-th parameter of a lambda."""
    name, is_of_ranges = _algorithm(callee)
    given: list[Expression] = site[4] if len(site) > 4 else []
    if name not in _RUNNING | _FINDING | _FOLDING or len(given) < 2:
        return NOTHING
    if name in _FOLDING and k == 0:
        return ev.value(at, given[2]) if len(given) > 2 else NOTHING
    is_second = name == "transform" and k == 1 and len(given) >= _WITH_BOTH
    found = ev.value(at, given[2 if is_second else 0])
    return _elements(ev, found) if is_of_ranges else found


def _algorithm(callee: Value) -> tuple[str, bool]:
    """The name of a function of `std` or `std::ranges`; empty for another one's."""
    space, _, name = callee[1].removesuffix(METHOD).rpartition(".")
    return (name, space == "std.ranges") if space in ("std", "std.ranges") else ("", False)


def _elements(ev: Evaluator, values: Answer) -> Answer:
    """What iterators of collections lead to."""
    return union(
        builtin("()", *value[2])
        if value[:2] == ("B", "Map") and value[2]
        else ev.elements(one(value))
        for value in values
    )
