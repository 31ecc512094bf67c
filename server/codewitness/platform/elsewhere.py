"""Where an index is that a setting puts elsewhere than into the user's cache folder.

Several workspace folders may have the same setting, as all that a user opens have: each has a
place of its own there, since two would take each other's rows for files that are gone.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from codewitness.platform.places import index_folder, path_of_uri

_OWNER = "codewitness-workspace"  # the file that says whose the place is


def absolute(given: str, base: Path) -> str:
    """The setting with a folder as a whole path; URIs but those of files stay as they are."""
    path = path_of_uri(given) if given.startswith("file:") else None
    if path is not None:
        return str(path)
    if not given or "://" in given:
        return given
    return os.path.join(base, os.path.expanduser(given))


def place_of_index(root: Path, given: str, *, is_used: bool = True) -> str:
    """The folder or URI of the index of `root` for what the setting gives.

    The workspace folder that comes first has the place itself, each other one a folder in it, named
    as in the user's cache folder. With `is_used` the place is taken, else only looked at.
    """
    place = absolute(given, root)
    own = index_folder(root)
    is_remote = "://" in place  # of which this machine remembers who has it
    key = hashlib.sha256(place.encode()).hexdigest()[:16]
    mark = (own.parent.parent / "elsewhere" / key if is_remote else Path(place)) / _OWNER
    if _is_of(mark, os.fsencode(os.path.realpath(root)), is_used=is_used):
        return place
    return f"{place.rstrip('/')}/{own.name}" if is_remote else os.path.join(place, own.name)


def _is_of(mark: Path, root: bytes, *, is_used: bool) -> bool:
    """True if the place is that of `root`: nobody had it, or who had it is gone."""
    if not is_used:
        return not mark.is_file() or mark.read_bytes() == root
    mark.parent.mkdir(parents=True, exist_ok=True)
    try:
        with mark.open("xb") as new:
            new.write(root)
    except FileExistsError:
        owner = mark.read_bytes()
        if owner == root or not owner or os.path.isdir(owner):
            return owner == root
        mark.write_bytes(root)
    return True
