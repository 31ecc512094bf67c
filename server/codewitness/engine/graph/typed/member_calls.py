"""All calls of members in a language, for what any of them may run without being named."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.world import World
from codewitness.model.flow import form

_MOST = 4_000  # in the whole project


def member_calls(world: World, language: str) -> list[tuple[Scope, int]] | None:
    """Those of a language; None if they are too many."""
    if (known := world.member_calls.get(language)) is None:
        every = (
            (scope, number)
            for file in world.files.values()
            if file.language == language
            for scope in file.file.scopes
            for number in _calls_on(scope)
        )
        known = world.member_calls[language] = [*islice(every, _MOST + 1)]  # no more is read
    return known if len(known) <= _MOST else None


def _calls_on(scope: Scope) -> Iterator[int]:
    if '["a",' in scope.flow_text:
        for number, site in enumerate(scope.flow.sites):
            if site[0] == "c" and form(site[1]) == "a":
                yield number
