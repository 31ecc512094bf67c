"""Which definition of now each definition of the baseline is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.identity.mark import Mark, marks
from codewitness.engine.identity.match import How, match
from codewitness.engine.impact.side import Side, Version, side_of
from codewitness.engine.symbols import symbols_of
from codewitness.features.impact.baseline import ChangedFile
from codewitness.features.places import Place

Key = tuple[str, int]  # path and ordinal of a definition


@dataclass(frozen=True, slots=True)
class Pair:
    """One definition in two versions; None on the side where it is not."""

    before: Place | None
    after: Place | None
    how: How | None


@dataclass(slots=True)
class Pairs:
    """The definitions of the changed files of one folder."""

    files: Sequence[ChangedFile]
    after_by_before: dict[Key, Key] = field(default_factory=dict)
    _versions: dict[int, Version | None] = field(default_factory=dict)

    def all(self) -> Iterator[Pair]:
        """Each definition of either side, once."""
        old, new = self._side("before"), self._side("after")
        found = match([mark for _, mark in old], [mark for _, mark in new], are_whole=True)
        taken = {one.new for one in found.values()}
        for at, (place, _) in enumerate(old):
            if at in found:
                to = new[found[at].new][0]
                self.after_by_before[_key(place)] = _key(to)
                yield Pair(place, to, found[at].how)
            else:
                yield Pair(place, None, None)
        for at, (place, _) in enumerate(new):
            if at not in taken:
                yield Pair(None, place, None)

    def side(self, place: Place) -> Side:
        """What a definition is on its side."""
        version = self.version(place.source)
        assert version is not None  # it has a symbol, so it has been read
        return side_of(version, place.symbol.ordinal)

    def _side(self, which: str) -> list[tuple[Place, Mark]]:
        found = []
        for file in self.files:
            source: Document | SavedFile | None = getattr(file, which)
            version = self.version(source) if source is not None else None
            if source is None or version is None:
                continue
            symbols = symbols_of(version.facts, version.text)
            of_file = marks(version.facts, version.text)
            for symbol, mark in zip(symbols, of_file, strict=True):
                place = Place(folder=file.folder, symbol=symbol, source=source)
                found.append((place, mark))
        return found

    def language(self, file: ChangedFile) -> str:
        """What a file is written in; empty if it is in no language that is read."""
        source = file.after or file.before
        version = self.version(source) if source is not None else None
        return version.facts.language if version is not None else ""

    def version(self, source: Document | SavedFile) -> Version | None:
        """A text as it was read; None if it is in no language that is."""
        if id(source) not in self._versions:
            analysis = source.analysis()
            self._versions[id(source)] = (
                None
                if analysis is None
                else Version(facts=analysis.core, text=source.text, parsed=source.parsed())
            )
        return self._versions[id(source)]


def _key(place: Place) -> Key:
    return place.symbol.path, place.symbol.ordinal
