"""By what names types keep what they are made with, told by names alone: Go's and Swift's."""

from __future__ import annotations

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.world import World
from codewitness.model.facts import Kind


def run_on(world: World, kind: Scope) -> list[tuple[str, Scope | None]]:
    """Go: the names by which the methods of a type know what they are run on."""
    if kind.file.language != "go" or kind.is_callable:
        return []
    return [
        (target, scope)
        for scope in world.mentioning("this")
        if scope.kind is Kind.METHOD and scope.qualified_name == f"{kind.name}.{scope.name}"
        for target, value in scope.flow.binds
        if value == "this" and isinstance(target, str)
    ]


def declared(structure: Scope, k: int | str) -> list[str]:
    """Names that a structure of Swift declares, by which it is made where it has no `init`."""
    if structure.kind is not Kind.STRUCT or structure.file.language != "swift":
        return []
    names = [
        target
        for target, value in structure.flow.binds
        if isinstance(target, str) and isinstance(value, list) and value[0] == "y"
        if not isinstance(value[1], str)  # a plain type is that of no function
    ]
    return [name for name in names if not isinstance(k, str) or name == k]
