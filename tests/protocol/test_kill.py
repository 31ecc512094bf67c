"""kill -9 of a server at work: the next one finds nothing missing; see benchmarks/kill_test.py."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from benchmarks.kill_test import Killing

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")


def test_the_next_server_finds_all(tmp_path: Path) -> None:
    killing = Killing(tmp_path, n_files=14, seed=3)
    for _ in range(2):
        killing.kill_one()
        killing.check(with_clean=False)
