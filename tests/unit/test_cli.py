"""Every command of the command line: its output for people and as JSON, and its exit status."""

from __future__ import annotations

import errno
import importlib.metadata
import io
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from codewitness import __version__
from codewitness.cli import DONE, NO, NOT_DONE, WRONG_USE, amount, doctor, main, workspace
from codewitness.cli import verify as verify_cli
from codewitness.cli.checks import Finding
from codewitness.cli.not_read import MOST_NAMED
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.links import Links
from codewitness.engine.session import Session
from codewitness.features.workspace_symbols import workspace_symbols
from codewitness.platform.lock import WriterLock
from codewitness.platform.places import index_folder
from tests.protocol.buffers import write_files
from tests.support.snapshots import snapshot_of

FILES: dict[str, str | bytes] = {
    "shop/cart.py": (
        "class Cart:\n"
        "    def total(self, tax):\n"
        "        rows = self.frame.iloc[0]\n"
        "        if not rows: raise Empty(tax)\n"
        "        self.count = len(rows)\n"
        "        return self.add(rows)\n"
        "\n"
        "    def add(self, rows):\n"
        "        return sum(rows)\n"
    ),
    "shop/bill.py": "class Bill:\n    def total(self):\n        return self.cart.total(tax=1)\n",
    "web/app.ts": "export function renderCart(cart: Cart) { return cart.total(); }\n",
    "tests/test_cart.py": "def test_total_of_cart():\n    assert Cart().total(1)\n",
    "broken.py": "def broken(:\n",
    "binary.py": b"\0\0",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("cli") / "project"
    write_files(root, FILES)
    return root


@pytest.fixture(autouse=True)
def _cache(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(project.parent / "cache"))


class Cli:
    """Runs a command in this process on the project, without an embedder."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root = root
        self._capsys = capsys
        self.errors = ""

    def __call__(self, command: str, *arguments: str, status: int = DONE, **more: Any) -> str:
        root = more.get("root", self.root)
        given = [command, *arguments, "--root", str(root), "--embedder", "none"]
        assert main(given) == status
        out, self.errors = self._capsys.readouterr()
        return out

    def doctor(self, embedder: str = "none") -> dict[str, tuple[bool, str]]:
        """Whether each check of the doctor is well, and what to do if not."""
        status = main(["doctor", "--json", "--root", str(self.root), "--embedder", embedder])
        found = json.loads(self._capsys.readouterr().out)
        assert status == (DONE if all(one["is_well"] for one in found) else NO)
        return {one["check"]: (one["is_well"], one["fix"]) for one in found}

    def json(self, command: str, *arguments: str, status: int = DONE) -> Any:
        """The answer as JSON."""
        return json.loads(self(command, *arguments, "--json", status=status))


@pytest.fixture
def cli(project: Path, capsys: pytest.CaptureFixture[str]) -> Cli:
    return Cli(project, capsys)


def names(answer: Any) -> list[str]:
    return [one["symbol"]["qualifiedName"] for one in answer["results"] if one["symbol"]]


def test_what_takes_long_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(workspace, "SECONDS_TO_TELL", 60.0)
    with workspace.telling("following calls"):
        pass
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(workspace, "SECONDS_TO_TELL", 0.0)
    with workspace.telling("following calls"):
        said = ""
        while not said:
            said = capsys.readouterr().err
    assert said == "following calls\n"


def test_index(cli: Cli) -> None:
    assert cli("index").startswith("5 files, ")
    assert "not read: binary" in cli("index", "--all")
    found = cli.json("index")
    assert found["files"]["indexed"] == found["files"]["total"] == 5
    assert found["files"]["failedByReason"] == {"binary": 1, "syntax": 1}
    assert found["state"] == "ready"


def test_status(cli: Cli) -> None:
    text = cli("status")
    assert text.startswith(f"codewitness {__version__}: {cli.root.as_uri()}")
    for part in ("ready, 5 of 5 files", "4 python", "1 typescript", "read with syntax errors"):
        assert part in text
    found = cli.json("status")
    assert found["version"] == __version__
    assert found["storage"]["role"] == "writer"
    assert "folders" not in found  # there is one, and it is at the top
    assert found["freshness"] == {
        "state": "fresh", "indexedFiles": 5, "totalFiles": 5, "documents": {}
    }  # fmt: skip


def test_status_lists_few_of_the_files_that_nobody_reads(cli: Cli) -> None:
    for number in range(MOST_NAMED + 5):
        (cli.root / f"{number}.xyz").write_text("nothing that is known")
    files = cli.json("status")["files"]
    listed = [one for one in files["failed"] if one["problem"].startswith("unsupported")]
    assert len(listed) == MOST_NAMED
    assert files["failedByReason"]["unsupported"] == MOST_NAMED + 5
    assert len(files["failed"]) == MOST_NAMED + 2


def test_search(cli: Cli) -> None:
    text = cli("search", "total of cart")
    assert "shop/cart.py:2  shop.cart.Cart.total  0." in text
    assert "    def total(self, tax):" in text
    answer = cli.json("search", "total of cart")
    assert "shop.cart.Cart.total" in names(answer)
    assert answer["reranker"]["used"] is False
    nothing = cli("search", "nothing_like_that_at_all", status=NO).splitlines()
    assert nothing == ["nothing was found", "  no embedder is loaded: only words were searched"]
    assert cli.json("search", "nothing_like_that_at_all", status=NO)["results"] == []


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (["--language", "typescript"], {"web.app.renderCart"}),
        (["--path", "shop/*.py", "--calls", "len"], {"shop.cart.Cart.total"}),
        (["--path", "tests/**"], {"tests.test_cart.test_total_of_cart"}),
        (["--calls", "self.cart.total"], {"shop.bill.Bill.total"}),
        (["--calls", "cart.total", "--language", "python"], {"shop.bill.Bill.total"}),
        (["--calls", "len", "--calls", "self.add"], {"shop.cart.Cart.total"}),
        (["--calls", "len", "--calls", "missing"], set()),
        (["--accesses", "self.count"], {"shop.cart.Cart.total"}),
        (["writes:self.count"], {"shop.cart.Cart.total"}),
        (["writes:self->count"], {"shop.cart.Cart.total"}),
        (["reads:self.count"], set()),
        (["accesses:count"], {"shop.cart.Cart.total"}),
        (["--subscripts", "iloc"], {"shop.cart.Cart.total"}),
        (["--include-tag", "domain:test"], {"tests.test_cart.test_total_of_cart"}),
        (["--include-tag", "ext:*", "--include-tag", "ext:ts"], {"web.app.renderCart"}),
        (
            ["--exclude-tag", "lang:python", "--mode", "lexical", "--limit", "1"],
            {"web.app.renderCart"},
        ),
    ],
)
def test_search_filters(cli: Cli, filters: list[str], expected: set[str]) -> None:
    answer = cli.json("search", "total cart", *filters, status=DONE if expected else NO)
    assert set(names(answer)) == expected


def test_search_filters_as_they_are_typed(cli: Cli) -> None:
    found = cli.json("search", "total", "cart", "lang:typescript", "-test")
    assert names(found) == ["web.app.renderCart"]
    text = cli("search", "total cart calls:len path:shop/*.py")
    assert [one for one in text.splitlines() if not one.startswith(" ")] == [
        one for one in text.splitlines() if "shop.cart.Cart.total" in one
    ]


def test_signals(cli: Cli) -> None:
    text = cli("signals", "Cart.total")
    assert text.startswith("shop/cart.py:2  shop.cart.Cart.total\n")
    for part in ("self.frame.iloc[0]", "self.count", "Empty", "6 lines, a condition"):
        assert part in text.replace("5 lines", "6 lines")
    answer = cli.json("signals", "shop/cart.py::Cart.total")
    assert [one["text"] for one in answer["signals"]["raises"]] == ["Empty"]
    text = cli("signals", "total", status=NO)
    assert text.startswith("several definitions fit; name one of them, such as ")
    first = text.partition("such as ")[2].partition(":\n")[0]
    assert re.fullmatch(r"[\w/]+\.py:\d+", first)
    assert cli("signals", first).startswith(first)
    assert "  shop/cart.py:6: return self.add(rows)" in cli("callers", "Cart.add").splitlines()
    none = "found no call that is known to lead to shop.bill.Bill.total\n"
    assert cli("callers", f"{first}:5", status=NO).startswith(none)
    assert cli("callers", "renderCart", status=NO).startswith("found no call of web.app.renderCart")
    assert "shop/bill.py:2  shop.bill.Bill.total" in text
    assert len(cli.json("signals", "total", status=NO)["candidates"]) == 2


def test_an_attribute_is_named_and_is_none_to_ask_for(cli: Cli) -> None:
    cli("callers", "Cart.count", status=WRONG_USE)
    assert "named 'Cart.count'; " in cli.errors
    assert "; an attribute of Cart, if it is one, is no definition" in cli.errors
    assert "`codewitness search accesses:NAME` finds who reads or writes it" in cli.errors


def test_overloads_are_told_by_how_they_begin(tmp_path: Path, cli: Cli) -> None:
    root = tmp_path / "bank"
    text = "class Bank {\n  void pay(int n) {}\n  void pay(String s) {}\n}\n"
    write_files(root, {"Bank.java": text})
    shown = cli("signals", "Bank.pay", root=root, status=NO)
    assert [line.strip() for line in shown.splitlines()[1:]] == [
        "Bank.java:2  Bank.Bank.pay", "void pay(int n) {}",
        "Bank.java:3  Bank.Bank.pay", "void pay(String s) {}",
    ]  # fmt: skip


def test_export_chunks(cli: Cli) -> None:
    lines = [json.loads(line) for line in cli("export", "chunks").splitlines()]
    (total,) = (one for one in lines if one["qualifiedName"] == "shop.cart.Cart.total")
    assert (total["path"], total["startLine"], total["endLine"]) == ("shop/cart.py", 2, 6)
    assert total["language"] == "python"
    assert "lang:python" in total["tags"]
    assert not any(tag.startswith("calls:") for tag in total["tags"])
    assert total["kind"]
    assert len({one["id"] for one in lines}) == len(lines)
    assert set(total) == {
        "id", "path", "startLine", "endLine", "kind", "qualifiedName", "language", "tags", "sha256"
    }  # fmt: skip


def test_export_signals(cli: Cli) -> None:
    lines = [json.loads(line) for line in cli("export", "signals").splitlines()]
    by_name = {one["symbol"]["qualifiedName"]: one for one in lines}
    total = by_name["shop.cart.Cart.total"]
    assert total["symbol"] == {
        "qualifiedName": "shop.cart.Cart.total", "path": "shop/cart.py", "line": 2, "endLine": 6,
        "kind": "method", "language": "python",
    }  # fmt: skip
    assert [one["text"] for one in total["signals"]["calls"]["internal"]] == ["self.add"]
    assert "shop.cart.Cart" not in by_name
    assert "web.app.renderCart" in by_name


@pytest.mark.parametrize("what", ["chunks", "signals"])
def test_export_parquet(cli: Cli, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [json.loads(line) for line in cli("export", what).splitlines()]
    raw = io.BytesIO()
    stdout = io.TextIOWrapper(raw, encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", stdout)
    given = ["export", what, "--format", "parquet", "--root", str(cli.root), "--embedder", "none"]
    assert main(given) == DONE
    stdout.flush()
    rows = pq.read_table(io.BytesIO(raw.getvalue())).to_pylist()
    assert len(rows) == len(lines)
    if what == "chunks":
        assert rows == lines
    else:
        assert [one["symbol"] for one in rows] == [one["symbol"] for one in lines]


def test_doctor(cli: Cli) -> None:
    text = cli("doctor")
    for part in ("ok  installation", "ok  grammars", "ok  embedder: none", "ok  lock", "ok  index"):
        assert part in text
    findings = cli.json("doctor")
    assert all(one["is_well"] for one in findings)


def test_an_index_of_another_version_is_nothing_to_see_to(cli: Cli) -> None:
    cli("index")
    is_well, _ = cli.doctor("static")["index"]
    assert is_well
    main(["doctor", "--root", str(cli.root), "--embedder", "static"])
    said = cli._capsys.readouterr().out
    assert "ok  index: embedder 'none' is not 'static:" in said
    assert "it is made anew at the next start" in said


def test_doctor_finds_what_is_wrong(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(blocked))
    text = cli("doctor", status=NO)
    assert "BAD index folder" in text
    assert "storage.uri" in text


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_doctor_finds_a_folder_where_not_even_the_administrator_can_write(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEWITNESS_DATA_DIR", "/proc/codewitness")
    is_well, fix = cli.doctor()["memory folder"]
    assert not is_well
    assert "CODEWITNESS_DATA_DIR" in fix


def test_doctor_changes_nothing(cli: Cli) -> None:
    cli("index")
    tables = index_folder(cli.root) / "tables"
    before = sorted(file.relative_to(tables) for file in tables.rglob("*"))
    assert cli.doctor()["index"][0]
    assert cli.doctor("static")["index"][0]  # it has no vectors, and is made anew at the next start
    assert sorted(file.relative_to(tables) for file in tables.rglob("*")) == before


def test_doctor_finds_a_damaged_index(cli: Cli) -> None:
    cli("index")
    for file in (index_folder(cli.root) / "tables" / "chunks.lance" / "data").iterdir():
        file.write_bytes(b"")
    is_well, fix = cli.doctor()["index"]
    assert not is_well
    assert "start the server" in fix


def test_doctor_finds_files_of_the_future(cli: Cli) -> None:
    file, now = next(cli.root.rglob("cart.py")), time.time()
    os.utime(file, (now + 10_000, now + 10_000))
    is_well, fix = cli.doctor()["clock"]
    os.utime(file, (now, now))
    assert not is_well
    assert "touch" in fix


def test_a_sentence_needs_no_quotes(cli: Cli) -> None:
    assert cli("search", "total", "of", "cart") == cli("search", "total of cart")
    claim = "Cart.total never calls add"
    assert cli("verify", *claim.split(), status=NO) == cli("verify", claim, status=NO)


def test_a_command_without_its_command_names_those_that_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["memory"])
    assert "say what: export, import, delete" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "-1", "80000", "http"])
def test_a_port_that_there_is_not_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["serve", f"--tcp={port}"])
    assert left.value.code == WRONG_USE
    assert "takes a port from 1 to 65535" in capsys.readouterr().err


def test_an_empty_root_does_not_stand_for_the_working_folder(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["status", "--root", ""])
    assert "takes a folder" in capsys.readouterr().err


def test_an_index_that_could_not_be_written_is_not_done(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr("codewitness.storage.store.IndexStore.replace", full)
    for command in ("index", "audit"):
        assert cli(command, status=NOT_DONE) == ""
        assert "No space left" in cli.errors


def test_doctor_finds_what_is_missing(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_watches(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def no_lancedb(package: str) -> str:
        if package == "lancedb":
            raise importlib.metadata.PackageNotFoundError(package)
        return "1"

    monkeypatch.setattr("codewitness.platform.inotify.FolderTree", no_watches)
    monkeypatch.setattr("codewitness.platform.inotify.is_available", lambda: True)
    monkeypatch.setattr("importlib.metadata.version", no_lancedb)
    monkeypatch.setattr("codewitness.cli.checks.LEAST_FREE_BYTES", 1 << 60)
    monkeypatch.setattr("codewitness.cli.checks._packaged_digest", lambda: "another")
    found = cli.doctor("static")
    bad = {name: fix for name, (is_well, fix) in found.items() if not is_well}
    assert set(bad) - {"index"} == {"lancedb", "watching", "disk space", "embedder"}
    assert "max_user_watches" in bad["watching"]
    assert "reinstall" in bad["lancedb"]
    assert "reinstall" in bad["embedder"]
    assert "free some space" in bad["disk space"]


def test_doctor_tells_each_thing_as_soon_as_it_is_seen(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def first(_: object) -> Iterator[Finding]:
        yield Finding(check="first", is_well=True, seen="seen")

    def second(_: object) -> Iterator[Finding]:
        told = capsys.readouterr()
        while not told.err:  # what takes long is named
            told = capsys.readouterr()._replace(out=told.out)
        yield Finding(check="second", is_well=False, seen=f"{told}", fix="-")

    monkeypatch.setattr(workspace, "SECONDS_TO_TELL", 0.0)
    monkeypatch.setattr(doctor, "CHECKS", (first, second))
    monkeypatch.setattr(doctor, "LONG", {second: "looking"})
    out = cli("doctor", status=NO)
    assert "second: CaptureResult(out='ok  first: seen\\n', err='" in out
    assert "looking" in out


def test_other_storage(cli: Cli, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    found = cli.json("index", "--storage", str(elsewhere))
    assert found["storage"]["uri"] == str(elsewhere)
    assert (elsewhere / "chunks.lance").is_dir()


@pytest.mark.parametrize(
    "command", [["index"], ["status"], ["search", "x"], ["signals", "x"], ["export", "chunks"]]
)
def test_wrong_root(cli: Cli, tmp_path: Path, command: list[str]) -> None:
    assert cli(*command, root=tmp_path / "missing", status=NOT_DONE) == ""
    assert cli.errors.startswith("codewitness: --root: not a folder: ")
    (tmp_path / "file").write_text("x")
    cli(*command, root=tmp_path / "file", status=NOT_DONE)
    assert "Traceback" not in cli.errors


def test_wrong_use(cli: Cli) -> None:
    for given, word in (
        (["search", "x", "--mode", "best"], "mode"),
        (["search", "x", "--limit", "0"], "limit"),
        (["search", "x", "--language", "klingon"], "--language: takes names of known language"),
        (["callers", "add", "--min-resolution", "x"], "--min-resolution: takes one of exact"),
        (["search", " "], "query"),
        (["search", "min:7", "x"], "min: takes a number from 0 to 1"),
        (["signals", "Cart.totl"], "named 'Cart.totl'; near are\n  shop.cart.Cart.total\n"),
        (["signals", "Bil.total"], "near are\n  shop.bill.Bill.total\n  shop.cart.Cart.total\n"),
        (["signals", "zzz"], "Class.method, or path/to/file.py:LINE\n"),
        (["callers", "shop/cart.py"], "shop/cart.py:12"),
        (["callers", "shop/none.py:3"], "no file shop/none.py"),
        (["callers", "none.py:3"], "no file none.py"),
        (["callers", "shop/cart.py:0"], "lines 1 to 10, got 0"),
        (["signals", "shop/cart.py:99"], "lines 1 to 10, got 99"),
        (["signals", "shop/cart.py:10"], "symbol: no definition is around shop/cart.py:10"),
    ):
        assert cli(*given, status=WRONG_USE) == ""
        assert word in cli.errors
        assert cli.errors.startswith("codewitness: ")


@pytest.mark.parametrize(
    "given",
    [["fly"], ["search"], ["export", "graphs"], ["search", "x", "--limit", "many"], ["--fly"]],
)
def test_what_the_parser_refuses(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(given)
    assert leaving.value.code == WRONG_USE
    assert "usage: codewitness" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("serach x", "invalid choice: 'serach', did you mean search? It takes serve, index, "),
        ("session strat x", "'strat', did you mean start? It takes start, end, "),
        ("session zzz", "'zzz'. It takes start, end, "),
        ("search x --lmit 3", "unrecognized arguments: --lmit 3; did you mean --limit?\n"),
        ("search x --qqq", "unrecognized arguments: --qqq\n"),
        ("search x --limit many", "argument --limit: invalid int value: 'many'\n"),
        (
            "--root /tmp search x",
            "--root: options come after the command, see codewitness --help\n",
        ),
        ("session --json list", "--json: options come after the command, see codewitness session"),
        ("session track a.py --reason x", "--reason: its reason is given in its place, without"),
        (
            "session record-decision --decision=x y",
            "--decision: its decision is given in its place",
        ),
    ],
)
def test_what_is_misspelt_gets_what_is_near(
    given: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(given.split())
    assert said in capsys.readouterr().err


def test_what_a_command_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["session", "resume", "ses-1", "ValueError"])
    assert leaving.value.code == WRONG_USE
    told = capsys.readouterr().err
    assert "usage: codewitness session resume" in told
    assert "unrecognized arguments: ValueError" in told


def test_quotes_of_files_in_other_encodings(tmp_path: Path, cli: Cli) -> None:
    root = tmp_path / "coded"
    java = "class A {\n  void a() { größe(); }\n  void größe() {}\n}\n"
    files = {
        "w.java": "\ufeff" + java.replace("A", "W"),
        "l.java": java.replace("A", "L"),
        "r.py": "def a():\r    b()\rdef b(): pass\r",
    }
    codes = {"w.java": "utf-16-le", "l.java": "latin-1", "r.py": "utf-8"}
    write_files(root, {path: text.encode(codes[path]) for path, text in files.items()})
    assert "w.java:2: void a() { größe(); }" in cli("callers", "W.größe", root=root)
    assert "l.java:2: void a() { größe(); }" in cli("callers", "L.größe", root=root)
    assert "r.py:2: b()" in cli("callers", "r.py:3", root=root)


CHAIN = "describe('x', () => {\n  api\n    .load()\n    .then(1);\n});\n"


def test_a_function_that_begins_within_its_line(tmp_path: Path, cli: Cli) -> None:
    write_files(tmp_path / "chain", {"a.test.ts": CHAIN})
    told = cli("signals", "a.test.ts:1", root=tmp_path / "chain").splitlines()
    assert told[0].endswith("<lambda:1>")
    assert told[2].endswith("2: api.load().then")


def test_model_that_is_missing(cli: Cli, tmp_path: Path) -> None:
    given = ["status", "--root", str(cli.root), "--embedder", f"static:{tmp_path}/no-model"]
    assert main(given) == NOT_DONE


def test_while_another_process_writes(cli: Cli) -> None:
    cli("index")
    lock = WriterLock.acquire(index_folder(cli.root) / "tables")
    assert lock is not None
    with lock:
        assert cli.json("status")["storage"]["role"] == "reader"
        assert "shop.cart.Cart.total" in names(cli.json("search", "total"))
        assert "another server writes this index" in cli.errors
        cli("index", status=NOT_DONE)
        assert "held by pid" in cli("doctor")
    assert cli.json("status")["storage"]["role"] == "writer"


def test_while_another_version_writes(
    cli: Cli, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    cli("index")
    lock = WriterLock.acquire(index_folder(cli.root) / "tables")
    assert lock is not None
    with lock:
        assert main(["status", "--root", str(cli.root), "--embedder", "static"]) == DONE
    assert "(size unknown, reader)" in capsys.readouterr().out
    assert "is of another version or has another embedder: restart it" in caplog.text


def test_as_a_program(project: Path) -> None:
    program = [sys.executable, "-m", "codewitness"]
    done = subprocess.run([*program, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"codewitness {__version__}\n"
    export = [*program, "export", "chunks", "--root", str(project), "--embedder", "none"]
    with subprocess.Popen(export, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()  # as `head` does
        assert running.stderr.read() == b""
    assert running.returncode == DONE


def test_names_as_ruby_and_rust_write_them(cli: Cli) -> None:
    text = "# -*- encoding: binary -*-\nmodule Shop\n  module Rows\n    def self.add(row)\n"
    text += "      row\n    end\n    def self.all(rows)\n      add rows\n    end\n  end\nend\n"
    write_files(cli.root, {"lib/rows.rb": text})
    for name in ("Shop::Rows.add", "Shop::Rows::add", "lib/rows.rb::Shop::Rows.add"):
        told = cli("callers", name).splitlines()
        assert "  lib/rows.rb:8: add rows" in told
    found = workspace_symbols(snapshot_of({"lib/rows.rb": text}), "Shop::Rows.a")
    assert [place.symbol.name for place in found] == ["add", "all"]


def test_one_is_no_plural() -> None:
    told = [amount(number, "file") for number in (0, 1, 2)]
    assert told == ["0 files", "1 file", "2 files"]


def test_a_bug_in_judging_one_claim_costs_that_claim(
    project: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ask = verify_cli._ask

    def judged(session: Session, claim: str) -> dict[str, Any]:
        if "Bill" in claim:
            raise TypeError("unhashable")
        return ask(session, claim)

    monkeypatch.setattr(verify_cli, "_ask", judged)
    claims = tmp_path / "claims.md"
    claims.write_text("- `Cart.total` raises `Empty`\n- `Bill.total` calls `total`\n")
    answers = cli.json("verify", "--file", str(claims), status=NO)["claims"]
    assert [one["status"] for one in answers] == ["SUPPORTED", "INCONCLUSIVE"]
    assert "bug of codewitness" in answers[1]["summary"]


def test_a_file_without_a_claim_does_not_pass(cli: Cli, tmp_path: Path) -> None:
    claims = tmp_path / "claims.md"
    claims.write_text("# Claims\n\n<!-- none yet -->\n")
    assert cli("verify", "--file", str(claims), status=NOT_DONE) == ""
    assert "has no claim" in cli.errors


def test_edges_that_are_worked_out_are_kept_for_the_next_command(
    tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "project"
    write_files(root, FILES)
    cli("index", root=root)
    kept = index_folder(root) / "tables" / "edges"
    assert not kept.exists()
    cli("index", "--edges", root=root)
    assert kept.stat().st_size
    linked: list[str] = []
    found = Links._found

    def noted(links: Links, scope: Scope) -> list[object]:
        linked.append(scope.key)
        return found(links, scope)

    monkeypatch.setattr(Links, "_found", noted)
    assert "shop/cart.py:6" in cli("callers", "shop/cart.py::Cart.add", root=root)
    write_files(root, {"shop/other.py": "x = 1\n"})
    assert "shop/cart.py:6" in cli("callers", "shop/cart.py::Cart.add", root=root)
    assert not [key for key in linked if key.startswith("shop/cart.py")]
