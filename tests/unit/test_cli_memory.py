"""`codewitness session` and `codewitness memory`, as a person walks through a day with them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from codewitness.cli import NO, WRONG_USE, main
from tests.protocol.buffers import write_files
from tests.unit.test_cli import Cli

CART = "class Cart:\n    def total(self, rows):\n        return self.add(rows)\n"
TRACE = (
    "Traceback (most recent call last):\n"
    '  File "/srv/app/shop/cart.py", line 3, in total\n'
    "    return self.add(rows)\n"
    "AttributeError: 'Cart' object has no attribute 'add'\n"
)


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    root = tmp_path / "project"
    write_files(root, {"shop/cart.py": CART})
    for name in ("CACHE", "DATA", "STATE"):
        monkeypatch.setenv(f"CODEWITNESS_{name}_DIR", str(tmp_path / name.lower()))
    return Cli(root, capsys)


def says(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_day(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    says(monkeypatch, "")
    assert cli("session", "start", "count carts").startswith("ses-")
    says(monkeypatch, TRACE)
    error = cli("session", "record-error").split()[0]
    says(monkeypatch, "")
    assert cli("session", "resolve-error", error, "wrote Cart.add").startswith(error)
    found = cli("session", "errors", "no attribute add")
    assert "AttributeError: 'Cart' object has no attribute 'add'" in found
    assert "solution: wrote Cart.add" in found
    says(monkeypatch, TRACE)
    again = cli("session", "record-error")
    assert again.startswith(error)
    assert "came back; solved before by: wrote Cart.add" in again
    says(monkeypatch, "")
    assert cli("session", "errors", "no attribute add", "--open").startswith(error)
    assert cli("session", "resolve-error", error).startswith(error)  # by what had solved it
    cli("session", "errors", "no attribute add", "--open", status=NO)
    claim = "Cart.total calls add"
    told = cli("session", "record-decision", "totals are added", "it is simple", "--claim", claim)
    assert f"holds        {claim}" in told
    (cli.root / "shop/cart.py").write_text(CART.replace("self.add(rows)", "len(rows)"))
    told = cli("session", "decisions")
    assert f"contradicted {claim}\n                 shop.cart.Cart.total: " in told
    assert "totals are added" in cli("session", "context")
    cli("session", "end", "--summary", "it works")
    assert "count carts" in cli("session", "list")
    assert cli("session", "errors", "nothing like it", "--type", "KeyError", status=NO) == (
        "nothing was found\n"
    )


def test_what_is_under_way_is_shown(
    cli: Cli, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, "")
    assert "no session is under way" in cli("session", "status", status=NO)
    first = cli("session", "start", "count carts").split()[0]
    says(monkeypatch, TRACE)
    told = cli("session", "record-error")
    assert "shop/cart.py:3" in told
    assert "about shop.cart.Cart.total" in told
    says(monkeypatch, "")
    assert "not solved" in cli("session", "errors")
    claims = ["--claim", "Cart.total is nice"]
    assert "unknown      Cart.total is nice  (INCONCLUSIVE)" in cli(
        "session", "record-decision", "a", "b", *claims
    )
    now = cli("session", "status")
    for part in ("# count carts", "under way", "0 files, 1 error (0 fixed), 1 decision."):
        assert part in now
    second = ["session", "start", "ship carts", "--root", str(cli.root)]
    assert main(second) == 0
    assert f"codewitness session end --session {first}" in capsys.readouterr().err
    assert "ended" in cli("session", "end", "--session", first)
    assert "1 change or error" in cli("session", "context")
    assert main(["session", "record-lesson", "x", "--symbol", "no", "--root", str(cli.root)]) == (
        WRONG_USE
    )
    assert "--symbol: no definition is named 'no'" in capsys.readouterr().err


def test_an_error_is_typed_as_it_was_said(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    says(monkeypatch, "what is not read, since an error was typed")
    record = cli.json("session", "record-error", "ValueError: no", "source")
    assert (record["errorType"], record["message"]) == ("ValueError", "no source")
    record = cli.json("session", "record-error", "KeyError", "no such row")
    assert (record["errorType"], record["message"]) == ("KeyError", "no such row")
    assert "KeyError: no such row" in cli("session", "errors", "row")


def test_what_was_said_of_a_decision_is_found_line_by_line(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, "")
    cli("session", "record-decision", "totals are added", "it is simple", "--impact", "none")
    found = cli("search", "in:decisions totals")
    assert "    totals are added\n    it is simple\n    none\n" in found


def test_a_session_does_not_succeed_by_itself(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    says(monkeypatch, "")
    ids = [cli("session", "start", "x").split()[0] for _ in range(3)]
    assert cli.json("session", "end", "--session", ids[0])["success"] is None
    assert cli.json("session", "end", "--session", ids[1], "--failed")["success"] is False
    cli("session", "record-error", "--type", "KeyError", "--message", "row")
    told = cli("session", "end", "--succeeded")
    assert "succeeded, with 1 error still open" in told


def test_a_decision_that_no_longer_counts_says_so(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, "")
    old = cli("session", "record-decision", "carts are lists", "short").split()[0]
    cli("session", "record-decision", "carts are sets", "no doubles", "--supersedes", old)
    told = cli("session", "decisions")
    assert f"{old}  superseded  carts are lists" in told
    assert "unknown  carts are sets" in told


def test_records_go_to_any_file_and_come_back_once(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, "")
    cli("session", "record-lesson", "carts are never empty")
    monkeypatch.chdir(tmp_path)
    for path in ("kept.jsonl", str(tmp_path / "elsewhere.jsonl")):
        assert "total: 1" in cli("memory", "export", path)
    assert (tmp_path / "kept.jsonl").read_text() == (tmp_path / "elsewhere.jsonl").read_text()
    monkeypatch.setenv("CODEWITNESS_DATA_DIR", str(tmp_path / "other"))
    assert "added: 1 lesson\n" in cli("memory", "import", "kept.jsonl")
    assert "unchanged: 1" in cli("memory", "import", "kept.jsonl")
    given = ["memory", "export", "kept.txt", "--root", str(cli.root)]
    assert main(given) == WRONG_USE
    assert not (tmp_path / "kept.txt").exists()


def test_a_picture_may_be_anywhere(
    cli: Cli, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, "")
    picture = tmp_path / "error.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 40)
    named = ["--type", "KeyError", "--message", "a key", "--screenshot", str(picture)]
    kept = cli.json("session", "record-error", *named)
    assert kept["screenshot"]
    missing = ["session", "record-error", "--screenshot", str(tmp_path / "missing.png")]
    assert main([*missing, "--root", str(cli.root)]) == WRONG_USE
    assert "--screenshot: takes a picture" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["errors", "x", "--limit", "0"], "--limit: takes a whole number from 1 to"),
        (["record-error", "--message", "x"], "--type: takes a string, it is missing"),
        (["decisions", "--standing", "good"], "--standing: takes one of holds, contradicted"),
        (["track", "a.py", "why", "--lines", "3-x"], "--lines: takes a first and a last line"),
    ],
)
def test_what_is_wrong_is_told_by_the_option(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    says(monkeypatch, "")
    assert cli("session", *words, status=WRONG_USE) == ""
    assert said in cli.errors


def test_counts_are_told_in_words(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    says(monkeypatch, "")
    cli("session", "record-error", "--type", "KeyError", "--message", "x")
    file = str(cli.root / "all.jsonl")
    assert "records: 1 error\n" in cli("memory", "export", file)
    assert cli("memory", "delete", "nobody", status=NO) == "total: 0\nmissing: nobody\n"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("nosuch.py", "why"), "codewitness: file: there is no file 'nosuch.py'"),
        (("../other.py", "why"), "codewitness: file: not a file of a workspace folder"),
        (("shop/cart.py", "why", "--lines", "9-1"), "codewitness: --lines: takes a first and"),
        (("shop/cart.py", "why", "--lines", "0-3"), "codewitness: --lines: takes a first and"),
    ],
)
def test_what_is_wrong_is_named_as_it_is_typed(
    cli: Cli, given: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, "")
    cli("session", "track", *given, status=WRONG_USE)
    assert cli.errors.startswith(said)


def test_a_trace_of_another_machine_finds_its_file_without_an_index(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = "com/acme/Cart.java"
    method = "class Cart {\n  int total(Rows r) {\n    return r.sum();\n  }\n}\n"
    write_files(cli.root, {f"server/src/main/java/{package}": f"package com.acme;\n{method}"})
    says(monkeypatch, "java.lang.Error: x\n\tat com.acme.Cart.total(Cart.java:4)\n")
    told = cli("session", "record-error")
    assert f"server/src/main/java/{package}:4" in told
    assert "about com.acme.Cart.total" in told


def test_methods_are_shown_by_the_names_that_they_have_now(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, TRACE)
    cli("session", "record-error")
    cli("status")  # a first index is not made for an error
    (cli.root / "shop/cart.py").write_text(CART.replace("total", "sum_of_rows"))
    says(monkeypatch, "")
    found = cli.json("session", "errors", "no attribute add")["results"][0]["error"]
    assert found["anchor"]["symbol"] == "shop.cart.Cart.sum_of_rows"
