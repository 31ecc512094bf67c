"""Messages out of bytes: any right spelling of a header, and a way on after a wrong one."""

from __future__ import annotations

import asyncio
import io
import json
import os
from typing import Any

import pytest

from codewitness.protocol.framing import MAX_BODY_BYTES, read_messages
from codewitness.protocol.transport import Output

LINE_LIMIT = 70_000
BODY = json.dumps({"id": 1}).encode()
GOOD = b"Content-Length: %d\r\n\r\n%s" % (len(BODY), BODY)


class Stream:
    """Bytes that are all there already; keeps no line over the limit, as asyncio's streams."""

    def __init__(self, raw: bytes) -> None:
        self._raw = io.BytesIO(raw)

    async def readline(self) -> bytes:
        line = self._raw.readline()
        if len(line) > LINE_LIMIT:
            raise ValueError("too long")
        return line

    async def readexactly(self, n: int) -> bytes:
        return self._raw.read(n)


def read(raw: bytes) -> tuple[list[Any], list[str]]:
    """The messages of a stream, and what was told of the rest."""
    messages: list[Any] = []
    told: list[str] = []
    asyncio.run(read_messages(Stream(raw), messages.append, told.append))
    return messages, told


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: %d\r\n\r\n",
        b"content-length: %d\r\n\r\n",
        b"CONTENT-LENGTH:%d\r\n\r\n",
        b"Content-Length:   %d  \r\n\r\n",
        b"Content-Length: %d\n\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n",
        b"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n",
        b"X-Unknown: yes\r\nContent-Length: %d\r\n\r\n",
        b"\r\n\r\nContent-Length: %d\r\n\r\n",
    ],
)
def test_headers_that_are_right(header: bytes) -> None:
    raw = header % len(BODY) + BODY
    assert read(raw + raw) == ([{"id": 1}, {"id": 1}], [])


@pytest.mark.parametrize(
    "wrong",
    [
        b"Content-Length: abc\r\n\r\n",
        b"Content-Length: -5\r\n\r\n",
        b"Content-Length: 0\r\n\r\n",
        b"Content-Length: 1.5\r\n\r\n",
        b"Content-Length: \xff\xfe\r\n\r\n",
        b"Content-Length:\r\n\r\n",
        b"Content-Length: %d\r\n\r\n" % (MAX_BODY_BYTES + 1),
        b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n",
        b"Content-Type: text/plain\r\n\r\n",
        b"Content-Length: 2\r\n\r\n{]",
        b"Content-Length: 1\r\n\r\n{",
        b"Content-Length: 4\r\n\r\n\xff\xfe\x00\x00",
        b"Content-Length: 200000\r\n\r\n" + b"[" * 200_000,
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"no header at all\r\n\r\n",
        b'{"id": "1Content-Length: 7\r\n\r", "method": "x"}  \r\n\r\n',
        b"Content-Length: 7\r\n" + b"[" * (2 * LINE_LIMIT) + b"\r\n\r\n",
        b"\0" * (2 * LINE_LIMIT) + b"\r\n\r\n",
    ],
)
def test_what_is_none_is_told_once_and_reading_goes_on(wrong: bytes) -> None:
    messages, told = read(GOOD + wrong + GOOD)
    assert messages == [{"id": 1}, {"id": 1}]
    assert len(told) == 1


def test_a_length_that_is_too_short() -> None:
    short = b"Content-Length: %d\r\n\r\n%s" % (len(BODY) - 3, BODY)
    messages, told = read(GOOD + short + GOOD)
    assert messages == [{"id": 1}, {"id": 1}]
    assert len(told) == 2  # the body that was cut, and what was left of it


def test_a_length_that_is_too_long_costs_the_next_message() -> None:
    long = b"Content-Length: %d\r\n\r\n%s" % (len(BODY) + 3, BODY)
    messages, told = read(GOOD + long + GOOD + GOOD)
    assert messages == [{"id": 1}] * len(messages)
    assert len(messages) >= 2
    assert told


@pytest.mark.parametrize(
    "raw", [b"", b"Content-Length: 5", b"Content-Length: 50\r\n\r\n{", b"\r\n"]
)
def test_the_end(raw: bytes) -> None:
    assert read(GOOD + raw) == ([{"id": 1}], [])


def test_what_is_told_to_nobody_is_no_failure() -> None:
    reading, writing = os.pipe()
    left: list[bool] = []
    output = Output(os.fdopen(writing, "wb"), lambda: left.append(True))
    output.write(b"one")
    assert os.read(reading, 10) == b"one"
    os.close(reading)
    output.write(b"two")
    output.write(b"three")
    assert left == [True]
