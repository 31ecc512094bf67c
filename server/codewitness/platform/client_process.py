"""The process of the client: the server must not outlive it, even if its pipes stay open."""

from __future__ import annotations

import os
import select
import sys
import time

LOOK_SECONDS = 0.5


def is_running(pid: int) -> bool:
    """True if there is such a process; one that has ended and waits to be collected counts."""
    if pid <= 0:
        return False
    if sys.platform == "win32":
        return _wait_on_windows(pid, 0.0) is False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True  # another user's
    return True


def wait_for_end(pid: int) -> None:
    """Return once there is no such process any more."""
    if sys.platform == "win32":
        _wait_on_windows(pid, None)
        return
    if hasattr(os, "pidfd_open"):
        try:
            descriptor = os.pidfd_open(pid)
        except ProcessLookupError:
            return
        except OSError:
            pass  # an older kernel
        else:
            try:
                select.select([descriptor], [], [])
            finally:
                os.close(descriptor)
            return
    while is_running(pid):
        time.sleep(LOOK_SECONDS)


if sys.platform == "win32":
    import ctypes

    _SYNCHRONIZE, _INFINITE, _TIMED_OUT = 0x0010_0000, 0xFFFF_FFFF, 0x102

    def _wait_on_windows(pid: int, seconds: float | None) -> bool:
        """True once the process has ended or if there is none; False if the time passes first."""
        kernel = ctypes.windll.kernel32
        handle = kernel.OpenProcess(_SYNCHRONIZE, False, pid)
        if not handle:
            return True
        try:
            limit = _INFINITE if seconds is None else int(seconds * 1000)
            return bool(kernel.WaitForSingleObject(handle, limit) != _TIMED_OUT)
        finally:
            kernel.CloseHandle(handle)
