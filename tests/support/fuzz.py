"""Streams of messages as an editor sends them, and what chance makes of them.

Each round sends some messages, mutated, then asks for the status. Whatever came before, that is
answered; every request that could be read has one answer; nobody sees a traceback.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from codewitness.protocol.commands import COMMANDS
from codewitness.protocol.server import WAITING
from tests.support.client import Client, Json

TIMEOUT = 60.0
MAX_DEPTH = 600
NEVER_SENT = ("exit", "shutdown", "initialize")

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63), 10**300, 1.5, -0.0, 1e308),
    *(
        float("nan"),
        float("inf"),
        "",
        " ",
        "\0",
        "\ud800",
        "\udfff\ud800",
        "🐍é\u2028",
        "a" * 5_000,
    ),
    *("../../etc/passwd", "%00", "file:///", "file:///etc/passwd", "untitled:x", "http://[::1"),
    *("file://host/x.py", "file:///%ff%fe.py", "${jndi}", "*" * 200, "[" * 200, "(a+)+$"),
    *([], {}, [[]], {"": None}, [None] * 50, {"line": -1, "character": 2**40}, {"uri": []}),
)
SOURCE = "class Cart:\n    def total(self, rate):\n        return sum(self.prices) * rate['x']\n\n"


class Stream:
    """Messages of one editor, made by chance from a seed. Ids are unlike each other."""

    def __init__(self, root: Path, chance: random.Random) -> None:
        self.root = root
        self.chance = chance
        self.version = 0
        self.n_requests = 0

    def message(self) -> Json:
        """Any message that an editor may send at any time."""
        make = self.chance.choice(
            (self._command, self._command, self._request, self._edit, self._edit, self._buffer)
        )
        return make()

    def _uri(self) -> str:
        return (self.root / self.chance.choice(("a.py", "b.py", "c.ts", "new.go"))).as_uri()

    def _ask(self, method: str, params: Any) -> Json:
        self.n_requests += 1
        name = f"r{self.n_requests:06}-{self.chance.getrandbits(64):016x}"
        return {"jsonrpc": "2.0", "id": name, "method": method, "params": params}

    def _tell(self, method: str, params: Any) -> Json:
        return {"jsonrpc": "2.0", "method": method, "params": params}

    def _position(self) -> Json:
        return {"line": self.chance.randrange(6), "character": self.chance.randrange(30)}

    def _command(self) -> Json:
        name = self.chance.choice([*COMMANDS, *WAITING])
        place = {"uri": self._uri(), "position": self._position()}
        argument = {
            "query": "total price",
            "limit": 3,
            "symbol": self.chance.choice(["Cart.total", place]),
            "claim": "Cart.total calls sum",
            "timeoutMs": 50,
            "sample": 1,
            "paths": ["a.py"],
            "languages": ["python"],
            "domainBoosts": {"test": 0.5},
        }
        kept = {k: v for k, v in argument.items() if self.chance.random() < 0.4}
        return self._ask("workspace/executeCommand", {"command": name, "arguments": [kept]})

    def _request(self) -> Json:
        place = {"textDocument": {"uri": self._uri()}, "position": self._position()}
        method, params = self.chance.choice(
            (
                ("workspace/symbol", {"query": "tot"}),
                ("textDocument/hover", place),
                ("textDocument/prepareCallHierarchy", place),
                ("textDocument/codeLens", place),
                ("textDocument/unheardOf", place),
            )
        )
        return self._ask(method, params)

    def _edit(self) -> Json:
        self.version += 1
        at = self._position()
        change: Json = {"text": self.chance.choice(["x", "\n", "'''", "(", SOURCE, "", "é🐍"])}
        if self.chance.random() < 0.8:
            change["range"] = {"start": at, "end": self._position()}
        document = {"uri": self._uri(), "version": self.version}
        return self._tell(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [change]}
        )

    def _buffer(self) -> Json:
        document = {"uri": self._uri()}
        item = {**document, "languageId": "python", "version": self.version, "text": SOURCE}
        folder = {"uri": self.root.as_uri(), "name": "x"}
        method, params = self.chance.choice(
            (
                ("textDocument/didOpen", {"textDocument": item}),
                ("textDocument/didOpen", {"textDocument": item}),
                ("textDocument/didSave", {"textDocument": document}),
                ("textDocument/didClose", {"textDocument": document}),
                ("workspace/didChangeWatchedFiles", {"changes": [{**document, "type": 2}]}),
                ("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder]}}),
                ("workspace/didChangeConfiguration", {"settings": {}}),
                ("$/cancelRequest", {"id": f"r{self.n_requests:06}"}),
                ("window/workDoneProgress/cancel", {"token": "t"}),
                ("$/setTrace", {"value": "verbose"}),
            )
        )
        return self._tell(method, params)


def mutated(message: Json, chance: random.Random) -> Json:
    """`message` with up to three values that are not as they should be."""
    made = _copied(message)
    for _ in range(chance.randrange(4)):
        places = list(_places(made))
        holder, key = chance.choice(places)
        way = chance.random()
        if way < 0.15:
            del holder[key]
        elif way < 0.25 and isinstance(holder, dict):
            holder[chance.choice(["x", "", "\0", "command", "id2"])] = _copied(chance.choice(ODD))
        elif way < 0.3:
            holder[key] = _deep(chance.choice([50, 200]))
        elif way < 0.4:
            holder[key] = _copied(chance.choice(places)[0])
        else:
            holder[key] = _copied(chance.choice(ODD))
        if not made:
            break
    return made


def framed(message: Any) -> bytes:
    """With its header; lone surrogates are escaped, as JSON allows."""
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def garbled(message: Any, chance: random.Random) -> bytes:
    """The bytes of a message with some of the body lost, turned or put in, and a length that errs.

    By a few bytes only: a server waits for what it has been promised.
    """
    made = bytearray(json.dumps(message).encode())
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(made) + 1)
        match chance.randrange(4):
            case 0:
                del made[at : at + chance.randrange(1, 20)]
            case 1:
                made[at:at] = chance.randbytes(chance.randrange(1, 20))
            case 2:
                made[at : at + 1] = chance.randbytes(1)
            case _:
                made[at:at] = chance.choice([b"\r\n\r\n", b"Content-Length: 7\r\n\r\n", b"{", b'"'])
    length = max(len(made) + chance.choice([0, 0, 0, -5, -1, 1, 15]), 0)
    header = chance.choice(
        [b"Content-Length: %d\r\n\r\n"] * 6
        + [b"content-length:%d\n\n", b"Content-Length: -%d\r\n\r\n", b"Content-Size: %d\r\n\r\n"]
    )
    return header % length + bytes(made)


class Fuzzer:
    """Sends rounds to one server; `check` raises AssertionError if an answer is not as it must be.

    `n_sent` counts messages.
    """

    def __init__(self, client: Client, root: Path, seed: int) -> None:
        self.client = client
        self.chance = random.Random(seed)
        self.stream = Stream(root, self.chance)
        self.sent: Counter[str] = Counter()
        self.garbled: set[str] = set()
        self.late: Counter[str] = Counter()  # answers that may still come
        self.n_sent = 0

    def round(self) -> None:
        """Some messages, then a question that is answered whatever they were."""
        frames = []
        is_garbled = self.chance.random() < 0.3
        for _ in range(self.chance.randrange(1, 12)):
            message = self.stream.message()
            if self.chance.random() < 0.7:
                message = mutated(message, self.chance)
            if _text(message.get("method")) in NEVER_SENT:
                continue
            if _depth(message) > MAX_DEPTH:  # more than this process itself can write
                continue
            spoilt = is_garbled and self.chance.random() < 0.4
            self._note(message, spoilt=spoilt)
            frames.append(garbled(message, self.chance) if spoilt else framed(message))
            self.n_sent += 1
        filler = b" " * 100 + b"\r\n\r\n" if is_garbled else b""  # for lengths that say too much
        self.client.send(b"".join(frames) + filler)
        status = self.client.run("status", timeout=TIMEOUT)
        assert "state" in status, status
        if is_garbled:
            self.garbled |= self.sent.keys()

    def check(self) -> None:
        """Every request has one answer, and no answer tells too much."""
        client = self.client
        for name, n_sent in self.sent.items():
            if name not in self.garbled:
                what = f"answer to {name}"
                client.wait(lambda name=name: client.answers.get(name), what, TIMEOUT)  # type: ignore[misc,call-overload]
            answers = client.answers.get(name, [])  # type: ignore[call-overload]
            assert len(answers) <= n_sent + self.late[name], (name, answers)
            # What was spoilt is not waited for: its answer may come when its id is used again.
            self.late[name] += max(n_sent - len(answers), 0)
        for answers in client.answers.values():
            for answer in answers:
                assert ("result" in answer) != ("error" in answer), answer
                if error := answer.get("error"):
                    told = json.dumps(error)
                    assert "Traceback" not in told, told
                    assert "site-packages" not in told, told
                    assert len(error["message"]) < 1_000, error
        client.answers.clear()
        self.sent.clear()
        self.garbled.clear()
        assert "Traceback" not in client.log(), client.log()

    def _note(self, message: Json, *, spoilt: bool) -> None:
        """Which answer is due: for a request of JSON-RPC 2.0 that has an id of text."""
        name = message.get("id")
        if not isinstance(name, str):
            return
        self.sent[name] += 1
        if spoilt or "method" not in message or message.get("jsonrpc") != "2.0":
            self.garbled.add(name)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each container within `value` and each key in it."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(items):
        yield value, key
        if isinstance(inner, dict | list):
            yield from _places(inner)


def _copied(value: Any) -> Any:
    """A copy; `copy.deepcopy` takes two levels of Python's stack for each of its own."""
    return json.loads(json.dumps(value))


def _deep(depth: int) -> list[Any]:
    made: list[Any] = []
    for _ in range(depth):
        made = [made]
    return made


def _depth(value: Any) -> int:
    level, depth = [value], 0
    while level:
        depth += 1
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return depth


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
