"""What a scope calls and hands on, by name.

Callers are looked for in each scope that mentions a name, and most of those only mention it. What
tells them apart is read once for a scope, and kept as long as its flow is. What `f.bind(x)` gives
in JavaScript has no name: it is taken for `f` wherever it goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.world import called
from codewitness.model.flow import Expression, Flow

PART_OF = frozenset(("e", "i", "w", "*"))  # forms of what something gives that holds values
VIEWS = frozenset(("values", "Values"))  # of maps
ECMA = frozenset(("javascript", "typescript", "tsx"))
_BIND = '"bind"]'
_OF_SEVERAL = frozenset(("u", "y", "L", "E", "D"))


@dataclass(slots=True)
class Handled:
    """What a scope does with names.

    flow: that of the scope, with `f` in place of `f.bind(x)`. called: numbers of the sites that
    call a name. choices: of those that call one of several. members: of those that call a member,
    by its name. given: names and sites that may be handed on, kept or returned, by themselves or
    within something.
    """

    flow: Flow
    called: dict[str, list[int]] = field(default_factory=dict)
    choices: list[int] = field(default_factory=list)
    members: dict[str, list[int]] = field(default_factory=dict)
    given: set[str | tuple[str, int]] = field(default_factory=set)

    def may_give(self, wanted: Expression) -> bool:
        """False if an expression, or what has a name, surely goes nowhere from the scope."""
        if isinstance(wanted, str):
            return wanted in self.given
        if isinstance(wanted, list) and len(wanted) == 2 and isinstance(wanted[1], int):
            return (wanted[0], wanted[1]) in self.given
        return True

    def through(self, members: frozenset[str]) -> list[int]:
        """Numbers of the sites that call one of these members, in order."""
        return sorted(n for name in members & self.members.keys() for n in self.members[name])


def handled(scope: Scope) -> Handled:
    """What a scope does with names; read when first asked for."""
    found = scope.handled
    if not isinstance(found, Handled):
        flow = scope.flow
        if scope.file.language in ECMA and _BIND in scope.flow_text:
            flow = _unbound(flow)
        found = scope.handled = Handled(flow)
        for number, site in enumerate(flow.sites):
            _call(found, number, site[1])
        for value in _handed_on(flow):
            _give(found, value)
    return found


def _unbound(flow: Flow) -> Flow:
    """A flow in which what `f.bind(x)` gives is `f`."""
    bound = {
        number: site[1][1]
        for number, site in enumerate(flow.sites)
        if isinstance(site[1], list) and site[1][:1] == ["a"] and site[1][2] == "bind"
    }

    def known(value: Any) -> Any:
        if not isinstance(value, list):
            return value
        if len(value) == 2 and value[0] == "c" and isinstance(value[1], int):
            return known(bound[value[1]]) if value[1] in bound else value
        return [known(part) for part in value]

    return replace(
        flow,
        sites=known(flow.sites),
        binds=known(flow.binds),
        returns=known(flow.returns),
        headers=known(flow.headers),
    )


def _call(found: Handled, number: int, callee: Expression) -> None:
    if name := called(callee):
        found.called.setdefault(name, []).append(number)
    if isinstance(callee, list) and callee:
        if callee[0] in ("u", "i"):
            found.choices.append(number)
        elif callee[0] == "a":
            found.members.setdefault(str(callee[2]), []).append(number)


def _handed_on(flow: Flow) -> Iterator[Expression]:
    for site in flow.sites:
        yield from site[4] if len(site) > 4 else ()
        yield from site[5][1::2] if len(site) > 5 else ()
        if isinstance(site[1], list) and site[1][0] == "a":
            yield site[1][1]
    for header in flow.headers:
        yield from (parameter[3] for parameter in (header[1] if header else ()))
    yield from (value for _, value in flow.binds)
    yield from flow.returns
    yield from flow.yields


def _give(found: Handled, value: Expression) -> None:
    found.given.add(called(value))
    if isinstance(value, list) and value:
        if len(value) == 2 and isinstance(value[1], int):
            found.given.add((value[0], value[1]))
        if value[0] in _OF_SEVERAL:
            for part in value[1:]:
                _give(found, part)
        elif value[0] in PART_OF or (value[0] == "a" and value[2] in VIEWS):
            _give(found, value[1])
