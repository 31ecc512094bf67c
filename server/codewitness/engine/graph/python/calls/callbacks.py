"""Functions of the library that call what they are given, before they return."""

from __future__ import annotations

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.listed import words
from codewitness.engine.graph.python.calls.handed_over import calls_made, may_be_handing
from codewitness.engine.graph.python.naming.uses import NO_CALLS
from codewitness.model.flow import Expression, Site

_MATCHING = ("re", "re.compile()", "re.Pattern()", "typing.Pattern()")
_CALLING = frozenset(
    {f"builtins.{name}" for name in ("map", "filter")}
    | {f"itertools.{name}" for name in ("groupby", "starmap", "takewhile", "dropwhile")}
    | {"functools.cmp_to_key", "itertools.filterfalse", "itertools.accumulate", "functools.reduce"}
    | {f"{of}.{name}" for of in _MATCHING for name in ("sub", "subn")}
    | {f"{of}.Context().{name}" for of in ("click", "typer") for name in ("invoke", "forward")}
)
# Those that call only what they are given by a keyword; `min(f, g)` compares.
_BY_KEYWORD = frozenset(
    {f"builtins.{name}" for name in ("sorted", "min", "max", "list.sort")}
    | {f"json.{name}" for name in ("dump", "dumps", "load", "loads")}
    | {f"heapq.{name}" for name in ("nlargest", "nsmallest", "merge")}
    | {f"bisect.{name}" for name in ("bisect", "bisect_left", "bisect_right", "insort")}
)
CALLING_BACK = _CALLING | _BY_KEYWORD
# Those that call one of what they are given, with the rest of it.
WITH_THE_REST = words("assertRaises assertWarns to_thread callback push run wrapper")
CALLING_NAMES = frozenset(
    name.rpartition(".")[2] for name in (*_CALLING, *_BY_KEYWORD, "builtins.iter")
)
_NAMES_BY_KEYWORD = frozenset(name.rpartition(".")[2] for name in _BY_KEYWORD)


def called_back(site: Site, dotted: str) -> list[Expression]:
    """What a call of the function `dotted` is given that it calls."""
    named = site[5][1::2] if len(site) > 5 else []
    if dotted in _BY_KEYWORD:
        return list(named)
    if dotted == "builtins.iter":  # until what it gives is the second
        return site[4][:1] if len(site) > 4 and len(site[4]) == 2 else []
    if (name := dotted.rpartition(".")[2]) in WITH_THE_REST and may_be_handing(dotted):
        return [made[1] for made in calls_made(site, name)]
    return [*(site[4] if len(site) > 4 else []), *named] if dotted in _CALLING else []


def calling_back(scope: Scope, name: str) -> list[int]:
    """Sites of one of `CALLING_NAMES` that may call a value; kept."""
    kept = scope.calling = {} if scope.calling is None else scope.calling
    if name not in kept:
        found = scope.sites_of(name, but=NO_CALLS)
        kept[name] = [index for index in found if may_call_back(scope.flow.sites[index], name)]
    return kept[name]


def may_call_back(site: Site, name: str) -> bool:
    """True if a call of something of this last name, one of `CALLING_NAMES`, may call a value."""
    if name == "iter":
        return len(site) > 4 and len(site[4]) == 2
    is_named = len(site) > 5 and bool(site[5])
    return is_named or (name not in _NAMES_BY_KEYWORD and len(site) > 4 and bool(site[4]))
