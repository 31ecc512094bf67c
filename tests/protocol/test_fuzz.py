"""Messages that chance has spoilt: what can be read is answered once, and nothing breaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.protocol.buffers import write_files
from tests.protocol.conftest import Starting
from tests.support.fuzz import SOURCE, Fuzzer

ROUNDS = 25


@pytest.mark.parametrize("seed", [0, 1])
def test_spoilt_messages(serve: Starting, root: Path, seed: int) -> None:
    write_files(root, {"a.py": SOURCE, "b.py": SOURCE})
    client = serve(env={"CODEWITNESS_DATA_DIR": str(root.parent / "data")})
    client.initialize(root)
    fuzzer = Fuzzer(client, root, seed)
    for _ in range(ROUNDS):
        fuzzer.round()
    fuzzer.check()
    assert client.shut_down() == 0
