"""A merge conflict is read as its upper side: the rest of its file stays as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from codewitness.engine.verify.reading.parse import parse
from codewitness.engine.verify.verdicts import Status
from codewitness.features.verify import verify_claim
from codewitness.model.text import Span, Text, TextEdit
from codewitness.syntax.extract import Analysis, analyse, reanalyse
from tests.support.memory import Remembering
from tests.support.snapshots import snapshot_of

PYTHON = """import os
<<<<<<< HEAD
import json
=======
import pickle
>>>>>>> side


class Store:
<<<<<<< HEAD
    def save(self, row):
        self.rows.add(row)
||||||| base
    def save(self):
=======
    def save(self, row, at):
        self.rows.insert(at, row)
>>>>>>> side
        return json.dumps(row)

    def load(self, path):
        return open(path)
"""
TYPESCRIPT = """export class Store {
  save(row: Row) {
<<<<<<< HEAD
    if (row) {
=======
    while (row) {
>>>>>>> side
      this.rows.push(row);
    }
  }
  load() { return this.rows.pop(); }
}
"""
NONE = '''def text():
    return """
<<<<<<< HEAD
one()
=======
two(
>>>>>>> side
"""


def broken(:
    pass
'''


def told(analysis: Analysis | None) -> dict[str, list[str]]:
    assert analysis is not None
    return {
        one.qualified_name: [call.text for call in one.facts.calls]
        for one in analysis.facts.definitions
    }


def problems(analysis: Analysis | None) -> list[str]:
    assert analysis is not None
    return [one.message for one in analysis.facts.problems]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_upper_side_is_read(end: str) -> None:
    found = analyse("a.py", Text.of(PYTHON.replace("\n", end)))
    calls = ["self.rows.add", "json.dumps"]
    assert told(found) == {"Store": [], "Store.save": calls, "Store.load": ["open"]}
    assert found is not None
    headers = [found.text.slice(one.header_span).rstrip() for one in found.facts.definitions]
    assert headers == ["class Store:", "def save(self, row):", "def load(self, path):"]
    said = "a merge conflict, read as its upper side"
    assert problems(found) == [f"lines 2 to 6: {said}", f"lines 10 to 18: {said}"]
    found = analyse("a.ts", Text.of(TYPESCRIPT.replace("\n", end)))
    assert [*told(found)] == ["Store", "Store.save", "Store.load"]
    assert problems(found) == [f"lines 3 to 7: {said}"]


def test_what_only_looks_like_one_is_none() -> None:
    for text in (NONE, PYTHON.replace(">>>>>>> side\n", "")):
        found = problems(analyse("a.py", Text.of(text)))
        assert found
        assert not any("conflict" in one for one in found)


def test_marks_that_come_and_go_are_read_as_afresh() -> None:
    texts = [PYTHON]
    for line in (">>>>>>> side\n", "=======\n", "<<<<<<< HEAD\n"):
        texts.append(texts[-1].replace(line, "", 1))
    large = "# what makes a file a large one\n" * 1500
    for texts_now in (texts, [large + text for text in texts]):
        before = Text.of(texts_now[0])
        found = analyse("a.py", before)
        for text in (*texts_now[1:], *reversed(texts_now)):
            assert found is not None
            now = Text.of(text)
            found = reanalyse(found, now, [TextEdit(Span(0, len(before)), now.raw)])
            assert told(found) == told(analyse("a.py", now))
            before = now


def test_answers_say_so(tmp_path: Path) -> None:
    shop = Remembering(tmp_path / "shop", tmp_path / "data", {"pkg/store.py": PYTHON})
    where = "not all of it is read: lines 10 to 18: a merge conflict, read as its upper side"

    def place(line: int) -> dict[str, object]:
        return {"uri": shop.uri("pkg/store.py"), "position": {"line": line, "character": 8}}

    found = shop.ask("signals", symbol=place(10))
    assert found["notes"] == [where]
    assert [one["text"] for one in found["signals"]["calls"]["external"]] == [
        "self.rows.add",
        "json.dumps",
    ]
    assert shop.ask("signals", symbol=place(20))["notes"] == []


def test_a_claim_that_is_left_open_for_it_says_so() -> None:
    files = {"c.py": "def mixed():\n<<<<<<< HEAD\n    one()\n=======\n    two()\n>>>>>>> other\n"}
    told = verify_claim(snapshot_of(files), parse("mixed never calls two"))
    assert told.status is Status.INCONCLUSIVE
    assert "it stands in a merge conflict" in told.summary
