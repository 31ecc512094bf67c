"""By what other name a bind makes something known: `const d = draw`, `exports = { d: draw }`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import MODULE
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.world import FileScopes


def renamed(file: FileScopes, target: Expression, value: Expression) -> Iterator[tuple[str, str]]:
    """The names that a bind of a file makes, each with that of what it stands for."""
    if form(value) == "f" and form(target) == "a":  # `p.on = p.add = function () {...}`
        name = file.definitions[file.children[MODULE][value[1]]].name
        if name and name != target[2]:
            yield target[2], name
    known_as = target[1] if isinstance(target, list) else target
    original = _original(value)
    if original and original != known_as and isinstance(known_as, str):
        yield known_as, original
    if form(value) == "D":
        for key, held in zip(value[2::2], value[3::2], strict=False):
            if form(key) == "k":
                yield from renamed(file, str(key[1]), held)


def _original(value: Expression) -> str:
    """The name of what is bound to another one; "" if it is no name."""
    if isinstance(value, list):
        if value[:1] == ["y"]:
            return _original(value[2])
        if value[:1] == ["v"]:
            return str(value[1])
        return str(value[2]) if value[:1] == ["m"] and len(value) > 2 else ""
    return value if isinstance(value, str) else ""
