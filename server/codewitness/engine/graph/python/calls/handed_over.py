"""Functions that a library is handed together with what it will give them.

`Thread(target=work, args=(one,))`, `partial(work, one)`, `sorted(rows, key=weight)`. Whether and
when they are called is another question: what their parameters are is told all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.listed import words
from codewitness.engine.graph.python.naming.names import Value
from codewitness.engine.graph.python.naming.uses import NO_CALLS
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Site, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.calls import Calls

# The function is at this place; what follows is handed to it.
_FOLLOWED = {
    **dict.fromkeys(words("partial submit call_soon call_soon_threadsafe to_thread idle_add"), 0),
    **dict.fromkeys(words("addCleanup addClassCleanup after_idle run_sync start_soon wrapper"), 0),
    **dict.fromkeys(words("register callback push_async_callback push run"), 0),
    **dict.fromkeys(words("call_later call_at run_in_executor add_signal_handler after"), 1),
    **dict.fromkeys(words("add_reader add_writer timeout_add timeout_add_seconds"), 1),
    **dict.fromkeys(words("assertRaises assertWarns finalize"), 1),
}
# What is handed to it is a tuple of its own, at the next place or by a keyword.
_PACKED = {
    **dict.fromkeys(words("apply apply_async start_new_thread"), 0),
    **dict.fromkeys(words("Timer Thread Process"), 1),
}
# It is called with the elements of what follows.
_EACH = words(
    "map filter imap imap_unordered map_async starmap reduce takewhile dropwhile filterfalse"
)
_KEYED = words("sorted min max sort groupby nlargest nsmallest merge")
# Names that others have as well: only these are meant.
_ALONE = {
    "register": ("atexit.register",),
    "wrapper": ("curses.wrapper",),
    "finalize": ("weakref.finalize",),
    "callback": ("contextlib.ExitStack().callback", "contextlib.AsyncExitStack().callback"),
    "push": ("contextlib.ExitStack().push", "contextlib.AsyncExitStack().push"),
    "run": ("contextvars.copy_context().run", "contextvars.Context().run"),
}
# Names that say enough, though nobody knows what they are asked of.
_TELLING = words(
    "submit call_soon call_soon_threadsafe call_later run_in_executor add_signal_handler"
    " idle_add timeout_add apply_async addCleanup assertRaises"
)
HANDING = frozenset({*_FOLLOWED, *_PACKED, *_EACH, *_KEYED})


def may_hand(site: Site, names: frozenset[str]) -> bool:
    """True if a call is given something of one of these names."""
    return not names.isdisjoint(given_names(site))


def given_names(site: Site) -> frozenset[str]:
    """Last names of what a call is given."""
    return frozenset(last_name(one) for one in (*_given(site), *_named(site)[1::2]))


def handing(scope: Scope, name: str) -> list[tuple[int, frozenset[str]]]:
    """Sites of one of the names of `HANDING`, with the names of what is given there; kept."""
    kept = scope.handing = {} if scope.handing is None else scope.handing
    if name not in kept:
        found = scope.sites_of(name, but=NO_CALLS)
        kept[name] = [(index, given_names(scope.flow.sites[index])) for index in found]
    return kept[name]


def may_be_handing(dotted: str) -> bool:
    """False for something else of the name of what is handed functions."""
    name = dotted.rpartition(".")[2]
    return name not in _ALONE or dotted in _ALONE[name]


def _given(site: Site) -> list[Expression]:
    return site[4] if len(site) > 4 else []


def _named(site: Site) -> list[Expression]:
    return site[5] if len(site) > 5 else []


def _by_name(site: Site, name: str) -> Expression:
    named = _named(site)
    return next((v for k, v in zip(named[::2], named[1::2], strict=True) if k == name), None)


def calls_made(site: Site, name: str) -> Iterator[Site]:
    """The calls that something of the library of this name makes of what a site gives it."""
    for function, given, named in _ways(site, name):
        yield [site[0], function, *site[2:4], given, named]


_Way = tuple[Expression, list[Expression], list[Expression]]  # a function, and what it is given


def _ways(site: Site, name: str) -> Iterator[_Way]:
    given = _given(site)
    if any(form(one) == "*" for one in given[:2]):
        return
    if name in _FOLLOWED:
        at = _FOLLOWED[name]
        if len(given) > at:
            yield given[at], given[at + 1 :], _named(site)
    elif name in _PACKED:
        yield _packed(site, name)
    elif name in _KEYED:
        yield _keyed(site, name)
    elif given:
        yield _each(given, name)


def _packed(site: Site, name: str) -> _Way:
    given, at = _given(site), _PACKED[name]
    rest = given[at + (2 if name in ("Thread", "Process") else 1) :]
    function = _by_name(site, "target") or _by_name(site, "function")
    packed = _by_name(site, "args") or (rest[0] if rest else None)
    named = _by_name(site, "kwargs") or _by_name(site, "kwds")
    function = function or (given[at] if len(given) > at else None)
    return function, _unpacked(packed), [] if named is None else ["**", named]


def _each(given: list[Expression], name: str) -> _Way:
    parts: list[Expression] = [["e", one] for one in given[1:]]
    if name == "starmap":
        parts = [["*", one] for one in parts]
    elif name == "reduce" and parts:
        parts = [given[2] if len(given) > 2 else parts[0], parts[0]]
    return given[0], parts, []


def _keyed(site: Site, name: str) -> _Way:
    given, function = _given(site), _by_name(site, "key")
    if name == "groupby" and len(given) > 1:
        given, function = given[:1], given[1]
    if name == "sort" and form(site[1]) == "a":
        given = [site[1][1]]
    is_of_several = name in ("min", "max") and len(given) > 1
    return function, given[:1] if is_of_several else [["e", one] for one in given[-1:]], []


def _unpacked(packed: Expression) -> list[Expression]:
    if packed is None:
        return []
    return list(packed[3:]) if form(packed) == "L" else [["*", packed]]


class HandedOver:
    """Over one workspace."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls

    def of(self, function: Scope, scope: Scope, index: int) -> Iterator[tuple[int, Value]]:
        """The calls of a function that a site brings about: their numbers, and as what."""
        site = scope.flow.sites[index]
        name = last_name(site[1])
        if name not in HANDING or _is_written_in(function, scope, site):
            return
        if not self._is_outside(self.calls.cells.get(("s", scope.key, index)), name):
            return
        for number, made in enumerate(calls_made(site, name)):
            for callee in self.calls.flows.values(scope, made[1]):
                is_own = callee[0] in "FB" and callee[1] == function.key
                runs = self.calls.runs(callee, function.name)
                if is_own or any(one[1] == function.key for one in runs):
                    yield number, callee

    def _is_outside(self, callees: Values, name: str) -> bool:
        if any(one[0] in "FBCI" for one in callees):
            return False
        dotted = [str(one[1]) for one in callees if one[0] == "X"]
        if name in _ALONE:
            return any(map(may_be_handing, dotted))
        return bool(dotted) or (not callees and name in _TELLING)


def _is_written_in(function: Scope, scope: Scope, site: Site) -> bool:
    """True for a lambda that stands among the arguments: see `called_back`."""
    is_own = function.kind is Kind.LAMBDA and function.parent is scope
    return is_own and ["f", function.number] in (*_given(site), *_named(site)[1::2])


def made_at(site: Site, number: int) -> Site:
    """The call of this number."""
    return next(one for n, one in enumerate(calls_made(site, last_name(site[1]))) if n == number)
