"""Several folders of one repository have one memory, and files of the same path each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from codewitness.protocol.folders import start
from tests.support.folders import SECONDS, settle
from tests.support.memory import Json, Remembering

MAIN = "def stop(host):\n    host.close()\n    return host\n"


class Monorepo:
    """A clone with two folders, each opened alone, and the whole of it."""

    def __init__(self, base: Path) -> None:
        root, data = base / "mono", base / "data"
        (root / ".git").mkdir(parents=True)
        (root / ".git/config").write_text('[remote "origin"]\n\turl = https://x.org/ann/mono.git\n')
        (root / ".git/HEAD").write_text("ref: refs/heads/main\n")
        files = {"src/main.py": MAIN}
        self.api = Remembering(root / "api", data, files, is_writer=True)
        self.web = Remembering(root / "web", data, files, is_writer=True)
        self.all = Remembering(root, data, {"README.py": "X = 1\n"}, is_writer=True)
        self._folders = [one.folder for one in (self.api, self.web, self.all)]
        self._stops = [start(folder, follow_disk=False) for folder in self._folders]
        self.settle()

    def settle(self) -> None:
        """Look at the disk anew."""
        for folder in self._folders:
            settle(folder)

    def stop(self) -> None:
        """Stop the writers."""
        for stop in self._stops:
            stop(SECONDS)


@pytest.fixture
def mono(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Monorepo]:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    found = Monorepo(tmp_path)
    try:
        yield found
    finally:
        found.stop()


def recorded(folder: Remembering) -> Json:
    where = {"uri": folder.uri("src/main.py"), "lineNumber": 2}
    return folder.ask("session.recordError", errorType="OSError", message="closed", **where)


def errors_at(folder: Remembering, path: str, line: int = 1) -> list[str]:
    place = {"uri": folder.uri(path), "position": {"line": line, "character": 0}}
    found = folder.ask("session.searchErrors", symbol=place)["results"]
    return [one["error"]["id"] for one in found]


def test_an_error_is_of_the_folder_that_it_was_met_in(mono: Monorepo) -> None:
    error = recorded(mono.web)
    assert error["file"] == "src/main.py"
    assert errors_at(mono.web, "src/main.py") == [error["id"]]
    assert errors_at(mono.api, "src/main.py") == []
    assert errors_at(mono.all, "web/src/main.py") == [error["id"]]
    assert errors_at(mono.all, "api/src/main.py") == []
    assert mono.api.ask("session.searchErrors", symbol="main.stop")["results"] == []
    assert len(mono.web.ask("session.searchErrors", symbol="main.stop")["results"]) == 1


def test_of_another_folder_it_is_told_where_it_is(mono: Monorepo) -> None:
    recorded(mono.web)
    seen = mono.api.ask("session.searchErrors")["results"][0]["error"]
    assert seen["file"] == "../web/src/main.py"
    assert seen["uri"] == mono.web.uri("src/main.py")
    assert not seen["anchor"]["lost"]


def test_what_is_kept_of_another_folder_stays_what_it_was(mono: Monorepo) -> None:
    error = recorded(mono.web)
    mono.api.ask("session.resolveError", errorId=error["id"], solution="ask first")
    assert mono.web.ask("session.searchErrors")["results"][0]["error"]["file"] == "src/main.py"
    assert errors_at(mono.all, "web/src/main.py") == [error["id"]]


def test_claims_are_judged_where_their_definitions_are(mono: Monorepo) -> None:
    claim = "main.stop calls close"
    mono.web.ask("session.recordDecision", decision="d", rationale="r", claims=[claim])
    (mono.api.root / "src/main.py").write_text("def stop(host):\n    return host\n")
    mono.settle()

    def standing(folder: Remembering) -> str:
        found: Json = folder.ask("session.decisions")["decisions"][0]["claims"][0]
        return str(found["standing"])

    assert standing(mono.web) == "holds"
    assert standing(mono.api) == "unknown"
    (mono.web.root / "src/main.py").write_text("def stop(host):\n    return host\n")
    mono.settle()
    assert standing(mono.web) == "contradicted"


def test_an_export_of_one_folder_is_read_by_the_other(mono: Monorepo, tmp_path: Path) -> None:
    error = recorded(mono.web)
    kept = mono.web.root / "kept.jsonl"
    mono.web.ask("memory.export", path=str(kept))
    assert '"web/src/main.py"' in kept.read_text()
    mono.stop()
    other = Monorepo(tmp_path / "other")
    (other.all.root / "kept.jsonl").write_text(kept.read_text())
    other.all.ask("memory.import", path=str(other.all.root / "kept.jsonl"))
    assert errors_at(other.all, "web/src/main.py") == [error["id"]]
    assert errors_at(other.web, "src/main.py") == [error["id"]]
    other.stop()
