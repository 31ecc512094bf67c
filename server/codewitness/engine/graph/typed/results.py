"""Where a scope calls what its sites give, and where it keeps that: read once, asked for often."""

from __future__ import annotations

from dataclasses import dataclass, field

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.giving import held_with_keys
from codewitness.engine.graph.typed.handled import handled
from codewitness.model.flow import Expression, form


@dataclass(slots=True)
class Results:
    """By the number of a site.

    called: sites that call what it gives, or an element of it. bound: the targets that what it
    gives is bound to, each with the key of a display that it has there.
    """

    called: dict[int, list[int]] = field(default_factory=dict)
    bound: dict[int, list[tuple[Expression, str]]] = field(default_factory=dict)


def results(scope: Scope) -> Results:
    """Those of a scope."""
    known = handled(scope)
    if not isinstance(known.results, Results):
        found = known.results = Results()
        for number, site in enumerate(known.flow.sites):
            for given in {*_called(site[1], is_whole=True)}:
                found.called.setdefault(given, []).append(number)
        for target, value in known.flow.binds:
            for one, key in held_with_keys(value):
                if isinstance(one, tuple) and one[0] == "c":
                    found.bound.setdefault(one[1], []).append((target, key))
    return known.results


def _called(callee: Expression, *, is_whole: bool) -> list[int]:
    """Sites whose result, or an element of it, a callee is; `(f() ?? g())()` calls neither."""
    kind = form(callee)
    if kind == "c" and is_whole and len(callee) == 2:
        return [callee[1]]
    if kind == "i" and form(callee[1]) == "c" and len(callee[1]) == 2:
        return [callee[1][1]]
    if kind == "u":
        return [one for part in callee[1:] for one in _called(part, is_whole=False)]
    return []
