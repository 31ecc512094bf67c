"""Programs without an ending are read by what their first line says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from codewitness.features.status import status
from tests.support.folders import running, settle


def test_a_program_without_an_ending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root, away = tmp_path / "root", tmp_path / "away"
    (root / "bin").mkdir(parents=True)
    away.write_text("#!/usr/bin/env ruby\n")
    (root / "bin/ship").write_text("#!/usr/bin/env ruby\ndef ship\n  1\nend\nship\n")
    (root / "bin/data").write_bytes(b"\x7fELF\0")
    (root / "bin/link").symlink_to(away)
    os.mkfifo(root / "bin/pipe")
    with running(root, embedder="none") as (session, folder):
        assert set(folder.indexer.view.files) == {"bin/ship"}
        (root / "bin/more").write_text("#!/bin/bash\necho 1\n")
        settle(folder)
        assert set(folder.indexer.view.files) == {"bin/ship", "bin/more"}
        (told,) = status(session.snapshot(None)).folders
        assert told.languages == {"ruby": 1, "script": 1}
