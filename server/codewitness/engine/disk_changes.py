"""What follows from paths that may have changed on disk: files to read, and files gone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from codewitness.engine.ports import Files
from codewitness.engine.view import IndexView, Stage
from codewitness.model.files import FileState, Found, Listing, ReadText

_TICK_NS = 20_000_000  # of the clock that files have their times from
MANY = 12  # files; to list all is cheap beside reading more, and sees what nobody could tell


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskChanges:
    """Files to read, with their sizes, and those that are gone; or `is_all`: list them anew."""

    is_all: bool = False
    read: tuple[tuple[str, int], ...] = ()
    gone: tuple[str, ...] = ()


class News:
    """Which of the paths that changed may concern the index: builds write much that does not."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._folders: tuple[object, frozenset[str]] = (None, frozenset())

    def concerning(self, view: IndexView, paths: Iterable[str]) -> list[str]:
        """Those of `paths` that are read, or whose change may be one of others."""
        if view.stage is Stage.OPENING:  # it is not known yet what there was
            return list(paths)
        return [path for path in paths if self._concerns(view, path)]

    def _concerns(self, view: IndexView, path: str) -> bool:
        files = self._files
        if files.is_read(path) or path in view.files or files.linked_to(path) is not None:
            return True
        return files.is_listed_anew(path) or path in self._known_folders(view)

    def _known_folders(self, view: IndexView) -> frozenset[str]:
        """Folders with files that are read; one of them may be gone."""
        known, folders = self._folders
        if known is not view.files:
            folders = frozenset(folder for path in view.files for folder in _folders_of(path))
            self._folders = (view.files, folders)
        return folders


def sorted_out(files: Files, view: IndexView, paths: Collection[str]) -> DiskChanges:
    """What is to be done about `paths`. That they were named is reason to read them.

    A file may have other bytes and the same size and time: one that was renamed over it.
    """
    if any(map(files.is_listed_anew, paths)):
        return DiskChanges(is_all=True)
    there: dict[str, int] = {}
    missing: set[str] = set()
    for path in sorted({files.linked_to(path) or path for path in paths}):
        state = files.state(path)
        if state is None:
            missing.add(path)
        elif path in view.files:
            if not has_text_of(files, view, path, state):
                there[path] = state[0]
        elif files.is_read(path):
            there[path] = state[0]
    new = there.keys() - view.files.keys()
    if len(there) > MANY or differ_in_case(new, view.files):
        return DiskChanges(is_all=True)
    ignored = files.ignored(new) if new else set()
    return DiskChanges(
        read=tuple((path, size) for path, size in there.items() if path not in ignored),
        gone=tuple(sorted(_at_or_below(view, missing))),
    )


def differing(
    files: Files, view: IndexView, listing: Listing, suspects: Collection[str]
) -> list[Found]:
    """The files of `listing` that the tables do not have as they are now.

    Those with the same size and time are taken for the same, but for `suspects`.
    """
    return [
        found
        for found in listing.found
        if not is_known(view, found.path, (found.size, found.mtime_ns))
        or (
            found.path in suspects
            and not has_text_of(files, view, found.path, (found.size, found.mtime_ns))
        )
    ]


def touched_since(written_ns: int, listing: Listing) -> set[str]:
    """The files that may have changed since the disk was last followed, even if none tells so.

    What copies a file with its time may put other bytes of the same size and time in its place.
    """
    return {found.path for found in listing.found if found.ctime_ns >= written_ns - _TICK_NS}


def has_all(view: IndexView, listing: Listing) -> bool:
    """True if every file of `listing` is known as it is there, or can't be read."""
    skipped = {entry.path for entry in view.skipped}
    return all(
        found.path in skipped or is_known(view, found.path, (found.size, found.mtime_ns))
        for found in listing.found
    )


def is_known(view: IndexView, path: str, state: tuple[int, int]) -> bool:
    """True if the file was read in this state, of size and mtime_ns."""
    known = _read_as(view, path)
    return known is not None and (known.size, known.mtime_ns) == state


def has_text_of(files: Files, view: IndexView, path: str, state: tuple[int, int]) -> bool:
    """True if the file was read in this state, and with the text that it has now."""
    known = _read_as(view, path)
    if known is None or not is_known(view, path, state):
        return False
    read = files.read(path)
    return isinstance(read, ReadText) and read.text.sha256 == known.sha256


def _read_as(view: IndexView, path: str) -> FileState | None:
    """As what a file was read the last time, whether it could be written then or not."""
    return view.files.get(path) or view.unwritten.get(path)


def _at_or_below(view: IndexView, missing: Collection[str]) -> set[str]:
    """The known files that are `missing`, or in folders that are."""
    found = view.files.keys() & missing
    if folders := set(missing) - found:
        found |= {path for path in view.files if not folders.isdisjoint(_folders_of(path))}
    return found


def _folders_of(path: str) -> Iterable[str]:
    at = path.find("/")
    while at >= 0:
        yield path[:at]
        at = path.find("/", at + 1)


def differ_in_case(new: Collection[str], known: Mapping[str, object]) -> bool:
    """True if a new path is perhaps a known file in other letters; the listing knows its name."""
    if not new:
        return False
    folded = {path.casefold() for path in new}
    return len(folded) < len(new) or any(path.casefold() in folded for path in known)
