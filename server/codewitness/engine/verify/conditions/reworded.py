"""An outline whose conditions read in the words that most code has for what they ask."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from codewitness.engine.verify.conditions.by_variables import by_variables
from codewitness.engine.verify.conditions.constants_last import constants_last
from codewitness.engine.verify.conditions.plain_sides import plain_sides
from codewitness.model.facts import Item
from codewitness.model.outline import Assigned, Outline
from codewitness.model.text import Reworded


class Retold(NamedTuple):
    """An outline in other words, and the variables whose values stand in their places."""

    outline: Outline
    variables: tuple[Assigned, ...]


def _plainly(condition: str) -> str:
    return constants_last(plain_sides(condition))


def reworded(outline: Outline) -> Retold:
    """The outline, told in other words where it has variables for conditions, or constants first.

    It is the same outline where nothing is told otherwise.
    """
    if outline.plain is not None:
        return Retold(outline, ())
    conditions = outline.marked("condition")
    told, variables = by_variables(outline)
    told = {one.span: _plainly(told.get(one.span, one.text)) for one in conditions}
    if all(told[one.span] == one.text for one in conditions):
        return Retold(outline, ())
    items = tuple(Item(told[one.span], one.span) for one in conditions)
    marks = MappingProxyType({**outline.marks, "condition": items})
    text = Reworded(outline.text, {one.span: one.text for one in items})
    return Retold(replace(outline, text=text, marks=marks, plain=outline), variables)
