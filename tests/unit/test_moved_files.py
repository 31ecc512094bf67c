"""A decision about files alone goes with them: renames, moves, copies, and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from codewitness.features.memory_scope import Asking, MemoryScope
from codewitness.protocol.folders import start
from tests.support.folders import SECONDS, settle
from tests.support.memory import STORE, Remembering

FILES = {
    "pkg/store.py": STORE + "\n\ndef one(): ...\ndef two(): ...\ndef three(): ...\n",
    "pkg/other.py": "def other():\n    return 1\n",
    "notes.md": "# How orders come in\n\nBy post.\n",
}


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Remembering]:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    found = Remembering(tmp_path / "shop", tmp_path / "data", FILES, is_writer=True)
    stop = start(found.folder, follow_disk=False)
    try:
        settle(found.folder)
        for path in FILES:
            found.ask("session.recordDecision", decision=path, rationale="so", relatedFiles=[path])
        yield found
    finally:
        stop(SECONDS)


def related(shop: Remembering) -> dict[str, str]:
    """By the file of then, the file of now."""
    found = shop.ask("session.decisions")["decisions"]
    return {one["decision"]: one["relatedFiles"][0] for one in found}


def move(shop: Remembering, old: str, new: str, more: str = "") -> None:
    target = shop.root / new
    target.parent.mkdir(exist_ok=True)
    target.write_text((shop.root / old).read_text() + more)
    (shop.root / old).unlink()
    settle(shop.folder)


def test_moves_edited_moves_and_back(shop: Remembering) -> None:
    move(shop, "notes.md", "doc/orders.md")
    move(shop, "pkg/store.py", "lib/shop.py", "def four(): ...\n")
    assert related(shop) == {
        "pkg/store.py": "lib/shop.py",
        "pkg/other.py": "pkg/other.py",
        "notes.md": "doc/orders.md",
    }
    move(shop, "lib/shop.py", "pkg/store.py")
    assert related(shop)["pkg/store.py"] == "pkg/store.py"


def test_what_was_beside_it_and_what_is_doubtful_is_not_it(shop: Remembering) -> None:
    twin = shop.root / "pkg/twin.py"
    (shop.root / "pkg/other.py").unlink()  # of one name alone, and another text
    move(shop, "notes.md", "again.md", "More.\n")
    twin.write_text("def other():\n    return 2\n")
    settle(shop.folder)
    assert related(shop)["pkg/other.py"] == "pkg/other.py"
    assert related(shop)["notes.md"] == "notes.md"
    for name in ("a.py", "b.py"):  # two copies
        (shop.root / name).write_text(FILES["pkg/store.py"])
    (shop.root / "pkg/store.py").unlink()
    settle(shop.folder)
    assert related(shop)["pkg/store.py"] == "pkg/store.py"


def test_it_is_found_by_its_place_and_written_down(shop: Remembering) -> None:
    related(shop)
    move(shop, "notes.md", "doc/orders.md")
    [found] = shop.ask("session.decisions", uri=shop.uri("doc/orders.md"))["decisions"]
    assert found["decision"] == "notes.md"
    scope = MemoryScope.of(shop.session.snapshot(None), Asking())
    assert scope.keep_moves() == 1
    stored = [getattr(one, "related_files", ()) for one in scope.memory.records().values()]
    assert ("doc/orders.md",) in stored
    assert ("notes.md",) not in stored
    assert scope.keep_moves() == 0
