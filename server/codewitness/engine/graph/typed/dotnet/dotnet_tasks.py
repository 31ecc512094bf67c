"""What .NET's tasks and parallel loops give, and what they hand to lambdas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.dotnet import dotnet_collections
from codewitness.engine.graph.typed.dotnet.dotnet_collections import given_back
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, builtin, union
from codewitness.model.flow import Expression, Site

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_LISTED = "Enumerable."
_STARTING = frozenset(("Task.Run", "Task.Factory.StartNew"))
_EMPTY = frozenset(("Enumerable.Empty", "Array.Empty"))
_LOOPS = frozenset(("Parallel.ForEach", "Parallel.ForEachAsync"))


def _plain(callee: Value) -> str:
    """`Task.Run` of a name from outside, whatever namespace is before it."""
    return str(callee[1]).removesuffix(METHOD).removeprefix("System.Threading.Tasks.")


def result(ev: Evaluator, at: Where, site: Site, callee: Value) -> Answer:
    """What a function of the library gives that starts tasks, or waits for them."""
    name = _plain(callee)
    given: list[Expression] = site[4] if len(site) > 4 else []
    if name in _STARTING:
        return builtin("Promise", ev.awaited(given_back(ev, at, given)))
    if name == "Task.FromResult" and given:
        return builtin("Promise", ev.value(at, given[0]))
    if name == "Task.WhenAll" and len(given) == 1:
        return builtin("Promise", builtin("[]", ev.awaited(ev.elements(ev.value(at, given[0])))))
    if name.removeprefix("System.Linq.") in _EMPTY and len(site) > 6 and site[6]:
        return builtin("[]", ev.type(at, site[6][0]))
    method = name.removeprefix("System.Linq.").removeprefix(_LISTED)
    if len(method) < len(name) and given:  # `Enumerable.Reverse(rows)` is `rows.Reverse()`
        rest = [*site[:4], given[1:], *site[5:]]
        listed = (value for value in ev.value(at, given[0]) if value[0] == "B" and value[2])
        return union(dotnet_collections.result(ev, at, method, one, rest) for one in listed)
    return NOTHING


def handed(ev: Evaluator, at: Where, site: Site, callee: Value, k: int) -> Answer:
    """What `Parallel.ForEach(rows, row => ...)` hands to the lambda: an element."""
    given: list[Expression] = site[4] if len(site) > 4 else []
    is_loop = k == 0 and len(given) > 1 and _plain(callee) in _LOOPS
    return ev.elements(ev.value(at, given[0])) if is_loop else NOTHING
