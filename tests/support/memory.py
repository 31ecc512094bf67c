"""Folders with a memory of their own, and what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from codewitness.engine.session import Session
from codewitness.model.text import Encoding
from codewitness.platform.memories import Memories
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.commands import COMMANDS
from codewitness.protocol.folders import make_folder
from codewitness.protocol.settings import Settings

Json = dict[str, Any]

STORE = """class Store:
    def save(self, row):
        value = self.rows[row]
        self.count += 1
        return value

    def load(self, path):
        with open(path) as file:
            return file.read()
"""


class Remembering:
    """A workspace folder with its memory below `data`; only a writer may be indexed."""

    def __init__(
        self,
        root: Path,
        data: Path,
        files: Mapping[str, str] | None = None,
        *,
        is_writer: bool = False,
    ) -> None:
        self.root = root
        for path, text in (files or {"pkg/store.py": STORE}).items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, "utf-8")
        self.session = Session()
        self.session.encoding = Encoding.UTF16
        self.folder = make_folder(root, Settings(embedder="none"))
        if not is_writer:
            self.folder.release()
        self.folder.memories = Memories(root, base=data)
        self.session.folders.append(self.folder)

    def ask(self, command: str, **argument: Any) -> Json:
        """The answer of `codewitness.` and this command."""
        name = f"codewitness.{command}"
        answer: Json = COMMANDS[name](self.session.snapshot(None), Arguments(name, [argument]))
        return answer

    def uri(self, path: str) -> str:
        """The URI of a file."""
        return (self.root / path).as_uri()
