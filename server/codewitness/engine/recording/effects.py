"""What an edit of a file did to its methods and their signals, a sentence each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from codewitness.engine.identity.mark import marks
from codewitness.engine.identity.match import How, match
from codewitness.model.facts import Definition
from codewitness.syntax.extract import Analysis

MAX_EFFECTS = 40
MAX_ITEMS = 6  # of one kind in a sentence
MAX_ITEM = 60  # characters

_LISTS = (
    ("calls", "calls"),
    ("reads", "attribute_reads"),
    ("writes", "attribute_writes"),
    ("subscripts", "subscripts"),
    ("raises", "raises"),
    ("handles", "handles"),
)
_FLAGS = (("a loop", "has_loop"), ("a branch", "has_conditional"), ("a try", "has_try"))


def effects(before: Analysis, after: Analysis) -> tuple[str, ...]:
    """Definitions that were added, removed, renamed or changed, and what they do differently."""
    old, new = before.core.definitions, after.core.definitions
    pairs = match(marks(before.core, before.text), marks(after.core, after.text))
    found = [f"removed {old[at].qualified_name}" for at in range(len(old)) if at not in pairs]
    taken = {one.new for one in pairs.values()}
    found += [f"added {one.qualified_name}" for at, one in enumerate(new) if at not in taken]
    for at, pair in pairs.items():
        found += _changed(old[at], new[pair.new], pair.how, pair.likeness)
    return tuple(found[:MAX_EFFECTS])


def touched_after(before: Analysis, after: Analysis) -> list[Definition]:
    """The callables of the text after it that the edit added or changed."""
    new = after.core.definitions
    pairs = match(marks(before.core, before.text), marks(after.core, after.text))
    old_by_new = {pair.new: before.core.definitions[at] for at, pair in pairs.items()}
    found = []
    for at, one in enumerate(new):
        was = old_by_new.get(at)
        if one.kind.is_callable and (
            was is None or before.text.slice(was.span) != after.text.slice(one.span)
        ):
            found.append(one)
    return found


def _changed(old: Definition, new: Definition, how: How, likeness: float) -> Iterator[str]:
    if how is How.RENAMED:
        yield f"renamed {old.qualified_name} to {new.qualified_name}"
    if not new.kind.is_callable:
        return
    parts = [part for name, field in _LISTS for part in _items(old, new, name, field)]
    for name, field in _FLAGS:
        had, has = getattr(old.facts, field), getattr(new.facts, field)
        if had != has:
            parts.append(f"{'+' if has else '-'} {name}")
    if old.parameters != new.parameters:
        parts.append(f"parameters ({', '.join(old.parameters)}) → ({', '.join(new.parameters)})")
    if parts:
        yield f"{new.qualified_name}: {'; '.join(parts)}"
    elif likeness < 1:
        yield f"{new.qualified_name}: changed"


def _items(old: Definition, new: Definition, name: str, field: str) -> Iterator[str]:
    had = Counter(item.text for item in getattr(old.facts, field))
    has = Counter(item.text for item in getattr(new.facts, field))
    for sign, texts in (("+", has - had), ("-", had - has)):
        if texts:
            shown = [text[:MAX_ITEM] for text in list(texts)[:MAX_ITEMS]]
            yield f"{sign} {name} {', '.join(shown)}"
