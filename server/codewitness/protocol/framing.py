"""Messages out of a stream of bytes: headers, then a body of JSON.

Headers that can't be right are told and skipped. The next line that ends with a length is where
reading goes on, so that one wrong length costs the messages around it and not the connection.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

MAX_BODY_BYTES = 1 << 28  # of one message; a file as large is not read by anybody
MAX_DIGITS = 12

# Also behind what is left of a body whose length was too short.
_LENGTH = re.compile(rb"content-length:[ \t]*([^\r\n]*?)[ \t]*\r?\n\Z", re.IGNORECASE)
_HEADER = re.compile(rb"[A-Za-z][A-Za-z-]*:[^\r\n]*\r?\n\Z")


class Reader(Protocol):
    """Bytes of the client."""

    def readline(self) -> Awaitable[bytes]:
        """The next line, empty at the end; ValueError if it is too long."""

    def readexactly(self, n: int) -> Awaitable[bytes]:
        """The next `n` bytes; fewer, or EOFError, at the end."""


async def read_messages(
    reader: Reader, handle: Callable[[Any], None], tell_nonsense: Callable[[str], None]
) -> None:
    """Hand each message to `handle`, what is none to `tell_nonsense`, until the end."""
    while (length := await _length(reader, tell_nonsense)) is not None:
        try:
            body = await reader.readexactly(length)
        except EOFError:
            return
        if len(body) < length:
            return
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            tell_nonsense("not JSON")
            continue
        handle(message)


async def _length(reader: Reader, tell_nonsense: Callable[[str], None]) -> int | None:
    """The length of the next body, after its headers; None at the end."""
    length: int | None = None
    has_headers = is_nonsense = False
    while True:
        try:
            line = await reader.readline()
        except ValueError:  # of a stream that keeps no more of one line
            is_nonsense, length = True, None
            continue
        if not line:
            return None
        if found := _LENGTH.search(line):
            is_nonsense |= found.start() > 0
            has_headers = True
            length = _checked(found[1])
        elif line.strip():
            if _HEADER.match(line):
                has_headers = True
            else:
                is_nonsense = True
                length = None  # what it stands in is no header, but the rest of a body
        elif length is not None:
            if is_nonsense:
                tell_nonsense("what came before this message is none")
            return length
        elif has_headers or is_nonsense:
            tell_nonsense("no header `Content-Length: N` with the number of bytes that follow")
            has_headers = is_nonsense = False


def _checked(given: bytes) -> int | None:
    """The length that a header gives; None if it can't be one."""
    if not given.isdigit() or len(given) > MAX_DIGITS:
        return None
    length = int(given)
    return length if 0 < length <= MAX_BODY_BYTES else None
