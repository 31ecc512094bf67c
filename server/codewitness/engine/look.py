"""What a request sees of the disk: files that have changed, and whose rows are not written yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from codewitness.engine.disk import SavedFile
from codewitness.engine.disk_changes import differ_in_case
from codewitness.engine.view import Folder, Snapshot


def with_disk(snapshot: Snapshot) -> Snapshot:
    """The snapshot with what is on disk now; it may read files, so it is not for the loop."""
    if all(folder.unlooked == frozenset() for folder in snapshot.folders):
        return snapshot
    return replace(snapshot, folders=tuple(map(_looked_at, snapshot.folders)))


def _looked_at(folder: Folder) -> Folder:
    if folder.unlooked is None:
        return replace(folder, is_behind=True)
    files = folder.saved.files
    whole = {path for path in folder.unlooked if files.is_listed_anew(path)}
    changed = _unwritten(folder, folder.unlooked - whole - folder.documents.keys())
    new = changed.keys() - folder.view.files.keys()
    if differ_in_case(new, folder.view.files):  # perhaps no new files
        changed = {path: saved for path, saved in changed.items() if path not in new}
        whole |= new
    return replace(folder, changed=MappingProxyType(changed), is_behind=bool(whole))


def _unwritten(folder: Folder, paths: Iterable[str]) -> dict[str, SavedFile]:
    """Those of `paths` that are on disk now with a text that is not in the tables."""
    files, known = folder.saved.files, folder.view.files
    found: dict[str, SavedFile] = {}
    for path in sorted({files.linked_to(path) or path for path in paths}):
        if not files.is_read(path) or (saved := folder.saved.get(path)) is None:
            continue
        if path not in known or known[path].sha256 != saved.text.sha256:
            found[path] = saved
    new = found.keys() - known.keys()
    ignored = files.ignored(new) if new else set()
    return {path: saved for path, saved in found.items() if path not in ignored}
