"""`codewitness serve`: speak LSP."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from typing import Any

from codewitness.cli import NOT_DONE

TO_A_PERSON = (
    "codewitness: this is the server, which waits for an editor; Ctrl+C ends it.\n"
    "`codewitness --help` lists what can be asked in a terminal, as `codewitness search WORDS`."
)


def add_commands(commands: Any) -> None:
    """Add `serve` to the parser's commands."""
    command = commands.add_parser("serve", help="speak LSP on stdio (the default)")
    command.add_argument(
        "--tcp", type=_port, metavar="PORT", help="listen on 127.0.0.1:PORT instead"
    )
    command.add_argument("--stdio", action="store_true", help="speak on stdio, as by default")
    command.add_argument("--verbose", action="store_true", help="log more to stderr")
    command.set_defaults(run=serve)


def _port(given: str) -> int:
    if not (given.isdecimal() and 1 <= int(given) <= 65535):
        raise argparse.ArgumentTypeError(f"takes a port from 1 to 65535, got {given!r}")
    return int(given)


def serve(arguments: argparse.Namespace) -> int:
    """Answer one client until it leaves."""
    from codewitness.platform.log import ServerLog
    from codewitness.platform.memory import use_few_arenas
    from codewitness.platform.threads import let_others_in_soon
    from codewitness.protocol.server import Server
    from codewitness.protocol.transport import CannotListen, serve_stdio, serve_tcp

    if arguments.tcp is None and sys.stdin.isatty():  # an editor has no terminal there
        print(TO_A_PERSON, file=sys.stderr, flush=True)
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # it logs every refusal as a crash
    use_few_arenas()
    let_others_in_soon()
    server = Server(ServerLog())
    try:
        if arguments.tcp is not None:
            serve_tcp(server, "127.0.0.1", arguments.tcp)
        else:
            serve_stdio(server)
    except ConnectionError:
        pass  # the client has gone without a word
    except CannotListen as failure:
        print(f"codewitness: --tcp: {failure}", file=sys.stderr)
        server.end()
        os._exit(NOT_DONE)
    server.end()
    sys.stderr.flush()
    # Threads that still search or read stdin would hold up a normal exit; all is written by now.
    os._exit(0 if server.was_shut_down else 1)
