"""One source after another: `if k in a: return a[k]`, then `if k in b: return b[k]`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_WORD = re.compile(r"(?<![\"'\w])[A-Za-z_@$][\w$]*")
_OWN = frozenset({"self", "this", "cls", "in", "is", "not", "None", "null", "nil", "and", "or"})


def later_sources(outline: Outline) -> Iterator[Span]:
    """The conditionals that give something back, where one before them has not."""
    giving = [item for item in outline.marked("conditional") if _gives_what_it_asks(item, outline)]
    for item in giving:
        if any(_is_before(one, item, outline) for one in giving):
            yield item.span


def _is_before(one: Item, other: Item, outline: Outline) -> bool:
    """True for two that stand one behind the other in the same block, perhaps as `elif`."""
    if one.span.end > other.span.start:
        return False
    kinds = (Around.BRANCH, Around.LOOP, Around.HANDLER, Around.TRY)
    return outline.innermost(one.span, *kinds) == outline.innermost(other.span, *kinds)


def _gives_what_it_asks(item: Item, outline: Outline) -> bool:
    """True for `if k in a: return a[k]`: what is asked for is what is given back."""
    asked = [one for one in outline.marked("condition") if item.span.contains(one.span)]
    given = [one for one in outline.returns if item.span.contains(one.span) and one.value]
    if not asked or len(given) != 1:
        return False
    head = Span(item.span.start, asked[0].span.end)  # `if v, ok := m[k]; ok`
    return bool(_words(outline.text.slice(head)) & _words(given[0].value))


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text)) - _OWN
