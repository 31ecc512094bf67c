"""What an edit of a file did to its methods and their signals, a sentence each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from codewitness.engine.identity.mark import marks
from codewitness.engine.identity.match import How, match
from codewitness.engine.impact.code_effects import code_effects
from codewitness.engine.impact.effects import effects_of
from codewitness.engine.impact.kinds import EffectKind
from codewitness.engine.impact.side import Side, Version, side_of
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
_TOLD = frozenset({EffectKind.RETURN_CHANGED, EffectKind.SIGNATURE_CHANGED})
_FLAGS = (("a loop", "has_loop"), ("a branch", "has_conditional"), ("a try", "has_try"))


def effects(before: Analysis, after: Analysis) -> tuple[str, ...]:
    """Definitions that were added, removed, renamed or changed, and what they do differently."""
    old, new = before.core.definitions, after.core.definitions
    pairs = match(marks(before.core, before.text), marks(after.core, after.text))
    found = [f"removed {old[at].qualified_name}" for at in range(len(old)) if at not in pairs]
    taken = {one.new for one in pairs.values()}
    found += [f"added {one.qualified_name}" for at, one in enumerate(new) if at not in taken]
    was, now = _version(before), _version(after)
    for at, pair in pairs.items():
        found += _changed(was, now, old[at], new[pair.new], pair.how)
    return tuple(found[:MAX_EFFECTS])


def _version(of: Analysis) -> Version:
    return Version(facts=of.core, text=of.text, parsed=of.parsed())


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


def _changed(
    before: Version, after: Version, old: Definition, new: Definition, how: How
) -> Iterator[str]:
    if how is How.RENAMED:
        yield f"renamed {old.qualified_name} to {new.qualified_name}"
    if before.text.slice(old.span) == after.text.slice(new.span):
        return
    parts = _signals(old, new) if new.kind.is_callable else []
    sides = (
        side_of(version, version.facts.definitions.index(one))
        for version, one in ((before, old), (after, new))
    )
    parts += _code(*sides)
    if parts:
        yield f"{new.qualified_name}: {'; '.join(parts)}"


def _code(before: Side, after: Side) -> list[str]:
    """Values given back, conditions, loops, constants and statements, with the line of now."""
    told = effects_of(before, after)
    told = [*(one for one in told if one.kind in _TOLD), *code_effects(before, after, told)]
    return [
        f"{one.text} (line {after.text.line_at(one.span.start) + 1})" if one.span else one.text
        for one in told
    ]


def _signals(old: Definition, new: Definition) -> list[str]:
    parts = [part for name, field in _LISTS for part in _items(old, new, name, field)]
    for name, field in _FLAGS:
        had, has = getattr(old.facts, field), getattr(new.facts, field)
        if had != has:
            parts.append(f"{'+' if has else '-'} {name}")
    if old.parameters != new.parameters:
        parts.append(f"parameters ({', '.join(old.parameters)}) → ({', '.join(new.parameters)})")
    return parts


def _items(old: Definition, new: Definition, name: str, field: str) -> Iterator[str]:
    had = Counter(item.text for item in getattr(old.facts, field))
    has = Counter(item.text for item in getattr(new.facts, field))
    for sign, texts in (("+", has - had), ("-", had - has)):
        if texts:
            shown = [text[:MAX_ITEM] for text in list(texts)[:MAX_ITEMS]]
            yield f"{sign} {name} {', '.join(shown)}"
