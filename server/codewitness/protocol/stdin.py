"""Stdin as a stream of the loop: a thread hands over what has come, however many lines it is.

pygls' reader waits in a thread for each header, each empty line and each body, so that a message
costs three hand-overs from thread to thread. The loop could read by itself, but not while it
writes: a client that writes more than a pipe holds before it reads, and the server, would wait for
each other.
"""

from __future__ import annotations

import asyncio
import os
import threading
from contextlib import suppress

_MOST = 1 << 20  # bytes that wait for the loop before reading stops for a while, about


def stream_of(file: int) -> asyncio.StreamReader:
    """What comes from a file descriptor, for the running loop, until its end or the process's."""
    loop, valve = asyncio.get_running_loop(), _Valve()
    stream = asyncio.StreamReader(limit=_MOST)
    stream.set_transport(valve)

    def feed(data: bytes) -> None:
        stream.feed_data(data)
        valve.taken(len(data))

    def read() -> None:
        with suppress(RuntimeError):  # the loop has ended: nobody waits for more
            while data := valve.read(file):
                loop.call_soon_threadsafe(feed, data)
            loop.call_soon_threadsafe(stream.feed_eof)

    # A daemon, for nothing can end a read of a pipe that its writer keeps open.
    threading.Thread(target=read, name="codewitness-stdin", daemon=True).start()
    return stream


class _Valve(asyncio.ReadTransport):
    """Is told by the stream when it has enough, which a loop that is busy can't tell in time."""

    def __init__(self) -> None:
        super().__init__()
        self._is_open = threading.Event()
        self._is_open.set()
        self._has_room = threading.Condition()
        self._n_waiting = 0  # bytes that were read, and that the loop has not taken

    def pause_reading(self) -> None:
        self._is_open.clear()

    def resume_reading(self) -> None:
        self._is_open.set()

    def read(self, file: int) -> bytes:
        """What has come, once it is wanted; nothing at the end."""
        self._is_open.wait()
        with self._has_room:
            self._has_room.wait_for(lambda: self._n_waiting < _MOST)
        try:
            data = os.read(file, _MOST)
        except OSError:  # the other end is gone, as some systems tell it
            return b""
        with self._has_room:
            self._n_waiting += len(data)
        return data

    def taken(self, n_bytes: int) -> None:
        """The loop has taken some of what was read."""
        with self._has_room:
            self._n_waiting -= n_bytes
            self._has_room.notify()
