"""Which files differ from what is saved or committed, each with both of its texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.ports import History, LastCommit, NoHistory
from codewitness.engine.view import Folder
from codewitness.features.places import BadRequest, Reading
from codewitness.model.files import Reason

MAX_FILES = 300  # that one answer compares; it says if there are more
_MOST_NAMED = 5  # files that are not read on one of the sides
# Why a file that is there is not read, whatever its name is.
_BY_CONTENT = (Reason.SIZE, Reason.BINARY, Reason.UNREADABLE, Reason.OUTSIDE)


class Against(StrEnum):
    """What the text of now is compared with: the saved files, or those of the last commit."""

    SAVED = "saved"
    HEAD = "head"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedFile:
    """One file that differs; None for a side on which it does not exist."""

    folder: Folder
    path: str
    before: SavedFile | None
    after: Document | SavedFile | None


@dataclass(slots=True, kw_only=True)
class Changed:
    """The files of a folder that differ; `notes` name those that can't be compared.

    is_all: these are all that differ and can be.
    """

    files: list[ChangedFile] = field(default_factory=list)
    is_all: bool = True
    notes: list[str] = field(default_factory=list)


def changed_files(reading: Reading, folder: Folder, against: Against, path: str | None) -> Changed:
    """The files of a folder that differ."""
    if against is Against.SAVED:
        paths = [one for one in folder.documents if path in (None, one)]
        found = [_unsaved(reading, folder, one) for one in sorted(paths)]
        return Changed(files=[one for one in found if _differs(one)])
    if folder.history is None:
        raise BadRequest("against: this folder has no history; take saved")
    try:
        return _since_head(reading, folder, folder.history, path)
    except NoHistory as why:
        name = folder.root.name
        raise BadRequest(f"against: {name} can't be compared with head: {why}") from None


def _unsaved(reading: Reading, folder: Folder, path: str) -> ChangedFile:
    after = reading.source(folder, path)
    return ChangedFile(folder=folder, path=path, before=folder.saved.get(path), after=after)


def _since_head(reading: Reading, folder: Folder, history: History, path: str | None) -> Changed:
    commit = history.head(folder.paths())
    head = commit.ids
    known = [one for one in _known(folder, head) if path in (None, one)]
    closed = [one for one in known if _is_closed(history, commit, one)]
    wanted = sorted({*known} - {*closed}) if closed else known
    stamps = {one: folder.saved.files.stamp(one) for one in wanted if one not in folder.documents}
    differing = {*history.differing(head, stamps), *_edited(folder, history, head, wanted)}
    paths = sorted(differing)
    unread = {one: why for one, why in _unread(folder, head).items() if path in (None, one)}
    ids = {one: head[one] for one in (*paths[:MAX_FILES], *unread) if one in head}
    texts = history.texts(ids)
    found = Changed(is_all=len(paths) <= MAX_FILES)
    was_unread = []
    for one in paths[:MAX_FILES]:
        reading.snapshot.cancel.check()
        text = texts.get(ids.get(one, ""))
        before = folder.saved.version(one, text) if text is not None else None
        changed = ChangedFile(
            folder=folder, path=one, before=before, after=reading.source(folder, one)
        )
        if before is None and one in ids:
            was_unread.append(one)
        elif _differs(changed):
            found.files.append(changed)
    is_unread = [f"{one} ({why})" for one, why in sorted(unread.items()) if ids[one] in texts]
    found.notes += _not_compared("not read now", is_unread)
    found.notes += _not_compared("in a repository whose last commit is not known", closed)
    found.notes += _not_compared("too large or binary at the last commit", was_unread)
    return found


def _is_closed(history: History, commit: LastCommit, path: str) -> bool:
    """True if nobody knows what the repository of a file has committed last."""
    is_known = not commit.closed or path in commit.ids
    return not is_known and history.repository_of(path) in commit.closed


def _unread(folder: Folder, head: Mapping[str, str]) -> dict[str, str]:
    """Files of the commit that are there, and are not read for what they are now: why."""
    files = folder.saved.files
    return {
        one.path: f"{one.reason}: {one.detail}"
        for one in folder.view.skipped
        if one.path in head
        and one.reason in _BY_CONTENT
        and one.path not in folder.documents
        and files.is_read(one.path)
        and files.stamp(one.path) is not None
    }


def _not_compared(why: str, files: Sequence[str]) -> list[str]:
    if not files:
        return []
    more = f" and {len(files) - _MOST_NAMED} more" if len(files) > _MOST_NAMED else ""
    return [f"not compared, since {why}: {', '.join(files[:_MOST_NAMED])}{more}"]


def _known(folder: Folder, head: Mapping[str, str]) -> Iterator[str]:
    """Files that are read now, and those of the commit that would be if they were there still."""
    now = dict.fromkeys(folder.paths())
    yield from now
    files = folder.saved.files
    skipped = {one.path for one in folder.view.skipped}
    for path in head:
        if path in now or not files.is_read(path):
            continue
        # A pipe, or what else is no file, stands in the place of one that is gone.
        if path not in skipped or files.stamp(path) is None:
            yield path


def _edited(
    folder: Folder, history: History, head: Mapping[str, str], paths: Sequence[str]
) -> Iterator[str]:
    """Buffers whose text is not what the commit has."""
    for path in paths:
        document = folder.document(path)
        if document is not None:
            wanted = head.get(path)
            if wanted is None or history.id_of(document.text, wanted) != wanted:
                yield path


def _differs(one: ChangedFile) -> bool:
    """True if more than the ends of lines differs."""
    if one.before is None or one.after is None:
        return one.before is not one.after
    before, after = one.before.text, one.after.text
    return before.sha256 != after.sha256 and (
        before.raw.replace(b"\r\n", b"\n") != after.raw.replace(b"\r\n", b"\n")
    )
