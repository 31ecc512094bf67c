"""A workspace at random work: what people, editors, programs and git do to files, as numbers.

Every step is a `Step`: an action and three numbers, taken modulo what they choose from. So a
sequence can be made at random, shrunk, and written down. `check` compares all that the index holds
with a reading of the same bytes that knows nothing of the way they came about.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from codewitness.engine import audit, indexer
from codewitness.engine.audit_edges import edges_of
from codewitness.engine.cancel import CancelToken
from codewitness.engine.documents import Document
from codewitness.engine.graph.files import File
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import file_of, unpacked_file
from codewitness.engine.ports import DISK, Batch
from codewitness.engine.session import OpenFolder, Session
from codewitness.model.text import Span, Text, TextEdit
from codewitness.platform.embed import load_embedder
from codewitness.platform.work import Reader
from codewitness.protocol.folders import make_folder, start
from codewitness.protocol.settings import Settings
from codewitness.storage.schema import TABLES
from codewitness.syntax.extract import Analysis, analyse
from codewitness.syntax.registry import LANGUAGES
from tests.support.edits import Operation
from tests.support.folders import SECONDS, settle
from tests.support.sources import sources_by_language

FOLDERS = ("", "pkg/", "pkg/inner/", "Über ß/")
MAX_BYTES = 60_000
MAX_FILES = 60
MAX_TEXT = 12_000  # bytes of a text that grows no more
ODD = (b"\0binary", b"x = 1\n" * MAX_BYTES, b"", "é = 1\n".encode("latin-1"), b"\xff\xfe")
NOT_COMPARED = ("mtime_ns", "layer")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done; the numbers say with what."""

    action: str
    first: int = 0
    second: int = 0
    third: int = 0


class Workspace:
    """One folder with its live index, and what is done to it. `close` it in the end."""

    def __init__(self, scratch: Path, seed: int = 0) -> None:
        """Some files of each language, below `scratch`; the cache folder is the environment's."""
        self.root = scratch / "root"
        self.root.mkdir(parents=True)
        chance = random.Random(seed)
        for language in LANGUAGES:
            for number in range(2):
                source = chance.choice(sources_by_language()[language][:6])
                name = source.path.rpartition("/")[2]
                self._put(f"{chance.choice(FOLDERS)}{language}{number}_{name}", source.text)
        self.branches = [self._tree(), {}]
        self.version = 0
        self.n_edges = 0
        self.originals: dict[str, Text] = {}
        self.n_done: Counter[str] = Counter()
        # Starting worker processes would take most of the time; that they read alike is tested.
        self._patches = ExitStack()
        for module in (audit, indexer):
            self._patches.enter_context(mock.patch.object(module, "FEW_FILES", 1_000_000))
        self._open()

    def close(self) -> None:
        """End the index."""
        self._stop(SECONDS)
        self._patches.close()

    def do(self, step: Step) -> None:
        """One step."""
        ACTIONS[step.action](self, step)
        self.n_done[step.action] += 1

    # What an editor does.

    def open(self, step: Step) -> None:
        """A file is opened, as it is on the disk; it may be open already."""
        if (path := self._file(step.first)) is None or path in self.folder.documents:
            return
        try:
            text = (self.root / path).read_bytes().decode()
        except UnicodeDecodeError:
            return
        self.version += 1
        self.session.open_document(self.folder, path, self._uri(path), self.version, text)
        self.originals[path] = Text.of(text)

    def edit(self, step: Step) -> None:
        """Text of a buffer changes, and its syntax often breaks."""
        if (document := self._document(step.first)) is None:
            self.open(step)
            return
        if len(document.text) > MAX_TEXT:
            self._replace(document, [_whole(document.text, self.originals[document.path])])
            return
        operation = Operation(step.second, step.third, step.second // 7, step.third // 11)
        self._replace(document, operation.edits(document.text, self.originals[document.path]))

    def undo(self, step: Step) -> None:
        """A buffer is what it was when it was opened."""
        if (document := self._document(step.first)) is not None:
            original = self.originals[document.path]
            self._replace(document, [_whole(document.text, original)])

    def cut_and_paste(self, step: Step) -> None:
        """Lines go from one buffer to another."""
        one, other = self._document(step.first), self._document(step.second)
        if one is None or other is None or len(other.text) > MAX_TEXT:
            return
        lines = one.text.line_starts
        start = lines[step.third % len(lines)]
        end = lines[min(step.third % len(lines) + 1 + step.second % 12, len(lines) - 1)]
        if end <= start:
            return
        piece = one.text.raw[start:end]
        self._replace(one, [TextEdit(Span(start, end), b"")])
        target = self.folder.documents[other.path]
        starts = target.text.line_starts
        at = starts[step.third // 5 % len(starts)]
        self._replace(target, [TextEdit(Span(at, at), piece)])

    def save(self, step: Step) -> None:
        """A buffer is written to its file, which may have gone."""
        if (document := self._document(step.first)) is not None:
            self._put(document.path, document.text.raw)
            self.session.save_document(document.uri)

    def save_unsaid(self, step: Step) -> None:
        """The buffer's text is on the disk, but the editor does not tell."""
        if (document := self._document(step.first)) is not None:
            self._put(document.path, document.text.raw)

    def close_buffer(self, step: Step) -> None:
        """A buffer is closed, saved or not."""
        if (document := self._document(step.first)) is not None:
            self.session.close_document(document.uri)

    # What others do to the disk; whether they are heard of is up to `third`.

    def write(self, step: Step) -> None:
        """A program changes a file."""
        if (path := self._file(step.first)) is not None:
            text = Text.of((self.root / path).read_bytes().decode("utf-8", "replace"))
            operation = Operation(step.second, step.third, step.second // 5, step.third // 3)
            for edit in operation.edits(text, text):
                text = text.edited(edit)
            if len(text) <= MAX_TEXT:
                self._put(path, text.raw)
                self._tell(step, path)

    def write_oddly(self, step: Step) -> None:
        """A file becomes binary, too large, empty, or is in another encoding."""
        if (path := self._file(step.first)) is not None:
            self._put(path, ODD[step.second % len(ODD)])
            self._tell(step, path)

    def create(self, step: Step) -> None:
        """A new file of some language."""
        if len(self._files()) < MAX_FILES:
            language = LANGUAGES[step.first % len(LANGUAGES)]
            sources = sources_by_language()[language][:8]
            source = sources[step.second % len(sources)]
            name = source.path.rpartition("/")[2]
            path = f"{FOLDERS[step.third % len(FOLDERS)]}new{step.second % 9}_{name}"
            self._put(path, source.text)
            self._tell(step, path)

    def copy(self, step: Step) -> None:
        """A file is there twice."""
        if (path := self._file(step.first)) is not None and len(self._files()) < MAX_FILES:
            folder, _, name = path.rpartition("/")
            new = f"{folder}/copy_{name}" if folder else f"copy_{name}"
            shutil.copy2(self.root / path, self.root / new)
            self._tell(step, new)

    def rename(self, step: Step) -> None:
        """A file gets another name or folder, perhaps that of another file, or another case."""
        if (path := self._file(step.first)) is None:
            return
        name = path.rpartition("/")[2]
        targets = [f"{folder}{name}" for folder in FOLDERS]
        targets += [path.swapcase() if path.isascii() else path, self._file(step.second) or path]
        new = targets[step.third % len(targets)]
        if new != path and not (self.root / new).is_dir():
            (self.root / new).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).replace(self.root / new)
            self._tell(step, path, new)

    def rename_folder(self, step: Step) -> None:
        """A folder with all that is in it is moved."""
        folders = sorted(one for one in self.root.rglob("*") if one.is_dir())
        if folders:
            old = folders[step.first % len(folders)]
            new = old.with_name(f"moved{step.second % 3}")
            if not new.exists():
                old.rename(new)
                self._tell(step, *(one.relative_to(self.root).as_posix() for one in (old, new)))

    def delete(self, step: Step) -> None:
        """A file goes."""
        if (path := self._file(step.first)) is not None and len(self._files()) > 8:
            (self.root / path).unlink()
            self._tell(step, path)

    def switch_branch(self, step: Step) -> None:
        """All files become those of another branch, which has those of now when it was left."""
        self.branches.append(self._tree())
        wanted = self.branches.pop(step.first % (len(self.branches) - 1)) or self.branches[0]
        for path in set(self._tree()) - set(wanted):
            (self.root / path).unlink()
        for path, raw in wanted.items():
            if (self.root / path).is_dir():
                shutil.rmtree(self.root / path)
            if not (self.root / path).is_file() or (self.root / path).read_bytes() != raw:
                self._put(path, raw)
        del self.branches[:-4]
        self._tell(step, *wanted)

    # What the server does.

    def settle(self, _step: Step) -> None:
        """Everything is written."""
        settle(self.folder)

    def compact(self, _step: Step) -> None:
        """The tables are made compact."""
        self.folder.indexer.compact().result(SECONDS)

    def reindex(self, _step: Step) -> None:
        """Somebody has all files read again."""
        self.folder.indexer.reindex(None).result(SECONDS)

    def restart(self, _step: Step) -> None:
        """The server ends; another begins, and the editor opens its buffers again."""
        buffers = list(self.folder.documents.values())
        self._stop(SECONDS)
        self._open()
        for document in buffers:
            text = document.text.raw.decode()
            self.version += 1
            self.session.open_document(self.folder, document.path, document.uri, self.version, text)

    def ask_who_calls(self, step: Step) -> None:
        """Somebody wants to know who calls some definitions."""
        with self._graph() as graph:
            scopes = list(graph.workspace.scopes.values())
            for number in (step.first, step.second) if scopes else ():
                list(graph.incoming(scopes[number % len(scopes)]))

    def link_ahead(self, _step: Step) -> None:
        """The server rests for a moment, and keeps for the next start what it has linked."""
        self.folder.graph.work_ahead(self.folder.indexer.view, 0.05)
        if (store := self.folder.indexer.store) is not None:
            store.load_words()  # in the same rest
        self.folder.graph.keep(few=1)

    # The proof.

    def check(self) -> None:
        """All that the index holds is what the bytes on the disk and in the buffers say."""
        settle(self.folder)
        audited = self.folder.indexer.audit()
        while not audited.is_done:
            audited.step().result(SECONDS)
        audited.end()
        assert audited.findings.differences == ()
        reader = self._reader()
        paths = self._files()
        saved = reader.read(paths)
        self._check_view(saved)
        self._check_rows(saved, DISK)
        self._check_buffers(reader, {file.path: file.sha256 for file in saved.files})
        self._check_edges(saved)

    def _check_view(self, saved: Batch) -> None:
        view = self.folder.indexer.view
        assert {p: (f.sha256, f.size) for p, f in view.files.items()} == {
            f.path: (f.sha256, f.size) for f in saved.files
        }
        assert sorted(view.symbols, key=repr) == sorted(
            (one for own in saved.symbols.values() for one in own), key=repr
        )
        assert view.vectors is not None
        assert len(view.vectors) == saved.n_chunks
        by_name = Counter(one.name for own in saved.symbols.values() for one in own)
        for name in list(by_name)[:50]:
            assert sum(1 for _ in view.symbols.named(name)) == by_name[name]

    def _check_buffers(self, reader: Reader, saved: dict[str, str]) -> None:
        expected: list[Batch] = []
        for path, document in self.folder.documents.items():
            if saved.get(path) != document.text.sha256:
                analysis = _read(document)
                if analysis is not None:
                    expected.append(
                        reader.batch(analysis, self.folder.indexer.layer_id, len(document.text), 0)
                    )
        assert {f.path: f.sha256 for batch in expected for f in batch.files} == dict(
            self.folder.indexer.view.layer
        )
        self._check_rows(expected, self.folder.indexer.layer_id)

    def _check_edges(self, saved: Batch) -> None:
        """The graph of a request is one that is made of the same texts and nothing else."""
        files: dict[str, File | None] = {
            one.path: unpacked_file(one.flow) for one in saved.files if one.flow
        }
        hashes = {one.path: one.sha256 for one in saved.files}
        for path, document in self.folder.documents.items():
            if hashes.get(path) != document.text.sha256:
                analysis = _read(document)
                files.pop(path, None)  # what is open counts, read or not
                if analysis is not None:
                    files[path] = file_of(analysis.core, document.text.sha256)
        clean = Graph()
        clean.update(files)
        with self._graph() as graph:
            assert graph.workspace.files.keys() == files.keys()
            for path in files:
                due = edges_of(clean, path)
                assert edges_of(graph, path) == due, path
                self.n_edges += due.total()

    def _check_rows(self, built: Batch | Sequence[Batch], layer: str) -> None:
        store = self.folder.indexer.store
        assert store is not None
        batches = [built] if isinstance(built, Batch) else built
        for name in TABLES:
            table = store._tables[name]  # type: ignore[attr-defined]
            there = table.search().where(f"layer = '{layer}'").to_arrow().to_pylist()
            due = [
                row
                for batch in batches
                if batch.files
                for row in getattr(batch.tables, name).to_pylist()
            ]
            assert _in_order(there) == _in_order(due), name

    def _reader(self) -> Reader:
        return Reader(self.root, load_embedder("static"), MAX_BYTES, Counter())

    # The rest.

    @contextmanager
    def _graph(self) -> Iterator[Graph]:
        with self.folder.graph.at(self.folder.seen(has_client=False), CancelToken()) as graph:
            yield graph

    def _open(self) -> None:
        self.session = Session()
        settings = Settings(index_max_file_bytes=MAX_BYTES, audit_background=False)
        self.folder: OpenFolder = make_folder(self.root, settings)
        self.session.folders.append(self.folder)
        self._stop: Callable[[float], None] = start(self.folder, follow_disk=False)
        settle(self.folder)

    def _put(self, path: str, text: str | bytes) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())

    def _tell(self, step: Step, *paths: str) -> None:
        if step.third % 3:
            self.folder.indexer.disk_changed(paths)

    def _replace(self, document: Document, edits: Sequence[TextEdit]) -> None:
        """As a client's change: by the positions that it has."""
        self.version += 1
        text, changes = document.text, []
        for edit in edits:
            encoding = self.session.encoding
            start, end = (text.position_of(at, encoding) for at in edit.span)
            changes.append((start, end, edit.replacement.decode()))
            text = text.edited(edit)
        self.session.change_document(document.uri, self.version, changes)

    def _files(self) -> list[str]:
        return sorted(
            one.relative_to(self.root).as_posix() for one in self.root.rglob("*") if one.is_file()
        )

    def _file(self, number: int) -> str | None:
        files = self._files()
        return files[number % len(files)] if files else None

    def _document(self, number: int) -> Document | None:
        documents = sorted(self.folder.documents.values(), key=lambda one: one.path)
        return documents[number % len(documents)] if documents else None

    def _uri(self, path: str) -> str:
        return (self.root / path).as_uri()

    def _tree(self) -> dict[str, bytes]:
        return {path: (self.root / path).read_bytes() for path in self._files()}


ACTIONS: dict[str, Callable[[Workspace, Step], None]] = {
    "open": Workspace.open,
    "edit": Workspace.edit,
    "undo": Workspace.undo,
    "cut and paste": Workspace.cut_and_paste,
    "save": Workspace.save,
    "save unsaid": Workspace.save_unsaid,
    "close": Workspace.close_buffer,
    "write": Workspace.write,
    "write oddly": Workspace.write_oddly,
    "create": Workspace.create,
    "copy": Workspace.copy,
    "rename": Workspace.rename,
    "rename folder": Workspace.rename_folder,
    "delete": Workspace.delete,
    "switch branch": Workspace.switch_branch,
    "settle": Workspace.settle,
    "compact": Workspace.compact,
    "reindex": Workspace.reindex,
    "restart": Workspace.restart,
    "ask who calls": Workspace.ask_who_calls,
    "link ahead": Workspace.link_ahead,
}

# How often each is done, of a hundred; what is not named here is done once.
WEIGHTS = {"open": 9, "edit": 30, "undo": 3, "cut and paste": 8, "save": 8, "close": 4}
WEIGHTS |= {"write": 10, "create": 4, "rename": 6, "delete": 3, "settle": 4, "switch branch": 2}
WEIGHTS |= {"ask who calls": 5, "link ahead": 4, "restart": 2}


def steps_of(seed: int, n_steps: int) -> list[Step]:
    """Steps at random, always the same of one seed."""
    chance = random.Random(seed)
    names = list(ACTIONS)
    actions = chance.choices(names, [WEIGHTS.get(name, 1) for name in names], k=n_steps)
    return [Step(name, *(chance.randrange(1 << 16) for _ in range(3))) for name in actions]


def _read(document: Document) -> Analysis | None:
    """A buffer read anew; None if it is larger than what is read of files."""
    large = len(document.text) > MAX_BYTES
    return None if large else analyse(document.path, Text(document.text.raw))


def _whole(text: Text, wanted: Text) -> TextEdit:
    return TextEdit(Span(0, len(text)), wanted.raw)


def _in_order(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for row in rows:
        for name in NOT_COMPARED:
            row.pop(name, None)
        if row.get("vector") is not None:
            row["vector"] = [round(float(one), 2) + 0.0 for one in row["vector"]]
    return sorted(rows, key=repr)
