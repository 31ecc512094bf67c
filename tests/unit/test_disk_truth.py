"""Files that others write while the server runs: seen at once, and read to the same end."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from codewitness.engine.inbox import Inbox
from codewitness.engine.look import with_disk
from codewitness.engine.ports import Watched
from codewitness.engine.session import OpenFolder, Session
from codewitness.engine.view import Snapshot, Stage
from codewitness.features.search import SearchAnswer, search
from codewitness.features.workspace_symbols import workspace_symbols
from codewitness.model.freshness import State
from codewitness.model.query import Query, SearchMode
from tests.support.client import until
from tests.support.folders import running, settle, table_rows

SECONDS = 30.0
AT_ONCE = pytest.mark.skipif(sys.platform != "linux", reason="only inotify tells at once")


class Workspace:
    """A folder whose index follows the disk."""

    def __init__(self, root: Path, session: Session, folder: OpenFolder) -> None:
        self.root = root
        self.folder = folder
        self._session = session

    def write(self, path: str, text: str) -> Path:
        """Write a file."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def git(self, *arguments: str) -> None:
        """Run git in the root."""
        own = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main")
        command = ["git", "-C", str(self.root), *own, *arguments]
        subprocess.run(command, check=True, capture_output=True)

    def open_buffer(self, path: str, text: str) -> None:
        """Open a buffer as an editor does."""
        uri = (self.root / path).as_uri()
        self._session.open_document(self.folder, path, uri, 1, text)

    def snapshot(self) -> Snapshot:
        """What a request that comes now reads."""
        return with_disk(self._session.snapshot(None))

    def symbols(self) -> dict[str, set[str]]:
        """Names of the symbols by path, as a request sees them now."""
        found: dict[str, set[str]] = {}
        for place in workspace_symbols(self.snapshot(), ""):
            found.setdefault(place.symbol.path, set()).add(place.symbol.name)
        return found

    def edit(self, path: str, text: str) -> None:
        """Give an open buffer another text."""
        version = self.folder.documents[path].version + 1
        self._session.change_document((self.root / path).as_uri(), version, [(None, None, text)])

    def save(self, path: str) -> None:
        """Save a buffer as an editor does."""
        document = self.folder.documents[path]
        self.write(path, document.text.raw.decode())
        self._session.save_document(document.uri)

    def search(self, words: str) -> SearchAnswer:
        """The answer of a search that comes now."""
        return search(self.snapshot(), Query(text=words, mode=SearchMode.LEXICAL))

    def found(self, words: str) -> list[tuple[str, State]]:
        """Names of the definitions that a search finds now, with the state of the answer."""
        answer = self.search(words)
        return [(r.symbol.name, answer.freshness.state) for r in answer.results if r.symbol]

    def is_quiet(self) -> bool:
        """True once the writer has dealt with all that has changed."""
        self.folder.look()
        indexer = self.folder.indexer
        return indexer.inbox.unlooked() == frozenset() and indexer.view.stage is Stage.READY

    def rest(self) -> None:
        """Wait for the writer, without asking it to look."""
        assert until(self.is_quiet, SECONDS)

    def indexed(self) -> set[str]:
        """The files that the index has."""
        return set(self.folder.indexer.view.files)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    folder = tmp_path / "project"
    (folder / "pkg").mkdir(parents=True)
    (folder / "a.py").write_text("def alpha(): first()\n")
    (folder / "pkg" / "b.py").write_text("def beta(): first()\n")
    return folder


@pytest.fixture
def workspace(root: Path) -> Iterator[Workspace]:
    with running(root, embedder="none", follow_disk=True) as (session, folder):
        assert until(lambda: folder.watching().by is Watched.SYSTEM, SECONDS)
        settle(folder)
        yield Workspace(root, session, folder)


@pytest.fixture
def busy(workspace: Workspace) -> Iterator[Workspace]:
    """A workspace whose writer does something else and writes nothing."""
    release = threading.Event()
    workspace.folder.indexer.inbox.job(lambda: release.wait(SECONDS))
    assert until(lambda: not workspace.folder.indexer.inbox._jobs, SECONDS)
    yield workspace
    release.set()


@AT_ONCE
def test_a_new_file_is_seen_at_once(busy: Workspace) -> None:
    busy.write("new.py", "def gamma(): second()\n")
    assert busy.symbols()["new.py"] == {"gamma"}
    assert busy.found("gamma") == [("gamma", State.FRESH)]
    assert "new.py" not in busy.indexed()


@AT_ONCE
def test_a_changed_file_is_seen_at_once(busy: Workspace) -> None:
    busy.write("a.py", "def delta(): third()\n")
    assert busy.symbols() == {"a.py": {"delta"}, "pkg/b.py": {"beta"}}
    assert busy.found("delta third") == [("delta", State.FRESH)]
    assert busy.found("alpha") == []
    assert busy.found("first") == [("beta", State.FRESH)]


@AT_ONCE
def test_other_bytes_of_the_same_size_and_time_are_seen(busy: Workspace) -> None:
    before = (busy.root / "a.py").stat()
    other = busy.write("other.tmp", "def omega(): first()\n")
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    other.rename(busy.root / "a.py")
    assert busy.symbols()["a.py"] == {"omega"}
    busy.write("a.py", "def theta(): first()\n")
    os.utime(busy.root / "a.py", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert busy.symbols()["a.py"] == {"theta"}


@AT_ONCE
def test_writes_within_one_tick_of_the_clock_are_seen(busy: Workspace) -> None:
    for number in range(50):
        busy.write("a.py", f"def name_{number:02}(): first()\n")
        assert busy.symbols()["a.py"] == {f"name_{number:02}"}


@AT_ONCE
def test_what_has_gone_is_not_named(busy: Workspace) -> None:
    (busy.root / "a.py").unlink()
    assert busy.symbols() == {"pkg/b.py": {"beta"}}
    assert busy.found("alpha") == []
    (busy.root / "pkg").rename(busy.root.parent / "elsewhere")
    assert busy.symbols() == {}
    assert busy.found("beta") == []


@AT_ONCE
def test_more_than_is_known_is_said(busy: Workspace) -> None:
    busy.write("made/c.py", "def gamma(): pass\n")
    assert busy.snapshot().freshness({}).state is State.INDEXING
    for number in range(100):
        busy.write(f"part{number}.py", "def part(): pass\n")
    assert busy.snapshot().freshness({}).state is State.INDEXING


@AT_ONCE
def test_what_is_ignored_is_not_seen(busy: Workspace) -> None:
    busy.write("note.unknown", "def gamma(): pass\n")
    assert busy.snapshot().freshness({}).state is State.FRESH
    busy.write(".gitignore", "secret.py\n")
    busy.write("secret.py", "def gamma(): pass\n")
    assert "secret.py" not in busy.symbols()


@AT_ONCE
def test_what_a_build_writes_does_not_matter(busy: Workspace) -> None:
    for number in range(100):
        busy.write(f"pkg/m{number}.pyc.tmp", "x").rename(busy.root / f"pkg/m{number}.pyc")
    assert busy.snapshot().freshness({}).state is State.FRESH
    shutil.rmtree(busy.root / "pkg")
    assert busy.symbols() == {"a.py": {"alpha"}}


@AT_ONCE
def test_the_buffer_hides_the_file(busy: Workspace) -> None:
    busy.open_buffer("a.py", "def in_buffer(): pass\n")
    busy.write("a.py", "def on_disk(): pass\n")
    assert busy.symbols()["a.py"] == {"in_buffer"}
    assert busy.found("in_buffer on_disk") == [("in_buffer", State.FRESH)]


def test_a_long_look_is_followed_by_a_rest() -> None:
    inbox = Inbox()
    inbox.disk_changed(["a.py"])
    assert inbox.take(force=False, with_disk=True).disk == {"a.py"}
    inbox.disk_is_done(0.01)
    inbox.disk_changed(["b.py"])
    assert inbox.take(force=False, with_disk=True).disk == {"b.py"}
    assert inbox.unlooked() == {"b.py"}  # until the writer is done
    inbox.disk_is_done(60.0)
    assert inbox.unlooked() == frozenset()
    inbox.disk_changed(["c.py"])
    assert inbox.take(force=False, with_disk=True).disk == set()
    assert inbox.unlooked() == {"c.py"}
    assert inbox.take(force=True, with_disk=True).disk == {"c.py"}


@AT_ONCE
def test_all_is_listed_when_the_queue_of_the_system_overflows(workspace: Workspace) -> None:
    tree = workspace.folder.look.__self__._tree  # type: ignore[attr-defined]
    workspace.write("made/c.py", "def gamma(): pass\n")
    os.read(tree.descriptor, 1 << 20)  # as if they had been dropped
    tree._events = lambda: iter([(-1, 0x4000, "")])
    workspace.folder.look()
    del tree._events
    workspace.rest()
    assert "made/c.py" in workspace.indexed()
    workspace.write("made/c.py", "def delta(): pass\n")  # its folder is watched
    assert workspace.symbols()["made/c.py"] == {"delta"}


@AT_ONCE
def test_a_request_does_not_wait_for_folders_to_be_added(workspace: Workspace) -> None:
    disk = workspace.folder.look.__self__  # type: ignore[attr-defined]
    with disk._lock:
        assert workspace.snapshot().freshness({}).state is State.INDEXING
    workspace.rest()
    assert workspace.snapshot().freshness({}).state is State.FRESH


def test_watching_that_fails_is_said(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ValueError("a fault")

    monkeypatch.setattr("codewitness.platform.watch.DiskWatch._follow", fails)
    with running(root, embedder="none", follow_disk=True) as (_, folder):
        assert until(lambda: "failed" in folder.watching().detail, SECONDS)
        assert folder.watching().by is Watched.NOBODY


@pytest.mark.parametrize("way", ["watchfiles", "no watches", "polling"])
def test_other_ways_to_notice(way: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codewitness.platform.watch.POLL_SECONDS", 0.05)
    if way == "watchfiles":
        monkeypatch.setattr("codewitness.platform.inotify.is_available", lambda: False)
    elif way == "no watches":
        monkeypatch.setattr("codewitness.platform.inotify.FolderTree", _none_left)
        monkeypatch.setattr("codewitness.platform.inotify.is_available", lambda: True)
    watch = "polling" if way == "polling" else "auto"
    with running(root, embedder="none", follow_disk=True, watch=watch) as (session, folder):
        by = Watched.SYSTEM if way == "watchfiles" else Watched.POLLING
        assert until(lambda: folder.watching().by is by, SECONDS)
        assert ("max_user_watches" in folder.watching().detail) == (way == "no watches")
        work = Workspace(root, session, folder)
        work.rest()
        work.write("new/c.py", "def gamma(): pass\n")
        work.write("a.py", "def changed(): pass\n")
        assert until(lambda: work.symbols().get("new/c.py") == {"gamma"}, SECONDS)
        assert until(lambda: work.symbols()["a.py"] == {"changed"}, SECONDS)
        (root / "new").rename(root / "moved")
        (root / "pkg" / "b.py").unlink()
        assert until(lambda: work.indexed() == {"a.py", "moved/c.py"}, SECONDS)
        work.write("moved/c.py", "def delta(): pass\n")
        assert until(lambda: work.symbols()["moved/c.py"] == {"delta"}, SECONDS)


def _none_left(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_buffer_whose_file_is_newer_is_named(workspace: Workspace) -> None:
    work, uri = workspace, (workspace.root / "a.py").as_uri()

    def newer() -> tuple[str, ...]:
        return work.search("alpha").freshness.newer_on_disk

    text = (work.root / "a.py").read_text()
    work.open_buffer("a.py", text)
    assert newer() == ()
    work.edit("a.py", text + "# mine\n")
    assert newer() == ()
    work.write("a.py", "def theirs(): pass\n")
    assert newer() == (uri,)
    work.edit("a.py", "def theirs(): pass\n")  # as the editor loads it again
    assert newer() == ()
    work.edit("a.py", "def alpha(): mine\n")
    assert newer() == (uri,)
    work.save("a.py")
    assert newer() == ()
    (work.root / "a.py").write_bytes(b"def alpha(): mine\r\n\r\n")  # ends of lines do not count
    assert newer() == ()
    work.edit("a.py", "def alpha(): more\n")
    assert newer() == ()
    work.write("a.py", "def theirs(): again\n")
    assert newer() == (uri,)
    os.utime(work.root / "a.py", ns=(0, 0))
    assert newer() == (uri,)
    work.save("a.py")
    os.utime(work.root / "a.py")  # touched
    assert newer() == ()


def test_a_buffer_that_was_never_saved_is_not_older_than_its_file(workspace: Workspace) -> None:
    os.utime(workspace.root / "a.py", ns=(0, 0))
    until(lambda: time.time() - (workspace.root / "a.py").stat().st_ctime > 2.1, SECONDS)
    workspace.open_buffer("a.py", "def alpha(): recovered_by_the_editor()\n")
    assert workspace.search("alpha").freshness.newer_on_disk == ()
    workspace.write("a.py", "def theirs(): pass\n")
    assert workspace.search("alpha").freshness.newer_on_disk != ()


def _another_branch(work: Workspace) -> None:
    work.git("init")
    for number in range(40):
        work.write(f"src/m{number}.py", f"def main_{number}(): shared({number})\n")
    work.git("add", "-A")
    work.git("commit", "-m", "main")
    work.git("checkout", "-b", "other")
    shutil.rmtree(work.root / "src")
    for number in range(20, 60):
        work.write(f"lib/m{number}.py", f"def other_{number}(): shared({number})\n")
    work.git("add", "-A")
    work.git("commit", "-m", "other")
    work.rest()
    work.git("checkout", "main")
    work.rest()
    assert "src/m0.py" in work.indexed()
    assert "lib/m20.py" not in work.indexed()


def _folders_move(work: Workspace) -> None:
    (work.root / "pkg").rename(work.root / "moved")
    (work.root / "moved").rename(work.root / "moved again")
    work.write("moved again/inner/deep/c.py", "def gamma(): pass\n")
    (work.root / "moved again" / "inner").rename(work.root.parent / "outside")
    work.write("x.py", "def x(): pass\n")
    (work.root.parent / "outside").rename(work.root / "inside")
    work.rest()
    assert work.indexed() == {"a.py", "moved again/b.py", "inside/deep/c.py", "x.py"}
    work.write("inside/deep/c.py", "def changed(): pass\n")
    work.write("moved again/b.py", "def changed_too(): pass\n")
    work.rest()
    assert work.symbols()["inside/deep/c.py"] == {"changed"}


def _delete_and_make_again(work: Workspace) -> None:
    for number in range(5):
        shutil.rmtree(work.root / "pkg")
        work.write("pkg/b.py", f"def again_{number}(): pass\n")
        work.write(f"pkg/sub{number}/c.py", "def gamma(): pass\n")
    work.rest()
    work.write("pkg/b.py", "def last(): pass\n")
    work.rest()
    assert work.indexed() == {"a.py", "pkg/b.py", "pkg/sub4/c.py"}


def _case_only(work: Workspace) -> None:
    (work.root / "a.py").rename(work.root / "A.py")
    (work.root / "pkg").rename(work.root / "Pkg")
    work.rest()
    assert work.indexed() == {"A.py", "Pkg/b.py"}
    work.write("a.py", "def small(): pass\n")
    work.rest()


def _links(work: Workspace) -> None:
    outside = work.root.parent / "outside.py"
    outside.write_text("def secret(): pass\n")
    work.write("real", "def real_one(): pass\n")
    (work.root / "by_link.py").symlink_to("real")
    (work.root / "again.py").symlink_to("a.py")
    (work.root / "away.py").symlink_to(outside)
    (work.root / "folder").symlink_to("pkg")
    work.rest()
    assert work.indexed() == {"a.py", "pkg/b.py", "by_link.py"}
    work.write("real", "def really(): pass\n")
    work.rest()
    assert work.symbols()["by_link.py"] == {"really"}
    (work.root / "second.py").symlink_to("real")
    (work.root / "by_link.py").unlink()
    (work.root / "a.py").unlink()
    (work.root / "a.py").symlink_to("pkg/b.py")
    work.rest()
    assert work.indexed() == {"pkg/b.py", "second.py"}


def _half_written(work: Workspace) -> None:
    with (work.root / "pkg" / "half.py").open("w") as file:
        file.write("def half_of(")
        file.flush()
        work.rest()
        file.write("x): pass\ndef rest_of(): pass\n")
    work.rest()
    with (work.root / "a.py").open("r+") as file:
        file.truncate()
        work.rest()
        file.write("def written(): pass\n")
    work.rest()
    assert work.symbols()["pkg/half.py"] == {"half_of", "rest_of"}
    assert work.symbols()["a.py"] == {"written"}


def _saved_by_renaming(work: Workspace) -> None:
    for number in range(4):
        (work.root / "a.py").rename(work.root / "a.py~")
        work.write(".a.py.swp", f"def saved_{number}(): pass\n").rename(work.root / "a.py")
        (work.root / "a.py~").unlink()
    work.rest()
    assert work.symbols()["a.py"] == {"saved_3"}
    assert work.indexed() == {"a.py", "pkg/b.py"}


def _swapped(work: Workspace) -> None:
    one, two = work.root / "a.py", work.write("z.py", "def zeta_(): first()\n")
    info = one.stat()
    os.utime(two, ns=(info.st_atime_ns, info.st_mtime_ns))
    work.rest()
    between = work.root / "between.py"
    one.rename(between)
    two.rename(one)
    between.rename(two)
    work.rest()
    assert (work.symbols()["a.py"], work.symbols()["z.py"]) == ({"zeta_"}, {"alpha"})


def _ignore_rules(work: Workspace) -> None:
    work.write("build/made.py", "def made(): pass\n")
    work.write("gen.py", "def gen(): pass\n")
    work.rest()
    assert {"build/made.py", "gen.py"} <= work.indexed()
    work.write(".gitignore", "build/\ngen.py\n")
    work.rest()
    assert work.indexed() == {".gitignore", "a.py", "pkg/b.py"}
    work.write("build/more.py", "def more(): pass\n")
    work.write("gen.py", "def gen_more(): pass\n")
    work.rest()
    (work.root / ".gitignore").unlink()
    work.rest()
    work.write("build/more.py", "def even_more(): pass\n")
    work.rest()
    assert work.symbols()["build/more.py"] == {"even_more"}
    work.write("pkg/.gitignore", "b.py")
    work.rest()
    assert "pkg/b.py" not in work.indexed()


def _files_and_folders_swap(work: Workspace) -> None:
    shutil.rmtree(work.root / "pkg")
    work.write("pkg", "no folder any more")
    (work.root / "a.py").unlink()
    work.write("a.py/inner.py", "def inner(): pass\n")
    work.rest()
    assert work.indexed() == {"a.py/inner.py"}
    shutil.rmtree(work.root / "a.py")
    work.write("a.py", "def file_again(): pass\n")
    work.rest()


def _unreadable(work: Workspace) -> None:
    work.write("a.py", "def x(): pass\0\n")
    work.write("large.py", "# large\n" * 300_000)
    work.rest()
    assert work.indexed() == {"pkg/b.py"}
    work.write("a.py", "def text_again(): pass\n")
    work.write("large.py", "def smaller(): pass\n")
    work.rest()
    assert work.indexed() == {"a.py", "large.py", "pkg/b.py"}


def _the_root_moves(work: Workspace) -> None:
    aside = work.root.parent / "aside"
    work.root.rename(aside)
    assert until(lambda: work.folder.watching().by is Watched.NOBODY, SECONDS)
    work.write("other.py", "def other(): pass\n")
    assert until(lambda: work.indexed() == {"other.py"}, SECONDS)
    shutil.rmtree(work.root)
    aside.rename(work.root)
    assert until(lambda: work.indexed() == {"a.py", "pkg/b.py"}, SECONDS)
    assert until(lambda: work.folder.watching().by is Watched.SYSTEM, SECONDS)


WORKS: tuple[Callable[[Workspace], None], ...] = (
    _another_branch,
    _folders_move,
    _delete_and_make_again,
    _links,
    _half_written,
    _saved_by_renaming,
    _swapped,
    _ignore_rules,
    _files_and_folders_swap,
    _unreadable,
    _case_only,
    _the_root_moves,
)


@AT_ONCE
@pytest.mark.parametrize("work", WORKS, ids=lambda one: one.__name__.strip("_"))
def test_the_end_is_that_of_a_clean_build(
    work: Callable[[Workspace], None], root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with running(root, embedder="none", follow_disk=True) as (session, folder):
        assert until(lambda: folder.watching().by is Watched.SYSTEM, SECONDS)
        workspace = Workspace(root, session, folder)
        workspace.rest()
        work(workspace)
        workspace.rest()
        rows, symbols = table_rows(folder), workspace.symbols()
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "clean-cache"))
    with running(root, embedder="none") as (session, clean):
        assert table_rows(clean) == rows
        assert Workspace(root, session, clean).symbols() == symbols
