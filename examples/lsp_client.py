"""A small client for a language server on stdio, of the standard library alone.

One request at a time: what else arrives before its answer is dealt with on the way. Columns are
agreed on as utf-32, so that they are indexes into Python's strings.
"""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

SECONDS_TO_LEAVE = 10


class RequestFailed(Exception):
    """The server answered with an error, or not at all."""


class Client:
    """A server process and the conversation with it.

    `on_progress` is told of each step of the server's work, `on_message` what it has to say to its
    user; `timings` has what was asked and how many milliseconds each answer took.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        on_progress: Callable[[str], None],
        on_message: Callable[[str], None],
        deadline_seconds: float,
    ) -> None:
        self.timings: list[tuple[str, float]] = []
        self._on_progress = on_progress
        self._on_message = on_message
        self._last_id = 0
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(environment)
        )
        # A server that hangs is ended, and the read that waits for it fails.
        self._gone = "the server has gone"
        self._deadline = threading.Timer(deadline_seconds, self._end, [deadline_seconds])
        self._deadline.daemon = True
        self._deadline.start()

    def initialize(self, root: Path) -> dict[str, Any]:
        """Shake hands over one workspace folder; gives what the server says of itself."""
        folder = {"uri": root.as_uri(), "name": root.name}
        answer = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": folder["uri"],
                "workspaceFolders": [folder],
                "capabilities": {
                    "general": {"positionEncodings": ["utf-32"]},
                    "window": {"workDoneProgress": True},
                },
            },
        )
        self.notify("initialized", {})
        return dict(answer)

    def command(self, name: str, argument: dict[str, Any], *, when: str = "") -> dict[str, Any]:
        """The answer of one of the server's own commands; `when` goes into the timings."""
        params = {"command": name, "arguments": [argument]}
        return dict(self.request("workspace/executeCommand", params, label=f"{name} {when}"))

    def request(self, method: str, params: Any, *, label: str = "") -> Any:
        """Ask, and wait for the answer."""
        self._last_id += 1
        began = time.perf_counter()
        self._send({"id": self._last_id, "method": method, "params": params})
        while True:
            message = self._receive()
            if "method" in message:
                self._attend(message)
            elif message.get("id") == self._last_id:
                break
        self.timings.append(((label or method).strip(), (time.perf_counter() - began) * 1000))
        if "error" in message:
            raise RequestFailed(f"{(label or method).strip()}: {message['error']['message']}")
        return message["result"]

    def notify(self, method: str, params: Any) -> None:
        """Tell, without an answer."""
        self._send({"method": method, "params": params})

    def close(self) -> int:
        """Take leave as the protocol has it; gives the server's exit status."""
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            return self._process.wait(SECONDS_TO_LEAVE)
        finally:
            self._deadline.cancel()
            self._process.kill()
            self._process.wait()
            for pipe in filter(None, (self._process.stdin, self._process.stdout)):
                with suppress(BrokenPipeError):  # of what was not sent any more
                    pipe.close()

    def _end(self, seconds: float) -> None:
        self._gone = f"it took longer than {seconds:.0f} s; the machine may be busy with other work"
        self._process.kill()

    def _attend(self, message: dict[str, Any]) -> None:
        """What the server wants of us, or tells us, while it works."""
        if "id" in message:
            self._send({"id": message["id"], "result": None})  # yes, show progress
        elif message["method"] == "$/progress":
            value = message["params"]["value"]
            self._on_progress(value.get("message") or value.get("title", ""))
        elif message["method"] == "window/showMessage":
            self._on_message(message["params"]["message"])

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        try:
            self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            self._process.stdin.flush()
        except BrokenPipeError:
            raise RequestFailed(self._gone) from None

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        n_bytes = 0
        while (line := self._process.stdout.readline()) != b"\r\n":
            if not line:
                raise RequestFailed(self._gone)
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                n_bytes = int(value)
        return dict(json.loads(self._process.stdout.read(n_bytes)))
