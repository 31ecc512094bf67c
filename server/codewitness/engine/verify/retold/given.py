"""What is returned by way of a variable, and called on one: `log = self.log`, `log.warning()`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from codewitness.engine.verify.code.alternatives import alternatives
from codewitness.engine.verify.retold.set_once import CONSTANTS, PATH, reaches
from codewitness.model.facts import Item
from codewitness.model.outline import Assigned, Call, Outline, Returned
from codewitness.model.text import Span

_FUNCTION = re.compile(r"\b(?:lambda|function|func|yield)\b|=>|->")
_OWNER = re.compile(r"([A-Za-z_$][\w$]*)(?=(?:\.|->|\?\.)[A-Za-z_#])")


def returned_values(
    outline: Outline, known: Mapping[str, Assigned]
) -> tuple[tuple[Returned, ...], dict[str, Assigned]]:
    """What is returned, with variables replaced that nothing else is done with before."""
    used: dict[str, Assigned] = {}
    told: list[Returned] = []
    for item in outline.returns:
        one = known.get(item.value)
        if one is None or not _is_just_returned(one, item, outline):
            told.append(item)
            continue
        used[one.target] = one
        told.append(item._replace(value=" ".join(one.value.split())))
    return tuple(told), used


def _is_just_returned(one: Assigned, item: Returned, outline: Outline) -> bool:
    is_chosen = len(list(alternatives(one.value))) > 1
    if is_chosen or _FUNCTION.search(one.value) or not reaches(one, item.span, outline):
        return False
    between = Span(one.value_span.end, item.value_span.start)
    return not any(between.contains(found.span) for found in outline.occurrences(one.target))


def called_on(
    outline: Outline, known: Mapping[str, Assigned]
) -> tuple[tuple[Call, ...], dict[str, Assigned]]:
    """The calls, with variables replaced that stand for a name or an attribute."""
    used: dict[str, Assigned] = {}
    calls = tuple(
        one._replace(text=_on(one.text, one.span, outline, known, used)) for one in outline.calls
    )
    return calls, used


def members_of(
    items: Sequence[Item],
    outline: Outline,
    known: Mapping[str, Assigned],
    used: dict[str, Assigned],
) -> tuple[Item, ...]:
    """Attributes that are read or set, with variables replaced as by `called_on`."""
    return tuple(one._replace(text=_on(one.text, one.span, outline, known, used)) for one in items)


def _on(
    text: str,
    span: Span,
    outline: Outline,
    known: Mapping[str, Assigned],
    used: dict[str, Assigned],
) -> str:
    owner = _OWNER.match(text)
    one = known.get(owner[1]) if owner is not None else None
    if owner is None or one is None or not _is_other_name(one.value):
        return text
    if not reaches(one, span, outline):
        return text
    used[one.target] = one
    return one.value + text[owner.end() :]


def _is_other_name(value: str) -> bool:
    return PATH.fullmatch(value) is not None and "." in value and value not in CONSTANTS
