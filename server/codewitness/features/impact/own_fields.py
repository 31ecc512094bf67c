"""Fields that no class declares: a method that gave one to its object does so no longer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.impact.kinds import EffectKind
from codewitness.features.impact.whom import Subject
from codewitness.features.places import Place, symbols_in
from codewitness.model.symbol import Symbol

_OWN = re.compile(r"(?:self|this)(?:\.|->)(\w+)")


def lost_fields(subject: Subject) -> Iterator[tuple[str, Symbol, str]]:
    """The name of each field that is gone, its class, and what is said of it."""
    place = subject.after
    dropped = [one for one in subject.effects if one.kind is EffectKind.WRITE_DROPPED]
    # Few methods drop a field: the class is not looked for on behalf of all the others.
    owner = class_around(place) if place is not None and dropped else None
    if place is None or owner is None:
        return
    for effect in dropped:
        match = _OWN.fullmatch(effect.name)
        if match is not None and not _is_kept(place, owner, match[1]):
            yield match[1], owner, effect.text


def class_around(place: Place) -> Symbol | None:
    """The innermost class in which a definition stands."""
    around = [
        one
        for one in symbols_in(place.folder, place.source)
        if one.kind.is_classlike and one.span.contains(place.symbol.span)
    ]
    around = [one for one in around if one.ordinal != place.symbol.ordinal]
    return min(around, key=lambda one: one.span.end - one.span.start, default=None)


def _is_kept(place: Place, owner: Symbol, name: str) -> bool:
    """True if the class still declares a field, or a method of it still sets it."""
    raw = place.text.raw[owner.span.start : owner.span.end]
    word = re.escape(name.encode())
    is_set = re.search(rb"(?:self|this)(?:\.|->)" + word + rb"\s*(?::[^=\n]+)?(?:=(?!=))", raw)
    if is_set is not None:
        return True
    parsed = place.source.parsed()
    outline = parsed.outline(owner.span, owner.name_span) if parsed is not None else None
    if parsed is None or outline is None:
        return True
    return any(one.name == name for one in parsed.declared(outline, owner.span))
