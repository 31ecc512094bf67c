"""A raw JSON-RPC client of a real server process, over stdio or TCP; every wait has an end."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Self, TypeVar

Json = dict[str, Any]
_Found = TypeVar("_Found")

TIMEOUT = 60.0  # seconds; longer than anything here takes on a busy machine

# Settings that keep a test short.
PLAIN = {"embedder": "none", "index": {"workers": 1}}

ENCODINGS = ("utf-8", "utf-16", "utf-32")


class Refused(Exception):
    """The server answered with an error."""

    def __init__(self, error: Json) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.code: int = error["code"]
        self.message: str = error["message"]
        self.data: Any = error.get("data")


class Client:
    """One server process and the connection to it. `answers` has all that came for each id."""

    def __init__(
        self,
        arguments: Sequence[str] = (),
        *,
        env: Mapping[str, str],
        log: Path,
        tcp: bool = False,
        command: Sequence[str] = (sys.executable,),
        cwd: Path | None = None,
    ) -> None:
        self.answers: dict[int, list[Json]] = {}
        self.notifications: list[Json] = []
        self.requests: list[Json] = []  # those of the server
        self.replies: dict[str, Callable[[Any], Any]] = {}  # to those, by method; else null
        self.unanswered: set[str] = set()  # methods of those that get no reply
        self.stderr = log
        self._last_id = 0
        self._sent: set[int] = set()
        self._news = threading.Condition()
        self._is_closed = False
        self._reads = threading.Event()
        self._reads.set()
        self._socket: socket.socket | None = None
        port = free_port() if tcp else 0
        extra = ["serve", "--tcp", str(port)] if tcp else []
        with log.open("wb") as errors:
            self.process = subprocess.Popen(
                [*command, "-m", "codewitness", *extra, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, **env},
                cwd=cwd,
            )
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        self._out: BinaryIO = stdin  # type: ignore[assignment]
        self._in: BinaryIO = stdout  # type: ignore[assignment]
        self._pipes = [stdin, stdout]
        if tcp:
            self._socket = connected(port, self.process)
            self._out = self._socket.makefile("wb")  # type: ignore[assignment]
            self._in = self._socket.makefile("rb")  # type: ignore[assignment]
            self._pipes += [self._out, self._in]
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._write, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Sending. What one call of `send` is given goes out in one write.

    def request(self, method: str, params: Any = None) -> Json:
        """A request that is not sent yet."""
        self._last_id += 1
        message = {"jsonrpc": "2.0", "id": self._last_id, "method": method}
        return message if params is None else {**message, "params": params}

    def command(self, name: str, *arguments: Any, **more: Any) -> Json:
        """A request of a custom command, not sent yet; `more` is beside `arguments`."""
        given = {"command": f"codewitness.{name}", "arguments": list(arguments), **more}
        return self.request("workspace/executeCommand", given)

    def send(self, *messages: Json | bytes) -> None:
        """Send messages in one write; bytes go out as they are."""
        own = (one.get("id") for one in messages if isinstance(one, dict))
        self._sent.update(number for number in own if isinstance(number, int))
        frames = [one if isinstance(one, bytes) else frame(one) for one in messages]
        self._outbox.put(b"".join(frames))

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self.send(notification(method, params))

    def ask(self, message: Json, timeout: float = TIMEOUT) -> Any:
        """Send a request if it is not sent yet; gives its result or raises `Refused`."""
        if message["id"] not in self._sent:
            self.send(message)
        return self.answer(message, timeout)

    def call(self, method: str, params: Any = None, timeout: float = TIMEOUT) -> Any:
        """The result of a method."""
        return self.ask(self.request(method, params), timeout)

    def run(self, name: str, argument: Any = None, timeout: float = TIMEOUT) -> Any:
        """The result of a custom command."""
        return self.ask(self.command(name, {} if argument is None else argument), timeout)

    def refusal(self, message: Json) -> Refused:
        """The error that answers a request."""
        try:
            result = self.ask(message)
        except Refused as refused:
            return refused
        raise AssertionError(f"answered: {result}")

    # Receiving.

    def answer(self, message: Json, timeout: float = TIMEOUT) -> Any:
        """The result of a request that was sent."""
        found = self.wait(lambda: self.answers.get(message["id"]), f"answer to {message}", timeout)
        if "error" in found[0]:
            raise Refused(found[0]["error"])
        return found[0]["result"]

    def wait(
        self, look: Callable[[], _Found | None], what: str, timeout: float = TIMEOUT
    ) -> _Found:
        """What `look` gives once that is true; it looks whenever a message has come."""
        until = time.monotonic() + timeout
        with self._news:
            while not (found := look()):
                left = until - time.monotonic()
                if left <= 0 or (self._is_closed and not look()):
                    why = "the server has gone" if self._is_closed else f"{timeout} s passed"
                    raise TimeoutError(f"no {what}: {why}; stderr: {self.log()}")
                self._news.wait(min(left, 0.5))
            return found

    def told(self, method: str) -> list[Any]:
        """Parameters of the notifications of `method` so far."""
        return [one["params"] for one in self.notifications if one["method"] == method]

    def log(self) -> str:
        """The server's stderr so far."""
        return self.stderr.read_text("utf-8", "replace")[-3000:]

    # Life.

    def initialize(self, *roots: Path, **more: Any) -> Json:
        """Initialize with these workspace folders; `more` are fields of the parameters."""
        folders = [{"uri": root.as_uri(), "name": root.name} for root in roots]
        params = {
            "processId": os.getpid(),
            "rootUri": None,
            "workspaceFolders": folders,
            "capabilities": {},
            "initializationOptions": PLAIN,
            **more,
        }
        result: Json = self.call("initialize", params)
        self.notify("initialized", {})
        return result

    def shut_down(self, timeout: float = TIMEOUT) -> int:
        """Shutdown and exit as a client should; gives the exit code."""
        self.call("shutdown", timeout=timeout)
        self.notify("exit", None)
        return self.process.wait(timeout)

    def pause(self) -> None:
        """Read no more than what is on its way, until `go_on`."""
        self._reads.clear()

    def go_on(self) -> None:
        """Read again."""
        self._reads.set()

    def hang_up(self) -> None:
        """Close the connection without a word."""
        self._outbox.put(None)
        self._threads[1].join(TIMEOUT)

    def close(self) -> None:
        """End the process if it still runs, and this end of the connection."""
        self.go_on()
        self.process.kill()
        self.process.wait(TIMEOUT)
        self.hang_up()
        self._threads[0].join(TIMEOUT)
        for pipe in self._pipes:
            with contextlib.suppress(OSError):  # what was still to be sent can't be
                pipe.close()
        if self._socket is not None:
            self._socket.close()

    def _write(self) -> None:
        while (raw := self._outbox.get()) is not None:
            try:
                self._out.write(raw)
                self._out.flush()
            except (OSError, ValueError):
                return
        try:
            if self._socket is not None:
                self._socket.shutdown(socket.SHUT_RDWR)
            self._out.close()
        except OSError:
            pass  # the server has closed it

    def _read(self) -> None:
        try:
            while (message := read_frame(self._in)) is not None:
                self._reads.wait()
                with self._news:
                    self._take(message)
                    self._news.notify_all()
        except (OSError, ValueError):
            pass  # closed
        with self._news:
            self._is_closed = True
            self._news.notify_all()

    def _take(self, message: Json) -> None:
        if "method" not in message:
            self.answers.setdefault(message["id"], []).append(message)
        elif "id" in message:
            self.requests.append(message)
            if message["method"] in self.unanswered:
                return
            reply = self.replies.get(message["method"], lambda _: None)
            answer = {"jsonrpc": "2.0", "id": message["id"]}
            try:
                answer["result"] = reply(message.get("params"))
            except Refused as refused:
                answer["error"] = {"code": refused.code, "message": refused.message}
            self.send(answer)
        else:
            self.notifications.append(message)


def notification(method: str, params: Any) -> Json:
    """A notification that is not sent yet."""
    message = {"jsonrpc": "2.0", "method": method}
    return message if params is None else {**message, "params": params}


def frame(message: Json) -> bytes:
    """`message` with its header."""
    body = json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def read_frame(stream: BinaryIO) -> Json | None:
    """The next message; None at the end."""
    length = 0
    while (line := stream.readline()) not in (b"\r\n", b""):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    body = stream.read(length) if line else b""
    return json.loads(body) if body else None


def free_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def connected(port: int, process: subprocess.Popen[bytes]) -> socket.socket:
    """A connection to the server, once it listens."""
    until = time.monotonic() + TIMEOUT
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), TIMEOUT)
        except OSError:
            if time.monotonic() > until or process.poll() is not None:
                raise
            time.sleep(0.05)


def children(pid: int) -> list[int]:
    """Processes that `pid` has started, and theirs."""
    listed = subprocess.run(
        ["ps", "-e", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    ).stdout
    by_parent: dict[int, list[int]] = {}
    for line in listed.splitlines():
        child, parent = map(int, line.split())
        by_parent.setdefault(parent, []).append(child)
    found, waiting = list[int](), [pid]
    while waiting:
        own = by_parent.get(waiting.pop(), [])
        found += own
        waiting += own
    return found


def is_running(pid: int) -> bool:
    """False for a process that has ended, collected by its parent or not."""
    listed = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    ).stdout
    return bool(listed.strip()) and not listed.lstrip().startswith("Z")


def until(is_true: Callable[[], bool], seconds: float) -> bool:
    """True once `is_true` is, False if that takes longer."""
    end = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
