"""After any sequence of work the index holds what a clean build of the same bytes holds.

That is: every table, what is live in memory, and the rows of unsaved buffers. The work is that of
people, editors, programs and git, over all languages; see `tests.support.workspace`. Set
CODEWITNESS_EXAMPLES to a number to try that many histories; `benchmarks/state_machine.py` runs
longer ones.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codewitness.engine import audit
from tests.support.examples import IS_FEW, random_histories
from tests.support.folders import running, table_rows
from tests.support.workspace import ACTIONS, Step, Workspace, steps_of

# Histories that once ended in a difference, as short as they could be made; with what it was.
KEPT = {
    "containers of symbols that were loaded from a table": [Step("settle"), Step("restart")],
    "a file changes under a buffer that was not": [
        Step("open"),
        Step("settle"),
        Step("write oddly", 0, 2, 1),
    ],
    "another program writes what a buffer has": [
        Step("open"),
        Step("edit", 0, 6, 3),
        Step("settle"),
        Step("save unsaid"),
    ],
    "a buffer is too large to be read, and its file is not": [
        Step("write oddly", 0, 1, 1),
        Step("open"),
        Step("switch branch", 0, 0, 1),
    ],
}

_numbers = st.integers(0, 1 << 16)
_steps = st.builds(Step, st.sampled_from(list(ACTIONS)), _numbers, _numbers, _numbers)


@contextmanager
def workspace(seed: int = 0) -> Iterator[Workspace]:
    with tempfile.TemporaryDirectory() as scratch, pytest.MonkeyPatch.context() as patch:
        patch.setenv("CODEWITNESS_CACHE_DIR", str(Path(scratch) / "cache"))
        made = Workspace(Path(scratch), seed)
        try:
            yield made
        finally:
            made.close()


def work(made: Workspace, steps: Sequence[Step], check_every: int = 1000) -> None:
    for number, step in enumerate(steps, 1):
        made.do(step)
        if number % check_every == 0:
            made.check()
    made.check()


@pytest.mark.parametrize("seed", range(1 if IS_FEW else 2))
def test_random_work(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compared a few times on the way, and in the end with an index that is made from nothing."""
    with workspace(seed) as made:
        work(made, steps_of(seed, 40), check_every=20)
        for document in list(made.folder.documents.values()):
            made.session.close_document(document.uri)
        made.check()
        rows = table_rows(made.folder)
        assert rows["chunks"]
        monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "clean"))
        with running(made.root) as (_, clean):
            assert table_rows(clean) == rows


@random_histories(2)
@given(st.lists(_steps, min_size=1, max_size=20))
def test_any_work(steps: list[Step]) -> None:
    with workspace() as made:
        work(made, steps)


@pytest.mark.parametrize("name", KEPT)
def test_work_that_once_failed(name: str) -> None:
    with workspace() as made:
        work(made, KEPT[name])


def test_each_action_does_something(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that finds nothing to do proves nothing; most of them do find something."""
    with workspace() as made:
        for step in steps_of(5, 40):
            made.do(step)
        assert made.version > 10
        assert made._tree() != made.branches[0]
        # What is compared is there, and a difference is seen.
        store = made.folder.indexer.store
        assert store is not None
        made.check()
        tables = store._tables  # type: ignore[attr-defined]
        tables["signals"].delete("true")
        with pytest.raises(AssertionError):
            made.check()
        monkeypatch.setattr(audit, "compared", lambda *_: (0, []))  # so the other one does
        with pytest.raises(AssertionError, match="signals"):
            made.check()


def test_restart_finds_what_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_text("class A:\n    def run(self):\n        go(self.x[0])\n")
    (root / "README.md").write_text("# Title\n\nText.\n")
    with running(root) as (_, folder):
        rows = table_rows(folder)
    with running(root) as (_, folder):
        assert folder.indexer.view.figures == {}  # nothing was read again
        assert table_rows(folder) == rows


def test_restart_finds_other_bytes_of_the_same_size_and_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root, other = tmp_path / "root", tmp_path / "other"
    root.mkdir()
    file = root / "a.py"
    file.write_text("def before(): pass\n")
    with running(root, embedder="none"):
        pass
    state = file.stat()
    other.write_text("def behind(): pass\n")
    os.utime(other, ns=(state.st_atime_ns, state.st_mtime_ns))
    other.rename(file)  # as `rsync --times` and archives do it
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (state.st_size, state.st_mtime_ns)
    with running(root, embedder="none") as (_, folder):
        names = [one.name for one in folder.indexer.view.symbols.of_file("a.py")]
        assert names == ["behind"]
