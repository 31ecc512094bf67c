"""Calls that are nothing but writes: `atomic.StoreInt32(&x, v)`, `x.fetch_add(1)`.

What an atomic operation does to its operand is what `x = v` and `x += n` do, in other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from codewitness.model.nesting import split
from codewitness.model.outline import Assigned, Call
from codewitness.model.text import Span, Text

# What the function does, by its name; its operand comes first, behind `&`.
_FUNCTIONS = {
    "go": re.compile(r"atomic\.(?:(?P<set>Store|Swap)|(?P<add>Add)|(?P<cas>CompareAndSwap))\w*"),
    "c": re.compile(
        r"(?:(?P<set>(?:__)?atomic_(?:store|exchange|init)\w*|__sync_lock_test_and_set)"
        r"|(?P<add>(?:__)?(?:atomic|sync)_(?:fetch_(?:and_)?add|add_(?:and_)?fetch)\w*)"
        r"|(?P<sub>(?:__)?(?:atomic|sync)_(?:fetch_(?:and_)?sub|sub_(?:and_)?fetch)\w*))"
    ),
}
_FUNCTIONS |= dict.fromkeys(("cpp", "objc"), _FUNCTIONS["c"])
# What the method does; its operand is what it is called on.
_METHODS = {
    "go": re.compile(r"(?:(?P<set>Store|Swap)|(?P<add>Add)|(?P<cas>CompareAndSwap))"),
    "rust": re.compile(
        r"(?:(?P<set>store|swap)|(?P<add>fetch_add)|(?P<sub>fetch_sub)"
        r"|(?P<cas>compare_(?:exchange(?:_weak)?|and_swap)))"
    ),
    "cpp": re.compile(
        r"(?:(?P<set>store|exchange)|(?P<add>fetch_add)|(?P<sub>fetch_sub)"
        r"|(?P<cas>compare_exchange_(?:weak|strong)))"
    ),
}
_OPERAND = re.compile(r"&\s*([\w.\[\]>*-]+)")
_NUMBER = re.compile(r"-?\d+")


def atomic_writes(calls: Iterable[Call], text: Text, language: str) -> Iterator[Assigned]:
    """What such calls set, and to what."""
    functions, methods = _FUNCTIONS.get(language), _METHODS.get(language)
    for call in calls if functions or methods else ():
        given = text.slice(Span(call.span.end, call.whole.end)).strip()
        if not given.startswith("("):
            continue
        values = [one.strip() for one in split(given[1:-1], ",")]
        if functions is not None and (found := functions.fullmatch(call.text)):
            operand = _OPERAND.fullmatch(values[0]) if values else None
            if operand is not None:
                at = text.raw.index(operand[1].encode(), call.span.end)
                span = Span(at, at + len(operand[1].encode()))
                yield from _set(found, operand[1], span, values[1:], call)
        elif methods is not None and (found := methods.fullmatch(call.name)):
            owner = text.slice(Span(call.span.start, call.name_span.start)).rstrip(".->:\n\t ")
            if owner and _is_atomic(found, values, language):
                end = call.span.start + len(owner.encode())
                yield from _set(found, owner, Span(call.span.start, end), values, call)


def _is_atomic(found: re.Match[str], values: list[str], language: str) -> bool:
    """False for methods of these names that other things have, `start.Add(timeout)`."""
    if language == "rust":
        return any("Ordering::" in one or one in _ORDERS for one in values)
    if language == "cpp":
        return True
    n_values = 2 if found["cas"] else 1
    is_step = found["add"] is None or _NUMBER.fullmatch(values[0]) is not None
    return len(values) == n_values and is_step


_ORDERS = frozenset({"Relaxed", "Release", "Acquire", "AcqRel", "SeqCst"})


def _set(
    found: re.Match[str], name: str, span: Span, values: list[str], call: Call
) -> Iterator[Assigned]:
    kinds = found.groupdict()
    at = 1 if kinds.get("cas") else 0
    if len(values) <= at or not values[at]:
        return
    value = values[at]
    if kinds.get("add") or kinds.get("sub"):
        is_down = bool(kinds.get("sub")) != value.startswith("-")
        value = f"{name}{'-' if is_down else '+'}{value.lstrip('-')}"
    yield Assigned(name, span, value, Span(span.end, call.whole.end))
