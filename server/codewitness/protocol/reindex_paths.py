"""Which files the `paths` of `codewitness.reindex` mean, and why some mean none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath, PurePosixPath

from codewitness.engine.session import OpenFolder
from codewitness.engine.view import IndexView
from codewitness.features.places import BadRequest
from codewitness.platform.places import path_of_uri
from codewitness.protocol.arguments import cut
from codewitness.protocol.convert import Json

WHOLE = "."  # all of a folder


def paths_within(given: str, root: PurePath) -> str | None:
    """A path, absolute path or URI relative to `root`; None if it is not in there."""
    path: PurePath | None = PurePosixPath(given)
    if given.startswith("file:"):
        path = path_of_uri(given)
    elif Path(given).is_absolute():
        path = Path(given)
    if path is None or ".." in path.parts:
        return None
    if not path.is_absolute():
        return path.as_posix()
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else None


def wanted_in(folder: OpenFolder, given: Sequence[str]) -> list[str] | None:
    """What is to be read in a folder; None if that is all of it."""
    found = [paths_within(one, folder.root) for one in given]
    return None if WHOLE in found else [one for one in found if one is not None]


def unknown(given: Sequence[str], folders: Sequence[OpenFolder]) -> list[Json]:
    """Those of `given` that fit no file that is read, and why; raises `BadRequest` if none does."""
    missed: list[Json] = []
    for one in given:
        known = list(_reasons(one, folders))
        if None not in known:
            reason = next(iter(known), "there is no such file or folder in the workspace")
            missed.append({"path": one, "reason": reason})
    if missed and len(missed) == len(given):
        told = "; ".join(f"{cut(one['path'])!r}: {one['reason']}" for one in missed[:5])
        raise BadRequest(
            "paths: takes files or folders, as URIs or relative to the workspace folder, such as "
            f"'src' or 'src/app.py'; {told}"
        )
    return missed


def _reasons(given: str, folders: Sequence[OpenFolder]) -> Iterator[str | None]:
    """None if the path fits a file that is read; else why it is left out."""
    for folder in folders:
        path = paths_within(given, folder.root)
        view = folder.indexer.view
        if path is None:
            continue
        if path == WHOLE or any(_is_at(one, path) for one in (*view.files, *view.unwritten)):
            yield None
        yield from _why_left_out(view, path)


def _why_left_out(view: IndexView, path: str) -> Iterator[str]:
    for entry in view.skipped:
        if _is_at(entry.path, path) or (entry.path.endswith("/") and path.startswith(entry.path)):
            yield f"it is not read ({entry.reason.value}: {entry.detail})"
            return


def _is_at(file: str, path: str) -> bool:
    return file.rstrip("/") == path or file.startswith(f"{path}/")
