"""What a type of Rust asks of all who make it, or go through its variants, and did not before."""

from __future__ import annotations

from codewitness.features.impact.whom import Subject
from codewitness.features.places import Place
from codewitness.model.facts import Kind

_WORDS = {Kind.STRUCT: "needs {} where it is made", Kind.ENUM: "may be {} now, too"}


def new_members(subject: Subject) -> tuple[frozenset[str], str]:
    """Fields or variants that came while none went, and what is said of them."""
    before, after = subject.before, subject.after
    if before is None or after is None or after.symbol.language != "rust":
        return frozenset(), ""
    if after.symbol.kind not in _WORDS or before.symbol.name != after.symbol.name:
        return frozenset(), ""
    was, now = _members(before), _members(after)
    if not was < now:
        return frozenset(), ""
    names = sorted(now - was)
    said = _WORDS[after.symbol.kind].format(", ".join(f"`{name}`" for name in names))
    return frozenset(names), said


def _members(place: Place) -> set[str]:
    parsed = place.source.parsed()
    outline = parsed.outline(place.symbol.span, place.symbol.name_span) if parsed else None
    if parsed is None or outline is None:
        return set()
    return {one.name for one in parsed.declared(outline, place.symbol.span)}
