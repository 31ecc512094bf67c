"""When a client is asked to ask for its lenses again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from codewitness.engine.view import IndexView, Stage
from codewitness.model.files import FileState
from codewitness.protocol.lens_renewal import LOOKS_WHILE_READING, LensRenewal

FILE = FileState(path="a.py", sha256="", size=0, mtime_ns=0)


class Watched:
    """A server of one folder that counts how often it asks its client."""

    def __init__(self) -> None:
        self.indexer = SimpleNamespace(view=IndexView(stage=Stage.INDEXING))
        self.session = SimpleNamespace(revision=1, folders=[SimpleNamespace(indexer=self.indexer)])
        self.n_asked = 0

    def renew_lenses(self) -> None:
        self.n_asked += 1

    def come(self, stage: Stage) -> None:
        """The writer publishes a new view."""
        self.indexer.view = IndexView(stage=stage, files={"a.py": FILE})


def test_now_and_again_while_files_are_read_and_once_at_each_rest() -> None:
    server: Any = Watched()
    renewal = LensRenewal(server)

    def looked(n_looks: int, *, stage: Stage | None = None) -> int:
        before = server.n_asked
        for _ in range(n_looks):
            if stage is not None:
                server.come(stage)
            renewal.look()
        return int(server.n_asked - before)

    assert looked(2 * LOOKS_WHILE_READING) == 0  # nothing is known
    assert looked(4 * LOOKS_WHILE_READING, stage=Stage.INDEXING) == 4
    assert looked(4 * LOOKS_WHILE_READING) == 1  # of what has come since
    assert looked(4 * LOOKS_WHILE_READING) == 0
    assert looked(3, stage=Stage.READY) == 0  # no rest yet
    assert looked(10) == 1
    server.session.revision += 1
    assert looked(10) == 1
    assert looked(10) == 0
