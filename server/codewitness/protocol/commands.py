"""The custom commands that read a snapshot: a table of name and what answers it.

What answers a command is imported when that is first asked: a server hears few of them, and has to
answer `initialize` soon. The commands that wait for the writer are in `protocol.waiting`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

from codewitness.engine.look import with_disk
from codewitness.engine.view import Folder, Snapshot, Stage
from codewitness.model.freshness import State
from codewitness.protocol import convert
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.convert import Json

Command = Callable[[Snapshot, Arguments], Any]

DEFAULT_TIMEOUT_MS = 10_000
MAX_TIMEOUT_MS = 600_000

# By module of this package, the names in its table `COMMANDS`.
NAMES_BY_MODULE: dict[str, tuple[str, ...]] = {
    "searching": ("search",),
    "signals": ("signals",),
    "status": ("status",),
    "graph_commands": ("relationships", "getImplementation"),
    "impact": ("impact",),
    "lens_commands": ("lens.callers", "lens.remembered"),
    "memory_commands": (
        "session.start",
        "session.end",
        "session.status",
        "session.resume",
        "session.list",
        "session.trackFileChange",
        "session.recordError",
        "session.resolveError",
        "session.reportDiagnostics",
        "session.searchErrors",
        "session.recordDecision",
        "session.updateDecision",
        "session.recordLesson",
        "session.decisions",
        "session.projectContext",
        "session.analyzePatterns",
        "session.graph",
        "memory.export",
        "memory.import",
        "memory.delete",
    ),
    "conversation_commands": (
        "conversations.list",
        "conversations.search",
        "conversations.chapters",
        "conversations.context",
        "conversations.forSymbol",
    ),
    "verify": ("verify",),
}
_MODULE_BY_COMMAND = {
    f"codewitness.{name}": module for module, names in NAMES_BY_MODULE.items() for name in names
}


class _Commands(Mapping[str, Command]):
    def __getitem__(self, name: str) -> Command:
        module = import_module(f"codewitness.protocol.{_MODULE_BY_COMMAND[name]}")
        found: Command = module.COMMANDS[name]
        return found

    def __contains__(self, name: object) -> bool:
        return name in _MODULE_BY_COMMAND

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULE_BY_COMMAND)

    def __len__(self) -> int:
        return len(_MODULE_BY_COMMAND)


COMMANDS: Mapping[str, Command] = _Commands()


def is_of_memory(name: str) -> bool:
    """True if a command may change what is remembered."""
    return _MODULE_BY_COMMAND.get(name) == "memory_commands"


def is_settled(folder: Folder) -> bool:
    """True if all that this server knows of the folder is in its tables or in memory."""
    return folder.view.stage is Stage.READY


def fresh(snapshot: Snapshot) -> Json:
    """The answer of `codewitness.waitForFresh` for this snapshot."""
    found = with_disk(snapshot).freshness(snapshot.read)
    return {"fresh": found.state is State.FRESH, "freshness": convert.freshness(found)}
