"""The rows of unsaved text: written when a buffer rests, gone when it is saved or closed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from codewitness.engine import commits
from codewitness.engine.documents import Document
from codewitness.engine.figures import Throughput
from codewitness.engine.inbox import Waiting
from codewitness.engine.ports import Extractor, Store
from codewitness.engine.tables import Tables
from codewitness.engine.view import IndexView

log = logging.getLogger(__name__)


class Publisher(Protocol):
    """Has the view that all see, and is told of commits."""

    view: IndexView
    throughput: Throughput

    def committed(self) -> None:
        """The tables were written."""


class UnsavedRows:
    """Rows of the open buffers, in the server's own layer. For the writer's thread."""

    def __init__(
        self, publisher: Publisher, tables: Tables, extractor: Extractor, layer_id: str
    ) -> None:
        self._publisher = publisher
        self._tables = tables
        self._extractor = extractor
        self._layer_id = layer_id
        self._buffers: dict[str, Document] = {}  # the open ones as they were last seen here

    def write(self, waiting: Waiting) -> None:
        """Write the buffers that have changed; rows of closed ones go."""
        if waiting.closed:
            self._drop([path for path in waiting.closed if path in self._publisher.view.layer])
        for document in waiting.changed.values():
            with self._publisher.throughput.busy():
                self._write(document)

    def take_note(self, waiting: Waiting) -> None:
        """These buffers are the open ones from now on."""
        for path in waiting.closed:
            self._buffers.pop(path, None)
        self._buffers.update(waiting.changed)

    def write_all(self) -> None:
        """Write all open buffers: the tables are others than before."""
        for document in list(self._buffers.values()):
            self._write(document)

    def compare(self, paths: Iterable[str]) -> None:
        """These files have changed on disk: their buffers may be unsaved text now, or no longer."""
        for document in [self._buffers[path] for path in paths if path in self._buffers]:
            self._write(document)

    def _write(self, document: Document) -> None:
        publisher = self._publisher
        analysis, differed = document.settled()
        if differed:
            log.info(
                "%s: the quick reading of version %d differed", document.path, document.version
            )
            publisher.view = replace(publisher.view, n_differed=publisher.view.n_differed + 1)
        if self._tables.own is None:
            return
        path, sha256, view = document.path, document.text.sha256, publisher.view
        if analysis is None:
            self._drop([path] if path in view.layer else [])
            return
        known = view.files.get(path)
        if known is not None and known.sha256 == sha256:
            self._drop([path] if path in view.layer else [])
        elif view.layer.get(path) != sha256:
            batch = self._extractor.here(analysis, self._layer_id, len(document.text), 0)
            tables, layer = [batch.tables], self._layer_id
            if self._change(lambda store: store.replace(tables, paths=[path], layer=layer)):
                publisher.throughput.n_buffers += 1
                publisher.throughput.n_chunks += batch.n_chunks
                publisher.view = commits.layered(view, batch)
            else:
                publisher.view = commits.unlayered(view, [path])

    def _drop(self, paths: Sequence[str]) -> None:
        if paths:
            self._change(lambda store: store.remove(paths, self._layer_id))
            self._publisher.view = commits.unlayered(self._publisher.view, paths)

    def _change(self, change: Callable[[Store], object]) -> bool:
        is_done = self._tables.change(change)
        if is_done:
            self._publisher.committed()
        return is_done
