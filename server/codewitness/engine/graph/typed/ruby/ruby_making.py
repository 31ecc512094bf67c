"""Where Ruby makes objects of a class: `Name.new`."""

from __future__ import annotations

from collections.abc import Iterator

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.world import World, called


def makes(language: str, name: str) -> bool:
    """True for what runs when an object is made."""
    return language == "ruby" and name == "initialize"


def made(world: World, constructor: Scope) -> Iterator[tuple[Scope, int]]:
    """Where Ruby's `Name.new` makes objects of the class of an `initialize`, or of a structure."""
    owner = constructor.name
    if not constructor.is_class:
        owner = constructor.qualified_name.rpartition(".")[0].rpartition(".")[2]
    for scope in world.mentioning(owner) if owner else ():
        for number, site in enumerate(scope.flow.sites):
            callee = site[1]
            if isinstance(callee, list) and callee[0] == "a" and callee[2] == "new":
                if called(callee[1]) == owner:
                    yield scope, number
