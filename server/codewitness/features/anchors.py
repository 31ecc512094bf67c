"""Where anchors are now: found again after edits, moves, renames and branch switches, or lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.identity.mark import Mark, likeness, place_of
from codewitness.engine.identity.match import SAME, UNRELATED, match
from codewitness.engine.recording.anchors import (
    Placed,
    anchor_at,
    likeness_after_moving,
    likeness_of_files,
    mark_of,
    own_name,
    placed,
    sketch_of_names,
)
from codewitness.engine.recording.rebasing import is_outside
from codewitness.engine.view import Folder
from codewitness.features.arrivals import Arrivals, Key, Places, places_in
from codewitness.model.facts import Kind
from codewitness.model.records import Anchor, Record, anchors_of
from codewitness.syntax.extract import Analysis

MAX_CANDIDATES = 60  # files that are looked at for anchors that are not where they were
MAX_MOVED = 300  # files that may be others that are gone, and are looked at besides
_MOST_LIKELY = 500  # files of which it is looked whether they define the same names
DRIFTED = (
    0.8  # likeness below which the body is sketched anew, or a later rename would not be found
)

MOST_OF_A_FILE = 0.6  # of the names of two files, for one to be the other moved
FEW_NEIGHBOURS = 3  # of fewer names in a file they say little


@dataclass(slots=True)
class Anchors:
    """The anchors of a memory in one folder; what was found stays while the texts are the same."""

    now: dict[Key, Anchor] = field(default_factory=dict)
    _stored: dict[Key, Anchor] = field(default_factory=dict)
    _sha_by_path: dict[str, str] = field(default_factory=dict)
    _view: object = None
    _arrivals: Arrivals = field(default_factory=Arrivals)
    _gone_from_here: set[Key] = field(default_factory=set)  # seen in their places, and then moved
    _beside: dict[Key, Places] = field(default_factory=dict)  # in its file, when last in its place

    def update(self, records: Iterable[Record]) -> None:
        """These are the records now."""
        stored = {
            (record.id, number): anchor
            for record in records
            for number, anchor in enumerate(anchors_of(record))
        }
        for key in self._stored.keys() - stored.keys():
            self.now.pop(key, None)
            self._forget(key)
        for key, anchor in stored.items():
            if self._stored.get(key) != anchor:
                if _place(self.now.get(key)) != _place(anchor):  # another server says where it is
                    self._forget(key)
                self._gone_from_here.discard(key)
                self.now[key] = anchor
                self._sha_by_path.pop(anchor.path, None)
        self._stored = stored

    def follow(self, folder: Folder) -> None:
        """Look at what has changed since the last time."""
        self._arrivals.open(folder, self.now)
        by_path: dict[str, list[Key]] = defaultdict(list)
        for key, anchor in self.now.items():
            if not is_outside(anchor.path):  # where that is now, another folder's index knows
                by_path[anchor.path].append(key)
        missing: list[Key] = []
        is_new_view = self._view is not folder.view
        for path, keys in by_path.items():
            source = source_of(folder, path)
            sha = source.text.sha256 if source is not None else ""
            if self._sha_by_path.get(path) == sha:
                missing += [key for key in keys if is_new_view and self.now[key].is_lost]
                continue
            self._sha_by_path[path] = sha
            missing += self._in_place(source, keys)
        # What is not there may be elsewhere, which only a finished index knows.
        if missing and folder.is_complete:
            self._elsewhere(folder, missing)
            self._view = folder.view
        elif missing:
            for key in missing:
                self._sha_by_path.pop(self.now[key].path, None)
        self._arrivals.note(folder, self.now)

    def _forget(self, key: Key) -> None:
        self._arrivals.forget(key)
        self._gone_from_here.discard(key)
        self._beside.pop(key, None)

    def gone_from_here(self, unsaved: Container[str]) -> dict[str, tuple[Anchor, ...]]:
        """By record, the anchors of those that were seen to move, and are in no unsaved text.

        What is only elsewhere than another server says, as in another work tree, is left to that.
        """
        ids = {
            key[0]
            for key in self._gone_from_here
            if not self.now[key].is_lost and self.now[key].path not in unsaved
        }
        return {id_: anchors for id_, anchors in self.moved().items() if id_ in ids}

    def moved(self) -> dict[str, tuple[Anchor, ...]]:
        """By record, its anchors where they are not as they are stored."""
        changed = {key[0] for key, anchor in self.now.items() if anchor != self._stored[key]}
        found: dict[str, tuple[Anchor, ...]] = {}
        for id_ in changed:
            keys = sorted(key for key in self.now if key[0] == id_)
            found[id_] = tuple(self.now[key] for key in keys)
        return found

    def _in_place(self, source: Document | SavedFile | None, keys: Sequence[Key]) -> list[Key]:
        """Those that are not where they were."""
        wanted_by_key = {key: mark_of(self.now[key]) for key in keys}
        places = frozenset(mark.place for mark in wanted_by_key.values())
        by_name: dict[str, list[Placed]] = defaultdict(list)
        for one in _placed(source, places):
            by_name[one.mark.place].append(one)
        missing, there = [], places_in(source)
        for key, wanted in wanted_by_key.items():
            same = [one for one in by_name.get(wanted.place, ()) if _is_same_sort(one.mark, wanted)]
            same = same or _in_renamed_module(source, self.now[key], wanted)
            if not same:
                missing.append(key)
                continue
            best = max(same, key=lambda one: likeness(one.mark, wanted))
            self.now[key] = _refreshed(self.now[key], best)
            self._beside[key] = there
        return missing

    def _may_be_in(self, path: str, key: Key) -> bool:
        """False for a file that there was beside the anchor's own: it is not that one renamed."""
        anchor, seen = self.now[key], self._arrivals.seen(key)
        if seen is None:  # files with a `main` alone are many
            return len(anchor.neighbours) >= FEW_NEIGHBOURS or not anchor.is_lost
        return self._arrivals.has_come_since(seen, path)

    def _elsewhere(self, folder: Folder, missing: Sequence[Key]) -> None:
        wanted = [mark_of(self.now[key]) for key in missing]
        gone = {
            self.now[key].neighbours
            for key, mark in zip(missing, wanted, strict=True)
            if source_of(folder, mark.path) is None
        }
        there = [
            one
            for path in candidates(folder, wanted, gone)
            for one in _placed(source_of(folder, path))
        ]
        taken = {(anchor.path, anchor.qualified_name) for anchor in self.now.values()}
        fresh = [one for one in there if (one.mark.path, one.mark.qualified_name) not in taken]
        # Several records may be about one method.
        unique = dict(zip(wanted, missing, strict=True))
        by_mark = self._in_moved_files(folder, unique, fresh)
        used = {id(one.mark) for one in by_mark.values()}
        rest = [mark for mark in unique if mark not in by_mark]
        left = [one for one in fresh if id(one.mark) not in used]
        found = match(
            rest,
            [one.mark for one in left],
            may_be=lambda old, new: self._arrivals.may_be(unique[old], new),
        )
        by_mark |= {rest[at]: left[one.new] for at, one in found.items()}
        for mark in unique.keys() - by_mark.keys():
            if (alone := self._renamed_alone(folder, unique[mark], mark, left)) is not None:
                by_mark[mark] = alone
        for key, mark in zip(missing, wanted, strict=True):
            if mark in by_mark:
                self.now[key] = anchor_at(by_mark[mark])
                self._beside[key] = places_in(source_of(folder, self.now[key].path))
                if self._arrivals.seen(key) is not None:
                    self._gone_from_here.add(key)
                self._arrivals.forget(key)
                self._sha_by_path.pop(self.now[key].path, None)
            else:
                self.now[key] = replace(self.now[key], is_lost=True)

    def _renamed_alone(
        self, folder: Folder, key: Key, mark: Mark, fresh: Sequence[Placed]
    ) -> Placed | None:
        """What alone has come to where it alone has gone from, with its body.

        A small body looks like many others; so it is asked what else has come and gone there.
        """
        before, there = self._beside.get(key), places_in(source_of(folder, mark.path))
        if before is None or _within(before - there, mark.container) != {mark.place}:
            return None
        if len(come := _within(there - before, mark.container)) != 1:
            return None
        return next(
            (
                one
                for one in fresh
                if (one.mark.path, one.mark.place) == (mark.path, *come)
                and (one.mark.kind, one.mark.parameters) == (mark.kind, mark.parameters)
                and likeness(one.mark, mark) >= SAME
            ),
            None,
        )

    def _in_moved_files(
        self, folder: Folder, wanted: Mapping[Mark, Key], there: Sequence[Placed]
    ) -> dict[Mark, Placed]:
        """Definitions of files that are gone, in the file that defines most of their names now.

        Small bodies look like many others; it is the file that tells them apart.
        """
        by_file: dict[str, list[Placed]] = defaultdict(list)
        for one in there:
            by_file[one.mark.path].append(one)
        file_by_file: dict[object, Sequence[Placed]] = {}
        found: dict[Mark, Placed] = {}
        for mark, key in wanted.items():
            anchor = self.now[key]
            if not anchor.neighbours or source_of(folder, mark.path) is not None:
                continue
            # Those of one file are asked once.
            asked = (anchor.path, anchor.neighbours, self._arrivals.seen(key))
            if asked not in file_by_file:
                may_be = {path: own for path, own in by_file.items() if self._may_be_in(path, key)}
                is_sure = (
                    self._arrivals.seen(key) is not None or len(anchor.neighbours) >= FEW_NEIGHBOURS
                )
                file_by_file[asked] = _moved(anchor, may_be, may_go_by_path=is_sure)
            if (same := _same_in(file_by_file[asked], mark, anchor)) is not None:
                found[mark] = same
        return found


def _in_renamed_module(
    source: Document | SavedFile | None, anchor: Anchor, wanted: Mark
) -> list[Placed]:
    """What bears its name in its file, whose module has another name by now.

    A package becomes one by a file beside it, and has another name below another folder.
    """
    analysis = source.analysis() if source is not None else None
    if analysis is None or analysis.core.module == anchor.module:
        return []
    name = own_name(anchor.module, wanted.qualified_name)
    return [
        one for one in _placed(source) if one.own_name == name and _is_same_sort(one.mark, wanted)
    ]


def _within(places: Places, container: str) -> Places:
    """Those that stand in a container itself."""
    return frozenset(one for one in places if one.rpartition(".")[0] == container)


def _place(anchor: Anchor | None) -> tuple[str, str] | None:
    return (anchor.path, anchor.qualified_name) if anchor is not None else None


def _moved(
    anchor: Anchor, by_file: Mapping[str, Sequence[Placed]], *, may_go_by_path: bool
) -> Sequence[Placed]:
    """Of these files the one that the anchor's is now; none if nothing tells two of them apart."""
    ranked = sorted(
        (
            likeness_after_moving(anchor.neighbours, own[0].around.names),
            SequenceMatcher(None, path, anchor.path, autojunk=False).ratio(),
            path,
        )
        for path, own in by_file.items()
    )
    if not ranked or ranked[-1][0] < MOST_OF_A_FILE:
        return ()
    n_telling = 2 if may_go_by_path else 1
    is_alone = len(ranked) < 2 or ranked[-2][:n_telling] < ranked[-1][:n_telling]
    return by_file[ranked[-1][2]] if is_alone else ()


def _same_in(file: Sequence[Placed], mark: Mark, anchor: Anchor) -> Placed | None:
    """The definition of the same name in the file that has come for the one that is gone."""
    name = own_name(anchor.module, mark.qualified_name)
    same = [one for one in file if one.own_name == name and _is_same_sort(one.mark, mark)]
    if len(same) > 1:
        same = [one for one in same if one.mark.parameters == mark.parameters]
    if len(same) != 1:
        return None
    alike = likeness(mark, same[0].mark)
    if len(anchor.neighbours) < FEW_NEIGHBOURS:
        # Files with a `main` alone are many.
        return same[0] if alike >= SAME and same[0].mark.parameters == mark.parameters else None
    return same[0] if mark.is_small or alike >= UNRELATED else None


def candidates(
    folder: Folder, wanted: Sequence[Mark], gone: Iterable[tuple[int, ...]]
) -> list[str]:
    """Files where definitions may be that are not where they were, the likeliest first.

    Likely is a file that has many of their names, or the name that their file had, or that defines
    what one that is `gone` defined.
    """
    votes: defaultdict[str, float] = defaultdict(float)
    tails: defaultdict[str, set[str]] = defaultdict(set)
    for mark in wanted:
        tails[mark.name].add(_tail(mark.place))
    waiting = _names_in(folder.unsaved())
    for name, qualified in tails.items():
        indexed = [(one.path, one.qualified_name) for one in folder.view.symbols.named(name)]
        named = [*indexed, *waiting.get(name, ())]
        for path, qualified_name in named:
            weight = 2 if _tail(qualified_name) in qualified else 1
            votes[path] += weight / (1 + len(named) / 20)
    names = {mark.path.rpartition("/")[2] for mark in wanted}
    folders = {mark.path.rpartition("/")[0] for mark in wanted}
    own = {mark.path for mark in wanted}
    for path in folder.paths():
        parent, _, name = path.rpartition("/")
        votes[path] += 100 * (path in own) + 3 * (name in names) + 0.1 * (parent in folders)
    likely = [path for path, count in votes.items() if count > 0]
    likely.sort(key=lambda path: (-votes[path], path))
    moved = _like_those_gone(folder, likely[:_MOST_LIKELY], gone)
    return list(dict.fromkeys([*moved, *likely[:MAX_CANDIDATES]]))


def _like_those_gone(
    folder: Folder, likely: Sequence[str], gone: Iterable[tuple[int, ...]]
) -> list[str]:
    """Of each file that is gone, the files that define most of its names."""
    symbols = folder.view.symbols
    names = {
        path: sketch_of_names(
            one.name for one in symbols.of_file(path) if one.kind is not Kind.LAMBDA
        )
        for path in likely
    }
    found: dict[str, None] = {}
    for known in sorted(filter(None, gone)):
        ranked = sorted((likeness_after_moving(known, own), path) for path, own in names.items())
        found |= dict.fromkeys(path for share, path in ranked[-2:] if share >= MOST_OF_A_FILE)
    return list(found)[:MAX_MOVED]


def _names_in(texts: Mapping[str, Document | SavedFile]) -> dict[str, list[tuple[str, str]]]:
    """The definitions of texts that no table has yet, by name: their path and qualified name."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for path, source in texts.items():
        if (analysis := source.analysis()) is not None:
            for one in analysis.core.definitions:
                found[one.name].append((path, analysis.core.qualified_name(one)))
    return found


def _tail(name: str) -> str:
    return ".".join(name.split(".")[-2:])


def source_of(folder: Folder, path: str) -> Document | SavedFile | None:
    """The text of a file as it is now, unsaved edits included."""
    return folder.document(path) or folder.saved.get(path)


def _placed(
    source: Document | SavedFile | None, places: Container[str] | None = None
) -> list[Placed]:
    """The definitions of a text; those at `places`, if given.

    To sketch every body of a long file takes longer than to read the file after an edit.
    """
    analysis: Analysis | None = source.analysis() if source is not None else None
    if source is None or analysis is None:
        return []
    facts, text = analysis.core, source.text
    chosen = (
        one
        for one in facts.definitions
        if places is None or place_of(facts.qualified_name(one)) in places
    )
    return list(placed(facts, chosen, text))


def _refreshed(anchor: Anchor, now: Placed) -> Anchor:
    """The anchor at its line; sketched anew if little of its body or its file is as it was."""
    mark, line, file = now
    if (
        likeness(mark_of(anchor), mark) < DRIFTED
        or anchor.parameters != mark.parameters
        or anchor.module != file.module
        or likeness_of_files(anchor.neighbours, file.names) < DRIFTED
    ):
        return anchor_at(now)
    if (anchor.line, anchor.is_lost, anchor.qualified_name) == (line, False, mark.qualified_name):
        return anchor
    return replace(anchor, line=line, is_lost=False, qualified_name=mark.qualified_name)


def _is_same_sort(one: Mark, other: Mark) -> bool:
    return one.kind is other.kind or one.kind.is_callable is other.kind.is_callable


def by_record(now: Mapping[Key, Anchor]) -> dict[str, tuple[Anchor, ...]]:
    """The anchors of each record, in their order."""
    found: dict[str, list[Anchor]] = defaultdict(list)
    for key in sorted(now):
        found[key[0]].append(now[key])
    return {id_: tuple(anchors) for id_, anchors in found.items()}
