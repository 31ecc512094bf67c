"""What an edit leaves as it was, so that it need not be made anew.

Most edits are within functions. They change nothing that the outlines of files tell: definitions,
their heads, and what stands outside of functions, imports among it. Others change nothing that is
read at all, as those of comments do; then every answer stays.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from codewitness.engine.graph.files import File, Scope
    from codewitness.engine.graph.typed.evaluate import Evaluator

T = TypeVar("T")


class from_outlines(cached_property[T]):  # noqa: N801 - a decorator
    """An index over all files that reads their outlines alone, and holds no scope and no world."""


def take_over(before: Evaluator, after: Evaluator) -> bool:
    """Give `after`, which is new, what is the same as in `before`, which is not used any more.

    True if all that is read is the same.
    """
    olds, news = before.world.files, after.world.files
    if olds.keys() != news.keys():
        return False
    pairs = [(old.file, news[path].file) for path, old in olds.items()]
    changed = [(old, new) for old, new in pairs if old is not new]
    is_same = False
    if all(_has_same_outline(old, new) for old, new in changed):
        _copy_indexes(before.world, after.world)
        _copy_indexes(before.rules, after.rules)
        after.world.take_over(before.world, {word for pair in changed for word in _words(*pair)})
        is_same = all(_has_same_flows(old, new) for old, new in changed)
    if is_same:
        after.world.known_as = before.world.known_as
        after.world.variables_called = before.world.variables_called
        after.table.done = before.table.done
    for old, _ in changed:
        old.forget()
    return is_same


def _copy_indexes(before: object, after: object) -> None:
    known = vars(before)
    for one in type(after).__mro__:
        for name, attribute in vars(one).items():
            if isinstance(attribute, from_outlines) and name in known:
                vars(after)[name] = known[name]


def _words(old: File, new: File) -> set[str]:
    return {*old.words.split("\t"), *new.words.split("\t")}


def _has_same_outline(old: File, new: File) -> bool:
    """True if two texts of a file differ in bodies of functions at most."""
    if (old.language, old.module) != (new.language, new.module):
        return False
    if len(old.scopes) != len(new.scopes):
        return False
    return all(
        _is_same_definition(one, other)
        and (one.flow_text == other.flow_text or _has_same_heads(one, other))
        for one, other in zip(old.scopes, new.scopes, strict=True)
    )


def _is_same_definition(one: Scope, other: Scope) -> bool:
    around = [scope.parent.ordinal if scope.parent else None for scope in (one, other)]
    return (
        one.key == other.key
        and one.kind is other.kind
        and one.name == other.name
        and one.qualified_name == other.qualified_name
        and one.is_async == other.is_async
        and one.number == other.number
        and around[0] == around[1]
    )


def _has_same_heads(one: Scope, other: Scope) -> bool:
    """True for a function whose body alone differs: what it defines has the same heads."""
    return other.is_callable and one.flow.headers == other.flow.headers


def _has_same_flows(old: File, new: File) -> bool:
    """True if two texts with the same outline say the same: where, is not read."""
    return all(
        (one.flow_text, one.callees) == (other.flow_text, other.callees)
        for one, other in zip(old.scopes, new.scopes, strict=True)
    )
