"""The client of `make try` says why it ends: a server that has gone, or one that takes too long."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "examples"))

from lsp_client import Client, RequestFailed


@pytest.mark.parametrize(
    ("program", "seconds", "told"),
    [
        ("import time; time.sleep(60)", 0.3, "it took longer than 0 s; the machine may be busy"),
        ("pass", 60.0, "the server has gone"),
    ],
)
def test_why_it_ends(program: str, seconds: float, told: str, tmp_path: Path) -> None:
    client = Client(
        [sys.executable, "-c", program],
        environment={},
        on_progress=print,
        on_message=print,
        deadline_seconds=seconds,
    )
    with pytest.raises(RequestFailed, match=told):
        client.initialize(tmp_path)
    with pytest.raises(RequestFailed, match=told):  # and not what comes of it
        client.close()
