"""Where a function is named and not called."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from codewitness.engine.graph.edges import Resolution
from codewitness.features.find_symbol import Asked
from codewitness.features.relationships import Relationship, relationships
from tests.support.snapshots import snapshot_of


def test_more_than_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codewitness.features.mentions.MAX_MENTIONS", 2)
    answer = relationships(
        snapshot_of(PYTHON), Asked(name="work.work"), Relationship.CALLERS, 1, Resolution.UNRESOLVED
    )
    assert sum(len(one.sites) for one in answer.mentions) == 2
    assert not answer.is_complete


def mentioned(files: Mapping[str, str], name: str) -> list[str]:
    """The lines in which a definition is named and not called, with the definition around."""
    answer = relationships(
        snapshot_of(files), Asked(name=name), Relationship.CALLERS, 1, Resolution.UNRESOLVED
    )
    assert answer.is_complete
    return sorted(
        f"{one.place.symbol.name}: {text.line_text(text.line_at(span.start)).strip()}"
        for one in answer.mentions
        for span in one.sites
        for text in [one.place.text]
    )


PYTHON = {
    "work.py": "import threading\ndef work(): pass\ndef start():\n"
    "    threading.Thread(target=work).start()\n    work()\n"
    "TABLE = {'a': work}\ndef given(): return work\n",
    "use.py": "import work as w\nfrom work import work, start\nstart(work=1)\nbus.on(w.work)\n"
    "def own():\n    work = 3\n    bus.on(work)\n# bus.on(work)\ntext = 'work'\n"
    "bus.on(other.work)\n",
}


def test_python() -> None:
    assert mentioned(PYTHON, "work.work") == [
        "given: def given(): return work",
        "start: threading.Thread(target=work).start()",
        "use: bus.on(w.work)",
        "work: TABLE = {'a': work}",
    ]


METHODS = """
class A:
    def on(self): pass
    def reg(self):
        bus.add(self.on)
        bus.add(A.on)
        bus.add(other.on)
        self.on()
class B:
    def on(self): pass
    def reg(self):
        bus.add(self.on)
"""


def test_methods_of_self_and_of_the_class() -> None:
    assert mentioned({"a.py": METHODS}, "A.on") == ["reg: bus.add(A.on)", "reg: bus.add(self.on)"]
    assert mentioned({"a.py": METHODS}, "B.on") == ["reg: bus.add(self.on)"]


@pytest.mark.parametrize(
    ("path", "source", "name", "line"),
    [
        (
            "a.ts",
            "export function go() {}\nimport { go as x } from './b'\nel.on('x', go)\ngo()\n",
            "go",
            "a: el.on('x', go)",
        ),
        (
            "A.java",
            "class A {\n  void go() {}\n  void a() { go(); }\n"
            "  void b() { new Thread(this::go).start(); }\n}\n",
            "A.go",
            "b: void b() { new Thread(this::go).start(); }",
        ),
        ("a.go", "package a\nfunc run() {}\nfunc b() { reg(run); run() }\n", "run", None),
        ("a.kt", "package a\nfun run() {}\nfun b() { reg(::run) }\n", "run", None),
        (
            "a.c",
            "static void run(void) {}\nvoid b(void) { struct S s = { .cb = run }; run(); }\n",
            "run",
            None,
        ),
        ("a.rs", "fn run() {}\nfn b() { reg(run); run(); }\n", "run", None),
        ("a.swift", "func run() {}\nfunc b() { reg(run); run() }\n", "run", None),
        (
            "A.cs",
            "class A {\n  void run() {}\n  void b() { X += run; run(); }\n}\n",
            "A.run",
            None,
        ),
    ],
)
def test_other_languages(path: str, source: str, name: str, line: str | None) -> None:
    (expected,) = [f"b: {one.strip()}" for one in source.split("\n") if " b(" in one] or [line]
    assert mentioned({path: source}, name) == [line or expected]
