"""Edges that a restart takes over, as far as what they rest on is the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from codewitness.engine.cancel import CancelToken
from codewitness.engine.graph import workspace
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.saved import Unusable, restore, saved
from codewitness.engine.live_graph import LiveGraph
from codewitness.engine.view import Folder
from codewitness.platform.engine_stamp import linker_stamp
from tests.support.folders import running
from tests.support.graphs import all_edges, file_in_graph, graph_of
from tests.support.snapshots import document, snapshot_of
from tests.unit.test_graph import CASES, mixed

SECONDS = 30.0
STAMP = "this code"
SOURCES = {
    "a.py": "def f(): ...\ndef g(): ...\n",
    "b.py": "from a import f\nclass B:\n    def t(self):\n        return f()\n",
    "c.py": "from b import B\ndef u(b: B):\n    b.t()\n",
    "d.py": "from a import g\ndef v():\n    g()\n    print()\n",
}
ALL = {f"m{k}.py": case[0].get("m.py", "") for k, case in enumerate(CASES.values())}


class InMemory:
    """A file for edges."""

    def __init__(self) -> None:
        self.data: bytes | None = None

    def stamp(self) -> str:
        return STAMP

    def read(self) -> bytes | None:
        return self.data

    def write(self, data: bytes) -> None:
        self.data = data


def kept(graph: Graph, stamp: str = STAMP) -> bytes:
    """What is kept of a graph."""
    return saved(graph, stamp, lambda: None)()


def linked(sources: Mapping[str, str]) -> Graph:
    """A graph with nothing left to be linked."""
    graph = graph_of(sources)
    while graph.link_one():
        pass
    return graph


def test_the_same_files_have_all_edges_at_once() -> None:
    before = linked(ALL)
    after = graph_of(ALL)
    assert restore(after, kept(before), STAMP)
    assert not after.links.waiting
    assert after.links.counts() == before.links.counts()
    assert all_edges(after) == all_edges(before)
    assert not len(after.cells)  # nothing was worked out


def test_what_is_half_linked_is_taken_over_and_gone_on_with() -> None:
    before = graph_of(ALL)
    for _ in range(40):
        before.link_one()
    n_waiting = len(before.links.waiting)
    before.cells.forget()
    for _ in range(20):
        before.link_one()
    after = graph_of(ALL)
    assert restore(after, kept(before), STAMP)
    assert len(after.links.waiting) == n_waiting - 20
    assert all_edges(after) == all_edges(graph_of(ALL))


def test_an_edit_after_it_finds_what_rests_on_it() -> None:
    graph = graph_of(SOURCES)
    assert restore(graph, kept(linked(SOURCES)), STAMP)
    now = SOURCES | {"b.py": SOURCES["b.py"].replace("def t", "def w")}
    graph.update({"b.py": file_in_graph("b.py", now["b.py"])})
    assert {"b.py::B", "c.py::u"} <= set(graph.links.waiting)
    assert "d.py::v" not in graph.links.waiting
    assert all_edges(graph) == all_edges(graph_of(now))


def test_what_rests_on_a_file_that_changed_meanwhile_is_not_taken_over() -> None:
    data = kept(linked(SOURCES))
    now = SOURCES | {"b.py": SOURCES["b.py"].replace("def t", "def w")}
    graph = graph_of(now)
    assert restore(graph, data, STAMP)
    assert {"b.py::B", "b.py::B.w", "c.py::u"} <= set(graph.links.waiting)
    assert "d.py::v" not in graph.links.waiting
    assert all_edges(graph) == all_edges(graph_of(now))
    now |= {"a.py": SOURCES["a.py"] + "def print(): ...\n"}
    graph = graph_of(now)
    assert restore(graph, data, STAMP)
    assert all_edges(graph) == all_edges(graph_of(now))


def test_a_new_call_of_a_value_may_be_one_of_anything_that_is_handed_around() -> None:
    before = {
        "a.py": "class A:\n    def w(self): ...\n",
        "h.py": "def f(x):\n    x.w()\ntable = [f]\n",
        "z.py": "from h import table\nfrom a import A\n",
    }
    graph = graph_of(before | {"z.py": before["z.py"] + "table[0](A())\n"})
    assert restore(graph, kept(linked(before)), STAMP)
    assert "h.f -> a.A.w [typed]" in all_edges(graph)


def test_one_write_less_may_be_few_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is gone counts, too, where it was one too many to be looked at."""
    few = replace(workspace.FEW, writes=1)
    monkeypatch.setattr(workspace, "FEW", few)
    before = {
        "a.py": "class A: ...\nx = A()\ndef f(): ...\n",
        "v.py": "from a import x\nx.k = print\n",
        "w.py": "from a import x, f\nx.k = f\n",
        "r.py": "from a import x\ndef t():\n    x.k()\n",
    }
    assert "r.t -> a.f [typed]" not in all_edges(graph_of(before))
    graph = graph_of(before | {"v.py": "from a import x\n"})
    assert restore(graph, kept(linked(before)), STAMP)
    assert "r.t -> a.f [typed]" in all_edges(graph)


@pytest.mark.parametrize("seed", range(4))
def test_random_edits_meanwhile_and_later_leave_the_edges_of_a_rebuild(seed: int) -> None:
    random = Random(seed)
    sources = dict(ALL)
    graph = linked(sources)
    for _ in range(4):
        data = kept(graph)
        for path in random.sample(sorted(sources), 2):
            sources[path] = mixed(sources, random)
        graph = graph_of(sources)
        assert restore(graph, data, STAMP)
        assert all_edges(graph) == all_edges(graph_of(sources))
        for _ in range(2):
            path = random.choice(sorted(sources))
            sources[path] = mixed(sources, random)
            graph.update({path: file_in_graph(path, sources[path])})
        assert all_edges(graph) == all_edges(graph_of(sources))


def test_other_code_and_another_size_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    data = kept(linked(SOURCES))
    assert not restore(graph_of(SOURCES), data, "other code")
    monkeypatch.setattr("codewitness.engine.graph.workspace.LARGE_SCOPES", 0)
    large = graph_of(SOURCES)
    assert not restore(large, data, STAMP)
    assert len(large.links.waiting) > 4


@pytest.mark.parametrize("at", [0, 31, 40, -1])
def test_what_is_not_whole_is_not_read(at: int) -> None:
    data = bytearray(kept(linked(SOURCES)))
    data[at] ^= 1
    for damaged in (bytes(data), bytes(data[:at]), b""):
        graph = graph_of(SOURCES)
        with pytest.raises(Unusable):
            restore(graph, damaged, STAMP)
        assert len(graph.links.waiting) > 4


# By a live graph.


def folder_with(file: InMemory, sources: Mapping[str, str] = SOURCES) -> Folder:
    """A folder whose files are open buffers, as a server that has just started has it."""
    return replace(snapshot_of(sources).folders[0], graph=LiveGraph(file=file))


def asked(folder: Folder) -> tuple[int, set[str]]:
    """How many scopes wait after the first question, and all edges."""
    with folder.graph.at(folder, CancelToken()) as graph:
        return len(graph.links.waiting), all_edges(graph)


def worked(folder: Folder) -> None:
    """Nothing is left to be linked."""
    asked(folder)
    while folder.graph.work_ahead(folder.view, SECONDS):
        pass


def test_a_start_takes_over_what_the_last_one_has_linked() -> None:
    file = InMemory()
    first = folder_with(file)
    assert asked(first)[0] > 4
    worked(first)
    assert not first.graph.keep()  # that is not worth while
    assert not first.graph.keep(lambda: False, few=1)  # somebody asks
    assert file.data is None
    assert first.graph.keep(few=1)
    assert not first.graph.keep(few=1)  # nothing new
    edges = all_edges(graph_of(SOURCES))
    assert asked(folder_with(file)) == (0, edges)
    now = SOURCES | {"c.py": "from b import B\ndef u(b: B):\n    b.t\n"}
    n_waiting, edges = asked(folder_with(file, now))
    assert 0 < n_waiting < 4
    assert edges == all_edges(graph_of(now))


def test_edges_that_were_wrong_are_not_taken_over_again() -> None:
    file = InMemory()
    folder = folder_with(file)
    worked(folder)
    assert folder.graph.keep(few=1)
    folder.graph.begin_anew()
    assert asked(folder)[0] > 4
    worked(folder)
    assert folder.graph.keep(few=1)  # in place of those


def test_damage_is_told_and_harms_nothing(caplog: pytest.LogCaptureFixture) -> None:
    file = InMemory()
    file.data = b"no edges"
    n_waiting, edges = asked(folder_with(file))
    assert n_waiting > 4
    assert edges == all_edges(graph_of(SOURCES))
    assert "can't be used" in caplog.text


def test_buffers_that_are_not_saved_are_kept_under_their_own_text() -> None:
    file = InMemory()
    folder = folder_with(file)
    now = dict(folder.documents) | {"a.py": document("a.py", "def f(x): ...\n\n\nf(1)\n", 2)}
    worked(replace(folder, documents=now))
    assert folder.graph.keep(few=1)
    n_waiting, edges = asked(folder_with(file))
    assert 0 < n_waiting < 10
    assert edges == all_edges(graph_of(SOURCES))


def test_a_server_finds_them_beside_its_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "root"
    root.mkdir()
    for path, source in SOURCES.items():
        (root / path).write_text(source)
    for n_due in (4, 0):
        with running(root, embedder="none") as (session, opened):
            with opened.graph.at(session.folders[0].seen(has_client=False), CancelToken()) as graph:
                assert (len(graph.links.waiting) > 4) == (n_due > 0)
                assert all_edges(graph) == all_edges(graph_of(SOURCES))
            assert opened.graph.keep(few=1) == (n_due > 0)
    (file,) = tmp_path.glob("cache/**/edges")
    assert file.read_bytes()
    monkeypatch.setattr("codewitness.platform.edge_file.linker_stamp", lambda: "other")
    with (
        running(root, embedder="none") as (session, opened),
        opened.graph.at(session.folders[0].seen(has_client=False), CancelToken()) as graph,
    ):
        assert len(graph.links.waiting) > 4
    assert linker_stamp() != "other"
