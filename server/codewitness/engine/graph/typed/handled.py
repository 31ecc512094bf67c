"""What a scope calls, by name.

Callers are looked for in each scope that mentions a name, and most of those only mention it. What
tells them apart is read once for a scope, and kept as long as its flow is. What `f.bind(x)` gives
in JavaScript has no name: it is taken for `f` wherever it goes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.world import called
from codewitness.model.flow import Expression, Flow

PART_OF = frozenset(("e", "i", "w", "*"))  # forms of what something gives that holds values
VIEWS = frozenset(("values", "Values", "component2"))  # of maps, and of what these are made of
ECMA = frozenset(("javascript", "typescript", "tsx"))
_BIND = '"bind"]'


@dataclass(slots=True)
class Handled:
    """What a scope does with names.

    flow: that of the scope, with `f` in place of `f.bind(x)`. called: numbers of the sites that
    call a name. choices: of those that call one of several. members: of those that call a member,
    by its name.
    """

    flow: Flow
    called: dict[str, list[int]] = field(default_factory=dict)
    choices: list[int] = field(default_factory=list)
    members: dict[str, list[int]] = field(default_factory=dict)
    handed_on: dict[Any, list[Any]] | None = None  # kept by `giving`
    results: Any = None  # kept by `results`


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
            if scope.file.language in ECMA and is_by_call(site):
                if run := called(site[1][1]):
                    found.called.setdefault(run, []).append(number)
    return found


def is_by_call(site: list[Expression]) -> bool:
    """True for `f.call(this, a)`, by which JavaScript runs `f` with what is behind the first."""
    callee = site[1]
    return (
        site[0] == "c" and isinstance(callee, list) and callee[:1] == ["a"] and callee[2] == "call"
    )


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
