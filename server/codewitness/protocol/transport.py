"""Reading and writing messages on stdio or TCP, for one client, until it leaves.

pygls' own loops wait for the next line of stdin before they end, hand the answers of one TCP client
to the next, and know a header in one spelling only.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO

from pygls.io_ import StdoutWriter

from codewitness.protocol.framing import Reader, read_messages
from codewitness.protocol.jsonrpc import Protocol
from codewitness.protocol.stdin import stream_of

if TYPE_CHECKING:
    from codewitness.protocol.server import Server


class Output(StdoutWriter):
    """Answers on stdout; nobody reads them any more once the client has gone."""

    def __init__(self, stdout: BinaryIO, on_gone: Callable[[], None]) -> None:
        super().__init__(stdout)
        self._on_gone = on_gone
        self._is_gone = False

    def write(self, data: bytes) -> None:
        """Write, or have the server leave."""
        if self._is_gone:
            return
        try:
            super().write(data)
        except BrokenPipeError:
            self._is_gone = True
            with suppress(OSError):  # what it still holds can't be written either
                self._stdout.close()
            self._on_gone()


def serve_stdio(server: Server) -> None:
    """Answer the client at stdin until it leaves."""
    # Nothing but the server may write to the client: what others print goes to stderr.
    client = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    server.protocol.set_writer(Output(client, server.client_gone))
    asyncio.run(_converse_at(server, sys.stdin.fileno()))


class CannotListen(RuntimeError):
    """The port can't be had; the message says why."""


def serve_tcp(server: Server, host: str, port: int) -> None:
    """Answer the first client that connects until it leaves; others are turned away."""
    asyncio.run(_listen(server, host, port))


async def _listen(server: Server, host: str, port: int) -> None:
    has_left = asyncio.Event()
    is_taken = False

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal is_taken
        if is_taken:
            writer.close()
            return
        is_taken = True
        server.protocol.set_writer(writer)
        try:
            await _converse(server, reader)
            await writer.drain()
        except ConnectionError:
            pass  # the client has gone without a word
        finally:
            writer.close()
            has_left.set()

    try:
        listening = await asyncio.start_server(connected, host, port)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        raise CannotListen(f"port {port} of {host} can't be listened on: {why}") from error
    await has_left.wait()
    listening.close()


async def _converse_at(server: Server, file: int) -> None:
    await _converse(server, stream_of(file))


async def _converse(server: Server, reader: Reader) -> None:
    """Handle messages until the client closes the connection or says `exit`."""
    protocol = server.protocol
    assert isinstance(protocol, Protocol)
    reading = asyncio.ensure_future(
        read_messages(reader, protocol.handle_one, protocol.told_nonsense)
    )
    leaving = asyncio.ensure_future(server.has_left.wait())
    done, waiting = await asyncio.wait({reading, leaving}, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    server.be_gone_soon()
    if reading in done and isinstance(error := reading.exception(), Exception):
        raise error if isinstance(error, ConnectionError) else ConnectionError(str(error))
