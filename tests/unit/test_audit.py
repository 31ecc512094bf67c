"""The audit finds whatever is not as a clean build has it, and nothing else."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from codewitness.cli import main
from codewitness.engine import idle_check
from codewitness.engine.audit import Audit
from codewitness.engine.graph.graph import Graph
from codewitness.engine.idle_check import IdleCheck
from codewitness.engine.session import OpenFolder, Session
from codewitness.engine.vectors import FileVectors
from codewitness.storage.compare import Difference
from tests.support.folders import running, settle

SOURCES = {
    "a.py": "class A:\n    def run(self, x):\n        return self.go(x)[0]\n",
    "pkg/b.py": "import a\n\n\ndef go(n):\n    for i in range(n):\n        a.A().run(i)\n",
    "c.go": "package c\n\nfunc Go(x int) int {\n\treturn x\n}\n",
    "empty.py": "",
}
Running = tuple[Session, OpenFolder]


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    write_sources(tmp_path / "root")
    with running(tmp_path / "root") as found:
        settle(found[1])  # rows are kept in memory once the first one is done
        yield found


def write_sources(root: Path) -> None:
    for path, text in SOURCES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


def audited(folder: OpenFolder, sample: int | None = None, *, repair: bool = False) -> Audit:
    audit = folder.indexer.audit(sample, repair=repair)
    while not audit.is_done:
        audit.step().result(60)
    audit.end()
    return audit


def differences(folder: OpenFolder) -> list[Difference]:
    return sorted(audited(folder).findings.differences, key=repr)


def table(folder: OpenFolder, name: str) -> Any:
    return folder.indexer.store._tables[name]  # type: ignore[union-attr]


def change_view(folder: OpenFolder, **changes: Any) -> None:
    folder.indexer.view = replace(folder.indexer.view, **changes)


def test_edges_are_compared_and_mended(live: Running) -> None:
    _, folder = live
    n_edges = audited(folder).findings.n_edges
    assert n_edges > 0
    with folder.graph.with_sources(folder.indexer.view) as (graph, _):
        kept = graph.links._kept
        assert len(kept["a.py::A.run"]) > 1
        kept["a.py::A.run"] = kept["a.py::A.run"][:1]  # as if its edges were forgotten
    (found,) = audited(folder, repair=True).findings.differences
    assert (found.path, found.table, found.extra) == ("a.py", "edges", 0)
    assert 0 < found.missing <= n_edges
    assert differences(folder) == []


def test_edges_of_an_unused_graph_are_made_once(
    live: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, folder = live
    made: list[str] = []

    def made_anew(own_package: str = "") -> Graph:
        made.append(own_package)
        return Graph(own_package)

    monkeypatch.setattr("codewitness.engine.audit_edges.Graph", made_anew)
    folder.graph.begin_anew()
    n_edges = audited(folder).findings.n_edges
    assert (n_edges > 0, made) == (True, [])
    assert audited(folder).findings.n_edges == n_edges
    assert made == [folder.graph.own_package]  # it has been asked before by then


def test_nothing_differs(live: Running) -> None:
    session, folder = live
    findings = audited(folder).findings
    assert findings.differences == ()
    assert findings.n_files == len(SOURCES)
    assert findings.n_rows == sum(folder.indexer.store.counts().values())  # type: ignore[union-attr]
    # Unsaved text is in the tables too, and is no difference of the saved files.
    uri = (Path(folder.root) / "a.py").as_uri()
    session.open_document(folder, "a.py", uri, 1, "def unsaved():\n    pass\n")
    settle(folder)
    assert differences(folder) == []


CHANGES: dict[str, Callable[[OpenFolder], object]] = {
    "files": lambda f: table(f, "files").update("path = 'a.py'", {"error_bytes": 7}),
    "chunks": lambda f: table(f, "chunks").update("path = 'a.py'", {"fts": "other words"}),
    "symbols": lambda f: table(f, "symbols").update("name = 'run'", {"start_line": 99}),
    "call_sites": lambda f: table(f, "call_sites").delete("path = 'a.py'"),
    "signals": lambda f: table(f, "signals").update("path = 'a.py'", {"has_loop": True}),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_row_is_told(live: Running, name: str) -> None:
    _, folder = live
    CHANGES[name](folder)
    [found] = [one for one in differences(folder) if not one.table.startswith("resident")]
    assert (found.path, found.table) == ("a.py", name)
    assert found.missing
    assert bool(found.extra) == (name != "call_sites")


def test_tags_and_vectors_are_compared(live: Running) -> None:
    _, folder = live
    chunks = table(folder, "chunks")
    rows = chunks.search().where("path = 'a.py'").to_arrow()
    for name, value in (("tags", ["calls:other"]), ("vector", [1.0] + [0.0] * 255)):
        at = rows.column_names.index(name)
        import pyarrow as pa

        changed = pa.array([value] * rows.num_rows, rows.schema.field(name).type)
        chunks.delete("path = 'a.py'")
        chunks.add(rows.set_column(at, rows.schema.field(name), changed))
        [found] = differences(folder)
        n = rows.num_rows
        assert found == Difference(path="a.py", table="chunks", missing=n, extra=n)


def test_a_row_that_is_there_twice_is_told(live: Running) -> None:
    _, folder = live
    symbols = table(folder, "symbols")
    symbols.add(symbols.search().where("name = 'go'").to_arrow())
    assert differences(folder) == [Difference(path="pkg/b.py", table="symbols", extra=1)]


def test_rows_of_no_file_and_of_others_buffers_are_told(live: Running) -> None:
    _, folder = live
    calls = table(folder, "call_sites")
    rows = calls.search().where("path = 'a.py'").to_arrow().to_pylist()
    calls.add([{**row, "path": "gone.py"} for row in rows])
    calls.add([{**row, "layer": "a server that has died"} for row in rows])
    assert differences(folder) == [
        Difference(path="a.py", table="call_sites", extra=len(rows)),
        Difference(path="gone.py", table="call_sites", extra=len(rows)),
    ]


def test_what_is_live_is_compared(live: Running) -> None:
    _, folder = live
    view = folder.indexer.view
    assert view.vectors is not None
    change_view(folder, symbols=view.symbols.with_files({"a.py": view.symbols.of_file("a.py")[:1]}))
    assert differences(folder) == [Difference(path="a.py", table="live symbols", missing=1)]
    own = view.vectors.of_file("a.py")
    other = FileVectors(ids=own.ids, matrix=own.matrix[::-1])
    change_view(folder, symbols=view.symbols, vectors=view.vectors.with_files({"a.py": other}))
    [found] = differences(folder)
    assert found.table == "live vectors"
    known = {**view.files, "a.py": replace(view.files["a.py"], problems=("none",))}
    change_view(folder, vectors=view.vectors, files=MappingProxyType(known))
    assert differences(folder) == [Difference(path="a.py", table="live files", missing=1, extra=1)]


def test_rows_kept_in_memory_are_compared(live: Running) -> None:
    _, folder = live
    store = folder.indexer.store
    assert store is not None
    store.load_words()
    store._resident.drop(["a.py"], "disk")  # type: ignore[attr-defined]
    kept = {"resident chunks", "resident signals", "resident words"}
    assert {one.table for one in differences(folder)} == kept


def test_bytes_that_changed_behind_size_and_time(live: Running) -> None:
    _, folder = live
    file = Path(folder.root) / "a.py"
    before = file.stat()
    file.write_text(SOURCES["a.py"].replace("run", "nur"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert differences(folder) == []  # it was looked at again
    assert [one.name for one in folder.indexer.view.symbols.of_file("a.py")] == ["A", "nur"]


def test_a_file_that_has_just_changed_is_late_and_not_wrong(live: Running) -> None:
    _, folder = live
    audit = folder.indexer.audit()
    audit.step().result(60)  # it is chosen what to compare
    (Path(folder.root) / "a.py").write_text("def later():\n    return 1\n")
    (Path(folder.root) / "c.go").unlink()
    while not audit.is_done:
        audit.step().result(60)
    assert audit.findings.differences == ()


def test_a_file_that_the_index_lacks_or_has_too_much(live: Running) -> None:
    _, folder = live
    indexer = folder.indexer
    store, view = indexer.store, indexer.view
    assert store is not None
    store.remove(["pkg/b.py"], "disk")
    tables = {one.table for one in differences(folder)}
    assert tables >= {"files", "chunks", "symbols", "call_sites", "signals"}
    assert not any(name.startswith("live") for name in tables)
    known = {**view.files, "ghost.py": view.files["a.py"]}
    change_view(folder, files=MappingProxyType(known))
    # Settling, with which an audit begins, takes out what the live index knows to be gone.
    assert "ghost.py" not in {one.path for one in differences(folder)}


@pytest.mark.parametrize("name", CHANGES)
def test_repair(live: Running, name: str) -> None:
    _, folder = live
    CHANGES[name](folder)
    calls = table(folder, "call_sites")
    rows = calls.search().where("path = 'pkg/b.py'").to_arrow().to_pylist()
    calls.add([{**row, "path": "gone.py"} for row in rows])
    assert audited(folder, repair=True).findings.n_repaired == 2
    assert differences(folder) == []


def test_a_sample(live: Running) -> None:
    _, folder = live
    assert audited(folder, 2).findings.n_files == 2


def test_many_files_are_read_by_workers(live: Running) -> None:
    _, folder = live
    for number in range(60):
        (Path(folder.root) / f"m{number}.py").write_text(f"def f{number}(x):\n    return x.y()\n")
    settle(folder)
    findings = audited(folder).findings
    assert (findings.n_files, findings.differences) == (60 + len(SOURCES), ())
    table(folder, "signals").update("path = 'm7.py'", {"line_count": 3})
    assert {one.path for one in differences(folder)} == {"m7.py"}


def test_without_tables_it_is_refused(live: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    _, folder = live
    monkeypatch.setattr(type(folder.indexer), "store", None)
    with pytest.raises(RuntimeError, match="no tables to compare"):
        audited(folder)


def test_a_reader_compares_what_the_writer_has_written(live: Running) -> None:
    _, writer = live
    root = Path(writer.root)
    with running(root) as (_, reader):
        assert not reader.indexer.is_writer
        assert differences(reader) == []
        (root / "a.py").write_text("def later():\n    pass\n")
        assert differences(reader) == []  # the writer is late
        settle(writer)
        assert differences(reader) == []
        table(writer, "signals").delete("path = 'pkg/b.py'")
        assert [(one.path, one.table) for one in differences(reader)] == [("pkg/b.py", "signals")]
        assert audited(reader, repair=True).findings.n_repaired == 0


# ── by itself ────────────────────────────────────────────────────────────────────────────────────


def test_the_idle_check_repairs_and_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(idle_check, "REST_SECONDS", 0.0)
    monkeypatch.setattr(idle_check, "LEAST_SECONDS", 0.01)
    monkeypatch.setattr(idle_check, "SHARE", 0)
    monkeypatch.setattr(idle_check, "PAUSE_SECONDS", 0.01)
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_text(SOURCES["a.py"])
    with running(root) as (_, folder):
        table(folder, "signals").update("path = 'a.py'", {"has_loop": True})
        seen = folder.indexer.idle_check.counts.checks
        _wait(folder, lambda counts: counts.differences > 0 and counts.checks > seen + 2)
        counts = folder.indexer.idle_check.counts
        assert counts.repaired == 1
        assert counts.last is not None
        assert "a.py (signals)" in caplog.text
        assert differences(folder) == []


def _wait(folder: OpenFolder, until: Callable[[Any], bool]) -> None:
    import time

    end = time.monotonic() + 60
    while not until(folder.indexer.idle_check.counts):
        assert time.monotonic() < end
        settle(folder)  # wakes the writer
        time.sleep(0.02)


def test_the_idle_check_keeps_its_share() -> None:
    class Clock:
        now = 0.0

        def __call__(self) -> float:
            return self.now

    class Slow(IdleCheck):
        n_checks = 0

        def _taken(self, index: Any) -> list[str]:
            self._left = ["more"]
            return ["a.py"]

        def _check(self, index: Any, paths: list[str]) -> None:
            clock.now += 0.5
            self.n_checks += 1

    clock = Clock()
    check = Slow(clock=clock)
    while clock.now < 10_000:
        check.step(None)  # type: ignore[arg-type]
        clock.now += 1
    assert 10_000 / (0.5 * idle_check.SHARE + 2) <= check.n_checks <= 10_000 / 100 / 0.5 + 1


def test_a_check_that_fails_is_off_and_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    class Failing(IdleCheck):
        def _taken(self, index: Any) -> list[str]:
            raise KeyError("a mistake")

    check = Failing(clock=lambda: 1e9)
    check._next = 0
    check.step(None)  # type: ignore[arg-type]
    assert check.wait() == float("inf")
    assert "a mistake" in caplog.text


def test_no_check_if_not_wanted() -> None:
    assert IdleCheck(is_on=False).wait() == float("inf")


# ── the command line ─────────────────────────────────────────────────────────────────────────────


def test_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_sources(tmp_path / "root")
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "other"))
    root = ["--root", str(tmp_path / "root")]
    assert main(["audit", *root]) == 0
    assert capsys.readouterr().out.startswith("0 differences in 4 files")
    import lancedb

    [tables] = (tmp_path / "other").rglob("tables")
    lancedb.connect(str(tables)).open_table("symbols").update("name = 'run'", {"name_line": 9})
    assert main(["audit", *root, "--json"]) == 1
    [found, live] = json.loads(capsys.readouterr().out)["differences"]
    assert live["table"] == "live symbols"  # they are loaded from the table
    assert found["uri"].endswith("/a.py")
    assert {name: found[name] for name in ("table", "missing", "extra")} == {
        "table": "symbols",
        "missing": 1,
        "extra": 1,
    }
    assert main(["audit", *root]) == 1
    assert "a.py: symbols: 1 missing, 1 too many" in capsys.readouterr().out
    assert main(["audit", *root, "--repair"]) == 1
    assert "1 files were written anew" in capsys.readouterr().out
    assert main(["audit", *root]) == 0
    assert main(["audit", *root, "--sample", "0"]) == 2
    assert "sample" in capsys.readouterr().err
