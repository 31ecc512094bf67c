"""`Sub.method` is what `Sub` inherits, for every command that a definition is named to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from codewitness.cli import NO, main
from codewitness.engine.graph.edges import Resolution
from codewitness.engine.verify.verdicts import Status
from codewitness.features.find_symbol import Asked
from codewitness.features.implementation import Scope, implementation
from codewitness.features.places import BadRequest
from codewitness.features.relationships import Relationship, relationships
from codewitness.features.signals import signals
from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

# `Slow.pour` is inherited over one class and two files; `Mixed.pour` may be either of two.
KETTLES = {
    "python": {
        "base.py": "class Kettle:\n    def pour(self):\n        self.tilt()\n"
        "    def tilt(self): ...\n",
        "kettles.py": "from base import Kettle\n\nclass Electric(Kettle):\n    pass\n\n"
        "class Slow(Electric):\n    pass\n\nclass Tap:\n    def pour(self):\n        drip()\n\n"
        "class Mixed(Slow, Tap):\n    pass\n\ndef brew(slow: Slow):\n    slow.pour()\n",
    },
    "typescript": {
        "base.ts": "export class Kettle {\n  pour() { this.tilt(); }\n  tilt() {}\n}\n",
        "kettles.ts": 'import { Kettle } from "./base";\n'
        "export interface Pours { pour(): void }\n"
        "export class Electric extends Kettle implements Pours {}\n"
        "export class Slow extends Electric {}\n"
        "export function brew(slow: Slow) { slow.pour(); }\n",
    },
    "java": {
        "Kettle.java": "package p;\npublic class Kettle {\n  void pour() { tilt(); }\n"
        "  void tilt() {}\n}\n",
        "Slow.java": "package p;\ninterface Pours { void pour(); }\n"
        "interface Taps { default void pour() { drip(); } }\n"
        "class Electric extends Kettle implements Pours {}\n"
        "public class Slow extends Electric {}\nclass Mixed extends Slow implements Taps {}\n"
        "class Tea { void brew(Slow slow) { slow.pour(); } }\n",
    },
    "ruby": {
        "kettle.rb": "class Kettle\n  def pour\n    tilt\n  end\n  def tilt\n  end\nend\n",
        "slow.rb": "module Taps\n  def pour\n    drip\n  end\nend\n"
        "class Electric < Kettle\nend\nclass Slow < Electric\nend\n"
        "class Mixed < Slow\n  include Taps\nend\n"
        "class Tea\n  def brew\n    Slow.new.pour\n  end\nend\n",
    },
}
TWO_BASES = [language for language in KETTLES if language != "typescript"]


def named(files: Mapping[str, str], name: str) -> tuple[str | None, set[str]]:
    """The definition that all commands take a name for; None and candidates if it fits several."""
    snapshot, asked = snapshot_of(files), Asked(name=name)
    related = relationships(snapshot, asked, Relationship.ALL, 1, Resolution.AMBIGUOUS)
    shown = implementation(snapshot, asked, Scope.MINIMAL, 1, 20, 10_000)
    done = signals(snapshot, asked)
    for one in (shown, done):
        assert (one.place, one.candidates) == (related.place, related.candidates)
    name_now = None if related.place is None else related.place.symbol.qualified_name
    return name_now, {one.symbol.qualified_name for one in related.candidates}


@pytest.mark.parametrize("language", KETTLES)
def test_an_inherited_method_is_that_of_the_class_that_has_it(language: str) -> None:
    files = KETTLES[language]
    place, candidates = named(files, "Slow.pour")
    assert not candidates
    assert str(place).endswith("Kettle.pour")
    related = relationships(
        snapshot_of(files), Asked(name="Slow.pour"), Relationship.ALL, 1, Resolution.AMBIGUOUS
    )
    assert [one.name.rpartition(".")[2] for one in related.callers] == ["brew"]
    assert [one.name.rpartition(".")[2] for one in related.callees] == ["tilt"]
    assert verify(snapshot_of(files), "Slow.pour calls tilt").status is Status.SUPPORTED


@pytest.mark.parametrize("language", [one for one in TWO_BASES if one != "python"])
def test_of_several_bases_that_have_it_none_is_chosen(language: str) -> None:
    files = KETTLES[language]
    place, candidates = named(files, "Mixed.pour")
    assert place is None
    assert {one.split(".")[-2] for one in candidates} == {"Kettle", "Taps"}
    answer = verify(snapshot_of(files), "Mixed.pour calls tilt")
    assert answer.status is Status.INCONCLUSIVE
    assert len(answer.candidates) == 2


def test_python_asks_the_first_base_first() -> None:
    files = KETTLES["python"]
    assert named(files, "Mixed.pour") == ("base.Kettle.pour", set())
    assert verify(snapshot_of(files), "Mixed.pour calls tilt").status is Status.SUPPORTED
    assert verify(snapshot_of(files), "Mixed.pour calls drip").status is Status.NOT_SUPPORTED
    turned = {path: text.replace("(Slow, Tap)", "(Tap, Slow)") for path, text in files.items()}
    assert named(turned, "Mixed.pour") == ("kettles.Tap.pour", set())


def test_python_has_no_order_for_bases_that_contradict_each_other() -> None:
    source = (
        "class Top:\n    def go(self): ...\nclass Left(Top):\n    def go(self): ...\n"
        "class Both(Top, Left): ...\n"
    )
    assert named({"a.py": source}, "a.py::Both.go") == ("a.Left.go", set())


@pytest.mark.parametrize("language", KETTLES)
def test_what_no_base_has_is_refused_as_ever(language: str) -> None:
    with pytest.raises(BadRequest, match=r"no definition is named 'Slow\.boil'"):
        named(KETTLES[language], "Slow.boil")


def test_a_nearer_base_is_taken_for_what_it_overrides() -> None:
    source = (
        "class Top:\n    def go(self): ...\nclass Left(Top): ...\n"
        "class Right(Top):\n    def go(self): ...\nclass Both(Left, Right): ...\n"
    )
    place, _ = named({"a.py": source}, "a.py::Both.go")
    assert place == "a.Right.go"


def test_two_classes_of_one_name_each_have_their_own() -> None:
    source = "class Base:\n    def go(self): ...\nclass Sub(Base): ...\n"
    files = {"a.py": source, "b.py": source}
    assert named(files, "Sub.go") == (None, {"a.Base.go", "b.Base.go"})
    place, _ = named(files, "b.py::Sub.go")
    assert place == "b.Base.go"


def test_classes_that_come_from_each_other_end() -> None:
    source = "class A(B):\n    def go(self): ...\nclass B(A): ...\nclass C(B): ...\n"
    place, _ = named({"a.py": source}, "B.go")
    assert place == "a.A.go"


def test_the_command_line_names_the_class_that_has_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, source in KETTLES["python"].items():
        (tmp_path / "shop" / path).parent.mkdir(exist_ok=True)
        (tmp_path / "shop" / path).write_text(source)
    where = ("--root", str(tmp_path / "shop"), "--storage", str(tmp_path / "index"))
    said = {}
    for command in ("callers", "callees", "signals", "implementation"):
        assert main([command, "Slow.pour", *where, "--embedder", "none"]) == 0
        said[command] = capsys.readouterr().out
    assert said["callers"].startswith("Slow.pour is inherited: base.Kettle.pour\nkettles.brew ")
    assert main(["callers", "Kettle.pour", *where, "--embedder", "none"]) == 0
    assert capsys.readouterr().out.startswith("kettles.brew ")
    assert "base.Kettle.tilt" in said["callees"]
    assert "base.Kettle.pour" in said["signals"]
    assert "base.py:2" in said["implementation"]


def test_the_command_line_says_whose_chapters_it_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    for path, source in KETTLES["python"].items():
        (tmp_path / "shop" / path).parent.mkdir(exist_ok=True)
        (tmp_path / "shop" / path).write_text(source)
    where = ("--root", str(tmp_path / "shop"), "--storage", str(tmp_path / "index"))

    def said(symbol: str) -> list[str]:
        command = ["conversations", "for-symbol", symbol, *where, "--embedder", "none"]
        assert main(command) == NO
        return capsys.readouterr().out.splitlines()

    inherited = ["Slow.pour is inherited: base.Kettle.pour", "nothing was found"]
    assert said("Slow.pour") == inherited
    assert said("base.py:2") == ["nothing was found"]
    first, *places = said("pour")
    assert first == "several definitions fit; name one of them, such as base.py:2:"
    assert places == ["  base.py:2  base.Kettle.pour", "  kettles.py:10  kettles.Tap.pour"]
