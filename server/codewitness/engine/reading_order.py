"""Which files of a folder are read first: what stands near a file that is open, then the newest.

Whoever opens a file asks about it, and what it uses and what uses it is mostly near by.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from codewitness.model.files import Found


def sized_in_order(changed: Iterable[Found], open_paths: Collection[str]) -> list[tuple[str, int]]:
    """Paths and sizes of these files in the order in which to read them."""
    near = nearness(open_paths)
    ordered = sorted(changed, key=lambda found: (-near(found.path), -found.mtime_ns))
    return [(found.path, found.size) for found in ordered]


def groups_in_order(
    groups: Iterable[Sequence[str]], open_paths: Collection[str]
) -> list[Sequence[str]]:
    """Groups of files, those near an open one first, in their order otherwise."""
    near = nearness(open_paths)
    return sorted(groups, key=lambda group: -max(map(near, group)))


def nearness(open_paths: Collection[str]) -> Callable[[str], int]:
    """How many folders a path shares with the open file that it shares most with."""
    shared: dict[str, int] = {"": 0}
    for path in open_paths:
        shared.update((folder, folder.count("/") + 1) for folder in _around(path))

    def near(path: str) -> int:
        folder = path.rpartition("/")[0]
        if (known := shared.get(folder)) is None:
            known = shared[folder] = near(folder)
        return known

    return near


def _around(path: str) -> list[str]:
    """The folders around a path, from the innermost outwards."""
    found: list[str] = []
    while folder := path.rpartition("/")[0]:
        found.append(folder)
        path = folder
    return found
