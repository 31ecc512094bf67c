"""Where anchors are now: found again after edits, moves, renames and branch switches, or lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.identity.mark import Mark, likeness, place_of
from codewitness.engine.identity.mark import mark as mark_in
from codewitness.engine.identity.match import UNRELATED, match
from codewitness.engine.recording.anchors import anchor_at, mark_of
from codewitness.engine.view import Folder
from codewitness.model.records import Anchor, Record, anchors_of
from codewitness.syntax.extract import Analysis

MAX_CANDIDATES = 60  # files that are looked at for an anchor that is not where it was
DRIFTED = (
    0.8  # likeness below which the body is sketched anew, or a later rename would not be found
)

MOST_OF_A_FILE = 0.6  # of the names looked for, for a file to be another one moved

Placed = tuple[Mark, int]  # a definition and the line of its name, from 1
Key = tuple[str, int]  # of an anchor: its record and its number there


@dataclass(slots=True)
class Anchors:
    """The anchors of a memory in one folder; what was found stays while the texts are the same."""

    now: dict[Key, Anchor] = field(default_factory=dict)
    _stored: dict[Key, Anchor] = field(default_factory=dict)
    _sha_by_path: dict[str, str] = field(default_factory=dict)
    _view: object = None

    def update(self, records: Iterable[Record]) -> None:
        """These are the records now."""
        stored = {
            (record.id, number): anchor
            for record in records
            for number, anchor in enumerate(anchors_of(record))
        }
        for key in self._stored.keys() - stored.keys():
            self.now.pop(key, None)
        for key, anchor in stored.items():
            if self._stored.get(key) != anchor:
                self.now[key] = anchor
                self._sha_by_path.pop(anchor.path, None)
        self._stored = stored

    def follow(self, folder: Folder) -> None:
        """Look at what has changed since the last time."""
        by_path: dict[str, list[Key]] = defaultdict(list)
        for key, anchor in self.now.items():
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
        for mark, line in _marks(source, places):
            by_name[mark.place].append((mark, line))
        missing = []
        for key, wanted in wanted_by_key.items():
            same = [
                pair for pair in by_name.get(wanted.place, ()) if _is_same_sort(pair[0], wanted)
            ]
            if not same:
                missing.append(key)
                continue
            mark, line = max(same, key=lambda pair: likeness(pair[0], wanted))
            self.now[key] = _refreshed(self.now[key], mark, line)
        return missing

    def _elsewhere(self, folder: Folder, missing: Sequence[Key]) -> None:
        wanted = [mark_of(self.now[key]) for key in missing]
        there = [
            pair for path in candidates(folder, wanted) for pair in _marks(source_of(folder, path))
        ]
        taken = {(anchor.path, anchor.qualified_name) for anchor in self.now.values()}
        fresh = [pair for pair in there if (pair[0].path, pair[0].qualified_name) not in taken]
        unique = list(dict.fromkeys(wanted))  # several records may be about one method
        by_mark = _in_moved_files(folder, unique, fresh)
        used = {id(pair[0]) for pair in by_mark.values()}
        rest = [mark for mark in unique if mark not in by_mark]
        left = [pair for pair in fresh if id(pair[0]) not in used]
        found = match(rest, [mark for mark, _ in left])
        by_mark |= {rest[at]: left[one.new] for at, one in found.items()}
        for key, mark in zip(missing, wanted, strict=True):
            if mark in by_mark:
                new, line = by_mark[mark]
                self.now[key] = anchor_at(new, line)
                self._sha_by_path.pop(new.path, None)
            else:
                self.now[key] = replace(self.now[key], is_lost=True)


def _in_moved_files(
    folder: Folder, wanted: Sequence[Mark], there: Sequence[Placed]
) -> dict[Mark, Placed]:
    """Definitions of files that are gone, in the file that has most of their names now.

    Small bodies look like many others; it is the file that tells them apart.
    """
    gone: dict[str, list[Mark]] = defaultdict(list)
    for mark in wanted:
        if source_of(folder, mark.path) is None:
            gone[mark.path].append(mark)
    by_file: dict[str, dict[str, list[Placed]]] = defaultdict(lambda: defaultdict(list))
    for pair in there:
        by_file[pair[0].path][_tail(pair[0].place)].append(pair)
    found: dict[Mark, Placed] = {}
    for path, own in gone.items():
        name = path.rpartition("/")[2]
        shares = [
            (sum(_tail(mark.place) in names for mark in own), new.rpartition("/")[2] == name, new)
            for new, names in by_file.items()
        ]
        n_shared, _, new = max(shares, default=(0, False, ""))
        if n_shared < MOST_OF_A_FILE * len(own):
            continue
        for mark in own:
            same = by_file[new].get(_tail(mark.place), [])
            ranked = sorted(((_n_shared_end(mark, one[0]), at) for at, one in enumerate(same)))
            if not ranked or (len(ranked) > 1 and ranked[-1][0] == ranked[-2][0]):
                continue
            best = same[ranked[-1][1]]
            if mark.is_small or likeness(mark, best[0]) >= UNRELATED:
                found[mark] = best
    return found


def _n_shared_end(one: Mark, other: Mark) -> int:
    """How many last parts of two qualified names are the same."""
    pairs = zip(reversed(one.place.split(".")), reversed(other.place.split(".")), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def candidates(folder: Folder, wanted: Sequence[Mark]) -> list[str]:
    """Files where definitions may be that are not where they were, the likeliest first.

    Likely is a file that has many of their names, or the name that their file had.
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
    return sorted(likely, key=lambda path: (-votes[path], path))[:MAX_CANDIDATES]


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


def _marks(
    source: Document | SavedFile | None, places: Container[str] | None = None
) -> list[Placed]:
    """The marks of a text with the lines of their names, from 1; those at `places`, if given.

    To sketch every body of a long file takes longer than to read the file after an edit.
    """
    analysis: Analysis | None = source.analysis() if source is not None else None
    if source is None or analysis is None:
        return []
    facts, text = analysis.core, source.text
    return [
        (mark_in(facts, text, one), text.line_at(one.name_span.start) + 1)
        for one in facts.definitions
        if places is None or place_of(facts.qualified_name(one)) in places
    ]


def _refreshed(anchor: Anchor, mark: Mark, line: int) -> Anchor:
    """The anchor at its line; sketched anew if little of its body is as it was."""
    if likeness(mark_of(anchor), mark) < DRIFTED or anchor.parameters != mark.parameters:
        return anchor_at(mark, line)
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
