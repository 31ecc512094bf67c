"""Whom a change concerns that calls nothing: what reads a constant or a field, or names a type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from codewitness.engine.graph.edges import Resolution
from codewitness.engine.impact.kinds import EffectKind
from codewitness.engine.view import Folder
from codewitness.features.call_graph import CallGraph
from codewitness.features.impact.importers import BrokenImport
from codewitness.features.impact.meaning import Sought
from codewitness.features.impact.new_members import new_members
from codewitness.features.impact.own_fields import lost_fields
from codewitness.features.impact.readers import Named, named
from codewitness.features.impact.whom import Concerned, Subject, Whom, joined, reason
from codewitness.features.mentions import Mention
from codewitness.features.places import Place, Reading, symbols_in
from codewitness.model.facts import Kind
from codewitness.model.symbol import Symbol
from codewitness.model.text import Span

_GONE = frozenset({EffectKind.REMOVED, EffectKind.RENAMED})


# By definition: its place, where it reads, and what is said of it.
_Readers = dict[tuple[str, int], tuple[Place, dict[Span, None], dict[str, None]]]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A name that is looked for, and what is said of it; no texts for that of a type."""

    index: int
    sought: Sought
    texts: tuple[str, ...] = ()


def with_readers(
    graph: CallGraph,
    reading: Reading,
    folder: Folder,
    subjects: Sequence[Subject],
    known: Sequence[Whom],
) -> list[Whom]:
    """What is known of each subject, and what reads or names it."""
    wanted = [
        one
        for index, subject in enumerate(subjects)
        for of in (_members, _fields, _type, _made)
        for one in of(index, subject)
    ]
    found = list(known)
    readers: list[_Readers] = [{} for _ in known]
    places = named(graph, reading, folder, [one.sought for one in wanted])
    for one, own in zip(wanted, places, strict=True):
        whom = found[one.index]
        found[one.index] = whom._replace(n_possible=whom.n_possible + own.n_possible)
        if one.texts:
            _add(readers[one.index], one, own)
            if one.sought.is_lost:
                found[one.index] = _with_imports(found[one.index], own)
        else:
            found[one.index] = _with_mentions(found[one.index], own)
    return [
        whom._replace(callers=joined((*whom.callers, *_concerned(subject, own))))
        for whom, subject, own in zip(found, subjects, readers, strict=True)
    ]


def _members(index: int, subject: Subject) -> Iterator[_Wanted]:
    """Constants, variables and fields that are gone, or are not what they were."""
    place = subject.after or subject.before
    if place is None:
        return
    owner = place.symbol if place.symbol.ordinal >= 0 else None
    # What was a constant may be a function or a class now.
    within, symbols = place.symbol.qualified_name, symbols_in(place.folder, place.source)
    defined = {one.name for one in symbols if one.container == within}
    texts: dict[tuple[str, bool], list[str]] = {}
    for effect in subject.effects:
        for is_lost, names in ((False, effect.members), (True, effect.lost)):
            for name in names:
                is_gone = is_lost and name not in defined
                texts.setdefault((name, is_gone), []).append(effect.text)
    for (name, is_lost), own in texts.items():
        sought = Sought(name=name, place=place, owner=owner, is_lost=is_lost)
        yield _Wanted(index, sought, tuple(own))


def _fields(index: int, subject: Subject) -> Iterator[_Wanted]:
    """Fields that methods alone have made, and make no longer."""
    texts: dict[str, list[str]] = {}
    owners: dict[str, Symbol] = {}
    for name, owner, text in lost_fields(subject):
        texts.setdefault(name, []).append(text)
        owners[name] = owner
    for name, own in texts.items():
        if subject.after is not None:
            sought = Sought(name=name, place=subject.after, owner=owners[name], is_lost=True)
            yield _Wanted(index, sought, tuple(own))


def _type(index: int, subject: Subject) -> Iterator[_Wanted]:
    """A type that is gone, or has another name."""
    place = subject.before
    if place is None or place.symbol.ordinal < 0 or not _is_type(place.symbol.kind):
        return
    if any(effect.kind in _GONE for effect in subject.effects) and place.symbol.name:
        name, owner = place.symbol.name, _owner(place)
        yield _Wanted(index, Sought(name=name, place=place, owner=owner, is_lost=True))


def _made(index: int, subject: Subject) -> Iterator[_Wanted]:
    """A type of which all is to be named where it is made or gone through."""
    names, text = new_members(subject)
    if names and subject.after is not None:
        of = subject.after.symbol
        sought = Sought(name=of.name, place=subject.after, owner=of, asks=names)
        yield _Wanted(index, sought, (text,))


def _is_type(kind: Kind) -> bool:
    return not kind.is_callable and kind is not Kind.EXTENSION


def _owner(place: Place) -> Symbol | None:
    """What a type is declared in."""
    around = [
        one
        for one in symbols_in(place.folder, place.source)
        if one.span.contains(place.symbol.span) and one.ordinal != place.symbol.ordinal
    ]
    return min(around, key=lambda one: one.span.end - one.span.start, default=None)


def _add(readers: _Readers, one: _Wanted, found: Named) -> None:
    for key, (place, sites) in found.sites.items():
        _, known, texts = readers.setdefault(key, (place, {}, {}))
        known.update(dict.fromkeys(sites))
        texts.update(dict.fromkeys(one.texts))


def _concerned(subject: Subject, readers: _Readers) -> Iterator[Concerned]:
    for place, sites, texts in readers.values():
        yield Concerned(
            place=place,
            sites=tuple(sorted(sites)),
            resolution=Resolution.EXACT,
            reason=reason(subject.name, list(texts), {}),
        )


def _with_imports(whom: Whom, found: Named) -> Whom:
    """The imports of a name that is gone."""
    imports = [
        BrokenImport(path=place.symbol.path, text=place.text, span=span)
        for place, span in found.imports
    ]
    return whom._replace(imports=(*whom.imports, *imports))


def _with_mentions(whom: Whom, found: Named) -> Whom:
    """The places that no call and no import of a type has."""
    known = {(caller.place.symbol.path, span) for caller in whom.callers for span in caller.sites}
    known |= {(given.path, given.span) for given in whom.imports}
    return whom._replace(mentions=(*whom.mentions, *_beside(found, known)))


def _beside(found: Named, known: set[tuple[str, Span]]) -> Iterator[Mention]:
    for place, sites in found.sites.values():
        rest = [span for span in sites if (place.symbol.path, span) not in known]
        if rest:
            yield Mention(place, rest)
