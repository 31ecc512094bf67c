"""Stdin as a stream: all of it in order, its end, and no more of it in memory than is wanted."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from codewitness.protocol.stdin import stream_of

LINE = b"Content-Length: 2\r\n"
MANY = LINE * 300_000  # 5.7 MB


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        with suppress(OSError):
            os.close(end)


def written(end: int, data: bytes) -> threading.Thread:
    """A thread that writes, and closes its end."""

    def write() -> None:
        with os.fdopen(end, "wb") as file:
            file.write(data)

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    return thread


def test_lines_bodies_and_the_end(pipe: tuple[int, int]) -> None:
    async def read() -> list[bytes]:
        stream = stream_of(pipe[0])
        return [await stream.readline(), await stream.readexactly(3), await stream.readline()]

    written(pipe[1], LINE + b"a\nb")
    assert asyncio.run(read()) == [LINE, b"a\nb", b""]


def test_what_nobody_reads_waits_with_its_writer(pipe: tuple[int, int]) -> None:
    async def read() -> bytes:
        stream = stream_of(pipe[0])
        assert await stream.readline() == LINE
        writer = written(pipe[1], MANY)
        await asyncio.sleep(0.5)  # without a limit, it would all have come by then
        assert writer.is_alive()
        return await stream.read()

    os.write(pipe[1], LINE)
    assert asyncio.run(read()) == MANY


def test_who_writes_need_not_wait_for_a_loop_that_is_busy(pipe: tuple[int, int]) -> None:
    some = LINE * 20_000  # more than a pipe holds: the loop may be writing to who writes that

    async def read() -> bytes:
        stream = stream_of(pipe[0])
        assert await stream.readline() == LINE
        writer = written(pipe[1], some)
        writer.join(10)  # the loop does nothing else meanwhile
        assert not writer.is_alive()
        return await stream.read()

    os.write(pipe[1], LINE)
    assert asyncio.run(read()) == some


def test_it_waits_for_a_loop_that_is_busy_too(pipe: tuple[int, int]) -> None:
    async def read() -> bytes:
        stream = stream_of(pipe[0])
        assert await stream.readline() == LINE
        writer = written(pipe[1], MANY)
        writer.join(0.5)  # in which the loop can't say that it has enough
        assert writer.is_alive()
        return await stream.read()

    os.write(pipe[1], LINE)
    assert asyncio.run(read()) == MANY


def test_a_pipe_that_breaks_is_an_end(pipe: tuple[int, int]) -> None:
    async def read() -> bytes:
        file = os.open("/dev/null", os.O_WRONLY)  # which can't be read
        try:
            return await stream_of(file).read()
        finally:
            os.close(file)

    assert asyncio.run(read()) == b""
