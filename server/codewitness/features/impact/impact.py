"""`codewitness.impact`: what definitions do now that they did not before, and whom it concerns."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.identity.match import How
from codewitness.engine.impact.code_effects import code_effects
from codewitness.engine.impact.effects import Effect, effects_of, item_changes
from codewitness.engine.impact.kinds import EffectKind
from codewitness.engine.impact.same_code import as_now
from codewitness.engine.impact.side import Side, top_side
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.call_graph import module_symbol
from codewitness.features.impact.baseline import Against, ChangedFile, changed_files
from codewitness.features.impact.callers import concerned
from codewitness.features.impact.contradicted import Contradicted
from codewitness.features.impact.importers import BrokenImport
from codewitness.features.impact.pairs import Pair, Pairs
from codewitness.features.impact.whom import Concerned, Subject
from codewitness.features.mentions import Mention
from codewitness.features.no_signals import without_effects
from codewitness.features.places import BadRequest, Place, Reading
from codewitness.model.facts import Item, Kind
from codewitness.model.freshness import Freshness

_Top = tuple[Place, Side]  # a file's top level in one version


class ChangeKind(StrEnum):
    """What happened to a definition."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"


@dataclass(slots=True, kw_only=True)
class Change:
    """One definition that is not what it was.

    place: where it is now, or, if it is gone, where it was in the text of then. before: where it
    was. added, removed: signals by kind, each in the text of its side. n_possible: calls of its
    name of which nobody knows where they lead. imports: those that find nothing by its name now.
    mentions: where its old name is still written without a call.
    """

    kind: ChangeKind
    place: Place
    before: Place | None
    signature: tuple[str | None, str | None]
    effects: tuple[Effect, ...] = ()
    added: dict[str, list[Item]] = field(default_factory=dict)
    removed: dict[str, list[Item]] = field(default_factory=dict)
    flags_added: tuple[str, ...] = ()
    flags_removed: tuple[str, ...] = ()
    callers: tuple[Concerned, ...] = ()
    n_possible: int = 0
    imports: tuple[BrokenImport, ...] = ()
    mentions: tuple[Mention, ...] = ()
    contradicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Impact:
    """All changes. `is_complete` is False if not every file or caller could be looked at.

    It is so, too, if the `notes` say which files are not read, or in which languages effects are
    not known.
    """

    changes: tuple[Change, ...]
    is_complete: bool
    notes: tuple[str, ...]
    freshness: Freshness


def impact(snapshot: Snapshot, against: Against, root: str | None, path: str | None) -> Impact:
    """What differs from the baseline: in one file, or in all open buffers or changed files."""
    reading = Reading(snapshot)
    folders = [one for one in snapshot.folders if root in (None, str(one.root))]
    if not folders:
        raise BadRequest("uri: no workspace folder is open")
    changes: list[Change] = []
    is_complete = True
    languages: list[str] = []
    notes: list[str] = []
    for folder in folders:
        changed = changed_files(reading, folder, against, path)
        if path is not None and not changed.files and not _is_there(folder, path):
            then = "in the last commit" if against is Against.HEAD else "open"
            raise BadRequest(f"uri: neither there nor {then}: {path}")
        pairs = Pairs(changed.files)
        found, has_all = _in_folder(reading, folder, pairs) if changed.files else ([], True)
        languages += map(pairs.language, changed.files)
        changes += found
        notes += changed.notes
        is_complete = is_complete and changed.is_all and has_all
    notes += filter(None, [without_effects(languages)])
    return Impact(
        changes=tuple(changes),
        is_complete=is_complete and not notes,
        notes=tuple(notes),
        freshness=reading.freshness(),
    )


def _is_there(folder: Folder, path: str) -> bool:
    return path in folder.documents or folder.saved.files.stamp(path) is not None


def _in_folder(reading: Reading, folder: Folder, pairs: Pairs) -> tuple[list[Change], bool]:
    files = pairs.files
    changes = [change for pair in pairs.all() if (change := _change(pairs, pair)) is not None]
    changes += [change for file in files if (change := _top_change(pairs, file)) is not None]
    subjects = [
        Subject(before=one.before, after=_now(one), name=_name(one), effects=one.effects)
        for one in changes
    ]
    callers, has_all = concerned(reading, folder, files, pairs, subjects)
    contradicted = Contradicted(reading.snapshot, folder)
    for change, own in zip(changes, callers, strict=True):
        change.callers, change.n_possible, change.imports, change.mentions = own
        change.contradicts = contradicted.by(change.place.symbol)
    changes.sort(key=lambda one: (one.place.symbol.path, one.place.symbol.span))
    return changes, has_all


def _now(change: Change) -> Place | None:
    return None if change.kind is ChangeKind.REMOVED else change.place


def _name(change: Change) -> str:
    return (change.before or change.place).symbol.name


def _change(pairs: Pairs, pair: Pair) -> Change | None:
    before, after = pair.before, pair.after
    if after is None:
        assert before is not None
        return _lone(pairs, ChangeKind.REMOVED, before)
    if before is None:
        return _lone(pairs, ChangeKind.ADDED, after)
    if _source(before) == _source(after) and not _is_elsewhere(pair):
        return None
    new = pairs.side(after)
    old = as_now(pairs.side(before), new)
    told = effects_of(old, new)
    own, place = [*told, *code_effects(old, new, told)], _place_effects(pair)
    added, removed = item_changes(old, new)
    is_same_header = old.header_words == new.header_words
    is_same = not added and not removed and is_same_header and old.flags == new.flags
    if after.symbol.kind is Kind.LAMBDA:
        place = []  # what has no name of its own goes where that goes which it is in
    if is_same and not own and not place:
        return None
    return Change(
        kind=ChangeKind.MOVED if _is_elsewhere(pair) else ChangeKind.CHANGED,
        place=after,
        before=before,
        signature=(old.signature, new.signature),
        effects=(*place, *own),
        added=added,
        removed=removed,
        flags_added=_flags(new, old),
        flags_removed=_flags(old, new),
    )


def _top_change(pairs: Pairs, file: ChangedFile) -> Change | None:
    """What a file's top level does now, if it is not what it did."""
    old, new = _top(pairs, file, file.before), _top(pairs, file, file.after)
    if old is None or new is None:
        return _lone_top(old, new)
    effects = tuple(code_effects(old[1], new[1], ()))
    if not effects:
        return None
    return Change(
        kind=ChangeKind.CHANGED, place=new[0], before=old[0], signature=("", ""), effects=effects
    )


def _lone_top(old: _Top | None, new: _Top | None) -> Change | None:
    """The constants and variables of a file that is gone, or has come."""
    place, side = old or new or (None, None)
    if place is None or side is None or not side.declared:
        return None
    kind = ChangeKind.ADDED if old is None else ChangeKind.REMOVED
    names = tuple(one.name for one in side.declared)
    gone = Effect(kind=EffectKind.REMOVED, text="is gone", lost=names)
    return Change(
        kind=kind,
        place=place,
        before=None if old is None else place,
        signature=("", ""),
        effects=() if old is None else (gone,),
    )


def _top(pairs: Pairs, file: ChangedFile, source: Document | SavedFile | None) -> _Top | None:
    version = pairs.version(source) if source is not None else None
    side = top_side(version) if version is not None else None
    if source is None or version is None or side is None:
        return None
    symbol = module_symbol(file.path, version.facts.language, version.facts.module)
    return Place(folder=file.folder, symbol=symbol, source=source), side


def _lone(pairs: Pairs, kind: ChangeKind, place: Place) -> Change:
    """A definition that is on one side alone."""
    side = pairs.side(place)
    items = {name: list(own) for name, own in side.items.items() if own}
    flags = tuple(name for name, holds in side.flags.items() if holds)
    if kind is ChangeKind.ADDED:
        return Change(
            kind=kind,
            place=place,
            before=None,
            signature=(None, side.signature),
            added=items,
            flags_added=flags,
        )
    gone = Effect(kind=EffectKind.REMOVED, text="is gone")
    return Change(
        kind=kind,
        place=place,
        before=place,
        signature=(side.signature, None),
        effects=(gone,),
        removed=items,
        flags_removed=flags,
    )


def _flags(one: Side, other: Side) -> tuple[str, ...]:
    return tuple(name for name, holds in one.flags.items() if holds and not other.flags.get(name))


def _is_elsewhere(pair: Pair) -> bool:
    return pair.how in (How.MOVED, How.RENAMED)


def _place_effects(pair: Pair) -> list[Effect]:
    """That it has another name or stands elsewhere."""
    if not _is_elsewhere(pair) or pair.before is None or pair.after is None:
        return []
    before, after = pair.before.symbol, pair.after.symbol
    if before.name != after.name:
        text, kind = f"is now called `{after.name}`", EffectKind.RENAMED
    elif before.qualified_name != after.qualified_name:
        text, kind = f"is now `{after.qualified_name}`", EffectKind.MOVED
    else:
        text, kind = f"is now in `{after.path}`", EffectKind.MOVED
    return [Effect(kind=kind, text=text, span=after.name_span)]


def _source(place: Place) -> bytes:
    span = place.symbol.span
    return place.text.raw[span.start : span.end]
