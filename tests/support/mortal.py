"""Worker processes that do what the texts that they read say: die, hang, or die only once."""

from __future__ import annotations

import os
import signal
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path

from codewitness.engine.ports import Batch
from codewitness.platform.process import at_most, be_a_worker
from codewitness.platform.work import Reader, answer
from codewitness.platform.workers import READY

DIES = "dies-by-segfault"
HANGS = "hangs-for-ever"
DIES_ONCE = "dies-once"


def worker(pipe: Connection, root: str, _embedder: str, max_bytes: int) -> None:
    """In place of `run_worker`."""
    be_a_worker()
    reader = Reader(Path(root), None, max_bytes, Counter(), file_seconds=1.0)

    def read(paths: list[str], aside: dict[str, str]) -> Batch:
        for path in paths:
            if path not in aside:
                with at_most(1.0):
                    obey((Path(root) / path).read_text("utf-8"), Path(root))
        return reader.read(paths, aside)

    answer(pipe, read, reader.seconds)


def taster(pipe: Connection) -> None:
    """In place of `run_taster`."""
    pipe.send(READY)
    while True:
        _, raw = pipe.recv()
        with at_most(1.0):
            obey(raw.decode(), None)
        pipe.send(0)


def obey(text: str, root: Path | None) -> None:
    """Do what `text` says."""
    if DIES in text:
        os.kill(os.getpid(), signal.SIGSEGV)
    while HANGS in text:
        pass
    if DIES_ONCE in text and root is not None and not (root / "died").exists():
        (root / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
