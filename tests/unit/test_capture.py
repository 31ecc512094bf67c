"""What is remembered without being asked: saves during a session, and commits."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from codewitness.engine.recording.effects import effects
from codewitness.features.capture import Capture, captured_scope, note_commits
from codewitness.model.records import ChangeRecord, EventRecord
from codewitness.model.text import Text
from codewitness.platform.commits import commits_since
from codewitness.syntax.extract import analyse
from tests.support.memory import STORE, Remembering

ASKING = """        if row not in self.rows:
            raise KeyError(row)
        value = self.rows.get(row)
"""
CHANGED = STORE.replace("        value = self.rows[row]\n", ASKING)


def told(before: str, after: str) -> tuple[str, ...]:
    old, new = analyse("pkg/store.py", Text.of(before)), analyse("pkg/store.py", Text.of(after))
    assert old is not None
    assert new is not None
    return effects(old, new)


def test_effects() -> None:
    assert told(STORE, STORE) == ()
    assert told(STORE, "# above\n\n" + STORE) == ()
    assert told(STORE, STORE.replace("        value =", "        # why\n        value =")) == ()
    guarded = "def take(n):\n    if n > 3:\n        n = 1\n    return n\n"
    assert told(guarded, guarded.replace("n > 3", "n > 4")) == (
        "take: decides by `n > 4`, no longer by `n > 3` (line 2)",
    )
    assert told(guarded, guarded.replace("n = 1", "n = 2")) == (
        "take: has `2` where it had `1` (line 3)",
    )
    (save,) = told(STORE, CHANGED)
    assert save.startswith("Store.save: ")
    for part in (
        "+ calls",
        "self.rows.get",
        "- subscripts self.rows[row]",
        "+ raises KeyError",
        "+ a branch",
    ):
        assert part in save
    assert told(STORE, STORE.replace("def save(self, row)", "def save(self, row, now=False)")) == (
        "Store.save: parameters (self, row) → (self, row, now)",
    )
    assert "renamed Store.save to Store.keep" in told(STORE, STORE.replace("def save", "def keep"))
    added = STORE + "\n    def drop(self):\n        self.rows.clear()\n"
    assert told(STORE, added) == ("added Store.drop",)
    assert told(added, STORE) == ("removed Store.drop",)


@pytest.fixture
def shop(tmp_path: Path) -> Remembering:
    return Remembering(tmp_path / "shop", tmp_path / "data")


def save(shop: Remembering, capture: Capture, text: str, version: int) -> ChangeRecord | None:
    uri = shop.uri("pkg/store.py")
    shop.session.open_document(shop.folder, "pkg/store.py", uri, version, text)
    snapshot = shop.session.snapshot(None)
    return capture.saved(snapshot, snapshot.folders[0], "pkg/store.py")


def test_saves_during_a_session(shop: Remembering) -> None:
    capture = Capture()
    uri = shop.uri("pkg/store.py")
    shop.session.open_document(shop.folder, "pkg/store.py", uri, 1, STORE)
    folder = shop.session.snapshot(None).folders[0]
    capture.opened(folder, "pkg/store.py", Text.of(STORE))
    assert save(shop, capture, CHANGED, 2) is None  # no session is under way
    assert save(shop, capture, STORE, 3) is None
    session = shop.ask("session.start", description="x")["id"]
    assert save(shop, capture, STORE, 4) is None  # nothing has changed
    first = save(shop, capture, CHANGED, 5)
    assert first is not None
    assert (first.session, first.source.value) == (session, "capture")
    assert [one.qualified_name for one in first.anchors] == ["pkg.store.Store.save"]
    assert "+            raise KeyError(row)" in first.diff
    second = save(shop, capture, CHANGED.replace("def load", "def read"), 6)
    assert second is not None
    assert second.id == first.id  # one record for a file and a session
    assert len(second.effects) == 2
    assert "Store.save" in shop.ask("session.end")["summary"]


def git(root: Path, *arguments: str) -> str:
    own = ("user.name=ann", "user.email=ann@example.com", "init.defaultBranch=trunk")
    options = [part for one in own for part in ("-c", one)]
    done = subprocess.run(
        ["git", *options, *arguments], cwd=root, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_commits_give_reasons(shop: Remembering) -> None:
    git(shop.root, "init")
    git(shop.root, "add", ".")
    git(shop.root, "commit", "-m", "first")
    begun = git(shop.root, "rev-parse", "HEAD")
    shop.ask("session.start", description="x")
    capture = Capture()
    shop.session.open_document(shop.folder, "pkg/store.py", shop.uri("pkg/store.py"), 1, STORE)
    capture.opened(shop.session.snapshot(None).folders[0], "pkg/store.py", Text.of(STORE))
    assert save(shop, capture, CHANGED, 2) is not None
    (shop.root / "pkg/store.py").write_text(CHANGED)
    git(shop.root, "commit", "-am", "Ask for the row first\n\nIt may be missing.")
    (commit,) = commits_since(shop.root, begun)
    assert commit.paths == ("pkg/store.py",)
    assert commit.message == "Ask for the row first\n\nIt may be missing."
    ended = shop.ask("session.end")
    assert ended["counts"]["commits"] == 1
    assert "## Commits\n\n- Ask for the row first" in ended["summary"]
    assert "`pkg/store.py` (edit): Ask for the row first" in ended["summary"]
    memories = shop.folder.memories
    assert memories is not None
    memory = memories.open(memories.scope())
    assert [one.key for one in memory.of_type(EventRecord)] == [commit.sha]
    assert memory.of_type(ChangeRecord)[0].commit == commit.sha


def test_commits_of_others_and_those_made_anew(
    shop: Remembering, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(shop.root, "init", "-b", "main")
    git(shop.root, "add", ".")
    git(shop.root, "commit", "-m", "first")
    git(shop.root, "checkout", "-b", "other")
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z")
    git(shop.root, "commit", "--allow-empty", "-m", "by somebody else")
    monkeypatch.delenv("GIT_COMMITTER_DATE")
    git(shop.root, "checkout", "main")
    shop.ask("session.start", description="work")
    (shop.root / "pkg/store.py").write_text(CHANGED)
    git(shop.root, "commit", "-am", "mine")
    scope = captured_scope(shop.session.snapshot(None), str(shop.root))
    assert scope is not None
    assert [one.text for one in note_commits(scope)] == ["mine"]
    git(shop.root, "rebase", "other")
    (again,) = note_commits(scope)
    assert again.text == "mine"
    assert note_commits(scope) == []
    summary = shop.ask("session.end", success=True)["summary"]
    assert "## Commits\n\n- mine\n" in summary
    assert "somebody else" not in summary


@pytest.mark.parametrize(("keeps", "subjects"), [(True, ["one", "two"]), (False, [])])
def test_the_status_knows_of_commits_at_once_if_they_are_noted(
    shop: Remembering, keeps: bool, subjects: list[str]
) -> None:
    git(shop.root, "init")
    git(shop.root, "commit", "--allow-empty", "-m", "first")
    assert shop.folder.memories is not None
    shop.folder.memories.keeps_commits = keeps
    shop.ask("session.start", description="work")
    for number, subject in enumerate(("one", "two"), 1):
        git(shop.root, "commit", "--allow-empty", "-m", subject)
        counts = shop.ask("session.status")["counts"]
        assert counts["commits"] == (number if keeps else 0)
    summary = shop.ask("session.end")["summary"]
    assert [one for one in ("one", "two") if f"\n- {one}\n" in summary] == subjects


def test_a_repository_without_that_commit(shop: Remembering) -> None:
    assert commits_since(shop.root, "0" * 40) == []
    git(shop.root, "init")
    assert commits_since(shop.root, "0" * 40) == []
    assert commits_since(shop.root, "--output=x") == []
