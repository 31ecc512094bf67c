"""Edges that are worked out before anybody asks."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from codewitness.engine.cancel import CancelToken
from codewitness.engine.link_ahead import LinkAhead
from codewitness.engine.live_graph import LiveGraph
from codewitness.engine.quiet import Quiet
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.caller_counts import counted
from codewitness.protocol.dispatch import Dispatcher
from tests.support.folders import running, settle
from tests.support.snapshots import document, snapshot_of

SECONDS = 30.0
LONG_AGO = Quiet(itertools.count(step=int(SECONDS)).__next__)  # since anybody asked or typed
SOURCES = {
    "a.py": "def f(): ...\n",
    "b.py": "from a import f\ndef g():\n    f()\n",
    "c.py": "from b import g\ndef h():\n    g()\n",
}


def token() -> CancelToken:
    """Of a request that nobody cancels."""
    return CancelToken()


@contextmanager
def linking(
    graph: LiveGraph,
    folder: Folder,
    when_long: Callable[[bool], None] = lambda _: None,
    before: Callable[[], object] = lambda: None,
    quiet: Quiet = LONG_AGO,
) -> Iterator[None]:
    """Link ahead in a thread until the block ends."""
    ahead = LinkAhead(graph, lambda: folder.view, quiet, when_long, before)
    thread = threading.Thread(target=ahead.run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ahead.stop()
        thread.join(SECONDS)
    assert not thread.is_alive()


def edges(folder: Folder) -> set[tuple[str, str | None]]:
    """Who calls what, asked as a request does."""
    with folder.graph.at(folder, token()) as graph:
        return {(edge.caller.key, edge.target) for edge in graph.all_edges()}


def n_waiting(folder: Folder) -> int:
    """Scopes that are not linked; asking makes the graph follow the buffers."""
    with folder.graph.at(folder, token()) as graph:
        return len(graph.links.waiting)


def work(folder: Folder) -> None:
    """Link all that can be."""
    while folder.graph.work_ahead(folder.view, SECONDS):
        pass


def test_counts_that_may_be_too_small_are_told_anew_when_all_is_linked() -> None:
    snapshot = snapshot_of(SOURCES)
    [folder] = snapshot.folders
    folder.graph.ahead.on_done = lambda: told.append(True)
    told = list[bool]()
    for key in ("a.py::f", "b.py::g"):
        assert counted_soon(snapshot, folder, key) == 1
    folder.graph.counts.lacking.add("a.py::f")  # as in a large project that is not linked
    work(folder)
    assert told == [True]
    assert list(folder.graph.counts.by_key) == ["b.py::g"]
    assert counted_soon(snapshot, folder, "a.py::f") == 1
    work(folder)
    assert told == [True]


def counted_soon(snapshot: Snapshot, folder: Folder, key: str) -> int:
    """How many call a definition."""
    with folder.graph.at(folder, token()):
        pass  # the files are taken over
    count = counted(snapshot, folder, key, SECONDS)
    assert count is not None
    return count.n_callers


def test_what_an_edit_has_made_unknown_is_linked_again() -> None:
    folder = snapshot_of(SOURCES).folders[0]
    assert n_waiting(folder) == 5  # three top levels, g and h; f does nothing
    work(folder)
    assert n_waiting(folder) == 0
    now = dict(folder.documents) | {"a.py": document("a.py", "def f(x): ...\n\n\nf(1)\n", 2)}
    edited = replace(folder, documents=now)
    assert 0 < n_waiting(edited) < 5
    work(edited)
    assert n_waiting(edited) == 0
    assert edges(edited) == {("a.py::", "a.py::f"), ("b.py::g", "a.py::f"), ("c.py::h", "b.py::g")}


def test_the_index_is_taken_over_without_a_question(tmp_path: Path) -> None:
    for path, source in SOURCES.items():
        (tmp_path / path).write_text(source)
    with running(tmp_path, embedder="none") as (session, opened):
        assert opened.graph.work_ahead(opened.indexer.view, SECONDS) is False
        with opened.graph.at(session.folders[0].seen(has_client=False), token()) as graph:
            assert not graph.links.waiting
            assert [
                edge.caller.key for edge in graph.incoming(graph.workspace.scopes["a.py::f"])
            ] == ["b.py::g"]
        (tmp_path / "b.py").write_text("def g(): ...\n")
        opened.indexer.disk_changed(["b.py"])
        settle(opened)
        assert opened.graph.work_ahead(opened.indexer.view, SECONDS) is False
        with opened.graph.at(session.folders[0].seen(has_client=False), token()) as graph:
            assert list(graph.incoming(graph.workspace.scopes["a.py::f"])) == []


def test_a_thread_links_and_makes_way() -> None:
    folder = snapshot_of(SOURCES).folders[0]
    n_waiting(folder)
    with folder.graph.at(folder, token()), linking(folder.graph, folder):
        # The graph is in use: nothing is linked meanwhile, and nobody waits for anybody.
        assert folder.graph.work_ahead(folder.view, 0.0) is True
    done = threading.Event()
    with linking(folder.graph, folder):
        while n_waiting(folder):
            done.wait(0.05)
    assert ("b.py::g", "a.py::f") in edges(folder)


def test_what_many_questions_leave_behind_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codewitness.engine.graph.graph.MANY_CELLS", 5)
    folder = snapshot_of(SOURCES).folders[0]
    with folder.graph.at(folder, token()) as graph:
        list(graph.all_edges())
        n_cells = len(graph.cells)
        assert graph.has_much
        folder.graph.make_room()  # not while somebody asks
        assert len(graph.cells) == n_cells
    folder.graph.make_room()
    assert len(graph.cells) < n_cells
    assert not graph.has_much
    assert n_waiting(folder) == 0


def test_of_long_work_the_turns_are_told_and_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codewitness.engine.link_ahead.MANY_TURNS", 2)
    left = iter([True] * 3)
    monkeypatch.setattr(LiveGraph, "work_ahead", lambda *_: next(left, False))
    folder = snapshot_of(SOURCES).folders[0]
    told: list[bool] = []
    done = threading.Event()

    def when_long(is_done: bool) -> None:
        told.append(is_done)
        if is_done:
            done.set()

    with linking(folder.graph, folder, when_long):
        assert done.wait(SECONDS)
    assert told == [False, False, True]


def test_who_asks_or_types_is_not_kept_waiting() -> None:
    folder = snapshot_of(SOURCES).folders[0]
    assert n_waiting(folder) == 5
    assert folder.graph.work_ahead(folder.view, SECONDS, lambda: False) is True
    assert n_waiting(folder) == 5
    left = iter([True, True, False])
    assert folder.graph.work_ahead(folder.view, SECONDS, lambda: next(left)) is True
    assert 0 < n_waiting(folder) < 5


def test_questions_and_edits_end_the_quiet(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SOURCES["a.py"])
    with running(tmp_path, embedder="none") as (session, opened):
        now = itertools.count()
        opened.quiet = Quiet(lambda: next(now))
        settle(opened)
        now = itertools.count(100)
        for name, since in (("codewitness.status", 100), ("codewitness.search", 1)):
            next(Dispatcher(session).run(name, lambda *_: None, None, None))
            assert opened.quiet.seconds() == since
        now = itertools.count(200)
        session.open_document(opened, "a.py", (tmp_path / "a.py").as_uri(), 1, "f = 1\n")
        assert opened.quiet.seconds() == 1


def test_what_no_question_should_wait_for_is_done_before_all_else() -> None:
    folder = snapshot_of(SOURCES).folders[0]
    n_left = n_waiting(folder)
    told: list[int] = []
    with linking(folder.graph, folder, before=lambda: told.append(n_waiting(folder))):
        while n_waiting(folder):
            threading.Event().wait(0.05)
    assert told[0] == n_left


def test_it_is_done_for_a_client_that_never_rests_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codewitness.engine.link_ahead.RESTLESS_SECONDS", 0.2)
    folder = snapshot_of(SOURCES).folders[0]
    n_left = n_waiting(folder)
    done = threading.Event()
    just_now = Quiet(lambda: 0.0)
    with linking(folder.graph, folder, before=done.set, quiet=just_now):
        assert done.wait(SECONDS)
    assert n_waiting(folder) == n_left  # linking waits for a rest


def test_what_is_to_be_done_at_once_is_done_without_a_rest() -> None:
    folder = snapshot_of(SOURCES).folders[0]
    asked = iter([False, False, True])
    done = threading.Event()

    def at_once() -> bool:
        is_done = next(asked, True)
        if is_done:
            done.set()
        return is_done

    just_now = Quiet(lambda: 0.0)
    ahead = LinkAhead(folder.graph, lambda: folder.view, just_now, at_once=at_once)
    thread = threading.Thread(target=ahead.run, daemon=True)
    thread.start()
    assert done.wait(SECONDS)
    ahead.stop()
    thread.join(SECONDS)
    assert not thread.is_alive()


def test_memory_is_given_back_once_after_requests_have_rested() -> None:
    now, given = 100.0, list[None]()
    quiet = Quiet(lambda: now)
    folder = snapshot_of(SOURCES).folders[0]
    ahead = LinkAhead(folder.graph, lambda: folder.view, quiet)
    ahead.when_rested = lambda: given.append(None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("codewitness.engine.link_ahead.time.monotonic", lambda: now)
        ahead._gave_at = now
        for seconds, n_given in ((1, 0), (9, 0), (10, 0)):
            now = 100.0 + seconds
            ahead._give_back()
            assert len(given) == n_given  # nobody has asked for anything yet
        quiet.touch()
        for seconds, n_given in ((11, 0), (14, 0), (16, 1), (30, 1)):
            now = 100.0 + seconds
            ahead._give_back()
            assert len(given) == n_given
