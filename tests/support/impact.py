"""Impact of an edit in a few files written in a test: the first text is saved, the last is open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from codewitness.engine.disk import SavedFiles
from codewitness.features.impact import Against, Change, Impact, impact
from codewitness.model.files import ReadText, Reason, Skipped
from codewitness.model.text import Text
from tests.support.snapshots import NoFiles, document, snapshot_of_documents


class FilesInMemory(NoFiles):
    """A disk that holds these texts."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def stamp(self, path: str) -> Any:
        return (1, 1, 1, 1) if path in self.texts else None

    def read(self, path: str) -> ReadText | Skipped:
        if path not in self.texts:
            return Skipped(path=path, reason=Reason.UNREADABLE, detail="")
        raw = self.texts[path]
        return ReadText(text=Text.of(raw), size=len(raw), mtime_ns=1, encoding="utf-8")


def impact_of(before: Mapping[str, str], after: Mapping[str, str]) -> Impact:
    """What an edit of open buffers changes: `before` is what is saved of them."""
    return next(impacts_of(before, after))


def impacts_of(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Impact]:
    """The same, asked again and again of one graph."""
    snapshot = snapshot_of_documents({path: document(path, text) for path, text in after.items()})
    saved = SavedFiles(FilesInMemory(before))  # type: ignore[arg-type]
    folder = replace(snapshot.folders[0], saved=saved)
    while True:
        yield impact(replace(snapshot, folders=(folder,)), Against.SAVED, None, None)


def told(answer: Impact) -> list[str]:
    """Changes in lines: what happened to whom, and, indented, whom it concerns and why."""
    return [line for change in answer.changes for line in _told(change)]


def _told(change: Change) -> Iterator[str]:
    symbol = change.place.symbol
    effects = "; ".join(f"{one.kind.value}: {one.text}" for one in change.effects)
    yield f"{symbol.qualified_name} {change.kind.value}" + (f": {effects}" if effects else "")
    if change.n_possible:
        yield f"  possible calls: {change.n_possible}"
    for one in change.imports:
        yield f"  imported: {one.path}:{one.text.line_at(one.span.start) + 1}"
    for named in change.mentions:
        text = named.place.text
        lines = ",".join(str(text.line_at(span.start) + 1) for span in named.sites)
        yield f"  named: {named.place.symbol.qualified_name}:{lines}"
    for caller in change.callers:
        text = caller.place.text
        lines = ",".join(str(text.line_at(span.start) + 1) for span in caller.sites)
        name = caller.place.symbol.qualified_name
        notes = caller.reason.split("; ")[1:]
        shown = f"  {name}:{lines} [{caller.resolution.value}]"
        yield "; ".join([shown, *notes])


def misquoted(answer: Impact) -> list[str]:
    """Places whose text is not what the answer says of them; there must be none."""
    wrong = []
    for change in answer.changes:
        then = (change.before or change.place).text
        for items, text in ((change.added, change.place.text), (change.removed, then)):
            wrong += [
                f"{change.place.symbol.name} {kind} {item.text}"
                for kind, own in items.items()
                for item in own
                if " ".join(text.slice(item.span).split()) != " ".join(item.text.split())
            ]
        old = (change.before or change.place).symbol.name
        imported = [one.text.slice(one.span) for one in change.imports]
        lost = {old, *(name for effect in change.effects for name in effect.lost)}
        wrong += [f"{old}: import {text!r}" for text in imported if text not in lost]
        named = [one.place.text.slice(span) for one in change.mentions for span in one.sites]
        wrong += [f"{old}: mention {text!r}" for text in named if text != old]
        for caller in change.callers:
            inside, text = caller.place.symbol, caller.place.text
            for span in caller.sites:
                name = text.slice(span)
                is_within = inside.ordinal < 0 or inside.span.contains(span)
                if not name or not is_within:
                    wrong.append(f"{inside.name}: {name!r}")
    return wrong
