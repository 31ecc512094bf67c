"""An outline that reads in the words that most code has for what it does."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from codewitness.engine.verify.retold.asked import asked_values
from codewitness.engine.verify.retold.constants_last import constants_last
from codewitness.engine.verify.retold.given import called_on, members_of, returned_values
from codewitness.engine.verify.retold.plain_sides import plain_sides
from codewitness.engine.verify.retold.set_once import set_once
from codewitness.model.facts import Item
from codewitness.model.outline import Assigned, Outline
from codewitness.model.text import Reworded, Span


class Retold(NamedTuple):
    """An outline in other words, and the variables whose values stand in their places."""

    outline: Outline
    variables: tuple[Assigned, ...] = ()


def reworded(outline: Outline) -> Retold:
    """The outline with values in the places of variables, and conditions written plainly.

    It is the same outline where nothing is told otherwise.
    """
    if outline.plain is not None:
        return Retold(outline)
    known = set_once(outline) if outline.assigned else {}
    conditions = outline.marked("condition")
    asked, used = asked_values(outline, known)
    asked = {one.span: _plainly(asked.get(one.span, one.text)) for one in conditions}
    if known:
        told, more = _by_variables(outline, known)
        used |= more
    else:
        told = outline
    if not used and all(asked[one.span] == one.text for one in conditions):
        return Retold(outline)
    items = tuple(Item(asked[one.span], one.span) for one in conditions)
    marks = MappingProxyType({**outline.marks, "condition": items})
    text = Reworded(outline.text, _changed(outline, told) | asked)
    return Retold(replace(told, text=text, marks=marks, plain=outline), tuple(used.values()))


def _plainly(condition: str) -> str:
    return constants_last(plain_sides(condition))


def _by_variables(
    outline: Outline, known: dict[str, Assigned]
) -> tuple[Outline, dict[str, Assigned]]:
    returns, used = returned_values(outline, known)
    calls, more = called_on(outline, known)
    used |= more
    reads = members_of(outline.attribute_reads, outline, known, used)
    writes = members_of(outline.attribute_writes, outline, known, used)
    told = replace(
        outline, returns=returns, calls=calls, attribute_reads=reads, attribute_writes=writes
    )
    return (told if used else outline), used


def _changed(outline: Outline, told: Outline) -> dict[Span, str]:
    """What reads otherwise in the told outline than in the text, by place."""
    if told is outline:
        return {}
    values = {
        one.value_span: one.value
        for one, before in zip(told.returns, outline.returns, strict=True)
        if one != before
    }
    callees = {
        one.span: one.text
        for one, before in zip(told.calls, outline.calls, strict=True)
        if one != before
    }
    return values | callees
