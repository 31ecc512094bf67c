"""An outline that reads in the words that most code has for what it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from codewitness.engine.verify.retold.asked import asked_values
from codewitness.engine.verify.retold.given import given_values
from codewitness.engine.verify.retold.plain_conditions import plainly
from codewitness.engine.verify.retold.returned_there import returned_there
from codewitness.engine.verify.retold.set_once import set_once
from codewitness.model.facts import Item
from codewitness.model.outline import Assigned, Outline, Returned
from codewitness.model.text import Reworded, Span, Text


class Retold(NamedTuple):
    """An outline in other words, and the variables whose values stand in their places."""

    outline: Outline
    variables: tuple[Assigned, ...] = ()


@lru_cache(maxsize=64)
def reworded(
    outline: Outline, *, with_calls: bool = False, kept: frozenset[str] = frozenset()
) -> Retold:
    """The outline with values in the places of variables, and conditions written plainly.

    It is the same outline where nothing is told otherwise. with_calls: conditions ask the call that
    gave a variable its value, `if find(key)` for `row = find(key)`, `if row`. kept: variables that
    stand for themselves.
    """
    if outline.plain is not None:
        return Retold(outline)
    used: dict[str, Assigned] = {}
    edits: dict[Span, str] = {}
    known = {name: one for name, one in set_once(outline).items() if name not in kept}
    moved: dict[Span, Returned] = {}
    if known:
        moved = returned_there(outline, known, used)
        edits |= dict(given_values(outline, known, used, moved))
        edits |= dict(asked_values(outline, known, used, with_calls=with_calls))
    text = Reworded(outline.text, edits) if edits else outline.text
    for condition in outline.marked("condition"):
        asked = _asked(condition, outline.text, text)
        if (plain := plainly(asked)) != condition.text:
            edits[condition.span] = plain
    if not (edits or moved):
        return Retold(outline)
    return Retold(_told(outline, Reworded(outline.text, edits), moved), tuple(used.values()))


def _asked(condition: Item, text: Text, told: Text) -> str:
    """What a condition asks as it is told; its pieces are joined as in the condition itself.

    Those of Swift stand with commas between them.
    """
    if condition.text == text.slice(condition.span):
        return told.slice(condition.span)
    found, at = [], condition.span.start
    for piece in map(str.encode, condition.text.split(_AND)):
        start = text.raw.find(piece, at, condition.span.end)
        if start < 0:
            return condition.text
        at = start + len(piece)
        found.append(told.slice(Span(start, at)))
    return _AND.join(found)


_AND = " && "


def _told(outline: Outline, text: Reworded, moved: Mapping[Span, Returned]) -> Outline:
    def told(said: str, span: Span) -> str:
        changed = text.slice(span)
        return changed if changed != outline.text.slice(span) else said

    def items(before: Sequence[Item]) -> tuple[Item, ...]:
        return tuple(Item(told(one.text, one.span), one.span) for one in before)

    conditions = items(outline.marked("condition"))
    return replace(
        outline,
        text=text,
        plain=outline,
        marks=MappingProxyType({**outline.marks, "condition": conditions}),
        calls=tuple(one._replace(text=told(one.text, one.span)) for one in outline.calls),
        returns=tuple(
            moved.get(one.span) or one._replace(value=told(one.value, one.value_span))
            for one in outline.returns
        ),
        attribute_reads=items(outline.attribute_reads),
        attribute_writes=items(outline.attribute_writes),
    )
