"""A small synchronous LSP client that times what it asks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Queue
from typing import Any

# An installed package has its bytecode beside it: a server need not compile all of it anew.
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"


class Client:
    """One server process on stdio, answered strictly in turn."""

    def __init__(
        self,
        root: Path,
        cache: Path,
        *,
        options: dict[str, Any] | None = None,
        data: Path | None = None,
        folders: list[dict[str, str]] | None = None,
        command: tuple[str, ...] = (sys.executable, "-m", "codewitness"),
    ) -> None:
        self.began = time.perf_counter()
        self.root = root
        self._next_id = 0
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={
                **{name: v for name, v in os.environ.items() if name != NO_BYTECODE},
                "CODEWITNESS_CACHE_DIR": str(cache),
                **({"CODEWITNESS_DATA_DIR": str(data)} if data is not None else {}),
            },
        )
        self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": root.as_uri(),
                **({"workspaceFolders": folders} if folders is not None else {}),
                "capabilities": {},
                "initializationOptions": options or {},
            },
        )
        self.initialized_after = time.perf_counter() - self.began
        self.notify("initialized", {})

    def request(self, method: str, params: Any) -> Any:
        """The result; RuntimeError with the server's error."""
        self._next_id += 1
        wanted = self._next_id
        self._send({"id": wanted, "method": method, "params": params})
        while True:
            message = self._read()
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": None})
            elif message.get("id") == wanted:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return message["result"]

    def command(self, name: str, argument: dict[str, Any]) -> Any:
        """The answer of `codewitness.<name>`."""
        params = {"command": f"codewitness.{name}", "arguments": [argument]}
        return self.request("workspace/executeCommand", params)

    def in_flight(self, name: str, arguments: Sequence[dict[str, Any]], n: int) -> list[float]:
        """Seconds of each answer while `n` of them are waited for, in the order of the answers."""
        waiting: dict[int, float] = {}
        seconds: list[float] = []
        left = iter(arguments)

        def ask() -> None:
            if (argument := next(left, None)) is not None:
                self._next_id += 1
                params = {"command": f"codewitness.{name}", "arguments": [argument]}
                waiting[self._next_id] = time.perf_counter()
                method = "workspace/executeCommand"
                self._send({"id": self._next_id, "method": method, "params": params})

        for _ in range(n):
            ask()
        while waiting:
            message = self._read()
            if "method" in message or (began := waiting.pop(message["id"], None)) is None:
                continue
            if "error" in message:
                raise RuntimeError(message["error"])
            seconds.append(time.perf_counter() - began)
            ask()
        return seconds

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def wait_until_fresh(self, seconds: float = 600) -> float:
        """Seconds from the start of the process until an answer says `fresh`."""
        while time.perf_counter() - self.began < seconds:
            state = self.command("search", {"query": "a", "limit": 1})["freshness"]["state"]
            if state == "fresh":
                return time.perf_counter() - self.began
            time.sleep(0.02)
        raise TimeoutError("the index did not become fresh")

    def listen(self) -> Queue[Any]:
        """All messages from now on, read by a thread; nothing can be asked any more."""
        heard: Queue[Any] = Queue()

        def read() -> None:
            with suppress(EOFError, ValueError):  # the server, or its pipe, is gone
                while True:
                    heard.put(self._read())

        threading.Thread(target=read, daemon=True).start()
        return heard

    def resident_mb(self) -> tuple[float, float]:
        """Memory in MB (Linux): resident of the server alone, and of it and all its children.

        Of the latter each page counts once: processes that share one each have their part of it.
        """
        pid = self.process.pid
        shares = [_kilobytes(one, "smaps_rollup", "Pss:") for one in (pid, *_children(pid))]
        return _kilobytes(pid, "status", "VmRSS:") / 1000, sum(shares) / 1000

    def peak_mb(self) -> float:
        """The most memory that was resident of the server alone, in MB (Linux)."""
        return _kilobytes(self.process.pid, "status", "VmHWM:") / 1000

    def close(self) -> None:
        """Shut down and wait for the end."""
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(10)

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def _read(self) -> Any:
        stream = self.process.stdout
        assert stream is not None
        length = 0
        while (line := stream.readline()) != b"\r\n":
            if not line:
                raise EOFError("the server has ended")
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(stream.read(length))


def percentile(seconds: list[float], share: float) -> float:
    """The value below which `share` of the values lie, in milliseconds."""
    ordered = sorted(seconds)
    return 1000 * ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def _kilobytes(pid: int, file: str, name: str) -> int:
    try:
        for line in Path(f"/proc/{pid}/{file}").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1])
    except OSError:
        return 0  # it has just ended
    return 0


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(one) for one in listed.read_text().split()]
        except OSError:
            continue  # that thread has just ended
    return found
