"""Snapshots of files that are only open, never saved: what features need, without tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any

from codewitness.engine.cancel import CancelToken
from codewitness.engine.disk import SavedFiles
from codewitness.engine.documents import Document
from codewitness.engine.live_graph import LiveGraph
from codewitness.engine.view import Folder, IndexView, Snapshot, Stage
from codewitness.model.text import Encoding, Text

ROOT = "/project"


class NoFiles:
    """A disk without files."""

    def stamp(self, _path: str) -> Any:
        return None

    def state(self, _path: str) -> Any:
        return None


def document(path: str, text: str, version: int = 1) -> Document:
    """An open buffer."""
    return Document(ROOT, path, f"file://{ROOT}/{path}", version, Text.of(text))


def snapshot_of(files: Mapping[str, str]) -> Snapshot:
    """A snapshot in which these files are open; what was read of one is kept for the next test."""
    return snapshot_of_documents({path: _kept(path, text) for path, text in files.items()})


_kept = lru_cache(maxsize=512)(document)


def snapshot_of_documents(documents: Mapping[str, Document]) -> Snapshot:
    """A snapshot with these buffers."""
    folder = Folder(
        root=PurePosixPath(ROOT),
        uri=f"file://{ROOT}",
        layer_id="test",
        is_writer=True,
        view=IndexView(stage=Stage.READY),
        saved=SavedFiles(NoFiles()),  # type: ignore[arg-type]
        store=None,
        embedder=None,
        documents=MappingProxyType(dict(documents)),
        graph=LiveGraph(own_package=PurePosixPath(ROOT).name),
    )
    return Snapshot(revision=1, folders=(folder,), encoding=Encoding.UTF16, cancel=CancelToken())
