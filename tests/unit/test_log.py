"""The log of a server: nothing while all is well, small, and no reason to fail."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from codewitness.platform import log as log_module
from codewitness.platform.log import KEPT_LOGS, ServerLog, log_folder

log = logging.getLogger("codewitness.test")


@pytest.fixture
def server_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerLog]:
    monkeypatch.setenv("CODEWITNESS_STATE_DIR", str(tmp_path / "state"))
    root, own = logging.getLogger(), logging.getLogger("codewitness")
    before = [*root.handlers], own.level, [handler.level for handler in root.handlers]
    made = ServerLog()
    made.set_level("warning")
    yield made
    for handler in set(root.handlers) - set(before[0]):
        root.removeHandler(handler)
        handler.close()
    own.setLevel(before[1])
    for handler, level in zip(before[0], before[2], strict=True):
        handler.setLevel(level)


def test_nothing_while_all_is_well(server_log: ServerLog) -> None:
    log.info("all is well")
    assert not log_folder().exists()
    log.warning("it rains")
    assert "WARNING MainThread codewitness.test: it rains" in server_log.path.read_text()
    assert server_log.path.parent == log_folder()


def test_levels(server_log: ServerLog) -> None:
    for word in ("off", "debug", "error"):
        server_log.set_level(word)
        log.debug("debug at %s", word)
        log.error("error at %s", word)
    lines = [line.rpartition(": ")[2] for line in server_log.path.read_text().splitlines()]
    assert lines == ["debug at debug", "error at debug", "error at error"]


def test_it_stays_small(server_log: ServerLog, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(400):
        log.warning("%d %s", number, "x" * 10_000)
    parts = sorted(log_folder().iterdir())
    assert len(parts) == 3
    assert all(part.stat().st_size <= log_module.MAX_BYTES for part in parts)
    assert "399 " in server_log.path.read_text()


def test_few_are_kept(server_log: ServerLog) -> None:
    log_folder().mkdir(parents=True)
    for number in range(30):
        (log_folder() / f"server-20200101-0000{number:02}-1.log").write_text("old")
    (log_folder() / "server-20200101-000001-1.log.1").write_text("old")
    (log_folder() / "server-20200101-000029-1.log.1").write_text("newer")
    log.warning("new")
    left = sorted(part.name for part in log_folder().iterdir())
    assert len(left) == KEPT_LOGS + 2
    assert "server-20200101-000029-1.log.1" in left
    assert "server-20200101-000001-1.log.1" not in left


def test_without_a_folder_it_goes_on(
    server_log: ServerLog, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state").write_text("in the way")
    log.warning("first")
    log.warning("second")
    said = capsys.readouterr().err
    assert said.count("no log can be written") == 1
    assert "first" in said
