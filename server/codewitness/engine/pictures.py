"""Pictures of errors, which lie beside the records, as a port."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from codewitness.engine.memory import Scope


class Pictures(Protocol):
    """The pictures of a scope's errors, by the names of their files."""

    def keep_picture(self, scope: Scope, raw: bytes) -> tuple[str, str]:
        """Store a picture; gives its file's name, and the text in it as far as it can be read."""

    def forget_pictures(self, scope: Scope, names: Collection[str]) -> None:
        """Take stored pictures from the disk; a name that no stored one has is left alone."""
