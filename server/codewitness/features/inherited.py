"""`Sub.method` where `Sub` has no `method` of its own: the one that it inherits."""

from __future__ import annotations

from collections.abc import Iterable

from codewitness.engine.symbols import path_and_name
from codewitness.features.classes import OPEN, Classes
from codewitness.features.find_symbol import Asked, find
from codewitness.features.places import BadRequest, Place, Reading
from codewitness.model.names import dotted


def find_member(reading: Reading, asked: Asked) -> list[Place]:
    """As `find`; a member that its class only inherits is the one of the class that has it."""
    try:
        return find(reading, asked)
    except BadRequest:
        if asked.position is None and (found := inherited(Classes(reading), asked.name)):
            return found
        raise


def inherited(classes: Classes, name: str) -> list[Place]:
    """The members that `Sub.method`, perhaps after `path::`, means by the bases of `Sub`.

    Several if bases that do not come from each other have it, but in Python, which has an order of
    them: none of them is chosen here.
    """
    path, rest = path_and_name(name)
    owner, _, member = dotted(rest).rpartition(".")
    if not owner:
        return []
    try:
        asked = Asked(name=f"{path}::{owner}" if path else owner)
        places = find(classes.reading, asked)
    except BadRequest:
        return []
    found = [one for group in _as_classes(places) for one in _of_bases(classes, group, member)]
    return list({_key(one): one for one in found}.values())


def _as_classes(places: Iterable[Place]) -> Iterable[list[Place]]:
    """Places that make up one class are together."""
    groups: dict[tuple[object, ...], list[Place]] = {}
    for place in places:
        symbol = place.symbol
        if symbol.kind.is_classlike:
            is_open = symbol.language in OPEN
            key = (place.folder.uri, symbol.qualified_name) if is_open else _key(place)
            groups.setdefault(key, []).append(place)
    return groups.values()


def _of_bases(classes: Classes, own: list[Place], member: str) -> list[Place]:
    """The members of that name that no nearer base has put another in the place of."""
    if own[0].symbol.language == "python" and (line := classes.in_order(own[0])) is not None:
        found = [one for base in line[1:] for one in classes.members((base,), member)]
        return [one for one in found if one.symbol.container == found[0].symbol.container]
    line = [one for place in own for one in classes.ancestors(place)[0]]
    having: dict[str, list[Place]] = {}
    hidden: set[str] = set()
    for base in line:
        name = base.symbol.qualified_name
        if name not in having and (members := list(classes.members((base,), member))):
            having[name] = members
            hidden.update(one.symbol.qualified_name for one in classes.ancestors(base)[0])
    found = [one for name, members in having.items() if name not in hidden for one in members]
    # What an interface only promises is what another base does.
    return [one for one in found if _has_body(one)] or found


def _has_body(place: Place) -> bool:
    parsed = place.source.parsed()
    if parsed is None:
        return False
    outline = parsed.outline(place.symbol.span, place.symbol.name_span)
    return outline is not None and outline.body_span is not None


def _key(place: Place) -> tuple[object, ...]:
    return (place.folder.uri, place.symbol.path, place.symbol.ordinal)
