"""Stdin as a stream of the loop, which reads what has come, however many lines it is.

Where the system can't tell the loop that something has come, a thread reads and hands it over.
pygls' reader waits in a thread for each header, each empty line and each body, so that a message
costs three hand-overs from thread to thread.
"""

from __future__ import annotations

import asyncio
import os
import threading
from contextlib import suppress

_MOST = 1 << 20  # bytes that wait for the loop before reading stops for a while, about
_AT_ONCE = 1 << 16  # bytes that a pipe holds, as a rule


def stream_of(file: int) -> asyncio.StreamReader:
    """What comes from a file descriptor, for the running loop, until its end or the process's."""
    stream = asyncio.StreamReader(limit=_MOST)
    try:
        stream.set_transport(_OnLoop(file, stream))
    except (NotImplementedError, OSError):  # Windows, or a file that is always ready
        _read_aside(file, stream)
    return stream


class _OnLoop(asyncio.ReadTransport):
    """Reads when the loop is told that something has come; no thread has to be waited for."""

    def __init__(self, file: int, stream: asyncio.StreamReader) -> None:
        super().__init__()
        self._file, self._stream = file, stream
        self._loop = asyncio.get_running_loop()
        self.resume_reading()

    def pause_reading(self) -> None:
        self._loop.remove_reader(self._file)

    def resume_reading(self) -> None:
        self._loop.add_reader(self._file, self._read)

    def _read(self) -> None:
        if data := _some_of(self._file, _AT_ONCE):
            self._stream.feed_data(data)
        else:
            self.pause_reading()
            self._stream.feed_eof()


def _some_of(file: int, most: int) -> bytes:
    """What has come; nothing at the end."""
    try:
        return os.read(file, most)
    except OSError:  # the other end is gone, as some systems tell it
        return b""


def _read_aside(file: int, stream: asyncio.StreamReader) -> None:
    loop, valve = asyncio.get_running_loop(), _Valve()
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
        data = _some_of(file, _MOST)
        with self._has_room:
            self._n_waiting += len(data)
        return data

    def taken(self, n_bytes: int) -> None:
        """The loop has taken some of what was read."""
        with self._has_room:
            self._n_waiting -= n_bytes
            self._has_room.notify()
