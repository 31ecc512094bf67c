"""What is not imported before `initialize` is answered."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("lancedb", "pyarrow", "numpy", "model2vec", "tokenizers", "torch")

PROGRAM = """
import sys
{body}
print(*sorted(name for name in {heavy!r} if name in sys.modules))
"""

INITIALIZE = """
import asyncio, pathlib
from codewitness.protocol.server import Server

class Writer:
    def write(self, raw): self.sent = raw
    def close(self): pass

async def initialize():
    server = Server()
    server.protocol.set_writer(writer)
    folder = {"uri": pathlib.Path.cwd().as_uri(), "name": "it"}
    server.protocol.handle_message({"jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"processId": None, "rootUri": None, "capabilities": {},
                   "workspaceFolders": [folder]}})
    assert b"executeCommandProvider" in writer.sent, writer.sent

writer = Writer()
asyncio.run(initialize())
"""


def imported(body: str, **more: object) -> list[str]:
    program = PROGRAM.format(body=body, heavy=HEAVY)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, **more
    )  # type: ignore[call-overload]
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_importing_the_server_imports_nothing_heavy() -> None:
    assert imported("import codewitness.protocol.server, codewitness.protocol.transport") == []


def test_initialize_imports_nothing_heavy(tmp_path) -> None:
    env = {"CODEWITNESS_CACHE_DIR": str(tmp_path / "cache"), "PATH": ""}
    (tmp_path / "project").mkdir()
    assert imported(INITIALIZE, cwd=tmp_path / "project", env=env) == []


def test_who_asks_for_callers_does_not_wait_for_what_judges_claims() -> None:
    program = """
import sys
from codewitness.protocol.commands import COMMANDS
COMMANDS["codewitness.relationships"]
print(*(name for name in sys.modules if name.startswith("codewitness.engine.verify.")))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["codewitness.engine.verify.names"]  # when a name is the one
