"""What is not known of languages that are not read in depth is said, and not told as nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from codewitness.cli import main
from codewitness.features.no_signals import without_signals
from codewitness.features.places import BadRequest
from codewitness.model.query import Filters
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.commands import COMMANDS
from tests.support.impact import impact_of
from tests.support.snapshots import snapshot_of

PATHS = ["a.py", "b.dart", "c.dart", "d.sh", "README.md", "e.css", "f.json", "lib/g.jq"]


@pytest.mark.parametrize(
    ("filters", "note"),
    [
        (Filters(), ""),
        (Filters(include_tags=("domain:class",)), ""),
        (
            Filters(calls=("fit",)),
            "calls: not known of files in dart (2), bash (1), jq (1), which are left out",
        ),
        (
            Filters(calls=("fit",), accesses=("x",), languages=("dart",)),
            "calls, accesses: not known of files in dart (2), which are left out",
        ),
        (
            Filters(include_tags=("raises:E",), paths=("*.sh",)),
            "raises:E: not known of files in bash (1), which are left out",
        ),
        (
            Filters(calls=("fit",), languages=("jq",)),
            "calls: not known of files in jq (1), which are left out",
        ),
        (Filters(calls=("fit",), languages=("python",)), ""),
    ],
)
def test_note(filters: Filters, note: str) -> None:
    assert without_signals(lambda: PATHS, filters) == note


CART = """<?php
class Cart {
    function total($rows) { foreach ($rows as $row) { $this->add($row); } }
    function add($row) { return $row; }
}
"""
PYTHON = "class Shelf:\n    def add(self, row):\n        return row\n"
NOTE = "calls and signals are not read in php"


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    root = tmp_path / "shop"
    root.mkdir()
    (root / "cart.php").write_text(CART)
    (root / "shelf.py").write_text(PYTHON)

    def run(*words: str) -> tuple[int, str]:
        where = ("--root", str(root), "--storage", str(tmp_path / "index"), "--embedder", "none")
        status = main([*words, *where])
        return status, capsys.readouterr().out

    return run


@pytest.mark.parametrize("which", ["callers", "callees"])
def test_calls_that_are_not_read_are_not_told_as_none(ask: Any, which: str) -> None:
    status, said = ask(which, "Cart.add", "--json")
    answer = json.loads(said)
    assert (status, answer[which], answer["complete"], answer["notes"]) == (1, [], False, [NOTE])
    assert ask(which, "Cart.add")[1] == f"cart.Cart.add: {NOTE}\n"


def test_those_that_are_read_are_told_as_none(ask: Any) -> None:
    answer = json.loads(ask("callers", "Shelf.add", "--json")[1])
    assert (answer["callers"], answer["complete"], answer["notes"]) == ([], True, [])
    assert ask("callers", "Shelf.add")[1] == "found no call of shelf.Shelf.add\n"


def test_signals_that_are_not_read_are_null(ask: Any) -> None:
    answer = json.loads(ask("signals", "Cart.total", "--json")[1])
    assert (answer["symbol"]["name"], answer["signals"]) == ("total", None)
    assert answer["notes"] == [NOTE]
    assert ask("signals", "Cart.total")[1] == f"cart.php:3  cart.Cart.total\n  {NOTE}\n"
    assert json.loads(ask("signals", "Shelf.add", "--json")[1])["signals"] is not None


def test_search_and_exports_have_no_signals_of_them(ask: Any) -> None:
    found = json.loads(ask("search", "add", "--json")[1])["results"]
    signals = {one["uri"][-4:]: one["signals"] for one in found if one["symbol"]["name"] == "add"}
    assert signals[".php"] is None
    assert signals["f.py"] is not None
    lines = [json.loads(one) for one in ask("export", "signals")[1].splitlines()]
    assert [one["symbol"]["qualifiedName"] for one in lines] == ["shelf.Shelf.add"]


def test_the_command_line_leaves_signals_out_where_it_is_asked_to(ask: Any) -> None:
    (found,) = json.loads(ask("search", "Shelf.add", "--json", "--limit", "1")[1])["results"]
    without = ask("search", "Shelf.add", "--json", "--limit", "1", "--no-signals")[1]
    assert found["signals"] is not None
    assert json.loads(without)["results"] == [{**found, "signals": None}]


def test_results_have_the_fields_and_lines_that_are_asked_for(ask: Any) -> None:
    shown = ("search", "Shelf.add", "--json", "--limit", "1")
    (found,) = json.loads(ask(*shown)[1])["results"]
    less = ask(*shown, "--field", "symbol", "--field", "snippet", "--snippet-lines", "1")[1]
    first = found["snippet"].split("\n")[0]
    assert len(found["snippet"]) > len(first)
    assert json.loads(less)["results"] == [{"symbol": found["symbol"], "snippet": first}]
    assert ask(*shown, "--field", "symbols") == (2, "")
    assert ask(*shown, "--snippet-lines", "0") == (2, "")


def test_impact_does_not_say_that_nothing_has_changed() -> None:
    python = {"shelf.py": PYTHON}
    note = "changes within definitions are not told of files in php (1): what they do is not read"
    edited = {"cart.php": CART.replace("return $row", "print($row)")}
    answer = impact_of({"cart.php": CART, **python}, {**edited, **python})
    assert (answer.changes, answer.is_complete, answer.notes) == ((), False, (note,))
    answer = impact_of({"cart.php": CART, **python}, {"cart.php": CART, **python})
    assert (answer.changes, answer.is_complete, answer.notes) == ((), True, ())
    answer = impact_of({"a.css": "p {}", "b.md": "x"}, {"a.css": "b {}", "b.md": "y"})
    assert (answer.is_complete, answer.notes) == (True, ())


def test_a_search_without_signals_has_all_else() -> None:
    snapshot = snapshot_of({"a.py": "def save():\n    write()\n"})

    def found(**more: Any) -> Any:
        query = {"query": "save", "mode": "lexical", **more}
        (result,) = COMMANDS["codewitness.search"](snapshot, Arguments("x", [query]))["results"]
        return result

    with_them, without = found(), found(signals=False)
    assert with_them["signals"]["calls"]["external"][0]["text"] == "write"
    assert without == {**with_them, "signals": None}


def test_of_a_class_its_methods_are_named() -> None:
    methods = "".join(f"    def step_{k}(self): ...\n" for k in range(14))
    go = "package a\n\ntype Box struct{}\n\nfunc (b *Box) Open() {}\n"
    snapshot = snapshot_of({"a.py": f"class Job:\n{methods}\nclass Bare:\n    x = 1\n", "b.go": go})

    def notes(symbol: str) -> Any:
        return COMMANDS["codewitness.signals"](snapshot, Arguments("x", [{"symbol": symbol}]))[
            "notes"
        ]

    named = ", ".join(f"step_{k}" for k in range(12))
    whole = f"a class has no signals of its own; ask for one of its methods: {named} and 2 more"
    assert notes("Job") == [whole]
    assert notes("Bare") == ["a class has no signals of its own"]
    assert notes("Box") == ["a struct has no signals of its own; ask for one of its methods: Open"]
    assert notes("Job.step_1") == []


def test_callers_have_the_fields_that_are_asked_for() -> None:
    snapshot = snapshot_of({"a.py": "def save(): ...\ndef go(x):\n    save()\n    x.save()\n"})

    def asked(**more: Any) -> Any:
        given = {"symbol": "save", "relationship": "callers", **more}
        return COMMANDS["codewitness.relationships"](snapshot, Arguments("x", [given]))

    whole, less = asked(), asked(fields=["name", "sites"])
    for name in ("callers", "possible"):
        (one,) = whole[name]
        assert less[name] == [{"name": "a.go", "sites": one["sites"]}]
    assert less["symbol"] == whole["symbol"]
    with pytest.raises(BadRequest, match="takes a list of symbol, name, sites"):
        asked(fields=["names"])
    with pytest.raises(BadRequest, match="takes a list of symbol, name, sites"):
        asked(fields=[])


def test_no_more_callers_than_are_asked_for() -> None:
    calls = "".join(f"def f{at}(): save()\n" for at in range(3))
    snapshot = snapshot_of({"a.py": f"def save(): ...\n{calls}"})

    def asked(limit: int) -> Any:
        given = {"symbol": "save", "relationship": "callers", "limit": limit}
        return COMMANDS["codewitness.relationships"](snapshot, Arguments("x", [given]))

    assert [one["name"] for one in asked(2)["callers"]] == ["a.f0", "a.f1"]
    assert (asked(2)["complete"], asked(2)["notes"]) == (
        False, ["callers: the first 2 of 3 are told"],
    )  # fmt: skip
    assert (len(asked(3)["callers"]), asked(3)["complete"], asked(3)["notes"]) == (3, True, [])


def test_an_implementation_has_the_fields_that_are_asked_for() -> None:
    snapshot = snapshot_of(
        {"a.py": "def save(): ...\ndef tell(): ...\ndef go():\n    save()\n    tell()\n"}
    )

    def asked(**more: Any) -> Any:
        given = {"symbol": "go", "limit": 1, **more}
        return COMMANDS["codewitness.getImplementation"](snapshot, Arguments("x", [given]))

    less = asked(fields=["name", "text"])
    assert [one["name"] for one in asked()["entities"]] == ["a.go", "a.save"]
    assert less["entities"][1] == {"name": "a.save", "text": "def save(): ..."}
    assert less["omitted"] == [{"name": "a.tell", "reason": "limit of 1"}]
    with pytest.raises(BadRequest, match="takes a list of symbol, name, relation"):
        asked(fields=["sites"])


def test_the_command_line_refuses_fields_that_nobody_would_see(ask: Any) -> None:
    less = json.loads(ask("implementation", "Shelf.add", "--json", "--field", "name")[1])
    assert less["entities"] == [{"name": "shelf.Shelf.add"}]
    less = json.loads(ask("callees", "Shelf.add", "--json", "--field", "name")[1])
    assert less["callees"] == []
    for command in ("implementation", "callers", "search"):
        assert ask(command, "Shelf.add", "--field", "name") == (2, "")
