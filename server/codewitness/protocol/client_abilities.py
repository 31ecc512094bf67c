"""What a client does by itself, as it said at `initialize`: the rest is offered differently."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lsprotocol import types as lsp


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientAbilities:
    """`commands`: those of the server that it runs itself, asking the user for what they lack."""

    has_lenses: bool = False
    commands: frozenset[str] = frozenset()


def abilities_of(capabilities: lsp.ClientCapabilities) -> ClientAbilities:
    """Commands are named as to other servers: in `experimental.commands.commands`."""
    document = capabilities.text_document
    return ClientAbilities(
        has_lenses=document is not None and document.code_lens is not None,
        commands=_commands(capabilities.experimental),
    )


def _commands(experimental: Any) -> frozenset[str]:
    match experimental:
        case {"commands": {"commands": [*names]}}:
            return frozenset(one for one in names if isinstance(one, str))
        case _:
            return frozenset()
