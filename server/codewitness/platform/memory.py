"""Keep the process small: few allocator arenas from the start, and memory given back after a load.

glibc gives each thread an arena of its own and keeps what is freed in them. lancedb runs a thread
for each core, searches run in several more: a load's garbage would stay in a dozen arenas. And it
learns from a large block that was freed to keep blocks of that size: up to 32 MB each.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys

# Of glibc's malloc.h.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
_ARENAS = 2
# Smaller, and each search would ask for its own arrays anew, which makes it a third slower.
_LARGE_BYTES = 1024 * 1024


def use_few_arenas() -> None:
    """Have large blocks given back when they are freed, and small ones kept in few places.

    Call it before threads are started; does nothing where the allocator is not glibc's.
    """
    # Arrow's own allocator keeps what is freed, out of the reach of `give_back`.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    if (libc := _glibc()) is not None:
        libc.mallopt(_M_ARENA_MAX, _ARENAS)
        libc.mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)
        libc.mallopt(_M_TRIM_THRESHOLD, _LARGE_BYTES)


def collect_seldom() -> None:
    """Look for garbage in cycles a hundred times less often than Python does by itself.

    The facts of a workspace are millions of lists and tuples and no cycles: looking costs as much
    time as reading them does.
    """
    gc.set_threshold(50_000, 20, 50)


def give_back() -> None:
    """Return freed memory to the system, and let the collector forget what stays.

    It looks at all objects again and again, a tenth of a second each time for a large workspace,
    while every thread waits; most of them live as long as the server.
    """
    gc.collect()
    gc.freeze()
    trim()


def hold_back(is_done: bool) -> None:
    """Between the turns of long work, have the collector not look at what was made until then.

    For work that makes many objects and no cycles: looking takes a tenth of its time. When it is
    done all is looked at once, also what other threads have left meanwhile.
    """
    if is_done:
        gc.unfreeze()
        give_back()
    else:
        gc.freeze()


def trim() -> None:
    """Return what is free between blocks to the system; no other thread waits for the interpreter.

    The allocator gives back by itself only what is free at the end of a heap.
    """
    if (libc := _glibc()) is not None:
        libc.malloc_trim(0)


def _glibc() -> ctypes.CDLL | None:
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return libc if hasattr(libc, "mallopt") and hasattr(libc, "malloc_trim") else None
