"""Open buffers of a client, as messages that are not sent yet or sent at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.client import Client, Json, notification


class Buffers:
    """Buffers below one root; each method sends, those that end with `_message` do not."""

    def __init__(self, client: Client, root: Path) -> None:
        self.client = client
        self.root = root

    def uri(self, path: str) -> str:
        """The URI of a relative path."""
        return (self.root / path).as_uri()

    def open_message(self, path: str, text: str, version: int = 1) -> Json:
        """A didOpen."""
        item = {"uri": self.uri(path), "languageId": "x", "version": version, "text": text}
        return notification("textDocument/didOpen", {"textDocument": item})

    def change_message(self, path: str, version: int, *changes: str | Json) -> Json:
        """A didChange; a string replaces all."""
        content = [{"text": one} if isinstance(one, str) else one for one in changes]
        document = {"uri": self.uri(path), "version": version}
        return notification(
            "textDocument/didChange", {"textDocument": document, "contentChanges": content}
        )

    def open(self, path: str, text: str, version: int = 1) -> None:
        """Open a buffer."""
        self.client.send(self.open_message(path, text, version))

    def change(self, path: str, version: int, *changes: str | Json) -> None:
        """Edit a buffer."""
        self.client.send(self.change_message(path, version, *changes))

    def save(self, path: str) -> None:
        """Say that a buffer was saved."""
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": self.uri(path)}})

    def close(self, path: str) -> None:
        """Close a buffer."""
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": self.uri(path)}})


def replacement(start: tuple[int, int], end: tuple[int, int], text: str) -> Json:
    """A change of a range."""
    places = {
        name: {"line": line, "character": character}
        for name, (line, character) in (("start", start), ("end", end))
    }
    return {"range": places, "text": text}


def write_files(root: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files below `root`."""
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)


def large_files(n_files: int, n_functions: int = 100, prefix: str = "part") -> dict[str, str]:
    """Files that keep workers busy for a while; each function has about 120 bytes."""
    return {
        f"{prefix}{number}.py": "".join(
            f"def work_{number}_{step}(self, items):\n"
            f"    for item in items:\n"
            f"        self.queue[{step}].put(item.name, key=lambda x: x.{'abcdef'[step % 6]})\n"
            for step in range(n_functions)
        )
        for number in range(n_files)
    }


def calls(answer: Json) -> list[str]:
    """Texts of all calls of a `signals` answer."""
    own = answer["signals"]["calls"]
    return [item["text"] for item in (*own["internal"], *own["external"])]


def names(answer: Json) -> list[str]:
    """Names of the symbols that a search found."""
    return [one["symbol"]["name"] for one in answer["results"] if one["symbol"]]


def cut(text: str, at: Json, encoding: str) -> str:
    """What an LSP range covers of `text`, by a reading of the specification of our own."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    widths: dict[str, Any] = {
        "utf-8": lambda char: len(char.encode()),
        "utf-16": lambda char: len(char.encode("utf-16-le")) // 2,
        "utf-32": lambda _: 1,
    }

    def index(line: str, units: int) -> int:
        done = 0
        for number, char in enumerate(line):
            if done >= units:
                assert done == units, "inside a character"
                return number
            done += widths[encoding](char)
        assert done == units, "beyond the end of the line"
        return len(line)

    first, last = at["start"], at["end"]
    end = index(lines[last["line"]], last["character"])
    if first["line"] == last["line"]:
        return lines[first["line"]][index(lines[first["line"]], first["character"]) : end]
    begin = lines[first["line"]][index(lines[first["line"]], first["character"]) :]
    return "\n".join((begin, *lines[first["line"] + 1 : last["line"]], lines[last["line"]][:end]))
