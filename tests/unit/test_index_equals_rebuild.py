"""After any sequence of edits, saves, renames and deletes the tables hold what a clean build holds.

The live index, which answers without asking the tables, must agree with them as well.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from codewitness.engine.documents import Document
from codewitness.engine.session import OpenFolder, Session
from codewitness.engine.symbols import symbols_of
from codewitness.model.text import Position
from tests.support.folders import running, settle, table_rows

SOURCES = {
    "a.py": "import os\n\nclass A:\n    def run(self, x):\n        return os.sep.join(x, self.y)\n",
    "pkg/b.py": "from a import A\n\ndef go(n):\n    for i in range(n):\n        A().run(i)\n",
    "src/c.ts": "export class C { private n = 1; go(x: number) { return this.n + x; } }\n",
    "d.go": "package d\n\nfunc Go(x int) int {\n\tif x > 0 {\n\t\treturn x\n\t}\n\treturn 0\n}\n",
    "README.md": "# Title\n\nText.\n\n## Part\n\nMore text.\n",
}
PIECES = (
    "\n\ndef added(z):\n    return z.w[0]\n",
    "    self.q = call(1)\n",
    "(",
    '"""',
    "é𝒳\n",
    "# comment\n",
    "class X:\n    pass\n",
    "\r\n",
    "}",
    "",
)


@pytest.mark.parametrize("seed", range(6))
def test_random_work(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = _project(tmp_path / "live")
    chance = random.Random(seed)
    with running(root) as (session, folder):
        worker = _Worker(session, folder, root, chance)
        for _ in range(25):
            worker.step()
            if chance.random() < 0.2:
                settle(folder)
        worker.close_all()
        settle(folder)
        rows = table_rows(folder)
        check_live(folder)
        assert rows["chunks"]
        assert table_rows(folder, folder.indexer.layer_id)["chunks"] == []
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "clean-cache"))
    with running(root) as (_, clean):
        assert table_rows(clean) == rows


def test_restart_finds_what_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = _project(tmp_path / "live")
    with running(root) as (_, folder):
        rows = table_rows(folder)
    with running(root) as (_, folder):
        assert folder.indexer.view.figures == {}  # nothing was read again
        assert table_rows(folder) == rows
        check_live(folder)


def check_live(folder: OpenFolder) -> None:
    """Symbols and vectors of the live index are those of the files as they are."""
    view, store = folder.indexer.view, folder.indexer.store
    assert store is not None
    assert view.vectors is not None
    for path in view.files:
        saved = folder.saved.get(path)
        assert saved is not None
        analysis = saved.analysis()
        assert analysis is not None
        assert view.symbols.of_file(path) == symbols_of(analysis.facts, analysis.text)
        for chunk in store.chunk_rows([chunk.id for chunk in analysis.facts.chunks]):
            assert chunk.path == path
    ids, _, matrix = store.vectors()
    zero = np.zeros(matrix.shape[1], np.float32)
    assert len(view.vectors) == len(ids)
    near = {one.id for one in view.vectors.search(zero, len(ids) + 10, ())}
    assert near == set(ids)


class _Worker:
    """Does what people and programs do to files, at random."""

    def __init__(
        self, session: Session, folder: OpenFolder, root: Path, chance: random.Random
    ) -> None:
        self.session, self.folder, self.root, self.chance = session, folder, root, chance
        self.version = 0

    def step(self) -> None:
        self.chance.choice(
            (
                *(self.open, self.edit, self.edit, self.edit, self.save, self.close),
                *(self.write, self.delete, self.rename, self.create),
            )
        )()

    def close_all(self) -> None:
        for document in list(self.folder.documents.values()):
            self.session.close_document(document.uri)

    def open(self) -> None:
        path = self._some_file()
        if path is not None and path not in self.folder.documents:
            text = (self.root / path).read_text("utf-8")
            uri = (self.root / path).as_uri()
            self.session.open_document(self.folder, path, uri, 0, text)

    def edit(self) -> None:
        if (document := self._some_document()) is None:
            self.open()
            return
        lines = document.text.n_lines
        first = self.chance.randrange(lines)
        start = Position(first, self.chance.randrange(12))
        end = start
        if self.chance.random() < 0.4:
            end = Position(min(first + self.chance.randrange(3), lines), 0)
            start = replace(start, character=0)
            end = max(start, end)
        self.version += 1
        changes = [(start, end, self.chance.choice(PIECES))]
        self.session.change_document(document.uri, self.version, changes)

    def save(self) -> None:
        if (document := self._some_document()) is not None:
            file = self.root / document.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(document.text.raw)
            self.session.save_document(document.uri)

    def close(self) -> None:
        if (document := self._some_document()) is not None:
            self.session.close_document(document.uri)

    def write(self) -> None:
        if (path := self._some_file()) is not None:
            file = self.root / path
            file.write_text(file.read_text("utf-8") + self.chance.choice(PIECES), "utf-8")
            self.folder.indexer.disk_changed([path])

    def delete(self) -> None:
        if (path := self._some_file()) is not None and self.chance.random() < 0.5:
            (self.root / path).unlink()
            self.folder.indexer.disk_changed([path])

    def rename(self) -> None:
        if (path := self._some_file()) is not None:
            new = self.chance.choice(["moved", "pkg"]) + "/" + path.rsplit("/", 1)[-1]
            if not (self.root / new).exists():
                (self.root / new).parent.mkdir(exist_ok=True)
                (self.root / path).rename(self.root / new)
                self.folder.indexer.disk_changed([path, new])

    def create(self) -> None:
        name, text = self.chance.choice(list(SOURCES.items()))
        file = self.root / f"new/{self.version}_{name.rsplit('/', 1)[-1]}"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
        self.folder.indexer.disk_changed([file.relative_to(self.root).as_posix()])

    def _some_file(self) -> str | None:
        files = sorted(f.relative_to(self.root).as_posix() for f in self.root.rglob("*.*"))
        files = [path for path in files if (self.root / path).is_file()]
        return self.chance.choice(files) if files else None

    def _some_document(self) -> Document | None:
        documents = sorted(self.folder.documents.values(), key=lambda one: one.path)
        return self.chance.choice(documents) if documents else None


def _project(root: Path) -> Path:
    for path, text in SOURCES.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return root
