"""Of which text the rows of each file are, as the process that writes them knows without asking."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

TEXT_COLUMNS = ("layer", "path", "sha256")  # of the table `files`, which has much more of each


class TextsOfRows:
    """Written by one thread, read by any. It knows nothing until `load`."""

    def __init__(self) -> None:
        self._sha_by_file: dict[tuple[str, str], str] = {}  # by layer and path
        self._is_loaded = False

    def load(self, files: Any) -> None:
        """All rows are of these texts; from now on `begin` and `end` tell of changes."""
        layers, paths, hashes = (files.column(name).to_pylist() for name in TEXT_COLUMNS)
        self._sha_by_file = dict(zip(zip(layers, paths, strict=True), hashes, strict=True))
        self._is_loaded = True

    def begin(self, paths: Iterable[str], layer: str) -> None:
        """The rows of these files are about to change."""
        for path in paths:
            self._sha_by_file.pop((layer, path), None)

    def end(self, files: Any, layer: str) -> None:
        """The rows of these files, a batch of the table `files`, are written."""
        paths, hashes = (files.column(name).to_pylist() for name in ("path", "sha256"))
        for path, sha256 in zip(paths, hashes, strict=True):
            self._sha_by_file[layer, path] = sha256

    def of_layer(self, layer: str) -> dict[str, str]:
        """The sha256 by path of all whose rows are complete."""
        known = list(self._sha_by_file.items())
        return {path: sha256 for (own, path), sha256 in known if own == layer}

    def of(self, paths: Collection[str], layer: str) -> dict[str, str] | None:
        """The sha256 by path of those whose rows are complete; None before `load`."""
        if not self._is_loaded:
            return None
        known = self._sha_by_file
        return {path: sha for path in paths if (sha := known.get((layer, path))) is not None}
