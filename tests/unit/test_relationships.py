"""Callers, callees and implementations as a user asks for them, over saved and unsaved text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from codewitness.cli import main
from codewitness.engine.graph.edges import Resolution
from codewitness.features.caller_counts import counted
from codewitness.features.find_symbol import Asked
from codewitness.features.implementation import Scope, implementation
from codewitness.features.lenses import caller_lenses
from codewitness.features.places import BadRequest
from codewitness.features.relationships import Relationship, Relationships, relationships
from tests.support.snapshots import snapshot_of

SOURCES = {
    "shop/__init__.py": "",
    "shop/base.py": "class Base:\n    def run(self):\n        return self._go()\n"
    "    def _go(self):\n        return _low()\n\ndef _low():\n    return 1\n",
    "shop/job.py": "from .base import Base\n\nclass Job(Base):\n    def _go(self):\n"
    "        return super()._go()\n\ndef start():\n    job = Job()\n    job.run()\n"
    "    job.run()\n\nstart()\n",
    "shop/handed.py": "def run_it(work):\n    work()\n    _said()\n"
    "run_it(lambda: 1)\ndef _said(): ...\n",
    "shop/made.py": "class Box:\n    def __init__(self, name): ...\n    @classmethod\n"
    "    def named(cls):\n        return cls('x')\n\nclass Shelf(Box):\n    pass\n\n"
    "def both():\n    Shelf('b')\n    return Box('a')\n\nShelf.named()\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    for path, source in SOURCES.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(source)
    return folder


@pytest.fixture
def ask(root: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*words: str) -> Any:
        where = ("--root", str(root), "--storage", str(root.parent / "index"))
        main([*words, *where, "--embedder", "none", "--json"])
        return json.loads(capsys.readouterr().out)

    return run


def test_what_a_caller_hands_in_is_no_helper(ask: Any) -> None:
    assert [one["name"] for one in ask("callees", "run_it")["callees"]] == [
        "shop.handed.<lambda:4>",
        "shop.handed._said",
    ]
    entities = ask("implementation", "run_it")["entities"]
    assert [one["symbol"]["name"] for one in entities] == ["run_it", "_said"]


WITHIN = """
def low(): return 1
def high(): return 2
class Far:
    def own(self): return low()
def outer():
    def inner():
        return [low() for _ in range(3)]
    run(lambda: high())
    return inner
"""


def test_what_is_called_within_a_definition_is_its_helper() -> None:
    snapshot = snapshot_of({"a.py": WITHIN})

    def helpers(name: str) -> list[str]:
        found = implementation(snapshot, Asked(name=name), Scope.LOGICAL, 1, 20, 10_000)
        return sorted(one.place.symbol.name for one in found.entities[1:])

    assert helpers("outer") == ["high", "low"]
    assert helpers("Far") == ["low"]


def names(related: list[Any]) -> dict[str, str]:
    return {one["name"]: one["resolution"] for one in related}


def test_a_class_is_called_where_it_is_made(ask: Any) -> None:
    answer = ask("callers", "Shelf")
    assert names(answer["callers"]) == {"shop.made.both": "exact"}
    assert names(ask("callers", "Box")["callers"]) == {
        "shop.made.both": "exact",
        "shop.made.Box.named": "typed",
    }
    assert names(ask("callees", "made.both")["callees"]) == {
        "shop.made.Box.__init__": "exact",
        "shop.made.Shelf": "exact",
    }


def test_callers_with_their_sites(ask: Any) -> None:
    answer = ask("callers", "Base.run")
    (caller,) = answer["callers"]
    assert caller["name"] == "shop.job.start"
    assert caller["resolution"] == "inherited"
    assert [site["range"]["start"] for site in caller["sites"]] == [
        {"line": 8, "character": 8},
        {"line": 9, "character": 8},
    ]
    assert answer["complete"]


def test_callers_to_a_depth(ask: Any) -> None:
    answer = ask("callers", "_low", "--depth", "5")
    assert {one["name"]: one["depth"] for one in answer["callers"]} == {
        "shop.base.Base._go": 1,
        "shop.job.Job._go": 2,
        "shop.base.Base.run": 3,
        "shop.job.start": 4,
        "shop.job": 5,
    }


def test_callees_of_at_least_a_resolution(ask: Any) -> None:
    everything = ask("callees", "Job._go")["callees"]
    assert names(everything) == {"builtins.super": "external", "shop.base.Base._go": "inherited"}
    inner = ask("callees", "Job._go", "--min-resolution", "inherited")["callees"]
    assert names(inner) == {"shop.base.Base._go": "inherited"}


def test_several_definitions_of_a_name_are_all_told(ask: Any) -> None:
    answer = ask("callers", "_go")
    assert answer["symbol"] is None
    assert {one["qualifiedName"] for one in answer["candidates"]} == {
        "shop.base.Base._go",
        "shop.job.Job._go",
    }


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--scope", "minimal"), ["Job._go"]),
        (("--scope", "logical", "--depth", "2"), ["Job._go"]),
        (("--scope", "dependencies"), ["Job._go", "Base._go"]),
        (("--scope", "dependencies", "--depth", "2"), ["Job._go", "Base._go", "_low"]),
        (("--scope", "dependencies", "--depth", "2", "--limit", "1"), ["Job._go", "Base._go"]),
    ],
)
def test_implementation(ask: Any, options: tuple[str, ...], expected: list[str]) -> None:
    answer = ask("implementation", "Job._go", *options)
    found = [one["symbol"]["qualifiedName"].split(".", 2)[2] for one in answer["entities"]]
    assert found == expected
    assert answer["entities"][0]["text"].startswith("def _go(self):")
    if "--limit" in options:
        assert [one["reason"] for one in answer["omitted"]] == ["limit of 1"]


def test_export_has_each_edge_once(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ("--root", str(root), "--storage", str(root.parent / "index"), "--embedder", "none")
    assert main(["export", "graph", *where]) == 0
    edges = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    shown = {
        (
            one["caller"]["qualifiedName"],
            (one["callee"] or {}).get("qualifiedName"),
            one["resolution"],
        )
        for one in edges
    }
    assert len(shown) == len(edges)
    assert ("shop.job", "shop.job.start", "exact") in shown
    assert ("shop.job.start", "shop.job.Job", "exact") in shown
    (top,) = [one for one in edges if one["caller"]["qualifiedName"] == "shop.job"]
    assert top["caller"] == {"qualifiedName": "shop.job", "path": "shop/job.py", "line": 0}
    assert top["sites"] == [{"line": 12, "column": 0}]


def test_every_definition_of_a_long_file_has_a_lens() -> None:
    n_twins = 700
    text = "".join(
        f"def step_{n}():\n    twin()\n\n\ndef twin():\n    pass\n\n\n" for n in range(n_twins)
    )
    snapshot = snapshot_of({"long.py": text})
    [folder] = snapshot.folders
    keys = [one.key for one in caller_lenses(snapshot, folder, "long.py")]
    assert len(keys) == len(set(keys)) == 2 * n_twins
    assert keys[:4] == ["long.py::step_0", "long.py::twin", "long.py::step_1", "long.py::twin#1"]


DECORATED = """
import functools
def plain(func):
    @functools.wraps(func)
    def wrapper(*args): return func(*args)
    return wrapper
def given(x):
    def decorator(func):
        def inner(*args): return func(*args)
        return inner
    return decorator
class A:
    @plain
    def one(self): return 1
    @given(x=2)
    def two(self): return 2
    def own(self): self.one()
class B(A):
    @plain
    def one(self): return 3
class Other:
    @plain
    def one(self): return 4
@given(2)
def made(): return 5
def asks(a: A): a.one(); a.two(); made()
def other(b: B, o: Other): b.one(); o.one()
def shadow(made): made()
"""


@pytest.mark.parametrize(
    ("name", "callers"),
    [
        ("A.one", {"a.asks": "typed", "a.A.own": "typed", "a.plain.wrapper": "typed"}),
        ("A.two", {"a.asks": "typed", "a.given.decorator.inner": "typed"}),
        ("Other.one", {"a.other": "typed", "a.plain.wrapper": "typed"}),
        ("a.made", {"a.asks": "exact", "a.given.decorator.inner": "typed"}),
    ],
)
def test_a_decorated_function_is_called_by_its_name(name: str, callers: dict[str, str]) -> None:
    snapshot = snapshot_of({"a.py": DECORATED})

    def related(of: str, which: Relationship) -> Relationships:
        return relationships(snapshot, Asked(name=of), which, 1, Resolution.UNRESOLVED)

    found = related(name, Relationship.CALLERS).callers
    assert {one.name: one.resolution.value for one in found} == callers
    called = related("a.asks", Relationship.CALLEES).callees
    assert {"a.A.one", "a.A.two", "a.made", "a.plain.wrapper"} <= {one.name for one in called}


RAISED = """
class Lost(Exception):
    pass
def find(): raise Lost()
"""
CAUGHT = """
import a
def look():
    try: a.find()
    except a.Lost: return None
"""


def test_counts_have_calls_by_name_and_no_types_that_are_named() -> None:
    snapshot = snapshot_of({"a.py": RAISED, "b.py": CAUGHT, "c.py": DECORATED})
    (folder,) = snapshot.folders
    with folder.graph.at(folder, snapshot.cancel):
        pass
    lost = counted(snapshot, folder, "a.py::Lost", 30.0)
    made = counted(snapshot, folder, "c.py::made", 30.0)
    assert lost is not None
    assert made is not None
    assert (lost.in_short(), lost.n_possible) == ("1 caller", 0)
    assert made.by_resolution == {Resolution.EXACT: 1, Resolution.TYPED: 1}


@pytest.mark.parametrize(
    ("path", "source", "names"),
    [
        (
            "a.py",
            "import argparse\ndef go():\n    args = argparse.ArgumentParser().parse_args()\n"
            "    for item in args.items: item.partition('=')\n",
            {"argparse.ArgumentParser", "argparse.ArgumentParser.parse_args", "partition"},
        ),
        (
            "A.java",
            "class A {\n  record Mail(String to) {}\n"
            "  int go(Mail mail) { return mail.to().length(); }\n}\n",
            {"to", "String.length"},
        ),
    ],
)
def test_what_is_outside_is_named_as_it_is_called(path: str, source: str, names: set[str]) -> None:
    found = relationships(
        snapshot_of({path: source}),
        Asked(name="go"),
        Relationship.CALLEES,
        1,
        Resolution.UNRESOLVED,
    )
    assert {one.name for one in found.callees} == names


def test_a_class_and_its_constructors_have_one_list_of_callers() -> None:
    files = {
        "Errors.java": "class Errors {\n  Errors() {}\n  Errors(String m) {}\n}\n"
        'class User {\n  void one() { new Errors(); }\n  void two() { new Errors("a"); }\n}\n'
    }
    answer = relationships(
        snapshot_of(files), Asked(name="Errors"), Relationship.CALLERS, 1, Resolution.AMBIGUOUS
    )
    assert [one.name for one in answer.callers] == ["Errors.User.one", "Errors.User.two"]
    assert answer.candidates == ()


@pytest.mark.parametrize(
    ("name", "is_attribute"),
    [
        ("File.url", True),
        ("a.py::File.size", True),
        ("File.path", True),
        ("File.uri", False),
        ("File.said", False),  # in a comment
        ("url", False),
        ("g.url", False),  # of no class
    ],
)
def test_an_attribute_is_no_definition_and_found_otherwise(name: str, is_attribute: bool) -> None:
    source = (
        "class File:\n    url = made(_url)\n    path: str\n    # said\n    def load(self):\n"
        "        return self.size == 3\ndef g(url=1): ...\n"
    )
    with pytest.raises(BadRequest, match="no definition is named") as told:
        relationships(
            snapshot_of({"a.py": source}),
            Asked(name=name), Relationship.CALLERS, 1, Resolution.UNRESOLVED,
        )  # fmt: skip
    assert ("an attribute of File, if it is one" in str(told.value)) is is_attribute


def test_a_whole_file_is_told_what_to_ask_for() -> None:
    files = {"pkg/a.py": "class File:\n    def load(self): ...\ndef made(): ...\nrun = lambda: 1\n"}
    with pytest.raises(BadRequest, match=r"'pkg/a\.py' is a file; give pkg/a\.py::NAME") as told:
        relationships(
            snapshot_of(files),
            Asked(name="pkg/a.py"), Relationship.CALLERS, 1, Resolution.UNRESOLVED,
        )  # fmt: skip
    assert told.value.suggestions == ("pkg.a.File", "pkg.a.made")


def test_near_names_in_what_was_named_before_them_come_first() -> None:
    files = {
        "a.py": "class Book:\n    def get_dat(self): ...\n"
        "class Reader:\n    def get_date_data(self): ...\n"
    }
    for asked, first in (
        ("Reader.get_date", "a.Reader.get_date_data"),
        ("Book.get_date", "a.Book.get_dat"),
    ):
        with pytest.raises(BadRequest) as told:
            relationships(
                snapshot_of(files),
                Asked(name=asked),
                Relationship.CALLERS,
                1,
                Resolution.UNRESOLVED,
            )
        assert told.value.suggestions[0] == first


def test_callers_that_are_too_many_to_be_told_are_not_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codewitness.features.relationships.MAX_RELATED", 2)
    text = "def load(): ...\n"
    for number, is_complete in ((2, True), (3, False)):
        calls = "".join(f"def f{at}(): load()\n" for at in range(number))
        answer = relationships(
            snapshot_of({"a.py": text + calls}),
            Asked(name="load"), Relationship.CALLERS, 1, Resolution.UNRESOLVED,
        )  # fmt: skip
        assert (len(answer.callers), answer.is_complete) == (2, is_complete)


STUBBED = {
    "area.py": "def area(w, h):\n    return w * h\n\ndef spare(): ...\n",
    "area.pyi": "def area(w: int, h: int) -> int: ...\ndef unwritten() -> int: ...\n",
    "use.py": "from area import area\n\ndef use():\n    return area(1, 2)\n",
    "lib/box.js": "export function put(x) { return x }\n",
    "lib/box.d.ts": "export declare function put(x: number): number;\n",
    "use.ts": 'import { put } from "./lib/box";\nexport function fill() { return put(1) }\n',
    "other/area.pyi": "def area(r: int) -> int: ...\n",
}


@pytest.mark.parametrize(
    ("name", "path", "callers"),
    [
        ("area.area", "area.py", ["use.use"]),
        ("area.pyi::area", "area.py", ["use.use"]),
        ("put", "lib/box.js", ["use.fill"]),
        ("lib/box.d.ts::put", "lib/box.js", ["use.fill"]),
        ("unwritten", "area.pyi", []),
    ],
)
def test_what_is_declared_beside_its_file_is_one_definition(
    name: str, path: str, callers: list[str]
) -> None:
    found = relationships(
        snapshot_of(STUBBED), Asked(name=name), Relationship.CALLERS, 1, Resolution.AMBIGUOUS
    )
    assert found.place is not None
    assert found.place.symbol.path == path
    assert [one.place.symbol.qualified_name for one in found.callers] == callers


def test_a_declaration_elsewhere_is_another_definition() -> None:
    found = relationships(
        snapshot_of(STUBBED), Asked(name="area"), Relationship.CALLERS, 1, Resolution.AMBIGUOUS
    )
    assert {one.symbol.path for one in found.candidates} == {"area.py", "other/area.pyi"}
