"""What answers had no time for is worked out behind them, even what can't be done in parts."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

import pytest
from lsprotocol import types as lsp

from codewitness.engine import ahead
from codewitness.engine.ahead import Ahead, MadeWay, OutOfTime
from codewitness.engine.cancel import CancelToken
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.caller_counts import counted
from codewitness.protocol.lenses import resolved
from tests.support.snapshots import snapshot_of

ENOUGH = 30.0  # seconds


@pytest.fixture(autouse=True)
def _without_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "REST_SECONDS", 0.0)


def test_what_takes_longer_than_a_slice_is_done_in_a_longer_one() -> None:
    waiting, slices, done = Ahead(), list[float](), threading.Event()
    waiting.on_done = done.set

    def work(seconds: float) -> bool:
        slices.append(seconds)
        return seconds > 5.0

    waiting.add("callers of everything", work)
    assert done.wait(ENOUGH)
    assert slices[0] == ahead.SLICE_SECONDS
    assert len(slices) < 10


def test_no_slice_is_longer_than_the_longest() -> None:
    waiting, slices, ended = Ahead(), list[float](), threading.Event()

    def work(seconds: float) -> bool:
        slices.append(seconds)
        return False

    def last(_: float) -> bool:
        ended.set()
        return True

    waiting.add("without end", work)
    waiting.add("behind it", last)
    assert ended.wait(ENOUGH)
    assert len(slices) == ahead.MAX_SLICES
    assert max(slices) == ahead.LONGEST_SLICE_SECONDS


def test_work_that_makes_way_is_not_given_up() -> None:
    waiting, done, n_asked = Ahead(), threading.Event(), 0
    waiting.on_done = done.set

    def work(_: float) -> bool:
        nonlocal n_asked
        n_asked += 1
        if n_asked <= 2 * ahead.MAX_SLICES:  # others are served all that time
            raise MadeWay
        return True

    waiting.add("callers of everything", work)
    assert done.wait(ENOUGH)


def test_what_is_done_is_told_while_more_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "TELL_SECONDS", 0.0)
    waiting, told, ended = Ahead(), threading.Event(), threading.Event()
    waiting.on_done = told.set

    def last(_: float) -> bool:
        assert told.wait(ENOUGH)
        ended.set()
        return True

    waiting.add("first", lambda _: not waiting.add("last", last))
    assert ended.wait(ENOUGH)


def test_what_was_counted_behind_an_answer_is_there_for_the_next_that_has_no_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    snapshot = snapshot_of({"a.py": "def f(): pass\n\ndef g(): f()\n"})
    [folder] = snapshot.folders
    done = threading.Event()
    folder.graph.ahead.on_done = done.set
    assert counted(snapshot, folder, "a.py::f", 0.0) is None
    snapshot.cancel.cancel()  # the client asks anew, and wants that answer no longer
    assert done.wait(ENOUGH)
    if counted(again := fresh(snapshot), folder, "a.py::f", 0.0) is None:
        done.clear()  # the files had to be taken over first
        assert done.wait(ENOUGH)
    monkeypatch.setattr(folder.graph, "soon", without_time)
    count = counted(again, folder, "a.py::f", 0.0)
    assert count is not None
    assert count.in_short() == "1 caller"
    edited = snapshot_of({"a.py": "def f(): pass\n\ndef g(): pass\n"}).folders[0]
    now = replace(folder, documents=edited.documents)
    monkeypatch.setattr(folder.graph.ahead, "add", lambda *_: None)
    assert counted(replace(again, folders=(now,)), now, "a.py::f", 0.0) is None


def fresh(snapshot: Snapshot) -> Snapshot:
    """The same for a request that nobody has cancelled."""
    return replace(snapshot, cancel=CancelToken())


def test_a_count_on_the_way_does_not_interrupt_the_counting_behind_it() -> None:
    snapshot = snapshot_of({"a.py": "def f(): pass\n\ndef g(): f()\n"})
    [folder] = snapshot.folders
    with folder.graph.at(folder, snapshot.cancel):
        pass  # the files are taken over
    with folder.graph.for_work(ENOUGH) as graph:
        asking = threading.Thread(target=counted, args=(snapshot, folder, "a.py::f", 0.5))
        asking.start()
        while asking.is_alive():
            graph.cells.check()  # raises if it has to make way
        with pytest.raises(OutOfTime), folder.graph.soon(folder, snapshot.cancel, 0.0):
            pass


def test_a_count_on_the_way_has_its_time_where_others_have_the_processor() -> None:
    snapshot = snapshot_of({"a.py": "def f(): pass\n\ndef g(): f()\n"})
    [folder] = snapshot.folders
    with folder.graph.at(folder, snapshot.cancel):
        pass  # the files are taken over
    with folder.graph.soon(folder, snapshot.cancel, 0.2) as graph:
        time.sleep(0.3)  # it waits, and computes nothing
        graph.cells.check()
        time.sleep(0.6)
        with pytest.raises(OutOfTime):  # nobody waits for ever
            graph.cells.check()
    began = time.monotonic()
    with pytest.raises(OutOfTime):
        compute_for_ever(snapshot, folder, 0.02)
    assert time.monotonic() - began < ENOUGH


def compute_for_ever(snapshot: Snapshot, folder: Folder, seconds: float) -> None:
    with folder.graph.soon(folder, snapshot.cancel, seconds) as graph:
        while True:
            graph.cells.check()


def test_a_lens_keeps_its_number_while_it_is_counted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    before = snapshot_of({"a.py": "def f(): pass\n\ndef g(): f()\n"})
    [folder] = before.folders
    with folder.graph.at(folder, before.cancel):
        pass
    assert title(before, folder, "a.py::f") == "1 caller"
    monkeypatch.setattr(folder.graph, "soon", without_time)
    monkeypatch.setattr(folder.graph.ahead, "add", lambda *_: None)
    edited = snapshot_of({"a.py": "def f(): pass\n\ndef g(): pass\n\ndef h(): pass\n"})
    now = replace(folder, documents=edited.folders[0].documents)
    after = replace(before, folders=(now,))
    assert title(after, now, "a.py::f") == "1 caller…"
    assert title(after, now, "a.py::h") == "callers…"  # it has not been counted yet
    gone = snapshot_of({"a.py": "def g(): pass\n"})
    now = replace(folder, documents=gone.folders[0].documents)
    assert title(replace(before, folders=(now,)), now, "a.py::f") == "callers…"


def without_time(*_: Any) -> Any:
    raise OutOfTime


def title(snapshot: Snapshot, folder: Folder, key: str) -> str:
    at = lsp.Position(line=0, character=0)
    data = {"root": str(folder.root), "key": key, "symbol": {}}
    lens = resolved(snapshot, lsp.CodeLens(range=lsp.Range(start=at, end=at), data=data))
    assert lens.command is not None
    return lens.command.title
