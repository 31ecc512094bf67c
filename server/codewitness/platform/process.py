"""What a process that reads files for the server does to itself."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


def be_a_worker() -> None:
    """Be quiet, polite, and not longer there than the server."""
    os.dup2(2, 1)  # nothing but the server may write to the client
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server's to answer
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if sys.platform != "win32":
        os.nice(5)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Let the process end if what follows takes more processor time; 0 is no limit.

    Only the system can: a grammar that does not end holds the interpreter's lock. Where there are
    no such timers (Windows) the server ends a process that does not answer, later.
    """
    if not seconds or not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _end_with_parent() -> None:
    """End this process when the server dies, however it dies."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
