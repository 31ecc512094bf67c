"""Which frames of a stack trace are in files of the workspace folder."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePath
from urllib.parse import unquote

from codewitness.engine.recording.anchors import anchors_in
from codewitness.engine.recording.frame_names import plain_name
from codewitness.features.memory_scope import MemoryScope
from codewitness.model.records import Anchor, Frame

# Folders whose files are somebody else's, wherever they are.
FOREIGN = frozenset(
    {"site-packages", "dist-packages", "node_modules", "vendor", ".cargo", "rustc", ".venv", "gems"}
)

WAY = 3  # innermost frames that tell one error from another
_NAME = re.compile(r"[\w$]+[?!]?")
_BEHIND_NAME = re.compile(r"(?:\([^()]*\)(?: const)?| \[as [^\]]*\])\s*$")


def with_own_paths(scope: MemoryScope, frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """The frames, with `own_path` where the file is one of the folder's."""
    known: dict[str, str] = {}
    files = _Files(scope)
    for frame in frames:
        if frame.path and frame.path not in known:
            known[frame.path] = own_path(scope, frame.path, files)
    return tuple(
        replace(one, own_path=known.get(one.path, "") or _path_by_name(scope, one))
        for one in frames
    )


def _path_by_name(scope: MemoryScope, frame: Frame) -> str:
    """The file of the one definition that a frame names whole where it has no line of it.

    So programs tell that were built without what debuggers need.
    """
    name = plain_name(frame.function)
    if frame.line or "." not in name:
        return ""
    named = scope.folder.view.symbols.named(name.rpartition(".")[2])
    paths = {one.path for one in named if one.qualified_name == name}
    return paths.pop() if len(paths) == 1 else ""


def anchors_of_frame(scope: MemoryScope, frame: Frame) -> tuple[Anchor, ...]:
    """The method that a frame is in; its line may be that of another text of the file.

    The function that is named there counts then, if the file has one of that name.
    """
    found = scope.anchors_at(frame.own_path, [frame.line]) if frame.line else ()
    if any(is_of_frame(one.qualified_name, frame) for one in found):
        return found
    source = scope.source(frame.own_path)
    analysis = source.analysis() if source is not None else None
    if source is None or analysis is None or not _last(frame.function):
        return found
    facts = analysis.core
    named = [one for one in facts.definitions if one.name == _last(frame.function)]
    if not frame.line:
        whole = plain_name(frame.function)
        named = [one for one in named if facts.qualified_name(one) == whole]
    if len(named) == 1:
        return anchors_in(facts, named, source.text)
    return () if named else found


def is_of_frame(qualified_name: str, frame: Frame) -> bool:
    """True if the frame names this definition."""
    return qualified_name.rpartition(".")[2] == _last(frame.function)


def is_same_way(known: Sequence[Frame], frames: Sequence[Frame], anchors: Sequence[Anchor]) -> bool:
    """True if the innermost own frames are those of before, by the names that they have now.

    `anchors` are the methods of the known ones where they are now.
    """
    before, now = ([one for one in each if one.own_path][:WAY] for each in (known, frames))
    named = {(one.path, one.qualified_name.rpartition(".")[2]) for one in anchors}
    pairs = [(_named(old), _named(new)) for old, new in zip(before, now, strict=False)]
    others = [(old, new) for old, new in pairs if old != new]
    is_each = all(new in named and old not in named for old, new in others)
    return bool(others) and len(before) == len(now) and is_each


def _named(frame: Frame) -> tuple[str, str]:
    return frame.own_path, _last(frame.function)


def _last(function: str) -> str:
    """`load` of `shop.(*Store).load`, `Store::load(int) const` and `Object.load [as x]`."""
    names = _NAME.findall(_BEHIND_NAME.sub("", plain_name(function)))
    return names[-1] if names else ""


class _Files:
    """The files of a folder by their names, which are listed when first asked for.

    An index that is not there, or not finished, knows none or some of them: then the disk is asked.
    """

    def __init__(self, scope: MemoryScope) -> None:
        self._folder = scope.folder
        self._by_name: dict[str, list[str]] | None = None

    def named(self, name: str) -> Sequence[str]:
        """Those of this name."""
        if self._by_name is None:
            self._by_name = defaultdict(list)
            for path in self._paths():
                self._by_name[path.rpartition("/")[2]].append(path)
        return self._by_name.get(name, ())

    def _paths(self) -> Iterable[str]:
        if self._folder.is_complete:
            return self._folder.paths()
        try:
            listed = [one.path for one in self._folder.saved.files.list().found]
        except OSError:  # the folder is gone, or closed
            listed = []
        return dict.fromkeys([*self._folder.paths(), *listed])


def own_path(scope: MemoryScope, written: str, files: _Files) -> str:
    """The file of the folder that a trace's path means, else empty.

    A path from another machine or a container fits by its end, of at least two names.
    """
    path = PurePath(_plain(written))
    if FOREIGN & set(path.parts) or not path.parts:
        return ""
    root = scope.folder.root
    if path.is_absolute() and path.is_relative_to(root):
        inside = path.relative_to(root).as_posix()
        return inside if scope.source(inside) is not None else ""
    if not path.is_absolute():
        relative = path.as_posix().removeprefix("./")
        if ".." not in path.parts and scope.source(relative) is not None:
            return relative
    return _by_end(scope, path, files)


def _by_end(scope: MemoryScope, path: PurePath, files: _Files) -> str:
    parts = [part for part in path.parts if part not in (path.anchor, "..", ".")]
    for start in range(1, len(parts) - 1):  # the whole of it was looked for already
        if scope.source(end := "/".join(parts[start:])) is not None:
            return end
    candidates = files.named(parts[-1]) if parts else ()
    is_whole = not path.is_absolute()
    best: tuple[int, str] = (0, "")
    is_tied = False
    for candidate in candidates:
        own = candidate.split("/")
        n_same = 0
        while n_same < min(len(own), len(parts)) and own[-1 - n_same] == parts[-1 - n_same]:
            n_same += 1
        fits = n_same >= 2 or n_same == len(own) == 1 or (is_whole and n_same == len(parts))
        if fits and n_same >= best[0]:
            is_tied = n_same == best[0]
            best = (n_same, candidate)
    return "" if is_tied else best[1]


def _plain(written: str) -> str:
    if written.startswith("file://"):
        written = unquote(written.removeprefix("file://"))
    return written.replace("\\", "/")
